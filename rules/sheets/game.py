"""The `Game` of a game of sheets, made of its rows and its rules text."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.game import ExactPlay, Game, Info, Weighted, certainly
from rules.levels import LEVELS, PERFECT
from rules.par import Par
from rules.screen import Block, Seat
from rules.sheets.advice import SheetAdvice
from rules.sheets.computer import SheetComputer
from rules.sheets.feats import SheetFeats
from rules.sheets.flow import SheetFlow, State
from rules.sheets.view import SheetView
from rules.text import Text, say


def sheet_game(
    *,
    key: str,
    name: Text,
    summary: Text,
    goal: Text,
    flow: SheetFlow,
    aims: tuple[int, ...],
    row_averages: tuple[float, ...],
    rules: Callable[[], tuple[Block, ...]],
    par: Mapping[int, Par],
    listed: int,
    colour: str,
    weekdays: tuple[int, ...] = (),
) -> Game[State]:
    """Return the game of sheets with this `flow`, for one to six seats.

    `goal` is the aim of the game in one line. `aims` holds the points that the level `house` aims
    at in each row, `row_averages` what perfect play with one seat makes there, `par` the losses
    of `house` by number of seats. `listed`, `colour` and `weekdays` are as in `Info`.
    """
    advice, levels = SheetAdvice(flow), SheetComputer(flow, aims)
    stood_out = SheetFeats(flow.rows, row_averages)
    view = SheetView(flow, levels, name, goal)

    def computer(state: State, seat: Seat, level: str) -> Weighted:
        if level == PERFECT.key:
            return certainly(advice.advise(state, seat)[0].action)
        return levels.computer(state, seat, level)

    return Game(
        info=Info(
            key=key,
            name=name,
            summary=summary,
            seats=range(1, 7),
            faces=flow.face_set,
            levels=LEVELS,
            alone="points",
            course=say("{first} begins; the higher total wins.", first=Seat(0)),
            listed=listed,
            colour=colour,
            weekdays=weekdays,
        ),
        state=State,
        first=flow.first,
        turn=flow.turn,
        legal=flow.legal,
        name=flow.name,
        play=flow.play,
        land=flow.land,
        idle=flow.idle,
        screen=view.screen,
        rules=rules,
        computer=computer,
        so_far=flow.so_far,
        exact=ExactPlay(
            worth=advice.worth,
            advise=advice.advise,
            reason=advice.reason,
            why=advice.why,
            par=par,
            average=flow.average,
        ),
        feats=stood_out.feats,
        feat_text=stood_out.feat_text,
    )
