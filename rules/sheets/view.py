"""The screens of a game of sheets.

The board shows the sheets of up to two seats. With more seats it shows the sheet of the acting one
and all totals, and a button opens the private screen of a seat with all sheets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from rules import headlines
from rules.dice import Roll
from rules.events.rolls import with_event
from rules.medals import medal
from rules.screen import Block, Control, Dice, Divider, Line, Mark, Peek, Screen, Seat
from rules.sheets import events
from rules.sheets.computer import SheetComputer
from rules.sheets.controls import SheetControls
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
from rules.sheets.tables import COLUMNS_PER_TABLE, SheetTables
from rules.text import Text, say, say_count, say_in, side_by_side
from rules.turns import ROLLS, TurnRolled, name_finished_reroll


@dataclass(frozen=True)
class SheetView:
    """The screens of a game of sheets; `game` is its name, `levels` makes the proposals.

    `goal` is the aim of the game in one line.
    """

    flow: SheetFlow
    levels: SheetComputer
    game: Text
    goal: Text
    _tables: SheetTables = field(init=False, repr=False)
    _controls: SheetControls = field(init=False, repr=False)

    def __post_init__(self) -> None:
        rows, face_set = self.flow.rows, self.flow.face_set
        object.__setattr__(self, "_tables", SheetTables(rows, face_set))
        object.__setattr__(self, "_controls", SheetControls(rows, face_set, self.levels))

    def screen(self, state: State, viewer: Seat | None) -> Screen:
        """Return the board, or a seat's own screen with all sheets if the board omits some."""
        match state:
            case Rolling():
                return self._screen(state, viewer, headlines.rolls(acting(state)), None)
            case Choosing(_, _, rolled):
                title = headlines.your_turn(acting(state), _task(rolled))
                return self._screen(state, viewer, title, rolled)
            case Full():
                return self._result(state)
            case _:
                assert_never(state)

    def _screen(
        self, state: Rolling | Choosing, viewer: Seat | None, title: Text, rolled: TurnRolled | None
    ) -> Screen:
        seat, sheets = acting(state), state.sheets
        shows_all, turn = viewer is not None, turn_number(state, self.flow.rows)
        controls: tuple[Control, ...] = ()
        if rolled is not None and viewer in (None, seat):
            controls = self._controls.of(sheets[seat.index], rolled, explained=turn == 1)
        event = None
        if rolled is not None:
            event = events.of_roll(self.flow.rows, sheets[seat.index], rolled)
        jackpot = event if event in events.JACKPOTS else None
        if jackpot is not None:
            event = None  # it stands above the title
        elif rolled is None or not rolled.new:
            jackpot = self._bonus(state)
        blocks = [
            *self._events(state, rolled, event),
            *self._sheets(state, rolled, shows_all=shows_all),
        ]
        if rolled is not None and not any(isinstance(control, Mark) for control in controls):
            blocks.append(Dice(rolled.dice, self.flow.face_set, rolled.landed))
        if len(sheets) > COLUMNS_PER_TABLE and not shows_all:
            controls = (*controls, Peek(say("All sheets")))
        footer = say_in(
            "small print",
            "{game}, turn {turn} of {turns}",
            game=self.game,
            turn=turn,
            turns=len(self.flow.rows),
        )
        goal = self.goal if turn == 1 and rolled is not None and not rolled.new else None
        return Screen(title, tuple(blocks), controls, footer=footer, goal=goal, jackpot=jackpot)

    def _bonus(self, state: Rolling | Choosing) -> Text | None:
        """Return the bonus that was made by one of the rows written before, None without one."""
        for seat in _before(state):
            row, sheet = state.last[seat.index], state.sheets[seat.index]
            if row is None or not (bonus := self.flow.rows.bonus_of(sheet, row)):
                continue
            made = say("🎉 The bonus is made: {bonus}", bonus=bonus)
            return made if len(state.sheets) == 1 else headlines.with_seat(made, seat)
        return None

    def _events(
        self, state: Rolling | Choosing, rolled: TurnRolled | None, event: Text | None
    ) -> Iterator[Line]:
        """Yield a line about the latest reroll of this turn, else about the rows written before.

        It has at most one remark, the `event` of the roll first. Lines about obligatory rows
        follow.
        """
        if rolled is not None and rolled.new:
            dice, before = rolled.dice, rolled.rolls[-2]
            rerolled_text = name_finished_reroll(before, rolled.new, dice, self.flow.face_set)
            yield Line(with_event(rerolled_text, event), "quiet")
        elif written := self._written(state, _before(state), event):
            yield Line(side_by_side(written), "quiet", earlier=True)
        if rolled is not None and (joker := self._joker(state, rolled.dice)):
            yield Line(joker, instruction=True)
        if turn_number(state, self.flow.rows) == len(self.flow.rows):
            (row,) = open_rows(state.sheets[acting(state).index])
            last = say("The last turn: only “{row}” is open.", row=self.flow.rows[row].name)
            yield Line(last, "quiet", instruction=True)

    def _written(
        self, state: Rolling | Choosing, seats: Sequence[Seat], event: Text | None = None
    ) -> tuple[Text, ...]:
        """Return a text about the latest row of each of these seats, with one remark.

        It is on the roll since, else on a row, else on the lead.
        """
        rows = self.flow.rows
        there = [
            (seat, state.sheets[seat.index], row)
            for seat in seats
            if (row := state.last[seat.index]) is not None
        ]
        if not there:
            return ()
        texts = [self._wrote(*one) for one in there]
        if event is not None:
            if len(state.sheets) == 1:
                return (*texts, say_in("of the roll that follows", "now: {event}", event=event))
            seat = acting(state)
            now = say_in("of the roll that follows", "{seat} now: {event}", seat=seat, event=event)
            return (*texts, now)
        for at, (_, sheet, row) in enumerate(there):
            if (own := events.of_write(rows, sheet, row)) is not None:
                texts[at] = with_event(texts[at], own)
                return tuple(texts)
        return (*texts, *events.of_lead(rows, state.sheets, state.last))

    def _wrote(self, seat: Seat, sheet: ScoreSheet, row: int) -> Text:
        points, name = sheet[row] or 0, self.flow.rows[row].name
        return say("{seat} wrote {points} in “{row}”", seat=seat, points=points, row=name).with_you(
            say("You wrote {points} in “{row}”")
        )

    def _joker(self, state: Rolling | Choosing, dice: Roll) -> Text | None:
        """Return the line on the obligatory row of a joker, None for other dice.

        README 6.4 of Yams.
        """
        rows, is_open = self.flow.rows, open_rows(state.sheets[acting(state).index])
        if not rows.is_joker(is_open, dice):
            return None
        first = rows[min(rows.allowed(is_open, dice))]
        if first.face == dice[0]:
            return say("Joker: it goes into “{row}”.", row=first.name)
        if first.face is None:
            return say("Joker: any open lower row, with its full score.")
        return say("Joker: a zero in an open upper row.")

    def _sheets(
        self, state: Rolling | Choosing, rolled: TurnRolled | None, *, shows_all: bool
    ) -> tuple[Block, ...]:
        """Return the sheets of a round in progress, and a line with the totals of several."""
        seat, sheets = acting(state), state.sheets
        dice = None if rolled is None else rolled.dice
        if len(sheets) == 1:
            return (self._tables.single(sheets[0], dice),)
        if len(sheets) <= COLUMNS_PER_TABLE:
            return (*self._tables.all(sheets, seat, dice), _lettered(sheets, seat))
        if shows_all:
            return (*self._tables.all(sheets), _lettered(sheets))
        return (self._tables.single(sheets[seat.index], dice), _ranked(sheets, seat))

    def _result(self, state: Full) -> Screen:
        sheets = state.sheets
        outcome = self.flow.outcome(sheets)
        best, *others = sorted(map(total, sheets), reverse=True)
        match len(sheets):
            case 1:
                table = self._tables.single(sheets[0])
                title = say_count("{seat}: {n} point", "{seat}: {n} points", best, seat=Seat(0))
                return Screen(title, (table,), tone="drawn", footer=self.game)
            case 2:
                score = headlines.score_of_two(best, others[0])
                below: tuple[Block, ...] = (_lettered(sheets),)
            case _:  # a phone shows the lower half
                points = say_count("{n} point", "{n} points", best)
                score = say_in("a score", "with {points}", points=points)
                below = (Divider(), *_medals(sheets))
        blocks = (*self._tables.all(sheets), *below)
        if any(outcome.won):
            title = headlines.win(outcome.winners[0], score)
            return Screen(title, blocks, tone="won", footer=self.game)
        title = headlines.draw(score) if len(sheets) == 2 else headlines.shared_win(outcome.winners)
        return Screen(title, blocks, tone="drawn", footer=self.game)


