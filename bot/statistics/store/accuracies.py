"""Reads the accuracy of a round's members from the accounts of its seats.

Members who had help in the round, or who hide their statistics, are left out.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select

from bot.statistics.store.accounts import read_accounting
from bot.storage.schema import seats
from bot.table.highlights import Highlight, members
from bot.table.store.hidden import hidden_among
from bot.table.stored_round import StoredRound
from rules import registry
from rules.accuracy import PERFECT, accuracy

_HELPED = select(seats.c.seat).where(
    seats.c.round == bindparam("this"),
    seats.c.hinted.is_not(None),
)
"""The seats of a round whose members had a hint."""


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
    return tuple(best)


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
