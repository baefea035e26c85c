"""Adds a round that has ended to the standings of its members, when its accounts are stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection, RowMapping, bindparam, delete, select

from bot.statistics.account import SeatAccount
from bot.statistics.results_rating import Finish, rated
from bot.statistics.standing import OVER_ALL, PERIODS, Ended, Period, Standing, game_key, span
from bot.statistics.store.standings import read_standing, standing_values
from bot.storage.schema import mistakes, opponents, standings
from bot.storage.statement import Statement, Upsert
from bot.table.former import is_former
from bot.table.store.results import Result
from bot.table.stored_round import StoredRound

MEMBER = "member"
"""What stands for a member among the opponents, beside the levels of the computer."""

_PUT_STANDINGS = Upsert(standings)
_ADD_OPPONENTS, _ADD_MISTAKES = Upsert(opponents, added=True), Upsert(mistakes, added=True)
_OF_MEMBER = Statement(
    select(standings)
    .where(*(standings.c[name] == bindparam(f"of_{name}") for name in ("guild", "user", "game")))
    .with_for_update()
)


@dataclass(frozen=True, slots=True)
class EndedRound:
    """A round that has ended, of a server: its results, none if it was closed, and its accounting.

    The accounting is empty where there is none.
    """

    server: int
    stored: StoredRound
    ended: datetime
    results: Sequence[Result]
    accounting: Sequence[SeatAccount]

    @property
    def seats(self) -> list[int]:
        """The seats of members, one for each member; the same members always in the same order."""
        seats: dict[int, int] = {}
        for seat, player in enumerate(self.stored.players):
            if player.user is not None and not is_former(player.user):
                seats.setdefault(player.user, seat)
        return [seat for _, seat in sorted(seats.items())]

    def key(self, seat: int, game: str, **more: str) -> dict[str, Any]:
        """Return what a row about the member on a seat is found by."""
        user = self.stored.players[seat].user
        return {"guild": self.server, "user": user, "game": game, **more}


def clear(connection: Connection) -> None:
    """Delete where everybody stands, to count all rounds again."""
    for table in (standings, opponents, mistakes):
        connection.execute(delete(table))


def count(connection: Connection, one: EndedRound) -> None:
    """Count a round for each of its members, in its own game and over all games."""
    stand: list[dict[str, Any]] = []
    against: list[dict[str, Any]] = []
    wrong: list[dict[str, Any]] = []
    for game in (game_key(one.stored.game, len(one.stored.players)), OVER_ALL):
        found = {seat: _ended(one, seat, whole=game != OVER_ALL) for seat in one.seats}
        found = {seat: ended for seat, ended in found.items() if ended.over or ended.skill}
        there = {seat: _rows(connection, one, seat, game) for seat in found}
        for period in PERIODS:
            stand += _in_period(one, found, there, game, period)
        for seat, ended in found.items():
            against += _opponents(one, seat, ended, game)
            if game != OVER_ALL and one.accounting:
                wrong += _mistakes(one, seat, game)
    _PUT_STANDINGS.run_many(connection, stand)
    _ADD_OPPONENTS.run_many(connection, against)
    _ADD_MISTAKES.run_many(connection, wrong)


def _rows(connection: Connection, one: EndedRound, seat: int, game: str) -> dict[str, RowMapping]:
    """Return how a member stood before the round, by period."""
    key = {f"of_{name}": value for name, value in one.key(seat, game).items()}
    return {row["period"]: row for row in _OF_MEMBER.run(connection, key).mappings()}


def _ended(one: EndedRound, seat: int, *, whole: bool) -> Ended:
    """Return a round as it counts for a seat; over all games only what can be added.

    Where anybody takes choices back, what falls can be fished for: it makes no best.
    """
    alone = len(one.stored.players) == 1
    account = one.accounting[seat] if one.accounting else None
    skill = None if account is None else account.round_skill
    if not one.results:
        return Ended(over=False, skill=skill)
    player = one.stored.players[seat]
    complete = whole and not any(player.left for player in one.stored.players)
    fished = any(player.taken_back for player in one.stored.players)
    unhelped = account is not None and not any(each.helped for each in account.decisions)
    luck = 0.0 if account is None or (alone and not whole) else account.luck + account.hidden
    return Ended(
        over=True,
        share=None if alone else Fraction(one.results[seat].share),
        left=player.left,
        score=one.results[seat].score if complete and not fished else None,
        luck=luck,
        given=-account.skill if account is not None and unhelped and complete else None,
        skill=skill,
        rarest=account.rarest if account and whole and not (fished or player.left) else None,
    )


def _in_period(
    one: EndedRound,
    found: Mapping[int, Ended],
    there: Mapping[int, Mapping[str, RowMapping]],
    game: str,
    period: Period,
) -> list[dict[str, Any]]:
    """Return how each member stands after the round in a period: rows to be stored."""
    when = span(period, one.ended)
    before: dict[int, Standing] = {}
    for seat in found:
        row = there[seat].get(period)
        if row is not None and row["span"] > when:
            return []  # counted late, in a week or month that nobody can ask for any more
        old = row is None or row["span"] != when
        before[seat] = Standing() if row is None or old else read_standing(row)
    return [
        {**one.key(seat, game, period=period), **standing_values(standing), "span": when}
        for seat, standing in _after(one, before, found).items()
    ]


def _after(
    one: EndedRound, before: Mapping[int, Standing], found: Mapping[int, Ended]
) -> dict[int, Standing]:
    """Return how each seat stands after the round, with the rating by results."""
    after = {seat: before[seat].after(ended) for seat, ended in found.items()}
    ranked = [seat for seat, ended in found.items() if ended.over and ended.share is not None]
    if len(ranked) < 2:
        return after
    finishes = [
        Finish(Fraction(one.results[seat].share), one.results[seat].score, found[seat].left)
        for seat in ranked
    ]
    ratings = rated([(before[seat].mu, before[seat].sigma) for seat in ranked], finishes)
    for seat, (mu, sigma) in zip(ranked, ratings, strict=True):
        after[seat] = replace(after[seat], among=before[seat].among + 1, mu=mu, sigma=sigma)
    return after


def _opponents(one: EndedRound, seat: int, ended: Ended, game: str) -> Iterator[dict[str, Any]]:
    """Yield a result against each kind of opponent, once."""
    if ended.result is None:
        return
    others = [player for index, player in enumerate(one.stored.players) if index != seat]
    for opponent in sorted({player.level or MEMBER for player in others}):
        counted = {name: int(name == ended.result) for name in ("won", "drawn", "lost")}
        yield {**one.key(seat, game, opponent=opponent), **counted}


def _mistakes(one: EndedRound, seat: int, game: str) -> Iterator[dict[str, Any]]:
    """Yield the mistakes of a member, made without help."""
    for decision in one.accounting[seat].decisions:
        if decision.mistake is not None and not decision.helped:
            key = one.key(seat, game, mistake=decision.mistake)
            yield {**key, "times": 1, "cost": decision.loss}
