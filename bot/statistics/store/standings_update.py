"""Adds ended rounds to the standings of their members, when accounts are stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Connection, delete

from bot.statistics.account import SeatAccount
from bot.statistics.results_rating import Finish, rated
from bot.statistics.standing import OVER_ALL, PERIODS, Ended, Period, Standing, span
from bot.statistics.store.meetings import Meetings
from bot.statistics.store.standings import read_standing, standing_values
from bot.storage.schema import meetings, standings
from bot.storage.statement import RowsOfKeys, Upsert
from bot.table.closing import stayed
from bot.table.rated import is_rated
from bot.table.store.game_keys import game_key
from bot.table.store.results import Result
from bot.table.stored_round import StoredRound

COUNTED_TABLES = (standings, meetings)
"""The tables in which rounds are counted."""

_PUT_STANDINGS = Upsert(standings)
_OF_LINES = RowsOfKeys(standings, ("guild", "user", "game"))


class StandingKey(NamedTuple):
    """The key of the standings of a member in a game; `game` is empty for all games together."""

    guild: int
    user: int
    game: str


class Stood(NamedTuple):
    """The standing of a member in a week or month, or of all times."""

    span: str
    standing: Standing


Lines: TypeAlias = dict[StandingKey, dict[str, Stood]]
"""The standings of members, by key and period."""

NewlyMet: TypeAlias = dict[int, dict[Period, int]]
"""The number of members met for the first time in a period, by member."""


@dataclass(frozen=True, slots=True)
class Contested:
    """The weight of results between members, the finishes by seat, and new meetings by game."""

    weight: float
    finishes: Mapping[int, Finish]
    new: Mapping[str, NewlyMet]


@dataclass(frozen=True, slots=True)
class EndedRound:
    """A round that has ended, of a server: its results, empty if it was closed, and its account.

    The account is empty where there is none. `gone` is for each seat whether its member broke the
    round off. A round that has rested long enough to count as broken off is treated the same.
    """

    server: int
    stored: StoredRound
    ended: datetime
    results: Sequence[Result]
    accounting: Sequence[SeatAccount]
    gone: Sequence[bool]

    @property
    def seats(self) -> list[int]:
        """The seats of members, one for each member; the same members always in the same order."""
        seats: dict[int, int] = {}
        for seat, player in enumerate(self.stored.players):
            if player.member is not None:
                seats.setdefault(player.member, seat)
        return [seat for _, seat in sorted(seats.items())]

    @property
    def games(self) -> tuple[str, str]:
        """The keys of the games in which the round counts: its own, and all games together."""
        return game_key(self.stored.game, len(self.stored.players)), OVER_ALL

    @property
    def over(self) -> bool:
        """Whether the round has results."""
        return bool(self.results)

    @property
    def finishes(self) -> dict[int, Finish]:
        """The finishes of members against each other, by seat; empty for fewer than two members."""
        if not self.over:
            return {}
        found = {}
        for seat in self.seats:
            result, player = self.results[seat], self.stored.players[seat]
            found[seat] = Finish(float(result.share), result.score, player.left, player.left_at)
        return found if len(found) > 1 else {}

    def users(self, seats: Iterable[int]) -> list[int]:
        """Return the members on some seats."""
        return [self.line(seat, OVER_ALL).user for seat in seats]

    def line(self, seat: int, game: str) -> StandingKey:
        """Return the key of the rows about the member on a seat."""
        return StandingKey(self.server, self.stored.players[seat].user or 0, game)


def clear(connection: Connection) -> None:
    """Delete all standings, so that all rounds can be counted again."""
    for table in COUNTED_TABLES:
        connection.execute(delete(table))


def never() -> bool:
    """Return False: no call waits."""
    return False


def count(
    connection: Connection, rounds: Sequence[EndedRound], somebody_waits: Callable[[], bool] = never
) -> int:
    """Count rounds in their order, for each member, in their own games and over all games.

    The standings of all members are read and written once. If `somebody_waits` returns True after a
    round, the rest is left; returns the number of counted rounds, at least one.
    """
    changed: dict[tuple[StandingKey, Period], Stood] = {}
    done = 0
    counting = [
        (one, {game: _counted(one, game) for game in one.games}, one.finishes) for one in rounds
    ]
    met = Meetings(connection, [(one.server, one.users(ends)) for one, _, ends in counting])
    lines = _read(
        connection,
        {
            one.line(seat, game)
            for one, by_game, _ in counting
            for game, ended in by_game.items()
            for seat in ended
        },
    )
    for one, by_game, finishes in counting:
        if done and somebody_waits():
            break
        done += 1
        contested = _contested(one, finishes, met)
        for game, found in by_game.items():
            for period in PERIODS:
                for line, stood in _in_period(one, found, contested, lines, (game, period)):
                    lines[line][period] = changed[line, period] = stood
    met.store()
    _put(connection, changed)
    return done


def _put(connection: Connection, changed: Mapping[tuple[StandingKey, Period], Stood]) -> None:
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


def uncount(connection: Connection, rounds: Iterable[EndedRound]) -> None:
    """Take back the counts of rounds without results."""
    for one in rounds:
        for seat in one.seats:
            if one.accounting and one.accounting[seat].round_skill is not None:
                for game in one.games:
                    _uncount(connection, one, seat, game)


def _uncount(connection: Connection, one: EndedRound, seat: int, game: str) -> None:
    line, ended = one.line(seat, game), _ended(one, seat, whole=game != OVER_ALL)
    stood = _read(connection, [line])[line]
    _put(
        connection,
        {
            (line, period): Stood(stood[period].span, stood[period].standing.without(ended))
            for period in PERIODS
            if period in stood and stood[period].span == span(period, one.ended)
        },
    )


def _contested(one: EndedRound, finishes: Mapping[int, Finish], met: Meetings) -> Contested | None:
    """Return the weight of results and the new meetings of members, None for unrated results."""
    users = one.users(finishes)
    weight = met.weight(one.server, users, one.ended) if users else 0.0
    if not weight:
        return None
    new = {game: met.note(one.server, users, game, one.ended) for game in one.games}
    return Contested(weight, finishes, new)


def _counted(one: EndedRound, game: str) -> dict[int, Ended]:
    """Return the results of the seats for which a round counts, by seat."""
    found = {seat: _ended(one, seat, whole=game != OVER_ALL) for seat in one.seats}
    return {seat: ended for seat, ended in found.items() if ended.over or ended.skill}


def _read(connection: Connection, lines: Iterable[StandingKey]) -> Lines:
    """Return the standings of members in games."""
    found: Lines = {line: {} for line in lines}
    for row in _OF_LINES.run(connection, found):
        line = StandingKey(row.guild, row.user, row.game)
        found[line][row.period] = Stood(row.span, read_standing(row._asdict()))
    return found


def _ended(one: EndedRound, seat: int, *, whole: bool) -> Ended:
    """Return a round in the form in which it counts for a seat; over all games, only its sums.

    No record is set in a round with a hint, nor in one that all others left.
    """
    account = one.accounting[seat] if one.accounting else None
    skill = None if account is None else account.round_skill
    broken_off = one.gone[seat]
    if not one.over:
        return Ended(over=False, skill=skill, gone=broken_off, when=one.ended)
    player = one.stored.players[seat]
    walkover = stayed(one.stored)[seat]
    complete = whole and not any(player.left for player in one.stored.players)
    bests = whole and is_rated(one.stored)
    shows = bests and not (player.left or walkover)
    return Ended(
        over=True,
        ending=None if len(one.stored.players) == 1 else one.results[seat].ending,
        left=player.left,
        score=one.results[seat].score if complete and bests else None,
        skill=skill,
        rarest=account.rarest if account and shows else None,
        gone=broken_off,
        walkover=walkover,
        when=one.ended,
    )


def _in_period(
    one: EndedRound,
    found: Mapping[int, Ended],
    contested: Contested | None,
    lines: Lines,
    where: tuple[str, Period],
) -> list[tuple[StandingKey, Stood]]:
    """Return the standing of each member after the round; `where` is the game and the period.

    `contested` is None if results are not rated.
    """
    game, period = where
    when = span(period, one.ended)
    before: dict[int, Standing] = {}
    for seat in found:
        stood = lines[one.line(seat, game)].get(period)
        if stood is not None and stood.span > when:
            return []  # counted late, in a week or month that is not shown any more
        old = stood is None or stood.span != when
        before[seat] = Standing() if stood is None or old else stood.standing
    moved: dict[int, dict[str, Any]] = {}
    if contested is not None:
        finishes, new = contested.finishes, contested.new[game]
        stands = [(before[seat].mu, before[seat].sigma) for seat in finishes]
        ends = rated(stands, [*finishes.values()], contested.weight)
        for seat, stand in zip(finishes, ends, strict=True):
            moved[seat] = {"met": before[seat].met + new[one.line(seat, game).user][period]}
            if stand is not None:
                mu, sigma = stand
                moved[seat] |= {"among": before[seat].among + 1, "mu": mu, "sigma": sigma}
    return [
        (one.line(seat, game), Stood(when, before[seat].after(ended, moved.get(seat, {}))))
        for seat, ended in found.items()
    ]
