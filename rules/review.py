"""The review of a round: every change of worth, counted as luck, skill or otherwise.

Every step of the record changes the worth of the round to a seat. The change
is counted as

- *luck*, when dice or cards land,
- *skill*, when the seat itself acts: the worth of its action less the worth of
  the best one; at most 0 (if a secret choice is replaced before it counts, this
  holds for the sum over both steps),
- *others*, when another seat acts in the open,
- *hidden*, when the secret hand and choice of another seat are revealed,
- *estimate*, when a turn ends and the next seat judges the round differently
  from the seat that ended it; 0 where both judge exactly.

The five sums add up to the result minus the start. Worth is `Game.worth`, a share of the win or
points. Each decision has a verdict that follows from its loss; docs/review.md has the limits and an
example.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

from rules.engine import Acted, Landed, Round
from rules.game import Advice, Unit
from rules.losses import EPSILON, loss_between
from rules.pieces import Pieces, whole
from rules.screen import Action, Seat

Kind: TypeAlias = Literal["luck", "skill", "others", "hidden", "estimate"]

EQUAL_WORTHS = 1e-9
"""Worths that differ by less than this may count as equal; the next landing evens them out."""

CERTAIN = 0.005
"""The tolerance for the sum of the chances of all seats, which is 1."""

Verdict: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
"""The verdicts on a decision, best first."""

MISTAKES: tuple[Verdict, ...] = ("inaccuracy", "mistake", "blunder")
"""The verdicts on decisions that are mistakes."""

LIMITS: Mapping[str, tuple[float, float, float]] = MappingProxyType(
    {"share": (0.005, 0.05, 0.15), "points": (0.0025, 0.015, 0.04)}
)
"""The least loss of an inaccuracy, a mistake and a blunder, by unit of worth.

