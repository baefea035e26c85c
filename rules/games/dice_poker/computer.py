"""The levels of the computer in Dice Poker (README 1.8)."""

from __future__ import annotations

from rules.dice import POSITIONS, Roll, face_counts, most_shown
from rules.game import Weighted, certainly
from rules.games.dice_poker.advice import advise
from rules.games.dice_poker.state import DealerSelects, PlayerSelects, State
from rules.hands import DICE_POKER, SINGLES, STRAIGHT
from rules.screen import Seat
from rules.turns import reroll_of


def computer(state: State, seat: Seat, level: str) -> Weighted:
    """Return the computer's choice for the seat that selects."""
    if level == "perfect":
        return certainly(advise(state, seat)[0].action)
    match state:
        case DealerSelects(own, _) | PlayerSelects(_, own):
            return certainly(reroll_of(SELECT[level](own)))
        case _:
            raise AssertionError("no seat selects in this phase")


def easy(roll: Roll) -> tuple[int, ...]:
    """Return no positions: this level never rerolls."""
    return ()


def greedy(roll: Roll) -> tuple[int, ...]:
    """Return all positions but those of the largest group, the higher of two equally large.

    >>> greedy((2, 2, 5, 5, 6))
    (1, 2, 5)
    """
    kept = most_shown(roll)
    return tuple(position for position in POSITIONS if roll[position - 1] != kept)


def house(roll: Roll) -> tuple[int, ...]:
    """Return the positions of all single dice: only the 1 of singles, none of a straight.

    >>> house((1, 2, 3, 4, 6))
    (1,)
    """
    name = DICE_POKER.hand(roll).name
    if name == STRAIGHT:
        return ()
    if name == SINGLES:
        return tuple(position for position in POSITIONS if roll[position - 1] == 1)
    counts = face_counts(roll)
    return tuple(position for position in POSITIONS if counts[roll[position - 1] - 1] == 1)


SELECT = {"easy": easy, "greedy": greedy, "house": house}
