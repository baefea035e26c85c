"""Begin, advance and replay rounds.

A `Round` is a game's state together with its moment and its record. The *record* lists every action
by seat and every landing of dice or cards, numbered from 1; `replay` rebuilds the round from it
exactly. A choice that was taken back stays in the record with all steps that followed;
`without_taken_back` leaves these branches out. The *moment* is the number of closed decisions, and
of choices taken back. It stays the same while other seats still owe a decision made at the same
time, so the action of one seat leaves their buttons valid.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from rules.dice import Roll
from rules.errors import NotLegal, NotYourTurn, Refusal, RoundOver, Unreadable
from rules.game import Awaits, Game, Over, Rolls, Shuffles, Turn, Weighted, certainly, closes
from rules.screen import Action, Seat
from rules.series import NEXT
from rules.text import say

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


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A step of the record: `seat` took back its last choice.

    The round goes on from the state after step `to`, 0 for its first state. The steps in between
    stay in the record as an abandoned branch.
    """

    number: int
    seat: Seat
    to: int


Step: TypeAlias = Acted | Landed | TakenBack


_NOBODY = Awaits(())


@dataclass(frozen=True, slots=True)
class Round(Generic[S]):
    """A round in progress.

    `recorded` is the number of steps in its record, `taken_back` how many of them took a choice
    back, and `steps` holds the latest ones. A round that was loaded from storage starts without
    steps and storage appends only the new ones, so the cost of an act is independent of the length
    of the record. `turn` is the next event. `awaits` has the seats that owe a decision or may act;
    it is empty once the round is over. `over` is the end of the round, None while it is in
    progress.
    """

    game: Game[S]
    state: S
    moment: int = 0
    recorded: int = 0
    steps: tuple[Step, ...] = ()
    taken_back: int = 0
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
                label = _again(after, label)
                after = _land(after, luck.roll(label, count), label)
            case Shuffles(cards, label):
                label = _again(after, label)
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
    return _again(before, before.game.choice_label(before.state, seat, before.moment))


def _again(before: Round[S], label: str) -> str:
    """Return the label with the number of choices taken back, so that luck draws anew."""
    return f"{label}/again/{before.taken_back}" if before.taken_back else label


def take_back(
    before: Round[S],
    record: Sequence[Step],
    options: Mapping[str, str],
    seats: int,
    seat: Seat,
    *,
    others: Collection[Seat] = (),
) -> Round[S]:
    """Take back the last choice of `seat`, with the landings and the actions that followed it.

    `record` is the whole record of the round. Raises RoundOver, and a refusal if the seat has not
    chosen yet, if one of the `others` has chosen since, or if the choice was secret, since its end
    may have revealed hidden things.
    """
    if before.over is not None:
        raise RoundOver
    line = steps_that_count(record)
    own = [place for place, step in enumerate(line) if _acted(step, seat)]
    if not own:
        raise Refusal(say("There is nothing to take back yet."))
    earlier, later = line[: own[-1]], line[own[-1] + 1 :]
    if any(_acted(step, other) for step in later for other in others):
        raise Refusal(say("Too late to take it back: another player has chosen since."))
    state = replay(before.game, seats, options, _renumbered(earlier)).state
    if not is_open_choice(before.game, state, seat):
        raise Refusal(say("Secret choices cannot be taken back."))
    return _return(before, seat, earlier[-1].number if earlier else 0, state)


def is_open_choice(game: Game[S], state: S, seat: Seat) -> bool:
    """Return whether `seat` may act in the open."""
    turn = game.turn(state)
    return isinstance(turn, Awaits) and seat in turn.may_act and not turn.secret


def shown_to_all(rounds: tuple[Round[S], ...]) -> tuple[Round[S], ...]:
    """Return a history without the secret choices at its end that were never revealed.

    A round may be left after some seats have decided in secret and before the others do.
    """
    shown = len(rounds)
    while shown > 1 and _is_still_secret(rounds[shown - 2], rounds[shown - 1]):
        shown -= 1
    return rounds[:shown]


