"""The interface of a game.

A `Game` consists of its `Info` and pure functions on a frozen state. The state
is a frozen, slotted dataclass, or a union with one class per phase.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from rules.daily import Daily, Decisions
from rules.dice import FaceSet, Roll
from rules.errors import BadOption, BadSeats, Refusal
from rules.hands import NamedOrder
from rules.house_skill import HouseSkill
from rules.screen import MAX_DICE, Action, Block, Screen, Seat
from rules.text import Text, say, say_in
from rules.whole_hands import WholeHand

S = TypeVar("S")

TABLE_OPTIONS = (
    "interaction",
    "game",
    "opponent",
    "open",
    "seat",
    "level",
    "coach",
    "pace",
    "match",
    "seats",
    "language",
    "help",
    "hints",
)
"""Option names used by the commands of every game, on Discord or in the terminal.

They are reserved: no option of a game may have one of them.
"""


@dataclass(frozen=True, slots=True)
class Named:
    """A key used in commands and storage, with its name for players.

    `about` says in a few words what it stands for: "rerolls without a plan".
    """

    key: str
    name: Text
    about: Text | None = None

    @property
    def described(self) -> Text:
        """The name and what it stands for: "Easy: rerolls without a plan"."""
        if self.about is None:
            return self.name
        return say_in("a choice", "{name}: {about}", name=self.name, about=self.about)


@dataclass(frozen=True, slots=True)
class Option:
    """An option chosen when a round is opened; the first of its `values` is the default."""

    key: str
    name: Text
    values: tuple[Named, ...]


FIRST_BEGINS = say("{first} begins.", first=Seat(0))

Unit: TypeAlias = Literal["share", "points"]
"""A unit of worth: a share of the win, or points."""


@dataclass(frozen=True, slots=True)
class Info:
    """The static description of a game.

    - `key`: its name in commands and storage.
    - `name`, `summary`: its name and a short description for players.
    - `seats`: the range of possible numbers of seats.
    - `faces`: the faces of its dice or cards.
    - `levels`: the levels of the computer; the default is `house`, or the first
      level of a game without `house`.
    - `options`: the options of a round.
    - `seat_names`: one name per seat; empty if the seats have equal roles.
    - `opener`: the default seat of the member who opens the round.
    - `alone`: the unit of worth for a single seat; several compete for shares of the win.
    - `rank_orders`: the orders that rank hands of five dice in this game.
    - `course`: what each of two players will do, in one sentence.
    - `listed`: its place on every list for players: lower ones first, then by key.
    """

    key: str
    name: Text
    summary: Text
    seats: range
    faces: FaceSet
    levels: tuple[Named, ...]
    options: tuple[Option, ...] = ()
    seat_names: tuple[Named, ...] = ()
    opener: Seat = Seat(0)
    alone: Unit = "share"
    rank_orders: tuple[NamedOrder, ...] = ()
    course: Text = FIRST_BEGINS
    listed: int = 3

    @property
    def described(self) -> Text:
        """The name and the summary, which tell games of similar names apart."""
        return Named(self.key, self.name, self.summary).described

    def unit(self, seats: int) -> Unit:
        """Return the unit of worth in a round of so many seats."""
        return self.alone if seats == 1 else "share"

    @property
    def for_two(self) -> bool:
        """Whether the game has exactly two seats: a member plays the computer or a challenge."""
        return self.seats == range(2, 3)

    @property
    def played_alone(self) -> bool:
        """Whether a round may have a single seat."""
        return 1 in self.seats


@dataclass(frozen=True, slots=True)
class Awaits:
    """Decisions are awaited.

    - `seats` owe one, at least one seat.
    - `may_change` have decided, and may replace their decision until the last is in.
    - `may_interrupt` owe nothing, and may act out of turn.
    - `secret`: nobody sees what another seat decides before all have decided. It is
      looked back at on the Screen of its seat, and cannot be taken back.
    - `may_act`: all seats that may act now; those that owe a decision come first.
    """

    seats: tuple[Seat, ...]
    may_change: tuple[Seat, ...] = ()
    may_interrupt: tuple[Seat, ...] = ()
    secret: bool = False
    may_act: tuple[Seat, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        every = (*self.seats, *self.may_change, *self.may_interrupt)
        object.__setattr__(self, "may_act", every)


LABEL = re.compile(r"[a-z0-9/.-]+")
"""What the label of a landing or of a mixed choice is made of."""


def check_label(label: str) -> None:
    """Raise ValueError unless `label` can be one."""
    if not LABEL.fullmatch(label):
        raise ValueError(
            f"a label is made of lower-case letters, digits, '/', '.' and '-', not {label!r}"
        )


@dataclass(frozen=True, slots=True)
class Rolls:
    """A roll of `count` dice, 1 to `MAX_DICE`, is awaited.

    `label` is the game's own name for this landing: no other landing of a round has
    it, and it follows from the state. What lands is drawn for the label.
    """

    count: int
    label: str

    def __post_init__(self) -> None:
        check_label(self.label)
        if not 1 <= self.count <= MAX_DICE:
            remedy = "use several rolls" if self.count > 0 else "leave it out where no dice land"
            raise ValueError(f"a roll is of 1 to {MAX_DICE} dice, not of {self.count}: {remedy}")


@dataclass(frozen=True, slots=True)
class Shuffles:
    """A shuffle of `cards` is awaited; `label` as for `Rolls`."""

    cards: Roll
    label: str

    def __post_init__(self) -> None:
        check_label(self.label)


Ending: TypeAlias = Literal["won", "drawn", "lost"]
"""How a round of several seats ended for one of them."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a round.

    `shares` holds each seat's share of the win; they sum to 1. `reason` explains
    the result in a sentence. `scores` holds the points of each seat, None in
    games without points. `won` says of each seat whether it has won; where the game
    does not say it, the seat that has the whole win. A seat that has won has a share.

    >>> half = Fraction(1, 2)
    >>> Outcome((half, half), say("The hands are equal.")).won
    (False, False)
    >>> Outcome((half, half, Fraction(0)), say("One has lost."), won=(True, True, False)).winners
    (Seat(index=0), Seat(index=1))
    """

    shares: tuple[Fraction, ...]
    reason: Text
    scores: tuple[int, ...] | None = None
    won: tuple[bool, ...] = ()

    def __post_init__(self) -> None:
        if not self.won:
            object.__setattr__(self, "won", tuple(share == 1 for share in self.shares))

    def ending(self, seat: Seat) -> Ending:
        """Return how the round ended for a seat: a share of the win that nobody won is a draw."""
        if self.won[seat.index]:
            return "won"
        return "drawn" if self.shares[seat.index] else "lost"

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that have won, or where nobody has, those that share the win."""
        best = self.won if any(self.won) else tuple(share > 0 for share in self.shares)
        return tuple(Seat(index) for index, is_best in enumerate(best) if is_best)


