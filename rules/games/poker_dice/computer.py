"""The levels of the computer in Poker Dice (README 2.10)."""

from __future__ import annotations

from rules.dice import FACES, POSITIONS, Roll, face_counts, most_shown
from rules.game import Weighted, certainly
from rules.games.poker_dice.advice import perfect
from rules.games.poker_dice.state import HandChoice, PokerTable, State
from rules.hands import BUST, FIVE, FOUR, FULL_HOUSE, STRAIGHT
from rules.screen import Seat
from rules.turns import TurnRolled, reroll_of

HIGH_RANKS = (FIVE, FOUR, FULL_HOUSE)
"""The ranks above a straight; a hand with two pairs seldom beats them."""


def computer(state: State, seat: Seat, level: str) -> Weighted:
    match state:
        case HandChoice() if level == "perfect":
            return certainly(perfect(state))
        case HandChoice(table, rolled):
            return certainly(reroll_of(SELECT[level](table, rolled)))
        case _:
            raise AssertionError("no seat chooses in this phase")


def easy(table: PokerTable, rolled: TurnRolled) -> tuple[int, ...]:
    """Return all positions but those of the largest group, the higher of two.

    The hand is kept after the first reroll.
    """
    if len(rolled.rolls) > 1:
        return ()
    return _all_but(rolled.dice, (most_shown(rolled.dice),))


def house(table: PokerTable, rolled: TurnRolled) -> tuple[int, ...]:
    """Return the positions to reroll, none to keep the hand.

    A hand is kept if it has won the round, or if it leads and is five of a kind,
    a full house or a straight. Otherwise the kept dice are: 10, J, Q and K of
    five different faces if a straight would lead; every group of equal dice, or
    only the largest one against `HIGH_RANKS`; without a group, the highest die.
    """
    order, dice = table.order, rolled.dice
    hand = order.hand(dice)
    rival = order.hand(table.finished[table.best.index].hand) if table.finished else None
    leads = rival is None or hand > rival
    if leads and len(table.finished) == table.seats - 1:
        return ()
    if leads and hand.name in (FIVE, FULL_HOUSE, STRAIGHT):
        return ()
    counts = face_counts(dice)
    rank = BUST if rival is None else rival.name
    if max(counts) == 1 and STRAIGHT in order.ranks and rank not in (*HIGH_RANKS, STRAIGHT):
        return _all_but(dice, tuple(face for face in dice if 2 <= face <= 5))
    groups = [face for face in FACES if counts[face - 1] >= 2]
    if rank in HIGH_RANKS or not groups:
        groups = [most_shown(dice)]
    return _all_but(dice, tuple(groups))


def _all_but(dice: Roll, kept: tuple[int, ...]) -> tuple[int, ...]:
    """Return the positions of the dice that do not show a kept face."""
    return tuple(position for position in POSITIONS if dice[position - 1] not in kept)


SELECT = {"easy": easy, "house": house}
