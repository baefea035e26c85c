"""Remarks on rolls of five dice: a hand that was made, or just missed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.dice import Roll, face_counts
from rules.hands import DICE_POKER, FIVE, FOUR, FULL_HOUSE, STRAIGHT
from rules.text import Text, say, say_in, side_by_side

FIVE_OF_A_KIND = say("🎉 Five of a kind!")
FIVE_AT_ONCE = say("🎉 Five of a kind in one roll!")
ANOTHER_FIVE = say_in("an event", "🎉 Another five of a kind!")

IN_ONE_ROLL = {
    FIVE: FIVE_AT_ONCE,
    FOUR: say_in("an event", "four of a kind in one roll!"),
    STRAIGHT: say_in("an event", "a straight in one roll!"),
    FULL_HOUSE: say_in("an event", "a full house in one roll!"),
}
"""The remark on a hand made by the first roll, by rank."""

MADE = {
    FIVE: FIVE_OF_A_KIND,
    STRAIGHT: say_in("an event", "there it is: the straight!"),
    FULL_HOUSE: say_in("an event", "there it is: the full house!"),
}
"""The remark on a hand made by a reroll, by rank."""

AT_ONCE = {
    2: say_in("an event", "two more at once!"),
    3: say_in("an event", "three more at once!"),
}
"""The remark on four of a kind, by the number of dice that completed it."""

SHORT_OF = {
    FIVE: say_in("an event", "so close: one short of five of a kind"),
    STRAIGHT: say_in("an event", "so close: one short of the straight"),
    FULL_HOUSE: say_in("an event", "so close: one short of the full house"),
}
"""The remark on a hand that the last roll of a turn missed by one die."""


def made_remark(rolls: Sequence[Roll], ranks: Collection[str]) -> Text | None:
    """Return the remark on the hand that the latest roll made, None without one.

    `rolls` are all five dice after each roll of the turn. Remarks are made on hands whose rank is
    among `ranks`, keys of `rules.hands`, and on each five of a kind.

    >>> made_remark([(1, 2, 3, 4, 6), (1, 2, 3, 4, 5)], [STRAIGHT]).template
    'there it is: the straight!'
    >>> made_remark([(1, 2, 3, 4, 6), (1, 2, 3, 4, 5)], [FULL_HOUSE])
    """
    dice = rolls[-1]
    rank = DICE_POKER.hand(dice).name
    if rank not in (FIVE, *ranks):
        return None
    if len(rolls) == 1:
        return IN_ONE_ROLL.get(rank)
    before = rolls[-2]
    if DICE_POKER.hand(before).name == rank:
        return None
    if rank == FOUR:
        face = max(dice, key=dice.count)
        return AT_ONCE.get(4 - before.count(face))
    return MADE.get(rank)


def missed_remark(rolls: Sequence[Roll], ranks: Collection[str]) -> Text | None:
    """Return the remark on the hand that the reroll of a single die missed, None without one.

    `rolls` and `ranks` are as in `made_remark`.

    >>> missed_remark([(1, 2, 3, 4, 6), (1, 2, 3, 4, 1)], [STRAIGHT]).template
    'so close: one short of the straight'
    """
    if len(rolls) == 1:
        return None
    before, dice = rolls[-2], rolls[-1]
    kept = tuple(face for face, was in zip(dice, before, strict=True) if face == was)
    if len(kept) != len(dice) - 1:
        return None
    rank = {(4,): FIVE, (2, 2): FULL_HOUSE, (1, 1, 1, 1): STRAIGHT}.get(
        tuple(count for count in sorted(face_counts(kept)) if count)
    )
    if rank is None or rank not in ranks or rank == DICE_POKER.hand(dice).name:
        return None
    if rank == STRAIGHT and max(kept) - min(kept) >= len(dice):
        return None
    return SHORT_OF[rank]


def with_event(text: Text, event: Text | None) -> Text:
    """Return a text about a roll, followed by the remark on it, if there is one."""
    return text if event is None else side_by_side((text, event))
