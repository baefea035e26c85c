"""Thirteen Rows (README.md, rules 3.1-3.6)."""

from __future__ import annotations

from rules.dice import PIPS
from rules.game import Game, Info, Named
from rules.games.thirteen import advice, computer, view
from rules.games.thirteen.flow import FLOW
from rules.games.thirteen.state import State
from rules.text import say, say_in

GAME: Game[State] = Game(
    info=Info(
        key="thirteen",
        name=view.NAME,
        summary=say("Fill a sheet of thirteen rows with dice; alone or up to six"),
        seats=range(1, 7),
        faces=PIPS,
        levels=(
            Named("easy", say_in("level", "Easy")),
            Named("house", say_in("level", "House")),
            Named("perfect", say_in("level", "Perfect")),
        ),
        unit="points",
    ),
    state=State,
    first=FLOW.first,
    turn=FLOW.turn,
    legal=FLOW.legal,
    name=FLOW.name,
    play=FLOW.play,
    land=FLOW.land,
    idle=FLOW.idle,
    screen=view.VIEW.screen,
    rules=view.rules,
    computer=computer.computer,
    worth=advice.ADVICE.worth,
    advise=advice.ADVICE.advise,
)