def _is_still_secret(before: Round[S], after: Round[S]) -> bool:
    """Return whether the step in between was a secret choice that other seats still owe."""
    acted = isinstance(after.steps[-1], Acted)
    open_still = after.moment == before.moment and after.over is None
    return acted and open_still and before.awaits.secret


def steps_that_count(record: Iterable[Step]) -> list[Acted | Landed]:
    """Return the steps of a record that were not taken back."""
    line: list[Acted | Landed] = []
    for step in record:
        if not isinstance(step, TakenBack):
            line.append(step)
            continue
        while line and line[-1].number > step.to:
            line.pop()
    return line


def has_open_choices(game: Game[Any]) -> bool:
    """Return whether a round of the game begins with an open choice."""
    state = game.start(game.info.seats.start, {})
    while isinstance(turn := game.turn(state), Rolls | Shuffles):
        state = game.land(state, (1,) * turn.count if isinstance(turn, Rolls) else turn.cards)
    return isinstance(turn, Awaits) and is_open_choice(game, state, turn.seats[0])


def without_taken_back(record: Iterable[Step]) -> tuple[Acted | Landed, ...]:
    """Return the record without choices taken back, its steps numbered from 1.

    It rebuilds the same state as the whole record.
    """
    return _renumbered(steps_that_count(record))


def by_hands(record: Iterable[Step]) -> tuple[tuple[Step, ...], ...]:
    """Return the record of each hand of a series that has begun, its steps numbered from 1.

    The record of any other game is one hand.
    """
    hands: list[list[Step]] = [[]]
    for step in record:
        if isinstance(step, Acted) and step.action == NEXT:
            hands.append([])
        else:
            hands[-1].append(replace(step, number=len(hands[-1]) + 1))
    return tuple(map(tuple, hands))


def number_without_taken_back(record: Iterable[Step], number: int) -> int:
    """Return the number that step `number` of a record has in `without_taken_back`.

    A step that was taken back has the number of its replacement, a step that is not recorded yet
    its future number.
    """
    return 1 + sum(step.number < number for step in steps_that_count(record))


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
        rounds.append(_repeat(rounds, step))
    return tuple(rounds)


def _repeat(rounds: Sequence[Round[S]], step: Step) -> Round[S]:
    """Return the round after the next step of its record."""
    before = rounds[-1]
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
        case TakenBack(_, seat, to), Awaits() if _may_return(
            steps_that_count(before.steps), seat, to
        ):
            return _return(before, seat, to, rounds[to].state)
        case _:
            raise Unreadable(f"step {step.number} does not fit the round")


def _may_return(line: Sequence[Step], seat: Seat, to: int) -> bool:
    """Return whether step `to` counts and is followed by a choice of `seat`."""
    numbers = [0, *(step.number for step in line)]
    return to in numbers[:-1] and _acted(line[numbers.index(to)], seat)


def _acted(step: Step, seat: Seat) -> bool:
    return isinstance(step, Acted) and step.seat == seat


def _renumbered(steps: Iterable[Acted | Landed]) -> tuple[Acted | Landed, ...]:
    return tuple(replace(step, number=number) for number, step in enumerate(steps, 1))


def _return(before: Round[S], seat: Seat, to: int, state: S) -> Round[S]:
    """Return the round that goes on from the `state` after step `to`."""
    after = _after(before, state, TakenBack(before.recorded + 1, seat, to), closed=True)
    return replace(after, taken_back=before.taken_back + 1)


def _after(before: Round[S], state: S, step: Step, *, closed: bool = False) -> Round[S]:
    """Return the round after an action or landing, which may have closed a decision."""
    return Round(
        before.game,
        state,
        before.moment + closed,
        step.number,
        (*before.steps, step),
        before.taken_back,
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
