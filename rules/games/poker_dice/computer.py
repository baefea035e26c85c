"""The levels of the computer (README.md)."""

from __future__ import annotations

from rules.dice import FACES, POSITIONS, Roll, face_counts, most_shown
from rules.game import Weighted, certainly
from rules.games.poker_dice.advice import advise
from rules.games.poker_dice.state import Choosing, State, Table
from rules.hands import BUST, FIVE, FOUR, FULL_HOUSE, STRAIGHT
from rules.screen import Seat
from rules.turns import Lying, reroll_of

HIGH = (FIVE, FOUR, FULL_HOUSE)
"""The ranks that neither a straight nor, mostly, two pairs can reach."""


def computer(state: State, seat: Seat, level: str) -> Weighted:
    """Return what the computer does with the dice of the playing seat."""
    if level == "perfect":
        return certainly(advise(state, seat)[0].action)
    match state:
        case Choosing(table, lying):
            return certainly(reroll_of(SELECT[level](table, lying)))
        case _:
            raise AssertionError("nobody chooses in this phase")


def easy(table: Table, lying: Lying) -> tuple[int, ...]:
    """Reroll once, all but the largest group of equal dice, the higher face of two."""
    if len(lying.rolls) > 1:
        return ()
    return _all_but(lying.dice, (most_shown(lying.dice),))


def house(table: Table, lying: Lying) -> tuple[int, ...]:
    """Stop with a hand that has won, or with a made hand that leads; else improve it.

    To improve: with five different faces keep 10, J, Q and K for a straight,
    where one helps; else keep every group of equal dice, but against a high
    rank the largest group alone; with no group keep the highest die.
    """
    order, dice = table.order, lying.dice
    hand = order.hand(dice)
    rival = order.hand(table.finished[table.best.index].hand) if table.finished else None
    leads = rival is None or hand > rival
    if leads and len(table.finished) == table.seats - 1:
        return ()
    if leads and hand.name in (FIVE, FULL_HOUSE, STRAIGHT):
        return ()
    counts = face_counts(dice)
    rank = BUST if rival is None else rival.name
    if max(counts) == 1 and STRAIGHT in order.ranks and rank not in (*HIGH, STRAIGHT):
        return _all_but(dice, tuple(face for face in dice if 2 <= face <= 5))
    groups = [face for face in FACES if counts[face - 1] >= 2]
    if rank in HIGH or not groups:
        groups = [most_shown(dice)]
    return _all_but(dice, tuple(groups))


def _all_but(dice: Roll, kept: tuple[int, ...]) -> tuple[int, ...]:
    """Return the positions of the dice that show none of the kept faces."""
    return tuple(position for position in POSITIONS if dice[position - 1] not in kept)


SELECT = {"easy": easy, "house": house}
