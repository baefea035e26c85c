"""The screens of a game of sheets, at most 26 characters wide for phones.

Up to three sheets are columns A, B, C of one table. With more seats the board
shows the sheet of the acting seat and all totals; a button opens the private
screen of a seat, which shows all sheets.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from rules.endings import won
from rules.screen import (
    Block,
    Choice,
    Control,
    Dice,
    Divider,
    Line,
    Menu,
    Peek,
    Screen,
    Seat,
    Sheet,
)
from rules.sheets.flow import (
    Choosing,
    Full,
    Rolling,
    SheetFlow,
    State,
    acting,
    standings,
    turn_number,
)
from rules.sheets.rows import ScoreSheet, open_rows, total
from rules.text import Text, say, say_count, say_in
from rules.turns import mark_reroll, tell_roll

COLUMNS_PER_ROW = 3
"""The maximum number of sheets side by side on a phone."""


@dataclass(frozen=True)
class SheetView:
    """The screens of a game of sheets; `game` is its name."""

    flow: SheetFlow
    game: Text

    def screen(self, state: State, viewer: Seat | None) -> Screen:
        """Return the board, or a seat's own screen with all sheets if the board omits some."""
        match state:
            case Rolling():
                rolling = Line(say("{seat} rolls …", seat=acting(state)))
                return self._board(state, viewer, (rolling,), ())
            case Choosing():
                return self._board(state, viewer, self._dice(state), self._controls(state))
            case Full():
                return self._result(state)
            case _:
                assert_never(state)

    def _board(
        self,
        state: Rolling | Choosing,
        viewer: Seat | None,
        dice: tuple[Block, ...],
        controls: tuple[Control, ...],
    ) -> Screen:
        title = say_in(
            "title",
            "{game} · turn {turn} of {turns}",
            game=self.game,
            turn=turn_number(state),
            turns=len(self.flow.rows),
        )
        recent = self._recent(state)
        if len(state.sheets) <= COLUMNS_PER_ROW:
            return Screen(title, (*recent, *self._all(state), Divider(), *dice), controls)
        if viewer is None:
            seat = acting(state)
            sheets = (self._sheet(state.sheets, (seat,)), *_legend(state.sheets, seat))
            more = Peek(say("See all sheets"))
            return Screen(title, (*recent, *sheets, Divider(), *dice), (*controls, more))
        own = controls if viewer == acting(state) else ()
        return Screen(title, (*self._all(state), Divider(), *dice), own)

    def _recent(self, state: Rolling | Choosing) -> tuple[Block, ...]:
        """Return a line for each row written since the acting seat's last turn, oldest first.

        With one seat it is the row of the previous turn. Another line announces
        the last turn.
        """
        now, seats = acting(state).index, len(state.sheets)
        order = [(now + step) % seats for step in range(seats)]
        writers = order if seats == 1 else order[1:]
        lines = [line for index in writers for line in self._wrote(state, index)]
        if turn_number(state) == len(self.flow.rows):
            (row,) = open_rows(state.sheets[now])
            name = self.flow.rows[row].name
            lines.append(Line(say("The last turn: only “{row}” is open.", row=name), "quiet"))
        return tuple(lines)

    def _wrote(self, state: State, index: int) -> tuple[Line, ...]:
        """Return a quiet line with the latest row of a seat, none before its first turn."""
        row = state.last[index]
        if row is None:
            return ()
        text = say_count(
            "{seat} wrote {n} point in “{row}”.",
            "{seat} wrote {n} points in “{row}”.",
            state.sheets[index][row] or 0,
            seat=Seat(index),
            row=self.flow.rows[row].name,
        )
        return (Line(text, "quiet"),)

    def _all(self, state: Rolling | Choosing) -> tuple[Block, ...]:
        """Return all sheets with their legend."""
        return (*self._sheets(state.sheets), *_legend(state.sheets, acting(state)))

    def _sheets(self, sheets: tuple[ScoreSheet, ...]) -> Iterable[Sheet]:
        """Yield tables of up to three sheets; four sheets make two tables of two."""
        seats = tuple(Seat(index) for index in range(len(sheets)))
        columns = 2 if len(sheets) == COLUMNS_PER_ROW + 1 else COLUMNS_PER_ROW
        for start in range(0, len(seats), columns):
            yield self._sheet(sheets, seats[start : start + columns])

    def _sheet(self, sheets: tuple[ScoreSheet, ...], seats: tuple[Seat, ...]) -> Sheet:
        """Return a table with the sheets of these seats and their totals."""
        chosen = [sheets[seat.index] for seat in seats]
        rows: list[tuple[Text | str | int | None, ...]] = [
            (row.label, *(sheet[index] for sheet in chosen))
            for index, row in enumerate(self.flow.rows.rows)
        ]
        rows.append((say_in("row", "Total"), *(total(sheet) for sheet in chosen)))
        return Sheet(tuple(seat.letter for seat in seats), tuple(rows))

    def _dice(self, state: Choosing) -> tuple[Block, ...]:
        seat, rolled = acting(state), state.rolled
        asked = (
            say("{seat}, write this roll into a row.", seat=seat)
            if rolled.last
            else say("{seat}, write this roll into a row, or reroll some dice.", seat=seat)
        )
        return (
            Line(asked),
            Dice(rolled.dice, self.flow.face_set),
            Line(tell_roll(rolled), "quiet"),
        )

    def _controls(self, state: Choosing) -> tuple[Control, ...]:
        dice, rows = state.rolled.dice, self.flow.rows
        worths = rows.worths(dice)
        choices = tuple(
            Choice(rows[index].action, rows[index].name, _detail(worths[index]))
            for index in open_rows(state.sheets[acting(state).index])
        )
        menu = Menu(say("Write this roll into …"), choices)
        return (menu,) if state.rolled.last else (mark_reroll(dice, self.flow.face_set), menu)

    def _result(self, state: Full) -> Screen:
        sheets = state.sheets
        outcome = self.flow.outcome(sheets)
        blocks = (
            *self._wrote(state, len(sheets) - 1),
            Line(outcome.reason, "strong"),
            *(_finish(sheets) if len(sheets) > 1 else _legend(sheets, Seat(0))),
            Divider(),
            *self._sheets(sheets),
        )
        if len(sheets) == 1:
            title = say_count(
                "{game} · {n} point", "{game} · {n} points", total(sheets[0]), game=self.game
            )
            return Screen(title, blocks, tone="drawn")
        best = max(outcome.shares)
        winners = [Seat(index) for index, share in enumerate(outcome.shares) if share == best]
        if len(winners) > 1:
            return Screen(
                say_in("title", "🏆 {game} · a shared win", game=self.game), blocks, tone="drawn"
            )
        return Screen(won(self.game, winners[0]), blocks, tone="won")


