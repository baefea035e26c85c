"""How the computer plays a game of sheets without exact play: `easy` and `house`."""

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
from rules.turns import Lying, reroll_of


@dataclass(frozen=True)
class SheetComputer:
    """Plays a game of sheets: `par` is what `house` hopes to write in each row.

    `of_face` are the keys of the rows that count one face, in the order of the
    faces; empty where a game has no such rows.
    """

    flow: SheetFlow
    par: tuple[int, ...]
    of_face: tuple[str, ...] = ()
    _keys: tuple[str, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_keys", tuple(row.key for row in self.flow.rows.rows))

    def computer(self, state: State, seat: Seat, level: str) -> Weighted:
        """Return what the computer does with the dice of the acting seat."""
        match state:
            case Choosing(sheets, _, lying):
                return certainly(self._choice(sheets[seat.index], lying, level))
            case _:
                raise AssertionError("nobody chooses in this phase")

    def _choice(self, sheet: ScoreSheet, lying: Lying, level: str) -> Action:
        select, write = {
            "easy": (self.easy, self.flow.rows.most),
            "house": (self.house, self.nearest_to_par),
        }[level]
        rerolled = () if lying.last else select(sheet, lying.dice)
        return reroll_of(rerolled) if rerolled else self.flow.rows[write(sheet, lying.dice)].action

    def nearest_to_par(self, sheet: ScoreSheet, dice: Roll) -> int:
        """Return the open row in which the dice exceed par by most, or miss it by least."""
        worths = self.flow.rows.worths(dice)
        return max(open_rows(sheet), key=lambda index: (worths[index] - self.par[index], -index))

    def easy(self, _sheet: ScoreSheet, dice: Roll) -> tuple[int, ...]:
        """Reroll all but the largest group of equal dice, the higher face of two."""
        return _others(dice, (most_shown(dice),))

    def house(self, sheet: ScoreSheet, dice: Roll) -> tuple[int, ...]:
        """Keep what an open row needs: a straight, a full house, a group, two pairs, a run."""
        wanted = {self._keys[index] for index in open_rows(sheet)}
        counts = face_counts(dice)
        most, run = max(counts), _run(dice)
        straights = wanted & {SMALL_STRAIGHT, LARGE_STRAIGHT}
        if len(run) == 5 and straights:
            return ()
        if len(run) == 4 and straights:
            return _others(dice, run, once=True) if LARGE_STRAIGHT in wanted else ()
        if is_full_house(dice) and FULL_HOUSE in wanted:
            return ()
        if most == 5 and FIVE in wanted:
            return ()
        useful = self._useful(wanted)
        if len(run) == 3 and straights and (most == 1 or not useful):
            return _others(dice, run, once=True)
        pairs = [face for face in FACES if counts[face - 1] >= 2]
        if len(pairs) == 2 and wanted & {FULL_HOUSE, "two-pair"} and most == 2:
            return _others(dice, pairs)
        if not useful:
            return _others(dice, run, once=True) if straights else self._low(dice)
        kept = max(useful, key=lambda face: (counts[face - 1], self._wants(wanted, face), face))
        return _others(dice, (kept,))

    def _useful(self, wanted: set[str]) -> tuple[int, ...]:
        """Return the faces that an open row is glad to see several of."""
        if wanted & {THREE, FOUR, FIVE, FULL_HOUSE, "two-pair", "one-pair"}:
            return FACES
        return tuple(face for face in FACES if self._wants(wanted, face))

    def _wants(self, wanted: set[str], face: int) -> bool:
        return bool(self.of_face) and self.of_face[face - 1] in wanted

    def _low(self, dice: Roll) -> tuple[int, ...]:
        """Return the positions worth rerolling where only their sum counts."""
        return tuple(position for position in POSITIONS if dice[position - 1] <= 3)


def _run(dice: Roll) -> tuple[int, ...]:
    """Return the longest faces in a row that the dice show, the higher ones of two."""
    best: tuple[int, ...] = ()
    run: tuple[int, ...] = ()
    for face in FACES:
        run = (*run, face) if face in dice else ()
        best = max(best, run, key=lambda faces: (len(faces), faces))
    return best


def _others(dice: Roll, kept: Iterable[int], *, once: bool = False) -> tuple[int, ...]:
    """Return the positions of the dice that show no kept face; with `once`, of doubles too."""
    left = dict.fromkeys(kept, 1 if once else 5)
    thrown = []
    for position, face in enumerate(dice, 1):
        if left.get(face, 0):
            left[face] -= 1
        else:
            thrown.append(position)
    return tuple(thrown)
