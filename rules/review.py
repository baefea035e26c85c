"""A finished round, told as luck, skill, others' actions and hidden hands.

Every step of the record changes what the round is worth to a seat. The change
is counted as

- *luck*, when dice or cards land,
- *skill*, when the seat itself acts: what its action is worth, less what the
  best one was worth; never above 0 (where a secret choice is replaced before it
  counts, both steps together are not),
- *others*, when another seat acts in the open,
- *hidden*, when it becomes known what another seat held and chose in secret.

The four add up to the result minus the start. docs/review.md tells it with an
example; worth is `Game.worth`, so it is the share of the win or points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from rules.engine import Acted, Landed, Step, replay
from rules.game import Advice, Awaits, Game
from rules.screen import Action, Seat

Kind: TypeAlias = Literal["luck", "skill", "others", "hidden"]

NOTHING = 1e-12
"""A change smaller than this is rounding: nothing was at stake, nothing was given away."""


@dataclass(frozen=True, slots=True)
class Change:
    """Step `number` of the record changed what the round was worth to a seat."""

    number: int
    kind: Kind
    amount: float


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat decided in step `number`, what was best, and what it gave away.

    `worth` is that of the action, `best_worth` that of `best`, `worst_worth`
    that of the worst that was possible. Of a choice that was replaced before it
    counted, only the last is here.
    """

    number: int
    action: Action
    worth: float
    best: Action
    best_worth: float
    worst_worth: float

    @property
    def stake(self) -> float:
        """What there was to lose: best less worst; 0 where all choices are equally good."""
        stake = self.best_worth - self.worst_worth
        return stake if stake > NOTHING else 0.0

    @property
    def given_away(self) -> float:
        """What the action gave away: best less its own worth, 0 or more."""
        given_away = self.best_worth - self.worth
        return given_away if given_away > NOTHING else 0.0


@dataclass(frozen=True, slots=True)
class SeatReview:
    """A round as one seat lived it.

    `worths` starts with the worth before the first step and has one more after
    each; a plot of them shows the chances over the round.
    """

    seat: Seat
    worths: tuple[float, ...]
    changes: tuple[Change, ...]
    decisions: tuple[Decision, ...]

    @property
    def start(self) -> float:
        """What the round was worth before the first step."""
        return self.worths[0]

    @property
    def result(self) -> float:
        """What it was worth after the last."""
        return self.worths[-1]

    def total(self, kind: Kind) -> float:
        """Return the sum of all changes of this kind."""
        return sum(change.amount for change in self.changes if change.kind == kind)

    @property
    def accuracy(self) -> float | None:
        """1 less what was given away as a part of all that was at stake; None if nothing was.

        accuracy = 1 - (sum of given_away) / (sum of stake), over the seat's decisions.
        """
        stake = sum(decision.stake for decision in self.decisions)
        if not stake:
            return None
        return 1 - sum(decision.given_away for decision in self.decisions) / stake

    @property
    def costliest(self) -> Decision | None:
        """The decision that gave away most, the first of several; None if none gave anything."""
        costly = [decision for decision in self.decisions if decision.given_away]
        return max(costly, key=lambda decision: decision.given_away, default=None)


def review(
    game: Game[Any], seats: int, options: Mapping[str, str], record: Iterable[Step]
) -> tuple[SeatReview, ...]:
    """Review a round, one review a seat, of any length: it may have been left unfinished.

    Raises Unreadable when the record does not fit the game and ValueError when
    the game has no exact play.
    """
    worth, advise = game.worth, game.advise
    if worth is None or advise is None:
        raise ValueError(f"{game.info.key} has no exact play to be reviewed by")
    steps = tuple(record)
    replay(game, seats, options, steps)
    state = game.start(seats, options)
    books = [_Book(Seat(number), worth, advise, state) for number in range(seats)]
    moment = 0
    for step in steps:
        turn = game.turn(state)
        if isinstance(step, Acted) and isinstance(turn, Awaits):
            after = game.play(state, step.seat, step.action)
            secret = len({*turn.seats, *turn.may_change}) > 1
            for book in books:
                book.act(step, state, after, moment, secret=secret)
            moment += not any(other != step.seat for other in turn.seats)
        elif isinstance(step, Landed):
            after = game.land(state, step.faces)
            for book in books:
                book.land(step.number, after)
        state = after
    return tuple(book.close() for book in books)


class _Book:
    """The account of one seat while the record is walked through."""

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

    def _step_to(self, after: Any) -> float:
        """Note the worth of the state after a step and return by how much it changed."""
        before = self.worths[-1]
        self.worths.append(self._worth(after, self.seat))
        return self.worths[-1] - before

    def _write(self, number: int, kind: Kind, amount: float) -> None:
        if abs(amount) > NOTHING:
            self.changes.append(Change(number, kind, amount))

    def land(self, number: int, after: Any) -> None:
        """Write down a landing."""
        self._write(number, "luck", self._step_to(after))

    def act(self, step: Acted, state: Any, after: Any, moment: int, *, secret: bool) -> None:
        """Write down an action, one's own or another seat's, that was done in `moment`.

        `secret` decisions are made side by side: what they do to others is only
        known when all are in, so whatever changes beyond the own choice was
        hidden. In the open nothing but rounding is left beyond the own choice.
        """
        if step.seat != self.seat:
            self._write(step.number, "hidden" if secret else "others", self._step_to(after))
            return
        before = self.decisions.get(moment)
        decision = self._decide(step, state)
        self.decisions[moment] = decision
        skill = (before.given_away if before else 0.0) - decision.given_away
        self._write(step.number, "skill", skill)
        rest = self._step_to(after) - skill
        if secret:
            self._write(step.number, "hidden", rest)

    def _decide(self, step: Acted, state: Any) -> Decision:
        advice = self._advise(state, self.seat)
        best, worst = advice[0], advice[-1]
        worth = next(one.worth for one in advice if one.action == step.action)
        return Decision(step.number, step.action, worth, best.action, best.worth, worst.worth)

    def close(self) -> SeatReview:
        """Return the review."""
        decisions = tuple(self.decisions.values())
        return SeatReview(self.seat, tuple(self.worths), tuple(self.changes), decisions)
