"""Reads the accuracy of a round's members from the accounts of its seats.

Members who had help in the round, or who hide their statistics, are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, func, or_, select

from bot.statistics.store.accounts import read_accounting
from bot.storage.schema import results, rounds, seats
from bot.table import score
from bot.table.highlights import Highlight, members
from bot.table.store.hidden import hidden_among
from bot.table.stored_round import StoredRound
from rules import registry
from rules.accuracy import PERFECT, accuracy

MOST_OF_MATCH = 20
"""The most rounds of a match that are read, including drawn ones."""


_HELPED = select(seats.c.seat).where(
    seats.c.round == bindparam("this"),
    or_(*(one.is_not(None) for one in (seats.c.hinted, seats.c.coached, seats.c.taken_back))),
)
"""The seats of a round whose members had a hint or advice of the coach, or took a choice back."""


_SEATS = select(results.c.user, results.c.seat).where(results.c.round == bindparam("this"))
"""The members of a round with their seats."""


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The loss of a seat, the mean loss of `house`, and whether the loss is exact."""

    lost: float
    medium: float
    exact: bool


def of_round(connection: Connection, over: StoredRound) -> tuple[Highlight, ...]:
    """Return the accuracy of the members of a round, on a sheet or at the end of a match.

    At the end of one hand it is only shown for members whose choices were the best ones.
    """
    chosen = _of_seats(connection, over.id, over.game, len(over.players))
    users = {seat: over.players[seat].user or 0 for seat in members(over) if seat in chosen}
    hidden = hidden_among(connection, [*users.values()])
    shown = {seat: user for seat, user in users.items() if user not in hidden}
    if over.outcome is not None and over.outcome.scores is not None:
        return tuple(_told(seat, [chosen[seat]]) for seat in shown)
    best = [Highlight("best-choice", seat) for seat in shown if _is_best(chosen[seat])]
    if over.match_of == 1 or score.match_winner(over) is None:
        return tuple(best)
    return (*best, *_of_match(connection, over, shown))


def _is_best(chosen: _Chosen) -> bool:
    return accuracy(chosen.lost, chosen.medium) == PERFECT


def _told(seat: int, chosen: list[_Chosen], *, match: bool = False) -> Highlight:
    lost, medium = sum(one.lost for one in chosen), sum(one.medium for one in chosen)
    exact = all(one.exact for one in chosen)
    return Highlight("accuracy", seat, (accuracy(lost, medium), int(exact), int(match)))


def _of_seats(connection: Connection, round_id: int, game: str, count: int) -> dict[int, _Chosen]:
    """Return the losses of the seats that made choices without help.

    Available hints that were not requested are no help.
    """
    exact = registry.game(game).exact
    house = None if exact is None else exact.house_skill.get(count)
    if house is None:
        return {}
    helped = {*connection.execute(_HELPED, {"this": round_id}).scalars()}
    return {
        seat: _Chosen(
            sum(one.loss for one in account.decisions),
            house.mean,
            all(one.exact for one in account.decisions),
        )
        for seat, account in enumerate(read_accounting(connection, round_id))
        if account.decisions and seat not in helped
    }


def _of_match(
    connection: Connection, over: StoredRound, shown: dict[int, int]
) -> Iterator[Highlight]:
    """Yield the accuracy of members in all rounds of a match that this round ends.

    Members without an accuracy in one of them are left out.
    """
    every = [*_rounds_of_match(connection, over)]
    made: dict[int, list[_Chosen]] = {seat: [] for seat in shown}
    for round_id in every:
        found = _of_seats(connection, round_id, over.game, len(over.players))
        sat = {
            user: seat
            for user, seat in connection.execute(_SEATS, {"this": round_id})
            if seat in found
        }
        for seat, user in shown.items():
            if user in sat:
                made[seat].append(found[sat[user]])
    for seat, chosen in made.items():
        if len(chosen) == len(every):
            yield _told(seat, chosen, match=True)


def _rounds_of_match(connection: Connection, over: StoredRound) -> Iterator[int]:
    """Yield the rounds of a match, from the last one back to the one with no wins before it."""
    yield over.id
    before, won = over.successor_of, sum(player.wins for player in over.players)
    for _ in range(MOST_OF_MATCH):
        if before is None or not won:
            return
        yield before
        wins = select(func.sum(seats.c.wins)).where(seats.c.round == before).scalar_subquery()
        row = connection.execute(
            select(rounds.c.successor_of, wins.label("won")).where(rounds.c.id == before)
        ).one()
        before, won = row.successor_of, row.won
