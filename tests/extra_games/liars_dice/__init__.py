"""Liar's Dice: five hidden dice each, bids that rise, and a challenge that one seat loses.

A throw-away game for tests: its dice are secret, its bids are not; any seat may challenge a
bid out of turn, a computer as well; all but one seat win. Nobody knows its perfect play.
Nothing outside this folder knows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias, assert_never

from rules.dice import FACES, PIPS, Faces, Roll
from rules.game import (
    Awaits,
    Game,
    Info,
    NamedKey,
    Outcome,
    Over,
    Rolls,
    Turn,
    Weighted,
    certainly,
)
from rules.headlines import your_turn
from rules.screen import (
    Action,
    Block,
    Choice,
    Dice,
    Divider,
    Line,
    Menu,
    Peek,
    Press,
    Screen,
    Seat,
)
from rules.text import Text, say, say_count, say_in
from rules.turns import roll_label

NAME = say("Liar’s Dice")
DICE = 5
STEPS = 2
"""A bid names at most so many dice more than the one before, so that all bids fit a menu."""

CHALLENGE = Action("challenge")


@dataclass(frozen=True, slots=True, order=True)
class Bid:
    """The claim that at least `count` dice of all seats show `face`; the greater bid is higher."""

    count: int
    face: int

    @property
    def action(self) -> Action:
        return Action("bid", f"{self.count}-{self.face}")


@dataclass(frozen=True, slots=True)
class Rolling:
    """The dice of the first seats have landed, those of the next are in the air."""

    seats: int
    hands: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class Bidding:
    """The seats bid in turn; `bids` holds every bid so far, the first seat's first."""

    hands: tuple[Roll, ...]
    bids: tuple[Bid, ...] = ()

    @property
    def acting(self) -> Seat:
        return Seat(len(self.bids) % len(self.hands))

    @property
    def bidder(self) -> Seat | None:
        return Seat((len(self.bids) - 1) % len(self.hands)) if self.bids else None


@dataclass(frozen=True, slots=True)
class Shown:
    """All dice are shown: a bid was challenged."""

    hands: tuple[Roll, ...]
    bid: Bid
    bidder: Seat
    challenger: Seat

    @property
    def count(self) -> int:
        return sum(hand.count(self.bid.face) for hand in self.hands)

    @property
    def loser(self) -> Seat:
        return self.challenger if self.count >= self.bid.count else self.bidder


State: TypeAlias = Rolling | Bidding | Shown


def first(seats: int, options: Mapping[str, str]) -> State:
    """Return the round before the first roll."""
    return Rolling(seats)


