"""The review of a round: each change of worth as luck, skill, others or hidden.

Every step of the record changes the worth of the round to a seat. The change
is counted as

- *luck*, when dice or cards land,
- *skill*, when the seat itself acts: the worth of its action less the worth of
  the best one; at most 0 (if a secret choice is replaced before it counts, this
  holds for the sum over both steps),
- *others*, when another seat acts in the open,
- *hidden*, when the secret hand and choice of another seat are revealed.

The four sums add up to the result minus the start. Worth is `Game.worth`, a
share of the win or points. docs/review.md contains an example.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from rules.engine import Acted, Landed, Step, closes, replay
from rules.game import Advice, Awaits, Game
from rules.screen import Action, Seat

Kind: TypeAlias = Literal["luck", "skill", "others", "hidden"]

EPSILON = 1e-12
"""Changes of worth up to this size are rounding errors and count as 0."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the worth of the round to a seat, caused by step `number` of the record."""

    number: int
    kind: Kind
    amount: float


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision of a seat in step `number`, compared with the best action.

    `worth` is the worth of `action`, `best_worth` that of `best`, `worst_worth`
    that of the worst legal action. For a choice that was replaced before it
    counted, the review contains only the last one.
    """

    number: int
    action: Action
    worth: float
    best: Action
    best_worth: float
    worst_worth: float

    @property
    def stake(self) -> float:
        """The worth of the best action less that of the worst; 0 if all are equally good."""
        stake = self.best_worth - self.worst_worth
        return stake if stake > EPSILON else 0.0

    @property
    def given_away(self) -> float:
        """The worth of the best action less that of the chosen one, 0 or more."""
        given_away = self.best_worth - self.worth
        return given_away if given_away > EPSILON else 0.0


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The review of a round for one seat.

    `worths` holds the worth before the first step and after each step.
    """

    seat: Seat
    worths: tuple[float, ...]
    changes: tuple[Change, ...]
    decisions: tuple[Decision, ...]

    @property
    def start(self) -> float:
        """The worth of the round before the first step."""
        return self.worths[0]

    @property
    def result(self) -> float:
        """The worth of the round after the last step."""
        return self.worths[-1]

    def total(self, kind: Kind) -> float:
        """Return the sum of the changes of this kind."""
        return sum(change.amount for change in self.changes if change.kind == kind)

    @property
    def accuracy(self) -> float | None:
        """The accuracy of the seat's decisions, from 0 to 1; None if their stakes are 0.

        accuracy = 1 - (sum of given_away) / (sum of stake), over the seat's decisions.
        """
        stake = sum(decision.stake for decision in self.decisions)
        if not stake:
            return None
        return 1 - sum(decision.given_away for decision in self.decisions) / stake

    @property
    def costliest(self) -> Decision | None:
        """The first decision with the largest `given_away`; None if all of them are 0."""
        costly = [decision for decision in self.decisions if decision.given_away]
        return max(costly, key=lambda decision: decision.given_away, default=None)


def review(
    game: Game[Any], seats: int, options: Mapping[str, str], record: Iterable[Step]
) -> tuple[SeatReview, ...]:
    """Return the review of a round for each seat. The round may be unfinished.

    Raises Unreadable if the record does not fit the game and ValueError if the
    game has no exact play.
    """
    worth, advise = game.worth, game.advise
    if worth is None or advise is None:
        raise ValueError(f"{game.info.key} has no exact play to be reviewed by")
    steps = tuple(record)
    replay(game, seats, options, steps)
    state = game.start(seats, options)
    accounts = [_Account(Seat(number), worth, advise, state) for number in range(seats)]
    moment = 0
    for step in steps:
        turn = game.turn(state)
        if isinstance(step, Acted) and isinstance(turn, Awaits):
            after = game.play(state, step.seat, step.action)
            secret = len({*turn.seats, *turn.may_change}) > 1
            for account in accounts:
                account.act(step, state, after, moment, secret=secret)
            moment += closes(turn, step.seat, game.turn(after))
        elif isinstance(step, Landed):
            after = game.land(state, step.faces)
            for account in accounts:
                account.land(step.number, after)
        state = after
    return tuple(account.review() for account in accounts)


class _Account:
    """The worths, changes and decisions of one seat, collected step by step."""

    def __init__(
        self,
        seat: Seat,
        worth: Callable[[Any, Seat], float],
        advise: Callable[[Any, Seat], tuple[Advice, ...]],
        start: Any,
    ) -> None:
        self.seat, self._worth, self._advise = seat, worth, advise
        self.worths = [worth(start, seat)]
        self.changes: list[Change] = []
        self.decisions: dict[int, Decision] = {}

    def _add_worth(self, after: Any) -> float:
        """Append the worth of the state after a step and return the change."""
        before = self.worths[-1]
        self.worths.append(self._worth(after, self.seat))
        return self.worths[-1] - before

    def _add_change(self, number: int, kind: Kind, amount: float) -> None:
        """Append a change unless it is a rounding error."""
        if abs(amount) > EPSILON:
            self.changes.append(Change(number, kind, amount))

    def land(self, number: int, after: Any) -> None:
        """Add a landing."""
        self._add_change(number, "luck", self._add_worth(after))

    def act(self, step: Acted, state: Any, after: Any, moment: int, *, secret: bool) -> None:
        """Add an action of this or another seat in `moment`.

        Several seats make `secret` decisions at the same time, so the effect on
        other seats is known only when all have decided: any change beyond the
        skill of the seat's own choice is counted as hidden. For open decisions
        such a change is a rounding error.
        """
        if step.seat != self.seat:
            kind: Kind = "hidden" if secret else "others"
            self._add_change(step.number, kind, self._add_worth(after))
            return
        before = self.decisions.get(moment)
        decision = self._decision(step, state)
        self.decisions[moment] = decision
        skill = (before.given_away if before else 0.0) - decision.given_away
        self._add_change(step.number, "skill", skill)
        rest = self._add_worth(after) - skill
        if secret:
            self._add_change(step.number, "hidden", rest)

    def _decision(self, step: Acted, state: Any) -> Decision:
        """Return the seat's decision with the worths of its action, the best and the worst."""
        advice = self._advise(state, self.seat)
        best, worst = advice[0], advice[-1]
        worth = next(one.worth for one in advice if one.action == step.action)
        return Decision(step.number, step.action, worth, best.action, best.worth, worst.worth)

    def review(self) -> SeatReview:
        """Return the review of the seat."""
        decisions = tuple(self.decisions.values())
        return SeatReview(self.seat, tuple(self.worths), tuple(self.changes), decisions)
