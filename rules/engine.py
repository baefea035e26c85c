"""The one gate to a round: begin, act, settle, replay.

A `Round` is a game's state together with its moment and its record. The
*record* is every action by seat and every landing, numbered from 1, and rebuilds
the round exactly. The *moment* is the number of decisions closed: it stands
still until no seat owes a decision, so that a quick neighbour's move does not
make my button stale.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from rules.dice import Roll
from rules.errors import NotLegal, NotYourTurn, RoundOver, Unreadable
from rules.game import Awaits, Game, Over, Rolls, Shuffles
from rules.screen import Action, Seat

S = TypeVar("S")

AWAY = "away"
"""The level at which a seat that was left plays: always its game's `idle`."""


class Luck(Protocol):
    """Where dice, shuffles and the computer's mixed choices come from.

    `step` is the number that the record gives to what is drawn.
    """

    def roll(self, step: int, count: int) -> Roll:
        """Return `count` faces from 1 to 6."""

    def shuffle(self, step: int, cards: Roll) -> Roll:
        """Return the cards in a new order."""

    def choose(self, step: int, weights: Sequence[Fraction]) -> int:
        """Return an index, each as likely as its weight; the weights sum to 1."""


@dataclass(frozen=True, slots=True)
class Acted:
    """A step of the record: `seat` did `action`."""

    number: int
    seat: Seat
    action: Action


@dataclass(frozen=True, slots=True)
class Landed:
    """A step of the record: dice landed, or the cards in their shuffled order."""

    number: int
    faces: Roll


Step: TypeAlias = Acted | Landed


@dataclass(frozen=True, slots=True)
class Round(Generic[S]):
    """A round under way: `recorded` steps lie behind it, `steps` are the latest of them.

    A round that was just loaded carries no steps; storage appends those that
    came since, so a long record costs an act nothing.
    """

    game: Game[S]
    state: S
    moment: int = 0
    recorded: int = 0
    steps: tuple[Step, ...] = ()

    @property
    def awaits(self) -> Awaits:
        """The seats that owe a decision or may change theirs; none when it is over."""
        turn = self.game.turn(self.state)
        return turn if isinstance(turn, Awaits) else Awaits(())

    @property
    def over(self) -> Over | None:
        """The end of the round, once it has ended."""
        turn = self.game.turn(self.state)
        return turn if isinstance(turn, Over) else None


def begin(game: Game[S], seats: int, options: Mapping[str, str], luck: Luck) -> Round[S]:
    """Start a round and let its first dice land. Raises BadSeats and BadOption."""
    return settle(Round(game, game.start(seats, options)), luck)


def act(before: Round[S], seat: Seat, action: Action, luck: Luck) -> Round[S]:
    """Let `seat` do `action`, then let dice land.

    Refuses in this order: RoundOver, NotYourTurn, NotLegal.
    """
    return settle(_play(before, seat, action), luck)


def settle(before: Round[S], luck: Luck) -> Round[S]:
    """Let dice land until a decision is awaited or the round is over."""
    after = before
    while True:
        number = after.recorded + 1
        match after.game.turn(after.state):
            case Rolls(count):
                after = _land(after, luck.roll(number, count))
            case Shuffles(cards):
                after = _land(after, luck.shuffle(number, cards))
            case _:
                return after


def stand_in(before: Round[S], levels: Mapping[Seat, str], luck: Luck) -> Round[S]:
    """Let the seats in `levels` act, at their level or `AWAY`, until another seat must."""
    after = before
    while True:
        seat = next((seat for seat in after.awaits.seats if seat in levels), None)
        if seat is None:
            return after
        if levels[seat] == AWAY:
            action = after.game.idle(after.state, seat)
        else:
            choices = after.game.computer(after.state, seat, levels[seat])
            weights = [weight for _, weight in choices]
            chosen = luck.choose(after.recorded + 1, weights) if len(weights) > 1 else 0
            action = choices[chosen][0]
        after = act(after, seat, action, luck)


def replay(
    game: Game[S], seats: int, options: Mapping[str, str], record: Iterable[Step]
) -> Round[S]:
    """Rebuild a round from its record. Raises Unreadable when a step does not fit."""
    after = Round(game, game.start(seats, options))
    for step in record:
        if step.number != after.recorded + 1:
            raise Unreadable(f"step {after.recorded + 1} is missing from the record")
        match step, game.turn(after.state):
            case Landed(_, faces), Rolls(count) if _are_faces(faces, count):
                after = _land(after, faces)
            case Landed(_, faces), Shuffles(cards) if sorted(faces) == sorted(cards):
                after = _land(after, faces)
            case Acted(_, seat, action), Awaits():
                try:
                    after = _play(after, seat, action)
                except (NotYourTurn, NotLegal) as refusal:
                    raise Unreadable(f"step {step.number} is not legal") from refusal
            case _:
                raise Unreadable(f"step {step.number} does not fit the round")
    return after


def _are_faces(faces: Roll, count: int) -> bool:
    return len(faces) == count and all(1 <= face <= 6 for face in faces)


def _land(before: Round[S], faces: Roll) -> Round[S]:
    number = before.recorded + 1
    return replace(
        before,
        state=before.game.land(before.state, faces),
        recorded=number,
        steps=(*before.steps, Landed(number, faces)),
    )


def _play(before: Round[S], seat: Seat, action: Action) -> Round[S]:
    game, state = before.game, before.state
    turn = game.turn(state)
    if isinstance(turn, Over):
        raise RoundOver
    if not isinstance(turn, Awaits) or seat not in (*turn.seats, *turn.may_change):
        raise NotYourTurn(turn.seats[0] if isinstance(turn, Awaits) and turn.seats else None)
    if action not in game.legal(state, seat):
        raise NotLegal
    number = before.recorded + 1
    still_owed = any(other != seat for other in turn.seats)
    return replace(
        before,
        state=game.play(state, seat, action),
        moment=before.moment if still_owed else before.moment + 1,
        recorded=number,
        steps=(*before.steps, Acted(number, seat, action)),
    )


def seats_in(game: Game[Any], seats: int) -> tuple[Seat, ...]:
    """Return the seats of a round played by so many. Raises BadSeats."""
    game.start(seats, {})
    return tuple(Seat(index) for index in range(seats))
