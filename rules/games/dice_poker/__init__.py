"""Dice Poker: dealer against player, one reroll each (README.md, rules 1.1-1.10)."""

from __future__ import annotations

from rules.dice import PIPS
from rules.game import Game, Info, Named
from rules.games.dice_poker import advice, computer, flow, view
from rules.games.dice_poker.state import PLAYER, State
from rules.text import say, say_in

GAME: Game[State] = Game(
    info=Info(
        key="dice-poker",
        name=say("Dice Poker"),
        summary=say("Dealer against player: five dice and one reroll each"),
        seats=range(2, 3),
        faces=PIPS,
        levels=(
            Named("easy", say_in("level", "Easy")),
            Named("greedy", say_in("level", "Greedy")),
            Named("house", say_in("level", "House")),
            Named("perfect", say_in("level", "Perfect")),
        ),
        seat_names=(
            Named("dealer", say_in("seat", "dealer")),
            Named("player", say_in("seat", "player")),
        ),
        opener=PLAYER,
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
