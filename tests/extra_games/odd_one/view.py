"""What is seen of Odd One: the table in public, the own cards in private."""

from __future__ import annotations

from rules.dice import PIPS
from rules.games.odd_one.flow import SEATS, legal, name
from rules.games.odd_one.state import Choosing, Dealing, Shown, State
from rules.headlines import your_turn, your_turns
from rules.screen import (
    Block,
    Cards,
    Choice,
    Line,
    Menu,
    Peek,
    Screen,
    Seat,
    Sheet,
)
from rules.text import say

NAME = say("Odd One")
TASK = say("put a card down")


def screen(state: State, viewer: Seat | None) -> Screen:
    """Return the table; a seat sees its own cards beside it."""
    match state:
        case Dealing():
            shuffled = (Line(say("The deck is being shuffled.")),)
            return Screen(say("The cards are dealt"), shuffled, footer=NAME)
        case Choosing(_, chosen) if viewer is None:
            told = tuple(
                Line(
                    say("{seat} is choosing.", seat=seat)
                    if chosen[seat.index] is None
                    else say("{seat} has put a card down.", seat=seat),
                    instruction=chosen[seat.index] is None,
                )
                for seat in SEATS
            )
            peek = Peek(say("Look at my cards"), main=True)
            owing = [seat for seat in SEATS if chosen[seat.index] is None]
            title = your_turns(*SEATS, TASK) if len(owing) > 1 else your_turn(owing[0], TASK)
            return Screen(title, told, (peek,), footer=NAME)
        case Choosing():
            return _private(state, viewer)
        case Shown(chosen):
            cards = tuple(
                block
                for seat in SEATS
                for block in (
                    Line(say("{seat} shows", seat=seat)),
                    Cards((chosen[seat.index],), PIPS),
                )
            )
            winner = max(SEATS, key=lambda seat: chosen[seat.index])
            return Screen(say("Odd One · {seat} wins", seat=winner), cards, tone="won")


def _private(state: Choosing, viewer: Seat) -> Screen:
    down = state.chosen[viewer.index]
    menu = Menu(
        say("Choose a card"),
        tuple(
            Choice(action, name(state, viewer, action), chosen=action.on == str(down))
            for action in legal(state, viewer)
        ),
    )
    hand = (Line(say("Your cards")), Cards(state.hands[viewer.index], PIPS))
    return Screen(your_turn(viewer, TASK), hand, (menu,), footer=NAME)


def rules() -> tuple[Block, ...]:
    return (
        Line(say("Each seat is dealt two cards in secret and puts one down. The higher one wins.")),
        Sheet((say("Cards"),), ((say("1 to 6"), 6),)),
    )
