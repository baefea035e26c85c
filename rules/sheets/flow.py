"""The states of a game of sheets and the transitions between them.

README 3.2, 3.5 and 3.6 of Thirteen Rows, README 4.4 of Nine Categories.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, assert_never

from rules.dice import FaceSet, Roll
from rules.game import Awaits, Outcome, Over, Rolls, Turn
from rules.medals import places
from rules.screen import Action, Seat
from rules.sheets.ledger import RowEntry
from rules.sheets.rows import Rows, ScoreSheet, total
from rules.text import Text, say_count
from rules.turns import REROLLS, TurnRolled, TurnRolling, name_reroll, positions_of, roll_label


@dataclass(frozen=True, slots=True)
class Rolling:
    """A roll is awaited. `last` holds the latest row of each seat, None before its first."""

    sheets: tuple[ScoreSheet, ...]
    last: tuple[int | None, ...]
    rolling: TurnRolling


@dataclass(frozen=True, slots=True)
class Choosing:
    """The acting seat chooses a reroll or a row."""

    sheets: tuple[ScoreSheet, ...]
    last: tuple[int | None, ...]
    rolled: TurnRolled


@dataclass(frozen=True, slots=True)
class Full:
    """Every row of every sheet is written."""

    sheets: tuple[ScoreSheet, ...]
    last: tuple[int | None, ...]


State: TypeAlias = Rolling | Choosing | Full


def acting(state: State) -> Seat:
    """Return the acting seat: seats take turns in order, and each turn writes one row.

    So it is the first that has as many open rows as the last one.
    """
    most = state.sheets[-1].count(None)
    index = 0
    while state.sheets[index].count(None) < most:
        index += 1
    return Seat(index)


def turn_number(state: State, rows: Rows) -> int:
    """Return the number of the acting seat's turn, counted from 1; the sheets have these rows."""
    return len(rows) - state.sheets[-1].count(None) + 1


def standings(sheets: tuple[ScoreSheet, ...]) -> tuple[tuple[int, Seat, int], ...]:
    """Return place, seat and total of every sheet, best first; equal totals share a place.

    >>> standings(((5,), (9,), (5,)))
    ((1, Seat(index=1), 9), (2, Seat(index=0), 5), (2, Seat(index=2), 5))
    """
    totals = [total(sheet) for sheet in sheets]
    return tuple((place, Seat(index), totals[index]) for place, index in places(totals))


@dataclass(frozen=True)
class SheetFlow:
    """The functions of a game of sheets with these rows.

    `average` is the average total of perfect play with one seat.
    """

    rows: Rows
    face_set: FaceSet
    average: float

    def first(self, seats: int, _options: Mapping[str, str]) -> State:
        """Return the state with empty sheets before the first roll. There are no options."""
        return Rolling((self.rows.empty,) * seats, (None,) * seats, TurnRolling())

    def turn(self, state: State) -> Turn:
        match state:
            case Rolling(_, _, rolling):
                label = roll_label(acting(state), turn_number(state, self.rows), rolling.number)
                return Rolls(len(rolling.positions), label)
            case Choosing():
                return Awaits((acting(state),))
            case Full(sheets):
                return Over(self.outcome(sheets))
            case _:
                assert_never(state)

    def outcome(self, sheets: tuple[ScoreSheet, ...]) -> Outcome:
        """Return the outcome: the highest total wins, equal totals share the win.

        README 3.5 of Thirteen Rows, README 4.4 of Nine Categories.
        """
        totals = tuple(total(sheet) for sheet in sheets)
        best = max(totals)
        winners = totals.count(best)
        shares = tuple(Fraction(points == best, winners) for points in totals)
        return Outcome(shares, totals)

    def legal(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Return the actions for the rows that may be written, then the rerolls if any is left."""
        match state:
            case Choosing(sheets, _, rolled) if seat == acting(state):
                entries = self.rows.entries(sheets[seat.index], rolled.dice)
                writes = tuple(self.rows[row].action for row in entries)
                return writes if rolled.last else (*writes, *REROLLS)
            case _:
                return ()

    def name(self, state: State, seat: Seat, action: Action) -> Text:
        """Return a reroll or the writing of a row in words, with all points that it brings."""
        match state:
            case Choosing() if action.verb == "write":
                return self._name_entry(self._entry(state, seat, action))
            case Choosing(_, _, rolled):
                return name_reroll(action, rolled.dice, self.face_set)
            case _:
                raise AssertionError("no seat chooses in this phase")

    def play(self, state: State, seat: Seat, action: Action) -> State:
        """Return the state after a reroll was chosen, or after a row was written."""
        match state:
            case Choosing() if action.verb == "write":
                return self._write(state, seat, self._entry(state, seat, action))
            case Choosing(sheets, last, rolled):
                return Rolling(sheets, last, rolled.reroll(positions_of(action)))
            case _:
                raise AssertionError("no seat chooses in this phase")

    def _entry(self, state: Choosing, seat: Seat, action: Action) -> RowEntry:
        entries = self.rows.entries(state.sheets[seat.index], state.rolled.dice)
        return entries[self.rows.index(action.on)]

    def _name_entry(self, entry: RowEntry) -> Text:
        row = self.rows[entry.row].name
        if entry.more:
            return say_count(
                "write {n} point in “{row}” (+{more})",
                "write {n} points in “{row}” (+{more})",
                entry.points,
                row=row,
                more=entry.more,
            )
        return say_count(
            "write {n} point in “{row}”", "write {n} points in “{row}”", entry.points, row=row
        )

    def _write(self, state: Choosing, seat: Seat, entry: RowEntry) -> State:
        here = seat.index
        sheet = self.rows.write(state.sheets[here], entry)
        sheets = (*state.sheets[:here], sheet, *state.sheets[here + 1 :])
        last = (*state.last[:here], entry.row, *state.last[here + 1 :])
        if any(None in each for each in sheets):
            return Rolling(sheets, last, TurnRolling())
        return Full(sheets, last)

    def land(self, state: State, faces: Roll) -> State:
        match state:
            case Rolling(sheets, last, rolling):
                return Choosing(sheets, last, rolling.land(faces))
            case _:
                raise AssertionError("no roll is awaited in this phase")

    def so_far(self, state: State, seat: Seat) -> tuple[int, int]:
        """Return how many rows a seat has written, and its total."""
        sheet = state.sheets[seat.index]
        return len(self.rows) - sheet.count(None), total(sheet)

    def idle(self, state: State, seat: Seat) -> Action:
        """Return the action for the row with the most points, the first of equal ones.

        README 3.6 of Thirteen Rows, README 4.4 of Nine Categories, README 6.5 of Yams.
        """
        match state:
            case Choosing(sheets, _, rolled):
                return self.rows[self.rows.most(sheets[seat.index], rolled.dice)].action
            case _:
                raise AssertionError("no seat chooses in this phase")
