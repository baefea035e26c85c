"""Worths, advice and reasons for choices in Poker Dice (README 2.8, 2.10)."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, assert_never

from rules.dice import POKER
from rules.exact.reasons import reason_of_reroll
from rules.game import Advice
from rules.games.poker_dice.flow import compare
from rules.games.poker_dice.state import (
    HandChoice,
    HandRoll,
    HandsShowdown,
    PokerTable,
    State,
)
from rules.hands import STRAIGHT
from rules.screen import Action, Seat
from rules.text import Text, say
from rules.turns import KEEP, ROLLS, TurnRolled, positions_of

if TYPE_CHECKING:
    from rules.exact.tables import FloatArray
    from rules.games.poker_dice.solver import Solution


def worth(state: State, seat: Seat) -> float:
    """Return the seat's expected share of the win if all seats play perfectly from here on."""
    match state:
        case HandRoll(table, turn) | HandChoice(table, turn):
            kind = _kind(table, seat)
            if kind is None:
                return 0.0
            solved = _solve(table)
            return float(solved.turn.at(turn)[solved.columns(kind)][0])
        case HandsShowdown(table):
            return float(compare(table).shares[seat.index])
        case _:
            assert_never(state)


def advise(state: State, seat: Seat) -> tuple[Advice, ...]:
    """Return the advice for the choices of the acting seat, best first.

    The chances are to win alone, to share the win and to lose if later seats
    play perfectly. Among equally good choices the one that rerolls the fewest
    dice comes first; the first choice is that of the computer's level `perfect`.
    The result is empty for other seats.
    """
    match state:
        case HandChoice(table, rolled) if seat == table.next:
            from rules.exact.rerolls import keep_of  # noqa: PLC0415 — numpy is loaded with the first question

            solved = _solve(table)
            keeps = _keeps(solved, rolled)
            return tuple(
                replace(
                    advice, shares=_shares(table, solved, keeps[keep_of(rolled.dice, positions)])
                )
                for advice in _ranked(solved, rolled)
                for positions in [positions_of(advice.action)]
            )
        case _:
            return ()


def perfect(state: HandChoice) -> Action:
    """Return the choice of the level `perfect`: the first that `advise` names."""
    return _ranked(_solve(state.table), state.rolled)[0].action


def reason(state: State, seat: Seat, action: Action) -> Text | None:
    """Return the kept dice and the aim of a choice, or that the hand is ahead."""
    match state:
        case HandChoice(table, rolled) if action == KEEP:
            if not table.finished:
                return None
            best = table.finished[table.best.index].hand
            ahead = table.order.hand(rolled.dice) > table.order.hand(best)
            return say("This hand beats the best one so far.") if ahead else None
        case HandChoice(table, rolled):
            return reason_of_reroll(rolled.dice, action, straight=STRAIGHT in table.order.ranks)
        case _:
            return None


def why(state: State, seat: Seat, better: Action, worse: Action) -> Text | None:
    """Return why one choice is worth more than another: a rank, a certain win or loss."""
    from rules.exact.causes import HandContrast, by_rank  # noqa: PLC0415 — numpy is loaded with the first question
    from rules.exact.turns import follow  # noqa: PLC0415

    match state:
        case HandChoice(table, rolled) if seat == table.next:
            solved = _solve(table)
            worth = solved.turn.rolls[0][:, solved.columns("own")][:, 0]
            keeps = follow(by_rank(table.order, worth)).keeps[ROLLS - len(rolled.rolls)]
            last, order = table.next.index == table.seats - 1, table.order
            return HandContrast(order, POKER, rolled.dice, better, worse, keeps, last).why()
        case _:
            return None


def _ranked(solved: Solution, rolled: TurnRolled) -> tuple[Advice, ...]:
    from rules.exact.advice import of_selections, ranked  # noqa: PLC0415 — numpy is loaded with the first question

    own = _keeps(solved, rolled)[:, solved.columns("own")]
    return ranked(of_selections(rolled.dice, *own.T))


def _keeps(solved: Solution, rolled: TurnRolled) -> FloatArray:
    """Return the worths of each keep at this reroll, (462, columns)."""
    return solved.turn.keeps[ROLLS - len(rolled.rolls)]


def _shares(table: PokerTable, solved: Solution, columns: FloatArray) -> tuple[float, ...]:
    kinds = (_kind(table, Seat(index)) for index in range(table.seats))
    return tuple(0.0 if kind is None else float(columns[solved.columns(kind)][0]) for kind in kinds)


def _solve(table: PokerTable) -> Solution:
    from rules.games.poker_dice.solver import BestHand, solve  # noqa: PLC0415 — numpy is loaded with the first question

    hands = (turn.hand for turn in table.finished)
    standing = reduce(lambda standing, hand: standing.after(hand, table.order), hands, BestHand())
    return solve(table.order, standing, table.seats - table.next.index - 1)


def _kind(table: PokerTable, seat: Seat) -> str | int | None:
    """Return the kind of the seat in the current turn (see `solver.Solution`), None if beaten."""
    if seat == table.next:
        return "own"
    if seat.index > table.next.index:
        return seat.index - table.next.index - 1
    hand, best = (table.finished[of_seat.index].hand for of_seat in (seat, table.best))
    return "holder" if table.order.hand(hand) == table.order.hand(best) else None