def turn(state: State) -> Turn:
    """Return what happens next: whoever has not made the last bid may challenge it."""
    match state:
        case Rolling(_, hands):
            return Rolls(DICE, roll_label(Seat(len(hands)), 1, 1))
        case Bidding(hands, bids):
            others = tuple(Seat(index) for index in range(len(hands)) if bids)
            out_of_turn = tuple(one for one in others if one not in (state.acting, state.bidder))
            return Awaits((state.acting,), may_interrupt=out_of_turn)
        case Shown(hands):
            won = tuple(Seat(index) != state.loser for index in range(len(hands)))
            shares = tuple(Fraction(one, len(hands) - 1) for one in won)
            return Over(Outcome(shares, won=won))
        case _:
            assert_never(state)


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return the bids of the acting seat, and the challenge for all but the bidder."""
    happening = turn(state)
    if not isinstance(state, Bidding) or not isinstance(happening, Awaits):
        return ()
    bids = tuple(one.action for one in _higher(state)) if seat == state.acting else ()
    return (*bids, CHALLENGE) if state.bids and seat in happening.may_act else bids


def _higher(state: Bidding) -> tuple[Bid, ...]:
    last = state.bids[-1] if state.bids else Bid(1, 0)
    most = min(last.count + STEPS, DICE * len(state.hands))
    every = (Bid(count, face) for count in range(last.count, most + 1) for face in FACES)
    return tuple(bid for bid in every if bid > last)


def _bid(action: Action) -> Bid:
    count, face = action.on.split("-")
    return Bid(int(count), int(face))


def name(state: State, seat: Seat, action: Action) -> Text:
    """Say a bid or the challenge in words."""
    if action == CHALLENGE:
        return say("challenge the bid")
    return say("bid {bid}", bid=_named(_bid(action)))


def _named(bid: Bid) -> Text:
    return say_in("a bid", "{n} × {face}", n=bid.count, face=PIPS.singular_of(bid.face))


def play(state: State, seat: Seat, action: Action) -> State:
    """Make the next bid, or show all dice."""
    assert isinstance(state, Bidding)
    if action != CHALLENGE:
        return replace(state, bids=(*state.bids, _bid(action)))
    assert state.bidder is not None
    return Shown(state.hands, state.bids[-1], state.bidder, seat)


def land(state: State, faces: Roll) -> State:
    """Roll the dice of the next seat."""
    assert isinstance(state, Rolling)
    hands = (*state.hands, faces)
    return Bidding(hands) if len(hands) == state.seats else Rolling(state.seats, hands)


def idle(state: State, seat: Seat) -> Action:
    """Make the lowest bid, or challenge the highest."""
    return legal(state, seat)[0]


def computer(state: State, seat: Seat, level: str) -> Weighted:
    """Challenge a bid that is less likely than not, also out of turn; else bid low."""
    assert isinstance(state, Bidding)
    if state.bids and _expected(state, seat) < state.bids[-1].count:
        return certainly(CHALLENGE)
    if seat != state.acting:
        return ()
    lowest = [one.action for one in _higher(state)[:2]] or [CHALLENGE]
    return tuple((action, Fraction(1, len(lowest))) for action in lowest)


def _expected(state: Bidding, seat: Seat) -> Fraction:
    """Return how many dice show the face of the last bid, as a seat expects it."""
    own = state.hands[seat.index].count(state.bids[-1].face)
    return own + Fraction(DICE * (len(state.hands) - 1), len(FACES))


def screen(state: State, viewer: Seat | None) -> Screen:
    """Return the table; a seat sees its own dice besides."""
    match state:
        case Rolling(_, hands):
            rolls = say("{seat} rolls in secret …", seat=Seat(len(hands)))
            return Screen(NAME, (Line(rolls),), footer=NAME)
        case Bidding():
            return _bidding(state, viewer)
        case Shown():
            return _shown(state)
        case _:
            assert_never(state)


def _bidding(state: Bidding, viewer: Seat | None) -> Screen:
    bids = [
        Line(
            say("{seat} bids {bid}.", seat=Seat(place % len(state.hands)), bid=_named(bid)), "quiet"
        )
        for place, bid in enumerate(state.bids[-3:], max(len(state.bids) - 3, 0))
    ]
    anybody = say("Anybody but {seat} may challenge.", seat=state.bidder or state.acting)
    hint = [Line(anybody, instruction=True)] if state.bids else []
    own: list[Block] = []
    if viewer is not None:
        own = [Line(say("Your dice")), Dice(state.hands[viewer.index], PIPS)]
    task = say("the first bid") if not state.bids else say("bid more or challenge")
    rule = Line(say("Each seat has {n} hidden dice.", n=DICE), "quiet")
    controls = _controls(state, viewer)
    return Screen(your_turn(state.acting, task), (rule, *bids, *hint, *own), controls, footer=NAME)


def _controls(state: Bidding, viewer: Seat | None) -> tuple[Menu | Press | Peek, ...]:
    """Return what anybody may press; on its own Screen a seat finds what is legal for it."""
    bids = tuple(Choice(one.action, _named(one)) for one in _higher(state))
    menu = [Menu(say("Bid"), bids)] if bids and viewer in (None, state.acting) else []
    may_challenge = state.bids and (viewer is None or CHALLENGE in legal(state, viewer))
    challenge = [Press(CHALLENGE, say("Challenge"))] if may_challenge else []
    peek = [Peek(say("Look at my dice"), main=True)] if viewer is None else []
    return (*menu, *challenge, *peek)


def _shown(state: Shown) -> Screen:
    blocks: list[Block] = [Line(_reason(state), "strong"), Divider()]
    for index, hand in enumerate(state.hands):
        shown = tuple(place for place, face in enumerate(hand, 1) if face == state.bid.face)
        blocks += [Line(say("{seat} shows", seat=Seat(index))), Dice(hand, PIPS, shown)]
    title = say("Liar’s Dice · {seat} loses", seat=state.loser)
    return Screen(title, tuple(blocks), tone="won")


def _reason(state: Shown) -> Text:
    return say_count(
        "{challenger} challenges {bid} of {bidder}: there is {n}.",
        "{challenger} challenges {bid} of {bidder}: there are {n}.",
        state.count,
        challenger=state.challenger,
        bid=_named(state.bid),
        bidder=state.bidder,
    )


RULES = (
    Line(say("A bid says how many dice of all seats show a face. Each bid is higher.")),
    Line(say("Challenge a bid: whoever was wrong loses. All others win.")),
    Line(say("Example: {dice} are two of the face.", dice=Faces((6, 6), PIPS))),
)

GAME: Game[State] = Game(
    info=Info(
        key="liars-dice",
        name=NAME,
        summary=say("Hidden dice, rising bids, one loser"),
        seats=range(2, 5),
        faces=PIPS,
        levels=(NamedKey("easy", say_in("level", "Easy")),),
    ),
    state=State,
    first=first,
    turn=turn,
    legal=legal,
    name=name,
    play=play,
    land=land,
    idle=idle,
    screen=screen,
    rules=lambda: RULES,
    computer=computer,
)