@dataclass(frozen=True, slots=True)
class Over:
    """The round has ended."""

    outcome: Outcome


Turn: TypeAlias = Awaits | Rolls | Shuffles | Over


def closes(before: Awaits, seat: Seat, after: Turn) -> bool:
    """Return whether an action of `seat` closed the decision that was awaited `before`.

    The decision stays open while exactly the other seats that owed it are still
    awaited. A game closes it early if it stops awaiting one of them or awaits
    another seat. Whoever acts out of turn closes it, since it changes what the others
    decide on.
    """
    if before.seats == (seat,) or seat in before.may_interrupt:
        return True
    owed = {other for other in before.seats if other != seat}
    return not (owed and isinstance(after, Awaits) and owed == {*after.seats})


@dataclass(frozen=True, slots=True)
class Advice:
    """The worth of an action to its seat if all later play is perfect.

    `worth` is in the unit of the round; `chances` are the probabilities to win,
    draw and lose, None in games that count points. `shares` are those of all
    seats, as this seat judges them, empty where worth is in points. `points` is
    the expected final total in games that count points. Worth and shares that
    are not `exact` are an estimate.
    """

    action: Action
    worth: float
    chances: tuple[float, float, float] | None = None
    shares: tuple[float, ...] = ()
    points: float | None = None
    exact: bool = True


def shared_by_two(advice: Iterable[Advice], seat: Seat) -> tuple[Advice, ...]:
    """Return the advice for a seat of a game for two, with the shares of both seats."""
    order = 1 if seat.index == 0 else -1
    return tuple(replace(one, shares=(one.worth, 1 - one.worth)[::order]) for one in advice)


Weighted: TypeAlias = tuple[tuple[Action, Fraction], ...]
"""A mixed strategy: actions with weights that sum to 1."""


@dataclass(frozen=True)
class ExactPlay(Generic[S]):
    """What is known of perfect play in a game: hints, reviews and ratings come from it.

    - `worth(state, seat)`: the worth of a state under perfect play, in the unit
      of the round; an estimate where the advice in it is one.
    - `advise(state, seat)`: the `Advice` for each legal action, best first.
    - `reason(state, seat, action)`: one short sentence that tells why a legal
      action may be good, None where no few words tell.
    - `why(state, seat, better, worse)`: one short sentence that tells what makes an action
      worth more than another, tied to what stands in the round; None where no cause explains
      more than half of the difference.
    - `ahead(state)`: whether advice here computes the rest of the round first, which takes
      long once; it is begun before anybody asks.
    - `prepare()`: builds the tables that take seconds, once where tables are kept; None where
      none do. It is called in idle time; advice that needs them before waits.
    - `lesson(state)`: what the end of a round shows beyond its accounts, as blocks
      for the review; empty before the end.
    - `house_skill`: by number of seats, what the level `house` gives away, which
      measures the skill of players; no rating comes from a number that is missing.
    - `to_beat(state, seat)`: the number of the rank that a seat has to beat, 1 the best, by
      which the level `house` gives away more or less; 0 without one.
    - `average`: the average points of perfect play with one seat, None without points.
    """

    worth: Callable[[S, Seat], float]
    advise: Callable[[S, Seat], tuple[Advice, ...]]
    reason: Callable[[S, Seat, Action], Text | None] = lambda *_: None
    why: Callable[[S, Seat, Action, Action], Text | None] = lambda *_: None
    ahead: Callable[[S], bool] | None = None
    prepare: Callable[[], None] | None = None
    lesson: Callable[[S], tuple[Block, ...]] = lambda _: ()
    house_skill: Mapping[int, HouseSkill] = field(default_factory=dict)
    to_beat: Callable[[S, Seat], int] = lambda *_: 0
    average: float | None = None


