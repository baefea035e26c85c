"""The feats of sheets: further fives of a kind, five of a kind in a single roll, the best row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.dice import POSITIONS, Roll, reroll
from rules.feats import DiceLanding, Feat, Landings
from rules.screen import Action, Seat
from rules.sheets.flow import Full, State
from rules.sheets.rows import Rows
from rules.text import Text, say
from rules.turns import positions_of


@dataclass(frozen=True)
class SheetFeats:
    """The feats of a game of sheets; perfect play with one seat makes `averages` in its rows."""

    rows: Rows
    averages: Sequence[float]

    def feats(self, state: State, landings: Landings) -> Iterator[Feat]:
        """Yield the feats of full sheets.

        Of each sheet the row furthest above the average of perfect play is told. It is `made` if it
        scores always the same or nothing.
        """
        if not isinstance(state, Full):
            return
        for index, sheet in enumerate(state.sheets):
            seat = Seat(index)
            dice = dict(_of_turns(landings, seat))
            five = next((roll for roll in dice.values() if len({*roll}) == 1), ())
            if self.rows.bonuses is not None and (further := sheet[len(self.rows)]):
                times = further // self.rows.bonuses.further
                yield Feat("further", seat, (times,), times + 1, "jackpot", five)
            at_once = [
                landing.faces
                for landing in _of_seat(landings, seat)
                if len(landing.faces) == len(POSITIONS) and len({*landing.faces}) == 1
            ]
            if at_once:
                yield Feat("at-once", seat, (), 1, "jackpot", at_once[0])
            above = [(sheet[row] or 0) - average for row, average in enumerate(self.averages)]
            row = above.index(max(above))
            if points := sheet[row]:
                key = "made" if row in self._always_the_same else "row"
                made = dice.get(self.rows[row].action, ())
                yield Feat(key, seat, (row, points), above[row], dice=made)

    @cached_property
    def _always_the_same(self) -> frozenset[int]:
        """The rows that score always the same or nothing."""
        scores = enumerate(self.rows.scores)
        return frozenset(row for row, every in scores if len({*every} - {0}) == 1)

    def feat_text(self, _state: State, feat: Feat) -> Text | None:
        """Return a feat in words, None for an unknown one."""
        match feat.key, feat.amounts:
            case "further", (1,):
                return say("🎉 Two fives of a kind!")
            case "further", (further,):
                return say("🎉 {number} fives of a kind!", number=further + 1)
            case "at-once", ():
                return say("🎉 Five of a kind at once!")
            case "made", (row, points) if row < len(self.rows):
                return say("🎲 {row} made: {points}", row=self.rows[row].name, points=points)
            case "row", (row, points) if row < len(self.rows):
                return self._of_row(row, points)
            case _:
                return None

    def _of_row(self, row: int, points: int) -> Text:
        name, average = self.rows[row].name, round(self.averages[row])
        if points <= average:
            return say("🎲 {row}: {points}", row=name, points=points)
        return say(
            "🎲 {row}: {points} (average {average})", row=name, points=points, average=average
        )


def _of_turns(landings: Landings, seat: Seat) -> Iterator[tuple[Action, Roll]]:
    """Yield the last action and the dice of each turn of a seat that has ended."""
    dice: Roll = ()
    positions = POSITIONS
    for landing in _of_seat(landings, seat):
        dice = reroll(dice, positions, landing.faces) if dice else landing.faces
        if landing.action is not None and not (positions := positions_of(landing.action)):
            yield landing.action, dice
            dice = ()


def _of_seat(landings: Landings, seat: Seat) -> Iterator[DiceLanding]:
    turns = f"seat/{seat.index + 1}/"  # of `roll_label`
    return (landing for landing in landings if landing.label.startswith(turns))
