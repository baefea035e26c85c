"""The screens of Six Card Poker and the rules for its players.

Until both seats have decided, the public screen shows only which of them has
decided, and a private screen shows the cards and the split of its own seat
(README 5.2).
"""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from rules.dice import Faces
from rules.endings import drawn, won
from rules.games.six_card.cards import CARDS, DECK, Split, splits_of
from rules.games.six_card.flow import name, result, split_by
from rules.games.six_card.parts import verdicts
from rules.games.six_card.state import SEATS, Compared, Dealing, Splitting, State
from rules.screen import Block, Cards, Choice, Divider, Line, Menu, Peek, Screen, Seat
from rules.text import Text, say

NAME = say("Six Card Poker")


def screen(state: State, viewer: Seat | None) -> Screen:
    """Return the public screen, or a seat's private screen until both seats have decided."""
    match state:
        case Dealing():
            shuffled = (Cards(DECK[::4], CARDS), Line(say("Sixteen cards are being shuffled.")))
            return Screen(say("Six Card Poker · the deal"), shuffled)
        case Splitting() if viewer is not None and viewer in SEATS:
            return _private(state, viewer)
        case Splitting():
            return _public(state)
        case Compared((one, other)):
            return _result(one, other)
        case _:
            assert_never(state)


def _public(state: Splitting) -> Screen:
    blocks = (
        *(Line(_decided(state, seat)) for seat in SEATS),
        Line(say("Six secret cards each. Both splits are shown when both are chosen."), "quiet"),
    )
    return Screen(
        say("Six Card Poker · choose your splits"), blocks, (Peek(say("Look at my cards")),)
    )


def _decided(state: Splitting, seat: Seat) -> Text:
    if state.splits[seat.index] is None:
        return say("{seat} is splitting six cards …", seat=seat)
    return say("✅ {seat} has decided.", seat=seat)


def _private(state: Splitting, viewer: Seat) -> Screen:
    hand, chosen = state.hands[viewer.index], state.splits[viewer.index]
    other = SEATS[1 - viewer.index]
    menu = Menu(
        say("Choose your split") if chosen is None else say("Choose another split"),
        tuple(
            Choice(action, name(state, viewer, action), _about(split), chosen=chosen == split)
            for split in splits_of(hand)
            for action in (split_by(split),)
        ),
    )
    blocks = (
        Cards(hand, CARDS),
        Line(_chosen(chosen)),
        Line(_decided(state, other), "quiet"),
    )
    return Screen(say("Six Card Poker · your cards"), blocks, (menu,))


def _chosen(chosen: Split | None) -> Text:
    """Return the sentence about the seat's own decision."""
    if chosen is None:
        return say("Split them: three cards High, two Middle, one Low.")
    return say(
        "✅ Your split: High {high} · Middle {middle} · Low {low}. You may still change it.",
        high=Faces(chosen.high, CARDS),
        middle=Faces(chosen.middle, CARDS),
        low=Faces(chosen.low, CARDS),
    )


def _about(split: Split) -> Text:
    """Return the detail of a split in the menu."""
    one, other = split.middle
    if one == other:
        return say("High adds up to {sum} · a pair", sum=sum(split.high))
    return say("High adds up to {sum} · no pair", sum=sum(split.high))


def _result(one: Split, other: Split) -> Screen:
    outcome = result(one, other)
    blocks: list[Block] = [Line(outcome.reason, "strong")]
    for verdict, own, theirs in zip(verdicts(one, other), one.parts, other.parts, strict=True):
        blocks += [
            Divider(),
            Line(verdict),
            *(
                Line(say("{cards} {seat}", cards=Faces(cards, CARDS), seat=seat))
                for seat, cards in zip(SEATS, (own, theirs), strict=True)
            ),
        ]
    if outcome.shares[0] == Fraction(1, 2):
        return Screen(drawn(NAME), tuple(blocks), tone="drawn")
    winner = SEATS[0] if outcome.shares[0] else SEATS[1]
    return Screen(won(NAME, winner), tuple(blocks), tone="won")


def rules() -> tuple[Block, ...]:
    """Return the rules for players (README 5.1-5.4, 5.7)."""
    return tuple(Line(text) for text in _RULES)


_RULES = (
    say("There are sixteen cards, four each of 1, 2, 3 and 4. Both players are dealt six of them."),
    say(
        "Both split their six cards at the same time, in secret: three cards are High, two are "
        "Middle, one is Low. Until both have decided, you may change your split."
    ),
    say("High: the larger sum wins."),
    say(
        "Middle: a pair beats no pair, then the higher cards win. Best first: {order}.",
        order="44, 33, 22, 11, 43, 42, 41, 32, 31, 21",
    ),
    say("Low: the higher card wins."),
    say(
        "Each part is worth one point, half a point each where both are equal. More than 1½ "
        "points win; 1½ each is a draw."
    ),
    say("If you do not choose in time, High is made as large as possible, then Middle, then Low."),
)
