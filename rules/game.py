"""The interface of a game.

A `Game` consists of its `Info` and pure functions on a frozen state. The state
is a frozen, slotted dataclass, or a union with one class per phase.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from rules.dice import FaceSet, Roll
from rules.errors import BadOption, BadSeats, Refusal
from rules.feats import Feat, Landings
from rules.hands import NamedOrder
from rules.par import Par
from rules.screen import MAX_DICE, Action, Block, Screen, Seat
from rules.text import Text, say, say_in

S = TypeVar("S")

TABLE_OPTIONS = (
    "interaction",
    "game",
    "opponent",
    "open",
    "level",
    "slow",
    "seats",
    "language",
    "help",
)
"""Option names used by the commands of every game, on Discord or in the terminal.

They are reserved: no option of a game may have one of them.
"""


@dataclass(frozen=True, slots=True)
class NamedKey:
    """A key used in commands and storage, with its name for players.

    `about` describes it in a few words: "rerolls without a plan".
    """

    key: str
    name: Text
    about: Text | None = None

    @property
    def described(self) -> Text:
        """The name with its description: "Easy: rerolls without a plan"."""
        if self.about is None:
            return self.name
        return say_in("a choice", "{name}: {about}", name=self.name, about=self.about)


@dataclass(frozen=True, slots=True)
class Option:
    """An option chosen when a round is opened; the first of its `values` is the default."""

    key: str
    name: Text
    values: tuple[NamedKey, ...]


@dataclass(frozen=True, slots=True)
class Variant:
    """A game with some of its `options` chosen, which players choose by a name of its own.

    `par` replaces that of the game (`ExactPlay`) in rounds with these options.
    """

    key: str
    name: Text
    options: Mapping[str, str]
    par: Mapping[int, Par] = field(default_factory=dict)


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
    - `variants`: what may be chosen beside the game itself, with other options than its defaults.
    - `opener`: the seat of the member who opens the round.
    - `alone`: the unit of worth for a single seat; several compete for shares of the win.
    - `rank_orders`: the orders that rank hands of five dice in this game.
    - `course`: the course of a round for two players, in one sentence.
    - `begins`: the first seat to act, None if all choose at the same time.
    - `colour`: its colour on pictures, "#rrggbb".
    - `listed`: its place on every list for players: lower ones first, then by key.
    - `weekdays`: the days of the week, 0 is Monday, on which a sheet of it, filled alone, is the
      daily challenge. Members may dare others with the dice of such a sheet.
    """

    key: str
    name: Text
    summary: Text
    seats: range
    faces: FaceSet
    levels: tuple[NamedKey, ...]
    options: tuple[Option, ...] = ()
    variants: tuple[Variant, ...] = ()
    opener: Seat = Seat(0)
    alone: Unit = "share"
    rank_orders: tuple[NamedOrder, ...] = ()
    course: Text = FIRST_BEGINS
    begins: Seat | None = Seat(0)
    listed: int = 3
    colour: str = "#f0a63a"
    weekdays: tuple[int, ...] = ()

    @property
    def described(self) -> Text:
        """The name with the summary, which distinguishes games of similar names."""
        return NamedKey(self.key, self.name, self.summary).described

    def estimates(self, seats: int) -> bool:
        """Return whether worth is an estimate with this number of seats, as on several sheets."""
        return seats > 1 and self.alone == "points"

    def unit(self, seats: int) -> Unit:
        """Return the unit of worth in a round with this number of seats."""
        return self.alone if seats == 1 else "share"

    @property
    def for_two(self) -> bool:
        """Whether the game has exactly two seats."""
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
    - `secret`: decisions are hidden from other seats until all have decided. A review shows them on
      the Screen of the seat that decided.
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
"""The pattern of the labels of landings and mixed choices."""


def check_label(label: str) -> None:
    """Raise ValueError unless `label` can be one."""
    if not LABEL.fullmatch(label):
        raise ValueError(
            f"a label is made of lower-case letters, digits, '/', '.' and '-', not {label!r}"
        )


