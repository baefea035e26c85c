"""Nine Categories (README.md, rules 4.1-4.4)."""

from __future__ import annotations

from rules.dice import POKER
from rules.game import Game, Info, Named
from rules.games.nine import advice, computer, view
from rules.games.nine.flow import FLOW
from rules.games.nine.state import State
from rules.text import say, say_in

GAME: Game[State] = Game(
    info=Info(
        key="nine",
        name=view.NAME,
        summary=say("Fill nine categories with poker dice; alone or up to six"),
        seats=range(1, 7),
        faces=POKER,
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
