"""The picks of Dice Poker and Poker Dice: what the button *Keep …, reroll …* rerolls."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement

from rules.dice import FACES, POSITIONS, FaceSet, Roll
from rules.hands import STRAIGHT, STRENGTH, Hand, RankOrder
from rules.screen import Control, Press
from rules.text import Text
from rules.turns import ENDING_ROW, KEEP, kept_faces, mark_reroll, press_reroll, reroll_of


def proposed_reroll(
    order: RankOrder,
    dice: Roll,
    rerolled: tuple[int, ...],
    rival: Hand | None,
    *,
    last: bool = False,
) -> tuple[int, ...]:
    """Return the positions that the pick of a board rerolls, none for no pick.

    There is none if the dice beat the hand `rival` and the seat is the `last`. Otherwise it is
    `rerolled`, the choice of the level `house`, as long as the dice that this keeps can still equal
    `rival`. If they cannot, the pick keeps the four highest dice of a straight, else the
    largest group of equal dice, of two the higher face, that can; if there are none, it rerolls all
    five dice (README 1.11 of Dice Poker, README 2.11 of Poker Dice).

    >>> from rules.hands import DICE_POKER
    >>> proposed_reroll(DICE_POKER, (2, 2, 6, 6, 6), (), DICE_POKER.hand((1, 2, 3, 4, 5)))
    (1, 2)
    """
    if rival is None:
        return rerolled
    if last and order.hand(dice).strength > rival.strength:
        return ()
    choices = (rerolled, *_instead(order, dice))
    return next(
        (
            each
            for each in choices
            if _best(order, kept_faces(reroll_of(each), dice)).strength >= rival.strength
        ),
        POSITIONS,
    )


def _instead(order: RankOrder, dice: Roll) -> list[tuple[int, ...]]:
    """Return the alternatives to a reroll that cannot win any more, in order of preference."""
    hand = order.hand(dice)
    lowest = [(dice.index(min(dice)) + 1,)] if hand.name == STRAIGHT else []
    return [
        *lowest,
        *(
            tuple(position for position in POSITIONS if dice[position - 1] != face)
            for face in hand.groups
        ),
    ]


@lru_cache(maxsize=2048)
def _best(order: RankOrder, kept: Roll) -> Hand:
    """Return the best hand of five dice with these faces among them, at most five."""
    others = combinations_with_replacement(FACES, len(POSITIONS) - len(kept))
    return max(order.hands(map(kept.__add__, others)), key=STRENGTH)


def reroll_or_keep(
    dice: Roll,
    rerolled: tuple[int, ...],
    face_set: FaceSet,
    keep: Text,
    landed: tuple[int, ...] = (),
) -> tuple[Control, ...]:
    """Return the controls of a seat that rerolls dice or keeps its hand by the button `keep`.

    The pick rerolls the positions `rerolled`, if there are any; no button is `main`.
    `landed` are the positions of the dice that a roll has just brought.
    """
    pick = (press_reroll(dice, rerolled, face_set),) if rerolled else ()
    return (mark_reroll(dice, face_set, landed), *pick, Press(KEEP, keep, row=ENDING_ROW))
