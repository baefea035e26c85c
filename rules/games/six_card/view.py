"""The screens of Six Card Poker.

Until both seats have decided, the public screen shows only which of them has
decided, and a private screen shows the cards and the split of its own seat
(README 5.2).
"""

from __future__ import annotations

from typing import assert_never

from rules.dice import Faces, Roll
from rules.games.six_card.cards import CARDS, DECK, Split, low_then_middle, splits_of
from rules.games.six_card.flow import in_a_row, in_halves, name, points, result, split_by
from rules.games.six_card.parts import verdicts
from rules.games.six_card.state import SEATS, CardsShowdown, Dealing, Splitting, State
from rules.headlines import draw, score_of_two, win, your_turn, your_turns
from rules.screen import (
    Block,
    Cards,
    Choice,
    Divider,
    Line,
    Part,
    Peek,
    Press,
    Screen,
    Seat,
    Sort,
)
from rules.text import Text, say, say_in

NAME = say("Six Card Poker")

GOAL = say("Split 6 cards into 3 parts; win 2.")
"""The aim of the game in one line (README 5.3)."""

WHAT_WINS = (
    say("Split them as you like; win 2 of the 3 parts:"),
    say("**High card**, one card: the higher one"),
    say("**Pair**, two cards: a pair, else the highest card"),
    say("**Sum**, three cards: the bigger sum"),
    say("The deck has 1 to 4, four of each."),
)
"""The strongest cards of each part (README 5.3)."""

PARTS = (
    Part(say_in("a part", "High card"), (say("Tap the card for “High card”"),)),
    Part(
        say_in("a part", "Pair"),
        (say("Tap two cards for “Pair”"), say("Tap one more card for “Pair”")),
    ),
)
"""The parts in the order in which cards are tapped; the remaining cards are Sum (README 5.2)."""

_TASK = say_in("a task", "split your six cards")
_TASK_OF_BOTH = say_in("a task for two", "split your six cards")


def screen(state: State, viewer: Seat | None) -> Screen:
    """Return the public screen, or a seat's private screen until both seats have decided."""
    match state:
        case Dealing():
            shuffled = (Cards(DECK[::4], CARDS), Line(say("Sixteen cards are being shuffled.")))
            return Screen(say("The cards are dealt"), shuffled, footer=NAME)
        case Splitting() if viewer is not None and viewer in SEATS:
            return _private(state, viewer)
        case Splitting():
            return _public(state)
        case CardsShowdown((one, other)):
            return _result(one, other)
        case _:
            assert_never(state)


def _public(state: Splitting) -> Screen:
    owing = [seat for seat in SEATS if state.splits[seat.index] is None]
    title = your_turns(*SEATS, _TASK_OF_BOTH) if len(owing) > 1 else your_turn(owing[0], _TASK)
    blocks = tuple(Line(_decided(seat)) for seat in SEATS if seat not in owing)
    look = Peek(say("Look at my cards"), main=True)
    return Screen(title, blocks, (look,), footer=NAME, goal=GOAL)


def _decided(seat: Seat) -> Text:
    return say("✅ {seat} has decided.", seat=seat).with_you(say("✅ You have decided."))


def _private(state: Splitting, viewer: Seat) -> Screen:
    hand, chosen = state.hands[viewer.index], state.splits[viewer.index]
    other = SEATS[1 - viewer.index]
    choices = tuple(
        Choice(action, name(state, viewer, action), _sum(split), chosen=chosen == split)
        for split in sorted(splits_of(hand), key=lambda each: each.strengths, reverse=True)
        for action in (split_by(split),)
    )
    prompt = (
        say("Choose your split ({number})", number=len(choices))
        if chosen is None
        else say("Choose another split")
    )
    confirm, change = say_in("a choice", "Confirm"), say_in("a choice", "Change it")
    sort = Sort(hand, CARDS, PARTS, choices, prompt, confirm, change, _pick(hand))
    blocks = (
        Cards(hand, CARDS),
        *_own(chosen),
        *(() if state.splits[other.index] is None else (Line(_decided(other), "quiet"),)),
    )
    title = (
        your_turn(viewer, _TASK)
        if chosen is None
        else say_in("headline", "You have decided — {seat} is choosing", seat=other)
    )
    return Screen(title, blocks, (sort,), footer=NAME)


def _pick(hand: Roll) -> Press:
    """Return the button with the split of the level `house` (README 5.8)."""
    split = low_then_middle(hand)
    label = say(
        "Choose for me: {low} · {middle} · {high}",
        high=in_a_row(split.high),
        middle=in_a_row(split.middle),
        low=in_a_row(split.low),
    )
    return Press(split_by(split), label)


def _own(chosen: Split | None) -> tuple[Block, ...]:
    if chosen is None:
        return tuple(Line(line, instruction=True) for line in WHAT_WINS)
    return (
        Line(
            say(
                "✅ Your split: High card {low} · Pair {middle} · Sum {high}",
                low=Faces(chosen.low, CARDS),
                middle=Faces(chosen.middle, CARDS),
                high=Faces(chosen.high, CARDS),
            )
        ),
    )


def _sum(split: Split) -> Text:
    return say("The three cards of the Sum add up to {sum}.", sum=sum(split.high))


def _result(one: Split, other: Split) -> Screen:
    outcome = result(one, other)
    blocks: list[Block] = []
    for verdict, own, theirs in zip(
        verdicts(one, other), reversed(one.parts), reversed(other.parts), strict=True
    ):
        blocks += [
            *([Divider()] if blocks else []),
            Line(verdict),
            *(
                Line(say("{cards} {seat}", cards=Faces(cards, CARDS), seat=seat))
                for seat, cards in zip(SEATS, (own, theirs), strict=True)
            ),
        ]
    taken = points(one, other)
    better = max(taken, 3 - taken)
    score = score_of_two(in_halves(better), in_halves(3 - better))
    if not any(outcome.won):
        return Screen(draw(score), tuple(blocks), tone="drawn", footer=NAME)
    return Screen(win(outcome.winners[0], score), tuple(blocks), tone="won", footer=NAME)