def _legend(sheets: tuple[ScoreSheet, ...], now: Seat) -> tuple[Block, ...]:
    """Return a line for each seat: its column letter, its name and its total.

    With several seats an arrow and bold text mark the line of the seat `now`.
    """
    lines: list[Block] = []
    for index, sheet in enumerate(sheets):
        seat, points = Seat(index), total(sheet)
        if seat == now and len(sheets) > 1:
            text = say_count(
                "▸ {letter} {seat} · {n} point",
                "▸ {letter} {seat} · {n} points",
                points,
                letter=seat.letter,
                seat=seat,
            )
            lines.append(Line(text, "strong"))
        else:
            text = say_count(
                "{letter} {seat} · {n} point",
                "{letter} {seat} · {n} points",
                points,
                letter=seat.letter,
                seat=seat,
            )
            lines.append(Line(text))
    return tuple(lines)


def _finish(sheets: tuple[ScoreSheet, ...]) -> tuple[Block, ...]:
    """Return a line for each seat in order of place, with the letter of its column."""
    return tuple(
        Line(
            say_count(
                "Place {place}: {seat} ({letter}) · {n} point",
                "Place {place}: {seat} ({letter}) · {n} points",
                points,
                place=place,
                seat=seat,
                letter=seat.letter,
            )
        )
        for place, seat, points in standings(sheets)
    )


def _detail(worth: int) -> Text:
    if worth == 0:
        return say("✗ scores 0: the row is used up")
    return say_count("scores {n} point", "scores {n} points", worth)
