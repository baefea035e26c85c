"""Odd One: two seats, two secret cards each, both choose one at once, the higher card wins.

A throw-away game for tests: it deals cards, keeps secrets and lets a seat
change its mind until both are in. Nothing outside this folder knows it.
"""

from __future__ import annotations

from rules.dice import PIPS
from rules.game import Game, Info, NamedKey
from rules.games.odd_one import flow, view
from rules.games.odd_one.state import State
from rules.text import say, say_in

GAME: Game[State] = Game(
    info=Info(
        key="odd-one",
        name=say("Odd One"),
        summary=say("Two secret cards each; the higher one shown wins"),
        seats=range(2, 3),
        faces=PIPS,
        levels=(NamedKey("easy", say_in("level", "Easy")),),
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
    computer=flow.computer,
)
