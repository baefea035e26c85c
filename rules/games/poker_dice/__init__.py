"""Poker Dice: three rolls each, the best hand takes the round (README.md, rules 2.1-2.9)."""

from __future__ import annotations

from rules.dice import POKER
from rules.game import Game, Info, Named, Option
from rules.games.poker_dice import advice, computer, flow, view
from rules.games.poker_dice.state import State
from rules.text import say, say_in

GAME: Game[State] = Game(
    info=Info(
        key="poker-dice",
        name=say("Poker Dice"),
        summary=say("Three rolls each, one seat after the other; the best hand wins"),
        seats=range(2, 9),
        faces=POKER,
        levels=(
            Named("easy", say_in("level", "Easy")),
            Named("house", say_in("level", "House")),
            Named("perfect", say_in("level", "Perfect")),
        ),
        options=(
            Option(
                "straights",
                say_in("option", "straights"),
                (
                    Named("normal", say_in("straights", "normal")),
                    Named("bust", say_in("straights", "count as busts")),
                ),
            ),
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
