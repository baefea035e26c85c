"""Accuracy: how well a player has chosen, from 0 to 100.

It compares the loss of the choices with the average loss of the level `medium` in the same rounds;
docs/review.md defines it. Over several rounds both losses are added first.
"""

from typing import Final

PERFECT: Final = 100
"""The accuracy of a player without a loss."""

STEEPNESS: Final = 9
"""The weight of the loss of `medium`: a player who loses as much has an accuracy of 90."""

_NOTHING: Final = 1e-9
"""Smaller losses are rounding errors of sums."""


def accuracy(lost: float, medium: float) -> int:
    """Return the accuracy, from 0 to 100, of choices with the loss `lost`.

    `lost` is at least 0, `medium` the average loss of that level in such rounds, above 0; both in
    the unit of worth.

    The result is rounded down; it is 100 only without a loss.
    """
    if lost <= _NOTHING:
        return PERFECT
    return min(PERFECT - 1, int(PERFECT / (1 + lost / (STEEPNESS * medium))))
