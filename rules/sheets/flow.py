"""How a game of sheets goes: a roll, up to two rerolls, then a row (rules 3.2, 3.5, 3.6, 4.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, assert_never

from rules.dice import FaceSet, Roll
from rules.game import Awaits, Outcome, Over, Rolls, Turn
from rules.screen import Action, Seat
from rules.sheets.rows import Rows, ScoreSheet, open_rows, total, write
from rules.text import Points, Text, say_count
from rules.turns import REROLLS, InAir, Lying, name_reroll, positions_of


@dataclass(frozen=True, slots=True)
class Rolling:
    """Dice are in the air. `last` is the row that each seat wrote last, None before its first."""

    sheets: tuple[ScoreSheet, ...]
    last: tuple[int | None, ...]
    air: InAir


@dataclass(frozen=True, slots=True)
class Choosing:
    """The seat whose turn it is rerolls or writes."""

    sheets: tuple[ScoreSheet, ...]
    last: tuple[int | None, ...]
    lying: Lying


@dataclass(frozen=True, slots=True)
class Full:
    """Every row of every sheet is written."""

    sheets: tuple[ScoreSheet, ...]
    last: tuple[int | None, ...]


State: TypeAlias = Rolling | Choosing | Full


def acting(state: State) -> Seat:
    """Return the seat whose turn it is: turns go round, and each writes one row."""
    return Seat(_written(state.sheets) % len(state.sheets))


def turn_number(state: State) -> int:
    """Return the turn of the acting seat, counted from 1."""
    return _written(state.sheets) // len(state.sheets) + 1


def _written(sheets: tuple[ScoreSheet, ...]) -> int:
    return sum(len(sheet) - sheet.count(None) for sheet in sheets)


def standings(sheets: tuple[ScoreSheet, ...]) -> tuple[tuple[int, Seat, int], ...]:
    """Return place, seat and total of every sheet, best first; equal totals share a place.

    >>> standings(((5,), (9,), (5,)))
    ((1, Seat(index=1), 9), (2, Seat(index=0), 5), (2, Seat(index=2), 5))
    """
    totals = [total(sheet) for sheet in sheets]
    order = sorted(range(len(sheets)), key=lambda index: -totals[index])
    return tuple(
        (1 + sum(other > totals[index] for other in totals), Seat(index), totals[index])
        for index in order
    )


@dataclass(frozen=True)
class SheetFlow:
    """The functions of a game of sheets with these rows.

    `average` is the total that perfect play reaches on average, alone.
    """

    rows: Rows
    drawn: FaceSet
    average: float

    def first(self, seats: int, _options: Mapping[str, str]) -> State:
        """Return empty sheets and the first roll in the air. There are no options."""
        return Rolling((self.rows.empty,) * seats, (None,) * seats, InAir())

    def turn(self, state: State) -> Turn:
        """Return what happens next."""
        match state:
            case Rolling(_, _, air):
                return Rolls(len(air.positions))
            case Choosing():
                return Awaits((acting(state),))
            case Full(sheets):
                return Over(self.outcome(sheets))
            case _:
                assert_never(state)

    def outcome(self, sheets: tuple[ScoreSheet, ...]) -> Outcome:
        """Return who has the highest total, equal ones sharing the win (3.5, 4.4)."""
        totals = tuple(total(sheet) for sheet in sheets)
        best = max(totals)
        winners = totals.count(best)
        shares = tuple(Fraction(points == best, winners) for points in totals)
        return Outcome(shares, self._reason(totals, best, winners), totals)

    def _reason(self, totals: tuple[int, ...], best: int, winners: int) -> Text:
        if len(totals) == 1:
            return say_count(
                "{n} point; perfect play averages {average}.",
                "{n} points; perfect play averages {average}.",
                best,
                average=Points(self.average),
            )
        if winners > 1:
            return say_count(
                "The highest total, {n} point, is shared.",
                "The highest total, {n} points, is shared.",
                best,
            )
        return say_count(
            "{seat} wins by {n} point.",
            "{seat} wins by {n} points.",
            best - sorted(totals)[-2],
            seat=Seat(totals.index(best)),
        )

    def legal(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Return the open rows in the order of the sheet, then the rerolls while any is left."""
        match state:
            case Choosing(sheets, _, lying) if seat == acting(state):
                writes = tuple(self.rows[index].action for index in open_rows(sheets[seat.index]))
                return writes if lying.last else (*writes, *REROLLS)
            case _:
                return ()

    def name(self, state: State, _seat: Seat, action: Action) -> Text:
        """Say a reroll or a row in words."""
        match state:
            case Choosing(_, _, lying) if action.verb == "write":
                index = self.rows.index(action.on)
                return say_count(
                    "write {n} point in “{row}”",
                    "write {n} points in “{row}”",
                    self.rows.worths(lying.dice)[index],
                    row=self.rows[index].name,
                )
            case _:
                return name_reroll(action)

    def play(self, state: State, seat: Seat, action: Action) -> State:
        """Throw dice again, or write the roll and pass the dice on."""
        match state:
            case Choosing(_, _, lying) if action.verb == "write":
                return self._write(state, seat, self.rows.index(action.on), lying.dice)
            case Choosing(sheets, last, lying):
                return Rolling(sheets, last, lying.throw(positions_of(action)))
            case _:
                raise AssertionError("nobody chooses in this phase")

    def _write(self, state: Choosing, seat: Seat, index: int, dice: Roll) -> State:
        here = seat.index
        sheet = write(state.sheets[here], index, self.rows.worths(dice)[index])
        sheets = (*state.sheets[:here], sheet, *state.sheets[here + 1 :])
        last = (*state.last[:here], index, *state.last[here + 1 :])
        if any(None in each for each in sheets):
            return Rolling(sheets, last, InAir())
        return Full(sheets, last)

    def land(self, state: State, faces: Roll) -> State:
        """Return the state after the dice in the air landed."""
        match state:
            case Rolling(sheets, last, air):
                return Choosing(sheets, last, air.land(faces))
            case _:
                raise AssertionError("no dice are in the air in this phase")

    def idle(self, state: State, seat: Seat) -> Action:
        """Write the open row that is worth most now, of equal ones the first (3.6)."""
        match state:
            case Choosing(sheets, _, lying):
                return self.rows[self.rows.most(sheets[seat.index], lying.dice)].action
            case _:
                raise AssertionError("nobody chooses in this phase")