@dataclass(frozen=True, slots=True)
class Rolls:
    """A roll of `count` dice, 1 to `MAX_DICE`, is awaited.

    `label` is the game's name for this landing. It follows from the state, is unique within a
    round, and determines the draw.
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
"""The result of a round of several seats for one of them."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a round.

    `shares` holds each seat's share of the win; they sum to 1. `scores` holds the points of each
    seat, None in games without points. `won` says whether each seat has won; by default the seat
    with the whole win has. A seat that has won has a share. `places` ranks the seats from 1, ties
    alike; it is empty if points or shares give the same order.

    >>> half = Fraction(1, 2)
    >>> Outcome((half, half)).won
    (False, False)
    >>> Outcome((half, half, Fraction(0)), won=(True, True, False)).winners
    (Seat(index=0), Seat(index=1))
    """

    shares: tuple[Fraction, ...]
    scores: tuple[int, ...] | None = None
    won: tuple[bool, ...] = ()
    places: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.won:
            object.__setattr__(self, "won", tuple(share == 1 for share in self.shares))

    def among(self, seats: Collection[int]) -> Outcome:
        """Return the outcome among some seats, as if the others had come last.

        >>> whole, none = Fraction(1), Fraction(0)
        >>> Outcome((whole, none, none), (90, 60, 70)).among((1, 2)).won
        (False, False, True)
        """
        kept = [share if seat in seats else Fraction(0) for seat, share in enumerate(self.shares)]
        if not any(kept):
            order = [-place for place in self.places] or self.scores or self.shares
            best = max(order[seat] for seat in seats)
            kept = [
                Fraction(seat in seats and standing == best) for seat, standing in enumerate(order)
            ]
        shares = tuple(share / sum(kept) for share in kept)
        won = tuple(
            share > 0 and (share == 1 or before)
            for share, before in zip(shares, self.won, strict=True)
        )
        return replace(self, shares=shares, won=won)

    def ending(self, seat: Seat) -> Ending:
        """Return the result for a seat; a share of the win without a winner is a draw."""
        if self.won[seat.index]:
            return "won"
        return "drawn" if self.shares[seat.index] else "lost"

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that have won or, without a winner, those that share the win."""
        best = self.won if any(self.won) else tuple(share > 0 for share in self.shares)
        return tuple(Seat(index) for index, is_best in enumerate(best) if is_best)


@dataclass(frozen=True, slots=True)
class Over:
    """The round has ended."""

    outcome: Outcome


Turn: TypeAlias = Awaits | Rolls | Shuffles | Over


def closes(before: Awaits, seat: Seat, after: Turn) -> bool:
    """Return whether an action of `seat` closed the decision that was awaited `before`.

    The decision stays open while exactly the other seats that owed it are still awaited. A game
    closes it early if it stops awaiting one of them or awaits another seat. An action out of turn
    closes it, since it changes the state in which the others decide.
    """
    if before.seats == (seat,) or seat in before.may_interrupt:
        return True
    owed = {other for other in before.seats if other != seat}
    return not (owed and isinstance(after, Awaits) and owed == {*after.seats})


@dataclass(frozen=True, slots=True)
class Advice:
    """The worth of an action to its seat if all later play is perfect.

    `worth` is in the unit of the round; `chances` are the probabilities to win, draw and lose, None
    in games that count points. `shares` are those of all seats in the judgement of this seat, empty
    if worth is in points. `points` is the expected final total in games that count points. Worth
    and shares that are not `exact` are an estimate.
    """

    action: Action
    worth: float
    chances: tuple[float, float, float] | None = None
    shares: tuple[float, ...] = ()
    points: float | None = None
    exact: bool = True


def share_by_two(advice: Iterable[Advice], seat: Seat) -> tuple[Advice, ...]:
    """Return the advice for a seat of a game for two, with the shares of both seats."""
    order = 1 if seat.index == 0 else -1
    return tuple(
        Advice(
            choice.action,
            choice.worth,
            choice.chances,
            (choice.worth, 1 - choice.worth)[::order],
            choice.points,
            choice.exact,
        )
        for choice in advice
    )


