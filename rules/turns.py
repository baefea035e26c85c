"""Choosing dice to reroll: the actions, their names, and turns of several rolls.

Shared by the games in which a seat rolls five dice and may reroll some.
"""

from __future__ import annotations

from rules.dice import SELECTIONS, FaceSet, Roll
from rules.screen import Action, Mark
from rules.text import Positions, Text, say, say_count

KEEP = Action("keep")

REROLLS: tuple[Action, ...] = tuple(
    Action("reroll", "".join(map(str, chosen))) for chosen in SELECTIONS if chosen
)
"""The 31 ways to reroll at least one of five dice, fewest dice first."""


def reroll_of(positions: tuple[int, ...]) -> Action:
    """Return the action that rerolls these positions; for none of them, `KEEP`.

    >>> reroll_of((3, 4)).code
    'reroll.34'
    """
    return Action("reroll", "".join(map(str, sorted(positions)))) if positions else KEEP


def positions_of(action: Action) -> tuple[int, ...]:
    """Return the positions that a reroll names, none for `KEEP`.

    >>> positions_of(Action("reroll", "34"))
    (3, 4)
    """
    return tuple(int(digit) for digit in action.on) if action.verb == "reroll" else ()


def name_reroll(action: Action) -> Text:
    """Say in words what `KEEP` or one of `REROLLS` does."""
    positions = positions_of(action)
    if not positions:
        return say("keep all")
    return say_count(
        "reroll position {positions}",
        "reroll positions {positions}",
        len(positions),
        positions=Positions(positions),
    )


def tell_reroll(positions: tuple[int, ...]) -> Text:
    """Say in words what was rerolled a moment ago."""
    if not positions:
        return say("kept all")
    return say_count(
        "rerolled position {positions}",
        "rerolled positions {positions}",
        len(positions),
        positions=Positions(positions),
    )


def mark_reroll(faces: Roll, drawn: FaceSet) -> Mark:
    """Return the control that chooses dice of this roll and rerolls them."""
    return Mark("reroll", faces, drawn, say_count("Reroll {n} die", "Reroll {n} dice", 0))
