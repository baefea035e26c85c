"""The levels `easy` and `house` of the computer in a game of sheets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rules.dice import FACES, POSITIONS, Roll, face_counts, most_shown
from rules.game import Weighted, certainly
from rules.screen import Action, Seat
from rules.sheets.flow import Choosing, SheetFlow, State
from rules.sheets.rows import (
    FIVE,
    FOUR,
    FULL_HOUSE,
    LARGE_STRAIGHT,
    SMALL_STRAIGHT,
    THREE,
    ScoreSheet,
    is_full_house,
    open_rows,
)
from rules.turns import TurnRolled, reroll_of


@dataclass(frozen=True)
class SheetComputer:
    """The computer in a game of sheets.

    `par` holds the points that the level `house` aims at in each row.
    `rows_of_faces` holds the keys of the rows that count a single face, in the
    order of the faces; it is empty for games without such rows.
    """

    flow: SheetFlow
    par: tuple[int, ...]
    rows_of_faces: tuple[str, ...] = ()
    _keys: tuple[str, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_keys", tuple(row.key for row in self.flow.rows.rows))

    def computer(self, state: State, seat: Seat, level: str) -> Weighted:
        """Return the computer's choice for the acting seat."""
        match state:
            case Choosing(sheets, _, rolled):
                return certainly(self._choice(sheets[seat.index], rolled, level))
            case _:
                raise AssertionError("nobody chooses in this phase")

    def _choice(self, sheet: ScoreSheet, rolled: TurnRolled, level: str) -> Action:
        select, write = {
            "easy": (self.easy, self.flow.rows.most),
            "house": (self.house, self.nearest_to_par),
        }[level]
        rerolled = () if rolled.last else select(sheet, rolled.dice)
        return reroll_of(rerolled) if rerolled else self.flow.rows[write(sheet, rolled.dice)].action

    def nearest_to_par(self, sheet: ScoreSheet, dice: Roll) -> int:
        """Return the open row with the largest difference between points and par."""
        worths = self.flow.rows.worths(dice)
        return max(open_rows(sheet), key=lambda index: (worths[index] - self.par[index], -index))

    def easy(self, _sheet: ScoreSheet, dice: Roll) -> tuple[int, ...]:
        """Return all positions but those of the most frequent face, the higher of two."""
        return _others(dice, (most_shown(dice),))

    def house(self, sheet: ScoreSheet, dice: Roll) -> tuple[int, ...]:
        """Return the positions to reroll.

        Dice are kept if an open row scores them: a straight, a full house, a
        group of equal dice, two pairs, a run of faces.
        """
        open_keys = {self._keys[index] for index in open_rows(sheet)}
        counts = face_counts(dice)
        most, run = max(counts), _run(dice)
        straights = open_keys & {SMALL_STRAIGHT, LARGE_STRAIGHT}
        if len(run) == 5 and straights:
            return ()
        if len(run) == 4 and straights:
            return _others(dice, run, once=True) if LARGE_STRAIGHT in open_keys else ()
        if is_full_house(dice) and FULL_HOUSE in open_keys:
            return ()
        if most == 5 and FIVE in open_keys:
            return ()
        useful = self._useful_faces(open_keys)
        if len(run) == 3 and straights and (most == 1 or not useful):
            return _others(dice, run, once=True)
        pairs = [face for face in FACES if counts[face - 1] >= 2]
        if len(pairs) == 2 and open_keys & {FULL_HOUSE, "two-pair"} and most == 2:
            return _others(dice, pairs)
        if not useful:
            return _others(dice, run, once=True) if straights else self._low_dice(dice)
        kept = max(
            useful, key=lambda face: (counts[face - 1], self._is_open(open_keys, face), face)
        )
        return _others(dice, (kept,))

    def _useful_faces(self, open_keys: set[str]) -> tuple[int, ...]:
        """Return the faces of which an open row scores several equal dice."""
        if open_keys & {THREE, FOUR, FIVE, FULL_HOUSE, "two-pair", "one-pair"}:
            return FACES
        return tuple(face for face in FACES if self._is_open(open_keys, face))

    def _is_open(self, open_keys: set[str], face: int) -> bool:
        """Return whether the row of this face is open; False in games without such rows."""
        return bool(self.rows_of_faces) and self.rows_of_faces[face - 1] in open_keys

    def _low_dice(self, dice: Roll) -> tuple[int, ...]:
        """Return the positions of faces 1 to 3, which are rerolled if only the sum counts."""
        return tuple(position for position in POSITIONS if dice[position - 1] <= 3)


def _run(dice: Roll) -> tuple[int, ...]:
    """Return the longest run of consecutive faces among the dice, the higher of two."""
    best: tuple[int, ...] = ()
    run: tuple[int, ...] = ()
    for face in FACES:
        run = (*run, face) if face in dice else ()
        best = max(best, run, key=lambda faces: (len(faces), faces))
    return best


def _others(dice: Roll, kept: Iterable[int], *, once: bool = False) -> tuple[int, ...]:
    """Return the positions of the dice that do not show a kept face.

    With `once`, only one die of each kept face is kept.
    """
    still_kept = dict.fromkeys(kept, 1 if once else 5)
    others = []
    for position, face in enumerate(dice, 1):
        if still_kept.get(face, 0):
            still_kept[face] -= 1
        else:
            others.append(position)
    return tuple(others)
