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

    `aims` holds the points that the level `house` aims at in each row.
    """

    flow: SheetFlow
    aims: tuple[int, ...]
    _keys: tuple[str, ...] = field(init=False, repr=False)
    _rows_of_faces: dict[int, str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        rows = self.flow.rows.rows
        object.__setattr__(self, "_keys", tuple(row.key for row in rows))
        of_faces = {row.face: row.key for row in rows if row.face is not None}
        object.__setattr__(self, "_rows_of_faces", of_faces)

    def computer(self, state: State, seat: Seat, level: str) -> Weighted:
        match state:
            case Choosing(sheets, _, rolled):
                return certainly(self._choice(sheets[seat.index], rolled, level))
            case _:
                raise AssertionError("no seat chooses in this phase")

    def _choice(self, sheet: ScoreSheet, rolled: TurnRolled, level: str) -> Action:
        select, write = {
            "easy": (self.easy, self.flow.rows.most),
            "house": (self.house, self.best_by_aims),
        }[level]
        rerolled = () if rolled.last else select(sheet, rolled.dice)
        return reroll_of(rerolled) if rerolled else self.flow.rows[write(sheet, rolled.dice)].action

    def best_by_aims(self, sheet: ScoreSheet, dice: Roll) -> int:
        """Return the row with the largest difference between points and aim."""
        return self.by_aims(sheet, dice)[0]

    def by_aims(self, sheet: ScoreSheet, dice: Roll) -> tuple[int, ...]:
        """Return the rows that may be written, the largest difference between points and aim first.

        Rows with equal differences stand in the order of the sheet. The points of a row include a
        bonus that it completes.
        """
        entries = self.flow.rows.entries(sheet, dice)
        return tuple(sorted(entries, key=lambda row: self.aims[row] - entries[row].gained))

    def easy(self, _sheet: ScoreSheet, dice: Roll) -> tuple[int, ...]:
        """Return all positions but those of the most frequent face, the higher of two."""
        return all_but(dice, (most_shown(dice),))

    def house(self, sheet: ScoreSheet, dice: Roll) -> tuple[int, ...]:
        """Return the positions to reroll.

        Dice are kept if an open row scores them: a straight, a full house, a
        group of equal dice, two pairs, a run of faces.
        """
        open_keys = {self._keys[index] for index in open_rows(sheet)}
        counts = face_counts(dice)
        most, run = max(counts), run_of(dice)
        straights = open_keys & {SMALL_STRAIGHT, LARGE_STRAIGHT}
        if len(run) == 5 and straights:
            return ()
        if len(run) == 4 and straights:
            return all_but(dice, run, once=True) if LARGE_STRAIGHT in open_keys else ()
        if is_full_house(dice) and FULL_HOUSE in open_keys:
            return ()
        if most == 5 and (FIVE in open_keys or self._is_joker_of_use(sheet, dice)):
            return ()
        useful = self._useful_faces(open_keys)
        if len(run) == 3 and straights and (most == 1 or not useful):
            return all_but(dice, run, once=True)
        pairs = [face for face in FACES if counts[face - 1] >= 2]
        if len(pairs) == 2 and open_keys & {FULL_HOUSE, "two-pair"} and most == 2:
            return all_but(dice, pairs)
        if not useful:
            return all_but(dice, run, once=True) if straights else self._low_dice(dice)
        kept = max(
            useful, key=lambda face: (counts[face - 1], self._is_open(open_keys, face), face)
        )
        return all_but(dice, (kept,))

    def _is_joker_of_use(self, sheet: ScoreSheet, dice: Roll) -> bool:
        """Return whether five equal dice whose own row is written score as a joker."""
        rows = self.flow.rows
        entries = rows.entries(sheet, dice).values()
        return rows.bonuses is not None and any(entry.gained for entry in entries)

    def _useful_faces(self, open_keys: set[str]) -> tuple[int, ...]:
        """Return the faces for which an open row scores several equal dice."""
        if open_keys & {THREE, FOUR, FIVE, FULL_HOUSE, "two-pair", "one-pair"}:
            return FACES
        return tuple(face for face in FACES if self._is_open(open_keys, face))

    def _is_open(self, open_keys: set[str], face: int) -> bool:
        """Return whether the row of this face is open; False in games without such rows."""
        return self._rows_of_faces.get(face) in open_keys

    def _low_dice(self, dice: Roll) -> tuple[int, ...]:
        """Return the positions of faces 1 to 3, which are rerolled if only the sum counts."""
        return tuple(position for position in POSITIONS if dice[position - 1] <= 3)


def run_of(dice: Roll) -> Roll:
    """Return the longest run of consecutive faces among the dice, the higher of two.

    >>> run_of((1, 2, 4, 5, 5))
    (4, 5)
    """
    best: Roll = ()
    run: Roll = ()
    for face in FACES:
        run = (*run, face) if face in dice else ()
        best = max(best, run, key=lambda faces: (len(faces), faces))
    return best


def all_but(dice: Roll, kept: Iterable[int], *, once: bool = False) -> tuple[int, ...]:
    """Return the positions of the dice that do not show a kept face.

    With `once`, only one die of each kept face is kept, the first.

    >>> all_but((4, 4, 3, 6, 5), (3, 4, 5, 6), once=True)
    (2,)
    """
    still_kept = dict.fromkeys(kept, 1 if once else len(dice))
    others = []
    for position, face in enumerate(dice, 1):
        if still_kept.get(face, 0):
            still_kept[face] -= 1
        else:
            others.append(position)
    return tuple(others)
