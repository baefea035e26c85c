"""Begin, advance and replay rounds.

A `Round` is a game's state together with its moment and its record. The *record* lists every action
by seat and every landing of dice or cards, numbered from 1; `replay` rebuilds the round from it
exactly. The *moment* is the number of closed decisions. It stays the same while other seats still
owe a decision made at the same time, so the action of one seat leaves their buttons valid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import zip_longest
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from rules.dice import Roll
from rules.errors import NotLegal, NotYourTurn, RoundOver, Unreadable
from rules.feats import DiceLanding
from rules.game import Awaits, Game, Over, Rolls, Shuffles, Turn, Weighted, certainly, closes
from rules.screen import Action, Seat

S = TypeVar("S")

ABANDONED = "away"
"""The level of a seat whose player has left; it always plays `Game.idle`."""


class Luck(Protocol):
    """The source of dice, shuffles and the computer's mixed choices.

    `label` names the landing or the choice, and is unique within its round.
    """

    def roll(self, label: str, count: int) -> Roll:
        """Return `count` faces from 1 to 6."""

    def shuffle(self, label: str, cards: Roll) -> Roll:
        """Return the cards in a new order."""

    def choose(self, label: str, weights: Sequence[Fraction]) -> int:
        """Return an index; its probability is its weight, and the weights sum to 1."""


@dataclass(frozen=True, slots=True)
class Acted:
    """A step of the record: `seat` took `action`.

    A mixed choice of the computer has a `label` and `weights`, one for each possible action. They
    document the draw and do not take part in comparisons.
    """

    number: int
    seat: Seat
    action: Action
    label: str = field(default="", compare=False)
    weights: Weighted = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Landed:
    """A step of the record: the faces of landed dice, or the cards in their shuffled order.

    `label` and, for a shuffle, the `deck` before it document the draw and do not take part in
    comparisons.
    """

    number: int
    faces: Roll
    label: str = field(default="", compare=False)
    deck: Roll = field(default=(), compare=False)


Step: TypeAlias = Acted | Landed

_NOBODY = Awaits(())


@dataclass(frozen=True, slots=True)
class Round(Generic[S]):
    """A round in progress.

    `recorded` is the number of steps in its record, and `steps` holds the latest ones. A round that
    was loaded from storage starts without steps and storage appends only the new ones, so the cost
    of an act is independent of the length of the record. `turn` is the next event. `awaits` has the
    seats that owe a decision or may act; it is empty once the round is over. `over` is the end of
    the round, None while it is in progress.
    """

    game: Game[S]
    state: S
    moment: int = 0
    recorded: int = 0
    steps: tuple[Step, ...] = ()
    turn: Turn = field(init=False, repr=False, compare=False)
    awaits: Awaits = field(init=False, repr=False, compare=False)
    over: Over | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        turn = self.game.turn(self.state)
        object.__setattr__(self, "turn", turn)
        object.__setattr__(self, "awaits", turn if isinstance(turn, Awaits) else _NOBODY)
        object.__setattr__(self, "over", turn if isinstance(turn, Over) else None)


def begin(game: Game[S], seats: int, options: Mapping[str, str], luck: Luck) -> Round[S]:
    """Start a round and resolve chance. Raises BadSeats and BadOption as `Game.start` does."""
    return resolve_chance(Round(game, game.start(seats, options)), luck)


def act(before: Round[S], seat: Seat, action: Action, luck: Luck) -> Round[S]:
    """Play `action` for `seat`, then resolve chance.

    Raises RoundOver, NotYourTurn or NotLegal, checked in this order.
    """
    return resolve_chance(_play(before, seat, action), luck)


def resolve_chance(before: Round[S], luck: Luck) -> Round[S]:
    """Roll dice and shuffle cards until a decision is awaited or the round is over."""
    after = before
    while True:
        match after.turn:
            case Rolls(count, label):
                after = _land(after, luck.roll(label, count), label)
            case Shuffles(cards, label):
                after = _land(after, luck.shuffle(label, cards), label, cards)
            case _:
                return after


Computer: TypeAlias = Callable[[Game[Any], Any, Seat, str], Weighted]
"""Returns the weighted actions of a computer for a game, a state, a seat and a level."""


def by_the_game(game: Game[Any], state: Any, seat: Seat, level: str) -> Weighted:
    """Return the choice of `Game.computer`, computed in this process."""
    return game.computer(state, seat, level)


def play_automatic(
    before: Round[S], levels: Mapping[Seat, str], luck: Luck, computer: Computer = by_the_game
) -> Round[S]:
    """Play for the seats in `levels` as long as one of them owes a decision or interrupts.

    Each seat plays at its level of the computer or, at the level `ABANDONED`, by `Game.idle`. Seats
    that may interrupt act before those that owe a decision; a seat that plays by `Game.idle` never
    interrupts. `computer` may have the choices computed elsewhere.
    """
    after = before
    while True:
        choices = interruption(after, levels, computer)
        if choices is None:
            seat = next((seat for seat in after.awaits.seats if seat in levels), None)
            if seat is None:
                return after
            if levels[seat] == ABANDONED:
                choices = seat, certainly(after.game.idle(after.state, seat))
            else:
                choices = seat, computer(after.game, after.state, seat, levels[seat])
        after = resolve_chance(_play_one_of(after, *choices, luck), luck)


def interruption(
    before: Round[Any], levels: Mapping[Seat, str], computer: Computer = by_the_game
) -> tuple[Seat, Weighted] | None:
    """Return the first computer in `levels` that acts out of turn now, with its choices.

    None if no computer does.
    """
    for seat in before.awaits.may_interrupt:
        if levels.get(seat, ABANDONED) != ABANDONED:
            choices = computer(before.game, before.state, seat, levels[seat])
            if choices:
                return seat, choices
    return None


def choice_label(before: Round[S], seat: Seat) -> str:
    """Return the label of a seat's mixed choice; a seat makes at most one in a moment."""
    return f"choose/seat/{seat.index + 1}/moment/{before.moment}"


