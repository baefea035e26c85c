"""What a state of Poker Dice is worth, and each choice (rule 2.8)."""

from __future__ import annotations

from functools import reduce
from typing import assert_never

from rules.exact import poker_dice as exact
from rules.exact.advice import of_selections, ranked
from rules.exact.poker_dice import Solved, Standing
from rules.game import Advice
from rules.games.poker_dice.flow import compare
from rules.games.poker_dice.state import Choosing, Compared, Rolling, State, Table
from rules.screen import Seat
from rules.turns import ROLLS


def worth(state: State, seat: Seat) -> float:
    """Return the seat's expected share of the win, every seat playing perfectly from here on."""
    match state:
        case Rolling(table, turn) | Choosing(table, turn):
            kind = _kind(table, seat)
            if kind is None:
                return 0.0
            solved = _solve(table)
            return float(solved.turn.at(turn)[solved.columns(kind)][0])
        case Compared(table):
            return float(compare(table).shares[seat.index])
        case _:
            assert_never(state)


def advise(state: State, seat: Seat) -> tuple[Advice, ...]:
    """Return what each choice is worth to the seat that plays, best first.

    The chances are to win alone, to share the win and to lose, later seats
    playing perfectly. Of equally good choices the one that rerolls the fewest
    dice stands first; it is what the computer does at level `perfect`. Other
    seats get none.
    """
    match state:
        case Choosing(table, lying) if seat == table.next:
            solved = _solve(table)
            keeps = solved.turn.keeps[ROLLS - len(lying.rolls)][:, solved.columns("own")]
            return ranked(of_selections(lying.dice, *keeps.T))
        case _:
            return ()


def _solve(table: Table) -> Solved:
    return exact.solve(table.order, _standing(table), table.seats - table.next.index - 1)


def _standing(table: Table) -> Standing:
    hands = (turn.hand for turn in table.finished)
    return reduce(lambda standing, hand: standing.after(hand, table.order), hands, Standing())


def _kind(table: Table, seat: Seat) -> str | int | None:
    """Return what the seat is to the turn now played (`exact.Solved`); None if it is beaten."""
    if seat == table.next:
        return "own"
    if seat.index > table.next.index:
        return seat.index - table.next.index - 1
    hand, best = (table.finished[place.index].hand for place in (seat, table.best))
    return "holder" if table.order.hand(hand) == table.order.hand(best) else None