@dataclass(frozen=True)
class Game(Generic[S]):
    """A game: its description and its functions.

    - `info`: the static description.
    - `state`: the type of its states, a frozen dataclass or a union of them.
    - `first(seats, options)`: the first state; `start` has checked the number of
      seats and completed the options.
    - `turn(state)`: the next event: decisions, a roll, a shuffle, or the end.
    - `legal(state, seat)`: the legal actions of an awaited seat, none for others.
    - `name(state, seat, action)`: a legal action in words.
    - `play(state, seat, action)`: the state after a legal action; unchecked.
    - `land(state, faces)`: the state after the awaited dice or cards landed.
    - `idle(state, seat)`: the action for an awaited seat that misses its deadline.
    - `screen(state, viewer)`: the view of a seat; None is the public view.
    - `rules()`: the rules of the game for players, as blocks; a `Heading` begins a part.
    - `computer(state, seat, level)`: the computer's choice, as a mixed strategy. Of a
      seat that may interrupt, empty to let the others play on.
    - `hand(state, seat)`: the whole hand of a seat as everybody sees it, None while it
      has none or only a part of it lies there.
    - `exact`: its `ExactPlay`, None without.
    - `choice_label(state, seat, moment)`: the label of a seat's mixed choice at a moment
      of the round. A seat chooses once a moment at most, so none comes twice.
    - `daily`: how the game is played as the daily challenge, if it ever is.
    - `decisions`: how single positions of it are asked, if they are.
    - `hands`: of how many hands it consists, one after the other (`rules.series`).
    """

    info: Info
    state: Any
    first: Callable[[int, Mapping[str, str]], S]
    turn: Callable[[S], Turn]
    legal: Callable[[S, Seat], tuple[Action, ...]]
    name: Callable[[S, Seat, Action], Text]
    play: Callable[[S, Seat, Action], S]
    land: Callable[[S, Roll], S]
    idle: Callable[[S, Seat], Action]
    screen: Callable[[S, Seat | None], Screen]
    rules: Callable[[], tuple[Block, ...]]
    computer: Callable[[S, Seat, str], Weighted]
    hand: Callable[[S, Seat], WholeHand | None] = lambda *_: None
    exact: ExactPlay[S] | None = None
    daily: Daily | None = None
    decisions: Decisions | None = None
    choice_label: Callable[[S, Seat, int], str] = lambda _, seat, moment: (
        f"choose/seat/{seat.index + 1}/moment/{moment}"
    )
    hands: int = 1

    def worth(self, state: S, seat: Seat) -> float:
        """Return `ExactPlay.worth`. Raises ValueError if the game has no exact play."""
        return self._known().worth(state, seat)

    def advise(self, state: S, seat: Seat) -> tuple[Advice, ...]:
        """Return `ExactPlay.advise`. Raises ValueError if the game has no exact play."""
        return self._known().advise(state, seat)

    def _known(self) -> ExactPlay[S]:
        if self.exact is None:
            raise ValueError(f"{self.info.key} has no exact play")
        return self.exact

    def start(self, seats: int, options: Mapping[str, str]) -> S:
        """Return the first state for `seats` players.

        Missing options take their defaults. Raises BadSeats for a number of
        seats outside the game's range and BadOption for an unknown option or
        value.
        """
        if seats not in self.info.seats:
            raise BadSeats(self.info.seats.start, self.info.seats.stop - 1)
        return self.first(seats, self.complete(options))

    def complete(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return all options; missing ones take their defaults. Raises BadOption as `start`."""
        known = {option.key: option for option in self.info.options}
        for key, value in options.items():
            if key not in known:
                raise BadOption(key)
            if value not in (named.key for named in known[key].values):
                raise BadOption(value)
        return {key: options.get(key, option.values[0].key) for key, option in known.items()}

    def level(self, key: str | None) -> str:
        """Return `key` if the computer has this level, the default level for None.

        Any other key is refused.
        """
        known = tuple(level.key for level in self.info.levels)
        if key is None:
            return "house" if "house" in known else known[0]
        if key not in known:
            raise Refusal(
                say(
                    "The computer has no level “{key}” here. Its levels are: {levels}.",
                    key=key[:40],
                    levels=", ".join(known),
                )
            )
        return key

    def seat(self, key: str | None) -> Seat:
        """Return the seat with this key, the opener's for None. Raises BadOption."""
        if key is None:
            return self.info.opener
        for index, named in enumerate(self.info.seat_names):
            if named.key == key:
                return Seat(index)
        raise BadOption(key)


def certainly(action: Action) -> Weighted:
    """Return the strategy that plays `action` with weight 1."""
    return ((action, Fraction(1)),)
