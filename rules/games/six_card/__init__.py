"""The game Six Card Poker: six secret cards, compared in three parts (README 5.1-5.8)."""

from __future__ import annotations

from rules.game import ExactPlay, Game, Info
from rules.games.six_card import advice, computer, feats, flow, view
from rules.games.six_card.cards import CARDS
from rules.games.six_card.how_to_play import rules
from rules.games.six_card.par import PAR
from rules.games.six_card.state import State
from rules.levels import LEVELS
from rules.screen import Seat
from rules.text import say

GAME: Game[State] = Game(
    info=Info(
        key="six-card",
        name=view.NAME,
        summary=say("Split six secret cards into three parts"),
        seats=range(2, 3),
        faces=CARDS,
        levels=LEVELS,
        colour="#e58fc0",
        course=say(
            "{first} and {second} split their cards in secret.", first=Seat(0), second=Seat(1)
        ),
        begins=None,
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
        par=PAR,
    ),
    feats=feats.feats,
    feat_text=feats.feat_text,
)
