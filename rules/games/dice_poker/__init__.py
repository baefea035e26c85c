"""The game Dice Poker: dealer against player, one reroll each (README 1.1-1.11)."""

from __future__ import annotations

from rules.dice import PIPS
from rules.game import ExactPlay, Game, Info
from rules.games.dice_poker import advice, computer, feats, flow, view
from rules.games.dice_poker.how_to_play import rules
from rules.games.dice_poker.par import PAR
from rules.games.dice_poker.state import DEALER, PLAYER, State
from rules.hands import DICE_POKER, NamedOrder
from rules.levels import EASY, GREEDY, HOUSE, PERFECT
from rules.text import say

GAME: Game[State] = Game(
    info=Info(
        key="dice-poker",
        name=view.NAME,
        summary=say("One opponent, one reroll"),
        seats=range(2, 3),
        faces=PIPS,
        levels=(EASY, GREEDY, HOUSE, PERFECT),
        opener=PLAYER,
        course=say("Both roll; {first} rerolls first, then {second}.", first=DEALER, second=PLAYER),
        rank_orders=(NamedOrder(DICE_POKER, view.NAME),),
        colour="#3fcf9b",
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
    computer=computer.computer,
    exact=ExactPlay(
        worth=advice.worth,
        advise=advice.advise,
        reason=advice.reason,
        why=advice.why,
        par=PAR,
    ),
    feats=feats.feats,
    feat_text=feats.feat_text,
)
