"""The interface of a game's contest, in which Python functions play many deals.

`course.contest` loads the functions, plays the deals and prints the score.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, TypeAlias, TypeVar

from rules.screen import Action, Seat

S = TypeVar("S")

Plan: TypeAlias = tuple[tuple[tuple[Action, Fraction], ...], ...]
"""A fixed strategy: for each decision of a seat the actions with weights that sum to 1."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a contest: its command-line option `key` and its seat.

    `default` is the strategy used when the option is absent; None makes the
    option required.
    """

    key: str
    seat: Seat
    default: str | None


@dataclass(frozen=True, slots=True)
class Template:
    """A first strategy to begin with: the `source` of a file and the name of its `function`."""

    function: str
    source: str


@dataclass(frozen=True, slots=True)
class Exact(Generic[S]):
    """The exact chances of two fixed strategies, over all deals.

    - `decisions(seat)`: a state for each decision that the seat can meet.
    - `chances(own, other)`: the chances of the seat `scored` to win, draw and lose;
      `own` is its plan and `other` that of the other seat, in the order of `decisions`.
    - `exploitability(plan)`: the win of a best answer to a plan of either seat above ½.
    """

    decisions: Callable[[Seat], tuple[S, ...]]
    chances: Callable[[Plan, Plan], tuple[Fraction, Fraction, Fraction]]
    exploitability: Callable[[Plan], Fraction]


@dataclass(frozen=True, slots=True)
class Contest(Generic[S]):
    """The contest of a game for two seats.

    - `summary`, `description`: the help texts of the command, in English.
    - `sides`: both sides.
    - `scored`: the seat whose score is reported.
    - `given(state, seat)`: the arguments for the seat's function.
    - `shown(*given)`: the same arguments in words.
    - `read(state, seat, answer)`: the action for the value that the function
      returned, None for an invalid value; raises nothing for any value.
    - `expected`: the description of a valid value, used after "did not answer".
    - `template`: a strategy for either side that plays as it is.
    - `exact`: the exact chances, None for games with too many decisions.
    - `strategies`: named strategies in addition to the levels of the computer;
      each returns actions with weights that sum to 1.
    """

    summary: str
    description: str
    sides: tuple[Side, Side]
    scored: Seat
    given: Callable[[S, Seat], tuple[tuple[int, ...], ...]]
    shown: Callable[..., str]
    read: Callable[[S, Seat, Any], Action | None]
    expected: str
    template: Template
    exact: Exact[S] | None = None
    strategies: Mapping[str, Callable[[S, Seat], tuple[tuple[Action, Fraction], ...]]] = field(
        default_factory=dict
    )
