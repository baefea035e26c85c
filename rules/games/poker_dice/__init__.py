"""The game Poker Dice: up to three rolls each, the best hand wins (README 2.1-2.11)."""

from __future__ import annotations

from rules.dice import POKER
from rules.game import ExactPlay, Game, Info, NamedKey, Option, Variant
from rules.games.poker_dice import advice, computer, feats, flow, view
from rules.games.poker_dice.how_to_play import rules
from rules.games.poker_dice.par import BUST_PAR, PAR
from rules.games.poker_dice.state import SEATS, State
from rules.hands import POKER_DICE, POKER_DICE_STRAIGHTS_BUST, NamedOrder
from rules.levels import LEVELS
from rules.screen import Seat
from rules.text import say, say_in

GAME: Game[State] = Game(
    info=Info(
        key="poker-dice",
        name=view.NAME,
        summary=say("Dice from 9 to A; best hand wins"),
        seats=SEATS,
        faces=POKER,
        levels=LEVELS,
        colour="#ff7a6b",
        options=(
            Option(
                "straights",
                say_in("option", "straights"),
                (
                    NamedKey("normal", say_in("straights", "normal")),
                    NamedKey("bust", say_in("straights", "count as busts")),
                ),
            ),
        ),
        variants=(
            Variant(
                "bust",
                say("Poker Dice, straights are busts"),
                {"straights": "bust"},
                BUST_PAR,
            ),
        ),
        course=say("{first} rolls first; {second} has to beat it.", first=Seat(0), second=Seat(1)),
        rank_orders=(
            NamedOrder(POKER_DICE, view.NAME),
            NamedOrder(POKER_DICE_STRAIGHTS_BUST, say("Poker Dice, straights are busts")),
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
