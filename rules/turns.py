"""Rerolls: the actions, their names, and turns of several rolls.

Shared by the games in which a seat rolls five dice and may reroll some of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules.dice import POSITIONS, SELECTIONS, Faces, FaceSet, Roll, reroll
from rules.screen import Action, Mark, Press, Seat
from rules.text import Text, say, say_count

KEEP = Action("keep")

REROLLS: tuple[Action, ...] = tuple(
    Action("reroll", "".join(map(str, chosen))) for chosen in SELECTIONS if chosen
)
"""The 31 actions that reroll at least one of five dice, fewest dice first."""


@lru_cache(maxsize=256)
def reroll_of(positions: tuple[int, ...]) -> Action:
    """Return the action that rerolls these positions, `KEEP` for an empty tuple.

    >>> reroll_of((3, 4)).code
    'reroll.34'
    """
    return Action("reroll", "".join(map(str, sorted(positions)))) if positions else KEEP


def positions_of(action: Action) -> tuple[int, ...]:
    """Return the positions that an action rerolls, none for `KEEP`.

    >>> positions_of(Action("reroll", "34"))
    (3, 4)
    """
    return tuple(int(digit) for digit in action.on) if action.verb == "reroll" else ()


def kept_faces(action: Action, dice: Roll) -> Roll:
    """Return the faces that an action leaves on the table, falling.

    >>> kept_faces(Action("reroll", "34"), (2, 5, 1, 1, 5))
    (5, 5, 2)
    """
    rerolled = positions_of(action)
    return _falling(face for position, face in enumerate(dice, 1) if position not in rerolled)


def name_reroll(action: Action, dice: Roll, face_set: FaceSet) -> Text:
    """Return `KEEP` or a reroll of five dice in words: "keep 5 5, reroll 3 2 1".

    The faces fall from left to right, so actions on equal faces have equal names.
    """
    positions = positions_of(action)
    if not positions:
        return say("keep all")
    if len(positions) == len(dice):
        return say("reroll all five")
    return say(
        "keep {kept}, reroll {rerolled}",
        kept=Faces(kept_faces(action, dice), face_set),
        rerolled=Faces(_falling(dice[position - 1] for position in positions), face_set),
    )


def _falling(faces: Iterable[int]) -> Roll:
    return tuple(sorted(faces, reverse=True))


def name_finished_reroll(
    before: Roll, positions: tuple[int, ...], after: Roll, face_set: FaceSet
) -> Text:
    """Return a finished reroll in words, in the order of positions: "rerolled 3 2 → 6 5".

    `before` and `after` are all dice; without positions all were kept.
    """
    if not positions:
        return say("no reroll")
    lifted, landed = (
        Faces(tuple(roll[position - 1] for position in positions), face_set)
        for roll in (before, after)
    )
    if sorted(lifted.faces) == sorted(landed.faces):
        return say("rerolled {before} → the same again", before=lifted)
    return say("rerolled {before} → {after}", before=lifted, after=landed)


def mark_reroll(faces: Roll, face_set: FaceSet, landed: tuple[int, ...] = ()) -> Mark:
    """Return the control that selects dice of this roll and rerolls them.

    `landed` are the positions that the latest roll changed.
    """
    submit = say_count("Reroll {n} die", "Reroll {n} dice", 0)
    return Mark("reroll", faces, face_set, submit, landed)


PICK_ROW = 1
"""The row in which the pick stands: the button above it grows with the selected dice."""

ENDING_ROW = 2
"""The row of what ends the turn: below the pick, so that a second press there ends nothing."""


def press_reroll(dice: Roll, positions: tuple[int, ...], face_set: FaceSet) -> Press:
    """Return the pick, a button that rerolls these positions at once, at least one.

    Its label says what it does, and advises nothing.
    """
    return Press(reroll_of(positions), reroll_label(dice, positions, face_set), row=PICK_ROW)


def reroll_label(dice: Roll, positions: tuple[int, ...], face_set: FaceSet) -> Text:
    """Return the label of a button that rerolls these positions: "Keep 5 5 5, reroll 2 dice".

    It names the faces that are kept in falling order.
    """
    faces = kept_faces(reroll_of(positions), dice)
    kept = face_set.symbols_of(faces)
    if not kept:
        return say("Reroll all")
    return say_count(
        "Keep {kept}, reroll {n} die", "Keep {kept}, reroll {n} dice", len(positions), kept=kept
    )


def roll_label(seat: Seat, turn: int, roll: int) -> str:
    """Return the label of a roll; seats, turns and rolls are counted from 1.

    >>> roll_label(Seat(0), 13, 2)
    'seat/1/turn/13/roll/2'
    """
    return f"seat/{seat.index + 1}/turn/{turn}/roll/{roll}"


ROLLS = 3
"""The maximum number of rolls in a turn: one of all five dice and up to two rerolls."""


@dataclass(frozen=True, slots=True)
class TurnRolling:
    """A turn that awaits the roll of the dice at `positions`.

    `rolls` holds all five dice after each roll so far; it is empty at the start
    of the turn.
    """

    rolls: tuple[Roll, ...] = ()
    positions: tuple[int, ...] = POSITIONS

    @property
    def number(self) -> int:
        """The number of the awaited roll, counted from 1."""
        return len(self.rolls) + 1

    def land(self, faces: Sequence[int]) -> TurnRolled:
        """Return the turn after the dice landed; `faces` are in rising order of position.

        >>> TurnRolling(((4, 4, 2, 2, 1),), (3, 5)).land((6, 5)).dice
        (4, 4, 6, 2, 5)
        """
        dice = reroll(self.rolls[-1], self.positions, faces) if self.rolls else tuple(faces)
        return TurnRolled((*self.rolls, dice), self.positions)


@dataclass(frozen=True, slots=True)
class TurnRolled:
    """A turn whose dice have landed: the seat decides.

    `rolls` holds all five dice after each roll, `landed` the positions of the
    latest roll.
    """

    rolls: tuple[Roll, ...]
    landed: tuple[int, ...]

    @property
    def dice(self) -> Roll:
        return self.rolls[-1]

    @property
    def new(self) -> tuple[int, ...]:
        """The positions that the latest reroll changed, none after the first roll."""
        return self.landed if len(self.rolls) > 1 else ()

    @property
    def last(self) -> bool:
        """Whether this was the last roll of the turn."""
        return len(self.rolls) == ROLLS

    def reroll(self, positions: tuple[int, ...]) -> TurnRolling:
        """Return the turn that awaits the reroll of these positions, at least one."""
        return TurnRolling(self.rolls, positions)


def describe_roll(rolled: TurnRolled, face_set: FaceSet) -> Text:
    """Return the number of the latest roll and its rerolled dice, in words."""
    number = len(rolled.rolls)
    if number == 1:
        return say("roll {number} of {rolls}", number=number, rolls=ROLLS)
    return say(
        "roll {number} of {rolls} · {rerolled}",
        number=number,
        rolls=ROLLS,
        rerolled=name_finished_reroll(rolled.rolls[-2], rolled.landed, rolled.dice, face_set),
    )