They are shares of the win or, in games that count points, of the average total of perfect play.
"""


def verdict(loss: float, unit: str, start: float) -> Verdict:
    """Return the verdict on a decision; `start` is the worth before the round.

    >>> verdict(0.0, "share", 0.5), verdict(0.02, "share", 0.5), verdict(3.0, "points", 229.6)
    ('best', 'inaccuracy', 'inaccuracy')
    """
    if loss <= EPSILON:
        return "best"
    relative_loss = loss / max(start, EPSILON) if unit == "points" else loss
    return VERDICTS[1 + sum(relative_loss >= limit for limit in LIMITS[unit])]


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the worth of the round to a seat, caused by a step of the record."""

    kind: Kind
    amount: float


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision of a seat in step `number`, compared with the best action.

    `worth` is the worth of `action`, `best_worth` that of `best`; they are an estimate unless
    `exact`. Of choices that were replaced before they counted, the review contains only the last.
    """

    number: int
    action: Action
    worth: float
    best: Action
    best_worth: float
    verdict: Verdict
    exact: bool = True

    @property
    def loss(self) -> float:
        """The worth of the best action less that of the chosen one, 0 or more."""
        return loss_between(self.best_worth, self.worth)


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
    def mistakes(self) -> tuple[Decision, ...]:
        """The decisions with one of the verdicts `MISTAKES`."""
        return tuple(decision for decision in self.decisions if decision.verdict in MISTAKES)


def costliest(reviews: Iterable[SeatReview], most: int) -> tuple[tuple[SeatReview, Decision], ...]:
    """Return up to `most` decisions with a loss, of all seats, the greatest loss first."""
    costly = [(review, decision) for review in reviews for decision in review.decisions]
    costly.sort(key=lambda each: (-each[1].loss, each[1].number))
    return tuple(each for each in costly[:most] if each[1].loss)


def have_same_information(reviews: Sequence[SeatReview], unit: Unit) -> bool:
    """Return whether all seats have the same information, so that their chances sum to 1.

    Seats that know only their own cards judge their chances by these.
    """
    sums = map(sum, zip(*(review.worths for review in reviews), strict=True))
    return unit == "points" or all(abs(total - 1) <= CERTAIN for total in sums)


def review_of(rounds: Sequence[Round[Any]], seats: int) -> tuple[SeatReview, ...]:
    """Return the review of each seat, from the `engine.history` of a round.

    The round may be unfinished. Raises ValueError if the game has no exact play.
    """
    return whole(reviews_in_pieces(rounds, seats))


def reviews_in_pieces(rounds: Sequence[Round[Any]], seats: int) -> Pieces[tuple[SeatReview, ...]]:
    """Return the review of each seat as `review_of` does, a piece for each step."""
    game = rounds[0].game
    unit, start = game.info.unit(seats), rounds[0].state
    builders = [_ReviewBuilder(Seat(number), game.worth, unit, start) for number in range(seats)]
    for step, before, after in _steps(rounds):
        yield
        if isinstance(step, Landed):
            for builder in builders:
                builder.add_landing(after.state)
        else:
            secret = before.awaits.secret
            advice = game.advise(before.state, step.seat)
            for builder in builders:
                builder.add_action(step, advice, before, after.state, secret=secret)
    return tuple(builder.review() for builder in builders)


def _steps(
    rounds: Sequence[Round[Any]],
) -> Iterator[tuple[Acted | Landed, Round[Any], Round[Any]]]:
    """Yield each step of a history with the round before and after it."""
    for before, after in pairwise(rounds):
        yield after.steps[-1], before, after


def turns(rounds: Sequence[Round[Any]]) -> tuple[int, ...]:
    """Return the number of the first step of each turn of the table.

    `rounds` is the `engine.history` of a round. A turn of a seat ends with a decision that rerolls
    nothing, or before another seat decides; simultaneous secret decisions are one turn. If seats
    have several turns, the n-th turns of all seats form one turn of the table.
    """
    numbered = list(_turns_of_seats(rounds))
    if max(Counter(seat for _, seat in numbered).values(), default=0) < 2:
        return tuple(number for number, _ in numbered)
    begun: Counter[Seat] = Counter()
    starts: list[int] = []
    for number, seat in numbered:
        begun[seat] += 1
        if begun[seat] > len(starts):
            starts.append(number)
    return tuple(starts)


def _turns_of_seats(rounds: Sequence[Round[Any]]) -> Iterator[tuple[int, Seat]]:
    """Yield the number of the first step of each turn of a seat, with the seat."""
    first = 1
    last: tuple[Acted, int] | None = None
    for step, before, _ in _steps(rounds):
        if isinstance(step, Landed):
            if last is not None and step.number == last[0].number + 1 and _rerolls(last[0]):
                first = step.number + 1
            continue
        if last is None or (
            before.moment != last[1] and (step.seat != last[0].seat or not _rerolls(last[0]))
        ):
            yield first, step.seat
        last, first = (step, before.moment), step.number + 1


def _rerolls(step: Acted) -> bool:
    return step.action.verb == "reroll"


class _ReviewBuilder:
    """The worths, changes and decisions of one seat, collected step by step."""

    def __init__(
        self, seat: Seat, worth: Callable[[Any, Seat], float], unit: Unit, start: Any
    ) -> None:
        self.seat, self._worth, self._unit = seat, worth, unit
        self.worths = [worth(start, seat)]
        self.changes: list[Change] = []
        self.decisions: dict[int, Decision] = {}

    def _add_worth(self, after: Any) -> float:
        """Append the worth of the state after a step and return the change."""
        before = self.worths[-1]
        self.worths.append(self._worth(after, self.seat))
        return self.worths[-1] - before

    def _add_change(self, kind: Kind, amount: float) -> None:
        """Append a change unless it is a rounding error."""
        if abs(amount) > EPSILON:
            self.changes.append(Change(kind, amount))

    def add_landing(self, after: Any) -> None:
        self._add_change("luck", self._add_worth(after))

    def add_action(
        self,
        step: Acted,
        advice: tuple[Advice, ...],
        before: Round[Any],
        after: Any,
        *,
        secret: bool,
    ) -> None:
        """Add an action of this or another seat in `before`; `advice` is that of its seat.

        The effect of `secret` decisions on other seats appears only after all have decided: any
        change beyond the skill of the seat's own choice counts as hidden. For open decisions the
        acting seat judges the worth of its action to all; any change beyond that is the judgement
        of the next seat and counts as estimate.
        """
        chosen = next(each for each in advice if each.action == step.action)
        own = step.seat == self.seat
        if own:
            replaced = self.decisions.get(before.moment)
            decision = self._decision(step, chosen, advice)
            self.decisions[before.moment] = decision
            amount = (replaced.loss if replaced else 0.0) - decision.loss
            self._add_change("skill", amount)
        elif secret or not chosen.shares:
            self._add_change("hidden" if secret else "others", self._add_worth(after))
            return
        else:
            amount = chosen.shares[self.seat.index] - self.worths[-1]
            self._add_change("others", amount)
        rest = self._add_worth(after) - amount
        if secret:
            self._add_change("hidden", rest)
            return
        if chosen.shares and not chosen.exact:
            estimate = self.worths[-1] - chosen.shares[self.seat.index]
            self._add_change("estimate", estimate)
            rest -= estimate
        if abs(rest) < EQUAL_WORTHS:
            self.worths[-1] -= rest

    def _decision(self, step: Acted, chosen: Advice, advice: tuple[Advice, ...]) -> Decision:
        """Return the seat's decision with the worths of its action and of the best."""
        best = advice[0]
        return Decision(
            step.number,
            step.action,
            chosen.worth,
            best.action,
            best.worth,
            verdict(best.worth - chosen.worth, self._unit, self.worths[0]),
            chosen.exact,
        )

    def review(self) -> SeatReview:
        decisions = tuple(self.decisions.values())
        return SeatReview(self.seat, tuple(self.worths), tuple(self.changes), decisions)