Weighted: TypeAlias = tuple[tuple[Action, Fraction], ...]
"""A mixed strategy: actions with weights that sum to 1."""


@dataclass(frozen=True)
class ExactPlay(Generic[S]):
    """Perfect play of a game, from which hints, reviews and accuracy are computed.

    - `worth(state, seat)`: the worth of a state under perfect play, in the unit
      of the round; an estimate where the advice in it is one.
    - `advise(state, seat)`: the `Advice` for each legal action, best first.
    - `reason(state, seat, action)`: one short sentence for a legal action, None without a short
      one.
    - `why(state, seat, better, worse)`: one short sentence that says why an action is worth more
      than another in this state; None if no cause explains more than half of the difference.
    - `par`: what the level `house` loses on average by number of seats, the measure of accuracy;
      rounds with other numbers of seats have none. A `Variant` has its own.
    - `average`: the average points of perfect play with one seat, None without points.
    """

    worth: Callable[[S, Seat], float]
    advise: Callable[[S, Seat], tuple[Advice, ...]]
    reason: Callable[[S, Seat, Action], Text | None] = lambda *_: None
    why: Callable[[S, Seat, Action, Action], Text | None] = lambda *_: None
    par: Mapping[int, Par] = field(default_factory=dict)
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
    - `computer(state, seat, level)`: the computer's choice, as a mixed strategy. It is empty
      for a seat that may interrupt and lets the others play on.
    - `exact`: its `ExactPlay`, None without.
    - `so_far(state, seat)`: the number of finished turns of a seat, and its points; None in games
      that do not score turn by turn.
    - `feats(state, landings)`: what stood out in a round that has ended (`rules.feats`).
    - `feat_text(state, feat)`: a feat in words, without its seat; None for an unknown one.
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
    exact: ExactPlay[S] | None = None
    so_far: Callable[[S, Seat], tuple[int, int]] | None = None
    feats: Callable[[S, Landings], Iterable[Feat]] = lambda *_: ()
    feat_text: Callable[[S, Feat], Text | None] = lambda *_: None

    def worth(self, state: S, seat: Seat) -> float:
        """Return `ExactPlay.worth`. Raises ValueError if the game has no exact play."""
        return self._exact_play().worth(state, seat)

    def advise(self, state: S, seat: Seat) -> tuple[Advice, ...]:
        """Return `ExactPlay.advise`. Raises ValueError if the game has no exact play."""
        return self._exact_play().advise(state, seat)

    def par(self, seats: int, options: Mapping[str, str]) -> Par | None:
        """Return what `house` loses in rounds with these options, from the table of their variant.

        Options of no variant have the table of the game. The result is None without exact play, and
        if the table has no entry for this number of seats.
        """
        if self.exact is None:
            return None
        for variant in self.info.variants:
            if variant.options.items() <= options.items():
                return variant.par.get(seats)
        return self.exact.par.get(seats)

    def _exact_play(self) -> ExactPlay[S]:
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
        options_of_game = {option.key: option for option in self.info.options}
        for key, value in options.items():
            if key not in options_of_game:
                raise BadOption(key)
            if value not in (named.key for named in options_of_game[key].values):
                raise BadOption(value)
        return {
            key: options.get(key, option.values[0].key) for key, option in options_of_game.items()
        }

    def level(self, key: str | None) -> str:
        """Return `key` if the computer has this level, the default level for None.

        Any other key is refused.
        """
        keys = tuple(level.key for level in self.info.levels)
        if key is None:
            return "house" if "house" in keys else keys[0]
        if key not in keys:
            raise Refusal(
                say(
                    "The computer has no level “{key}” here. Its levels are: {levels}.",
                    key=key[:40],
                    levels=", ".join(keys),
                )
            )
        return key


def certainly(action: Action) -> Weighted:
    """Return the strategy that plays `action` with weight 1."""
    return ((action, Fraction(1)),)
