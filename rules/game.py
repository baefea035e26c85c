"""The contract that every game fulfils.

A game is a `Game`: its `Info` and a few pure functions on a frozen state. The
state is a frozen, slotted dataclass, or a union with one class per phase.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from rules.dice import FaceSet, Roll
from rules.errors import BadOption, BadSeats, UnknownLevel
from rules.screen import Action, Block, Screen, Seat
from rules.text import Text

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Named:
    """A key that commands and records use, with the name that people read."""

    key: str
    name: Text


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made when a round is opened; the first of its `values` is the default."""

    key: str
    name: Text
    values: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class Info:
    """What is known of a game before anybody plays it.

    `seats` is the range of seats it can be played with. `seat_names` are given
    only where seats play different parts; `opener` is the seat that whoever
    opens the round takes unless they choose another. The computer plays at the
    level `house` by default, or at the first of `levels` where there is none.
    `unit` says what worth is counted in: a share of the win, or points.
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
    unit: Literal["share", "points"] = "share"

    @property
    def for_two(self) -> bool:
        """Whether it is played by just two: against the computer, or by a challenge."""
        return self.seats == range(2, 3)


@dataclass(frozen=True, slots=True)
class Awaits:
    """Decisions are awaited: `seats` owe one, seats in `may_change` may replace theirs."""

    seats: tuple[Seat, ...]
    may_change: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Rolls:
    """`count` dice are about to land."""

    count: int


@dataclass(frozen=True, slots=True)
class Shuffles:
    """These cards are about to be shuffled and land in their new order."""

    cards: Roll


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and why: a share of the win per seat, summing to 1.

    `scores` are points per seat where the game counts any.
    """

    shares: tuple[Fraction, ...]
    reason: Text
    scores: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Over:
    """The round has ended."""

    outcome: Outcome


Turn: TypeAlias = Awaits | Rolls | Shuffles | Over


@dataclass(frozen=True, slots=True)
class Advice:
    """What an action is worth to its seat under perfect play from there on.

    `worth` is in the game's unit; `chances` are the probabilities to win, draw
    and lose, or None where points count.
    """

    action: Action
    worth: float
    chances: tuple[float, float, float] | None = None


Weighted: TypeAlias = tuple[tuple[Action, Fraction], ...]
"""A mixed strategy: actions with weights that sum to 1."""


@dataclass(frozen=True)
class Game(Generic[S]):
    """A game as data: `state` is the type of its states, the rest are its functions.

    - `start(seats, options)`: the first state; options have been completed.
    - `turn(state)`: what happens next.
    - `legal(state, seat)`: every action open to an awaited seat, none to others.
    - `name(state, seat, action)`: a legal action in words.
    - `play(state, seat, action)`: the state after it; trusts that it was legal.
    - `land(state, faces)`: the state after dice or the shuffled cards arrived.
    - `idle(state, seat)`: what an awaited seat is taken to do when it stays away.
    - `screen(state, viewer)`: what a seat may see; None is everybody.
    - `rules()`: the blocks of the game's rules.
    - `computer(state, seat, level)`: how the computer plays.
    - `worth(state, seat)`, `advise(state, seat)`: exact play, where it exists.
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
    worth: Callable[[S, Seat], float] | None = None
    advise: Callable[[S, Seat], tuple[Advice, ...]] | None = None

    def start(self, seats: int, options: Mapping[str, str]) -> S:
        """Return the first state for `seats` players.

        Options that are left out take their defaults. Raises BadSeats for a
        number of seats outside the game's range and BadOption for an option or
        a value that does not exist.
        """
        if seats not in self.info.seats:
            raise BadSeats(self.info.seats.start, self.info.seats.stop - 1)
        return self.first(seats, self.complete(options))

    def complete(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return all options with defaults filled in. Raises BadOption as `start` does."""
        known = {option.key: option for option in self.info.options}
        for key, value in options.items():
            if key not in known:
                raise BadOption(key)
            if value not in (named.key for named in known[key].values):
                raise BadOption(value)
        return {key: options.get(key, option.values[0].key) for key, option in known.items()}

    def level(self, key: str | None) -> str:
        """Return `key` if the computer has this level; None gives the default level.

        Raises UnknownLevel otherwise.
        """
        known = tuple(level.key for level in self.info.levels)
        if key is None:
            return "house" if "house" in known else known[0]
        if key not in known:
            raise UnknownLevel(key, known)
        return key

    def seat(self, key: str | None) -> Seat:
        """Return the seat with this name; None gives the opener's. Raises BadOption."""
        if key is None:
            return self.info.opener
        for index, named in enumerate(self.info.seat_names):
            if named.key == key:
                return Seat(index)
        raise BadOption(key)


def certainly(action: Action) -> Weighted:
    """Return the strategy that always plays `action`."""
    return ((action, Fraction(1)),)