def shown_to_all(rounds: tuple[Round[S], ...]) -> tuple[Round[S], ...]:
    """Return a history without the secret choices at its end that were never revealed.

    A round may be left after some seats have decided in secret and before the others do.
    """
    count = len(rounds)
    while count > 1 and _is_still_secret(rounds[count - 2], rounds[count - 1]):
        count -= 1
    return rounds[:count]


def _is_still_secret(before: Round[S], after: Round[S]) -> bool:
    """Return whether the step between them was a secret choice, and others still owe theirs."""
    acted = isinstance(after.steps[-1], Acted)
    open_still = after.moment == before.moment and after.over is None
    return acted and open_still and before.awaits.secret


def replay(
    game: Game[S], seats: int, options: Mapping[str, str], record: Iterable[Step]
) -> Round[S]:
    """Rebuild a round from its record. Raises Unreadable for an impossible step."""
    return history(game, seats, options, record)[-1]


def history(
    game: Game[S], seats: int, options: Mapping[str, str], record: Iterable[Step]
) -> tuple[Round[S], ...]:
    """Return the round before its first step and after each step. Raises as `replay` does."""
    rounds = [Round(game, game.start(seats, options))]
    for step in record:
        rounds.append(_repeat(rounds[-1], step))
    return tuple(rounds)


def landings(record: Sequence[Step]) -> Iterator[DiceLanding]:
    """Yield the landings of a record, each with the action that was taken next."""
    for step, following in zip_longest(record, record[1:]):
        if isinstance(step, Landed):
            action = following.action if isinstance(following, Acted) else None
            yield DiceLanding(step.label, step.faces, action)


def _repeat(before: Round[S], step: Step) -> Round[S]:
    """Return the round after the next step of its record."""
    if step.number != before.recorded + 1:
        raise Unreadable(f"step {before.recorded + 1} is missing from the record")
    match step, before.turn:
        case Landed(_, faces), Rolls(count) if _are_faces(faces, count):
            return _land(before, faces)
        case Landed(_, faces), Shuffles(cards) if sorted(faces) == sorted(cards):
            return _land(before, faces)
        case Acted(_, seat, action), Awaits():
            try:
                return _play(before, seat, action)
            except (NotYourTurn, NotLegal) as refusal:
                raise Unreadable(f"step {step.number} is not legal") from refusal
        case _:
            raise Unreadable(f"step {step.number} does not fit the round")


def _after(before: Round[S], state: S, step: Step, *, closed: bool = False) -> Round[S]:
    """Return the round after an action or landing, which may have closed a decision."""
    return Round(
        before.game,
        state,
        before.moment + closed,
        step.number,
        (*before.steps, step),
    )


def _are_faces(faces: Roll, count: int) -> bool:
    return len(faces) == count and all(1 <= face <= 6 for face in faces)


def _play_one_of(before: Round[S], seat: Seat, choices: Weighted, luck: Luck) -> Round[S]:
    if len(choices) == 1:
        return _play(before, seat, choices[0][0])
    label = choice_label(before, seat)
    chosen = luck.choose(label, [weight for _, weight in choices])
    return _play(before, seat, choices[chosen][0], label, choices)


def _land(before: Round[S], faces: Roll, label: str = "", deck: Roll = ()) -> Round[S]:
    step = Landed(before.recorded + 1, faces, label, deck)
    return _after(before, before.game.land(before.state, faces), step)


def _play(
    before: Round[S], seat: Seat, action: Action, label: str = "", weights: Weighted = ()
) -> Round[S]:
    game, state = before.game, before.state
    turn = before.turn
    if isinstance(turn, Over):
        raise RoundOver
    if not isinstance(turn, Awaits) or seat not in turn.may_act:
        raise NotYourTurn(turn.seats[0] if isinstance(turn, Awaits) and turn.seats else None)
    if action not in game.legal(state, seat):
        raise NotLegal
    step = Acted(before.recorded + 1, seat, action, label, weights)
    after = game.play(state, seat, action)
    return _after(before, after, step, closed=closes(turn, seat, game.turn(after)))
