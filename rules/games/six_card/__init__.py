"""Six Card Poker: six secret cards in three parts, compared part by part (README.md, 5.1-5.8)."""

from __future__ import annotations

from rules.cards import CARDS
from rules.game import Game, Info, Named
from rules.games.six_card import advice, computer, flow, view
from rules.games.six_card.state import State
from rules.text import say, say_in

GAME: Game[State] = Game(
    info=Info(
        key="six-card",
        name=say("Six Card Poker"),
        summary=say("Split six secret cards into three parts; win more of them"),
        seats=range(2, 3),
        faces=CARDS,
        levels=(
            Named("easy", say_in("level", "Easy")),
            Named("house", say_in("level", "House")),
            Named("perfect", say_in("level", "Perfect")),
        ),
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
    rules=view.rules,
    computer=computer.computer,
    worth=advice.worth,
    advise=advice.advise,
)
