"""Adds rounds that have ended to the standings of their members, when their accounts are stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Connection, bindparam, delete, select

from bot.statistics.account import SeatAccount
from bot.statistics.results_rating import Finish, rated
from bot.statistics.standing import OVER_ALL, PERIODS, Ended, Period, Standing, span
from bot.statistics.store.meetings import Meetings
from bot.statistics.store.standings import read_standing, standing_values
from bot.storage.schema import meetings, mistakes, opponents, standings
from bot.storage.statement import Statement, Upsert
from bot.table.closing import gone
from bot.table.store.game_keys import game_key
from bot.table.store.results import Result
from bot.table.stored_round import StoredRound

MEMBER = "member"
"""The key under which results against members are summed, beside the levels of the computer."""

_PUT_STANDINGS = Upsert(standings)
_ADD_OPPONENTS, _ADD_MISTAKES = Upsert(opponents, added=True), Upsert(mistakes, added=True)
_OF_MEMBER = Statement(
    select(standings)
    .where(*(standings.c[name] == bindparam(f"of_{name}") for name in ("guild", "user", "game")))
    .with_for_update()
)


class Line(NamedTuple):
    """What the standings of a member in a game are found by; `game` is empty over all games."""

    guild: int
    user: int
    game: str


class Stood(NamedTuple):
    """How a member stood in a week or month, or at any time."""

    span: str
    standing: Standing


Lines: TypeAlias = dict[Line, dict[str, Stood]]
"""How members stand, by line and period."""

NewlyMet: TypeAlias = dict[int, dict[Period, int]]
"""How many members were met for the first time in a period, by member."""


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
            if player.user is not None and not player.former:
                seats.setdefault(player.user, seat)
        return [seat for _, seat in sorted(seats.items())]

    @property
    def games(self) -> tuple[str, str]:
        """The keys of the games in which the round counts: its own, and all games together."""
        return game_key(self.stored.game, len(self.stored.players)), OVER_ALL

    @property
    def unplayed(self) -> frozenset[int]:
        """The seats of those who left other members before any member had chosen something."""
        seats, players = self.seats, self.stored.players
        if len(seats) < 2:
            return frozenset()
        numbers = [
            decision.number
            for seat in seats
            if self.accounting
            for decision in self.accounting[seat].decisions
        ]
        left = (seat for seat in seats if self.accounting and players[seat].left)
        first = min(numbers, default=None)
        return frozenset(
            seat
            for seat in left
            if first is None or (players[seat].left_at and players[seat].left_at <= first)
        )

    @property
    def over(self) -> bool:
        """Whether the round has results that count; one of two that was not played has none."""
        return bool(self.results) and not (len(self.stored.players) == 2 and self.unplayed)

    @property
    def finishes(self) -> dict[int, Finish]:
        """How members ended the round against each other, by seat; empty for less than two."""
        if not self.over:
            return {}
        found = {
            seat: Finish(
                Fraction(self.results[seat].share),
                self.results[seat].score,
                self.stored.players[seat].left,
            )
            for seat in self.seats
            if seat not in self.unplayed
        }
        return found if len(found) > 1 else {}

    def line(self, seat: int, game: str) -> Line:
        """Return what rows about the member on a seat are found by."""
        return Line(self.server, self.stored.players[seat].user or 0, game)


def clear(connection: Connection) -> None:
    """Delete where everybody stands, to count all rounds again."""
    for table in (standings, opponents, mistakes, meetings):
        connection.execute(delete(table))


def count(connection: Connection, rounds: Sequence[EndedRound]) -> None:
    """Count rounds in their order, for each member, in their own games and over all games.

    The standings of a member are read and written once, however many of the rounds are theirs.
    """
    lines: Lines = {}
    changed: dict[tuple[Line, Period], Stood] = {}
    against: list[dict[str, Any]] = []
    wrong: list[dict[str, Any]] = []
    met = {server: Meetings(connection, server) for server in {one.server for one in rounds}}
    counting = [(one, {game: _counted(one, game) for game in one.games}) for one in rounds]
    for line in sorted(
        {
            one.line(seat, game)
            for one, by_game in counting
            for game, ended in by_game.items()
            for seat in ended
        }
    ):
        lines[line] = _read(connection, line)
    for one, by_game in counting:
        contested = _contested(one, met[one.server])
        for game, found in by_game.items():
            new = contested.get(game)
            for period in PERIODS:
                for line, stood in _in_period(one, found, new, lines, (game, period)):
                    lines[line][period] = changed[line, period] = stood
            for seat, ended in found.items():
                against += _opponents(one, seat, ended, game)
                if game != OVER_ALL and one.accounting:
                    wrong += _mistakes(one, seat, game)
    for each in met.values():
        each.store()
    _PUT_STANDINGS.run_many(
        connection,
        [
            {
                **line._asdict(),
                "period": period,
                "span": stood.span,
                **standing_values(stood.standing),
            }
            for (line, period), stood in changed.items()
        ],
    )
    _ADD_OPPONENTS.run_many(connection, against)
    _ADD_MISTAKES.run_many(connection, wrong)


def _contested(one: EndedRound, met: Meetings) -> dict[str, NewlyMet]:
    """Return by game whom members met for the first time, where their results are rated."""
    users = [one.line(seat, OVER_ALL).user for seat in one.finishes]
    if not users or not met.rated(users, one.ended):
        return {}
    return {game: met.note(users, game, one.ended) for game in one.games}


def _counted(one: EndedRound, game: str) -> dict[int, Ended]:
    """Return the results of the seats for which a round counts, by seat."""
    found = {seat: _ended(one, seat, whole=game != OVER_ALL) for seat in one.seats}
    return {seat: ended for seat, ended in found.items() if ended.over or ended.skill}


def _read(connection: Connection, line: Line) -> dict[str, Stood]:
    """Return how a member stands in a game, by period."""
    key = {f"of_{name}": value for name, value in line._asdict().items()}
    return {
        row.period: Stood(row.span, read_standing(row._asdict()))
        for row in _OF_MEMBER.run(connection, key)
    }


def _ended(one: EndedRound, seat: int, *, whole: bool) -> Ended:
    """Return a round as it counts for a seat; over all games only what can be added.

    No best is set in an unrated round, nor where anybody takes choices back: what falls can
    be fished for.
    """
    alone = len(one.stored.players) == 1
    account = one.accounting[seat] if one.accounting else None
    skill = None if account is None else account.round_skill
    broken_off = gone(one.stored)[seat]
    if not one.over:
        return Ended(over=False, skill=skill, gone=broken_off, when=one.ended)
    player = one.stored.players[seat]
    complete = whole and not any(player.left for player in one.stored.players)
    bests = whole and not one.stored.unrated
    bests = bests and not any(player.taken_back for player in one.stored.players)
    unhelped = account is not None and not any(each.helped for each in account.decisions)
    luck = 0.0 if account is None or (alone and not whole) else account.luck + account.hidden
    return Ended(
        over=True,
        ending=None if alone else one.results[seat].ending,
        left=player.left,
        score=one.results[seat].score if complete and bests else None,
        luck=luck,
        given=-account.skill if account is not None and unhelped and complete else None,
        skill=skill,
        rarest=account.rarest if account and bests and not player.left else None,
        gone=broken_off,
        when=one.ended,
    )


def _in_period(
    one: EndedRound,
    found: Mapping[int, Ended],
    new: NewlyMet | None,
    lines: Lines,
    where: tuple[str, Period],
) -> list[tuple[Line, Stood]]:
    """Return how each member stands after the round, `where` is the game and the period.

    `new` is whom they met for the first time, None where results are not rated.
    """
    game, period = where
    when = span(period, one.ended)
    before: dict[int, Standing] = {}
    for seat in found:
        stood = lines[one.line(seat, game)].get(period)
        if stood is not None and stood.span > when:
            return []  # counted late, in a week or month that nobody can ask for any more
        old = stood is None or stood.span != when
        before[seat] = Standing() if stood is None or old else stood.standing
    after = {seat: before[seat].after(ended) for seat, ended in found.items()}
    if new is not None:
        finishes = one.finishes
        ratings = rated(
            [(before[seat].mu, before[seat].sigma) for seat in finishes], [*finishes.values()]
        )
        for seat, (mu, sigma) in zip(finishes, ratings, strict=True):
            met = before[seat].met + new[one.line(seat, game).user][period]
            among = before[seat].among + 1
            after[seat] = replace(after[seat], among=among, met=met, mu=mu, sigma=sigma)
    return [(one.line(seat, game), Stood(when, standing)) for seat, standing in after.items()]


def _opponents(one: EndedRound, seat: int, ended: Ended, game: str) -> Iterator[dict[str, Any]]:
    """Yield a result against each kind of opponent, once."""
    if ended.result is None:
        return
    others = [player for index, player in enumerate(one.stored.players) if index != seat]
    for opponent in sorted({player.level or MEMBER for player in others}):
        counted = {name: int(name == ended.result) for name in ("won", "drawn", "lost")}
        yield {**one.line(seat, game)._asdict(), "opponent": opponent, **counted}


def _mistakes(one: EndedRound, seat: int, game: str) -> Iterator[dict[str, Any]]:
    """Yield the mistakes of a member, made without help."""
    for decision in one.accounting[seat].decisions:
        if decision.mistake is not None and not decision.helped:
            key = one.line(seat, game)._asdict()
            yield {**key, "mistake": decision.mistake, "times": 1, "cost": decision.loss}