def _task(rolled: TurnRolled) -> Text:
    if rolled.last:
        return say_in("a task", "write it")
    return say_in("a task", "roll {number} of {rolls}", number=len(rolled.rolls), rolls=ROLLS)


def _before(state: Rolling | Choosing) -> list[Seat]:
    """Return the seats that have played since the acting seat's last turn, in their order.

    With one seat this is that seat itself.
    """
    now, seats = acting(state).index, len(state.sheets)
    order = [Seat((now + step) % seats) for step in range(seats)]
    return order[1:] or order


def _lettered(sheets: tuple[ScoreSheet, ...], awaited: Seat | None = None) -> Line:
    """Return a line with the letter, the name and the total of each seat, in order.

    The seat that is `awaited` is marked.
    """
    texts = [
        _marked(
            say_in(
                "standing",
                "{letter} {seat} {points}",
                letter=Seat(index).letter,
                seat=Seat(index),
                points=total(sheet),
            ),
            Seat(index) == awaited,
        )
        for index, sheet in enumerate(sheets)
    ]
    return Line(side_by_side(texts))


def _marked(standing: Text, marked: bool) -> Text:
    return say_in("standing", "▶ {standing}", standing=standing) if marked else standing


def _ranked(sheets: tuple[ScoreSheet, ...], awaited: Seat) -> Line:
    """Return a line with the name and the total of each seat, best first; one is `awaited`."""
    texts = [
        _marked(say_in("standing", "{seat} {points}", seat=seat, points=points), seat == awaited)
        for _, seat, points in standings(sheets)
    ]
    return Line(side_by_side(texts))


def _medals(sheets: tuple[ScoreSheet, ...]) -> Iterator[Line]:
    """Yield a line for each seat in order of place, with a medal for the first three places."""
    for place, seat, points in standings(sheets):
        yield Line(
            say_count(
                "{medal} {seat} ({letter}) · {n} point",
                "{medal} {seat} ({letter}) · {n} points",
                points,
                medal=medal(place),
                seat=seat,
                letter=seat.letter,
            )
        )
