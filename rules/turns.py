"""Choosing dice to reroll: the actions, their names, and turns of several rolls.

Shared by the games in which a seat rolls five dice and may reroll some.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.dice import POSITIONS, SELECTIONS, FaceSet, Roll, reroll
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


ROLLS = 3
"""A turn of several rolls is one roll of all dice and up to two rerolls of some."""


@dataclass(frozen=True, slots=True)
class InAir:
    """A turn in which the dice of `positions` are about to land.

    `rolls` are all five dice as they lay after each roll so far; by default the
    turn begins.
    """

    rolls: tuple[Roll, ...] = ()
    positions: tuple[int, ...] = POSITIONS

    def land(self, faces: Sequence[int]) -> Lying:
        """Return the turn after the dice landed, rerolled ones in rising position.

        >>> InAir(((4, 4, 2, 2, 1),), (3, 5)).land((6, 5)).dice
        (4, 4, 6, 2, 5)
        """
        dice = reroll(self.rolls[-1], self.positions, faces) if self.rolls else tuple(faces)
        return Lying((*self.rolls, dice), self.positions)


@dataclass(frozen=True, slots=True)
class Lying:
    """A turn in which the dice lie and a seat decides; `landed` are the positions that did last."""

    rolls: tuple[Roll, ...]
    landed: tuple[int, ...]

    @property
    def dice(self) -> Roll:
        """The dice as they lie now."""
        return self.rolls[-1]

    @property
    def last(self) -> bool:
        """Whether no reroll is left."""
        return len(self.rolls) == ROLLS

    def throw(self, positions: tuple[int, ...]) -> InAir:
        """Return the turn with these positions, at least one, in the air."""
        return InAir(self.rolls, positions)


def tell_roll(lying: Lying) -> Text:
    """Say which roll of the turn lies there, and what was rerolled for it."""
    number = len(lying.rolls)
    if number == 1:
        return say("roll {number} of {rolls}", number=number, rolls=ROLLS)
    return say(
        "roll {number} of {rolls} · {rerolled}",
        number=number,
        rolls=ROLLS,
        rerolled=tell_reroll(lying.landed),
    )
