"""The strategies of the two sides of a contest, and their rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, TypeAlias

from course.contest.description import Contest, Side
from course.contest.strategies import Answering, ContestError, Load, load, short_repr
from rules.dice import FACES, Roll
from rules.game import Awaits, Game, Over, Rolls, Shuffles, Weighted
from rules.screen import Action, Seat

Chooser: TypeAlias = Callable[[int, Any], Action]
"""Returns the action of a seat, from the number of the deal and the state."""

MAX_CACHED = 10_000
"""The maximum number of cached decisions of a mixed strategy: all hands of cards, some rolls."""


def names(game: Game[Any], contest: Contest[Any]) -> tuple[str, ...]:
    """Return the names of the built-in strategies: those of the contest and the levels."""
    return (*contest.strategies, *(level.key for level in game.info.levels))


def chooser(
    game: Game[Any],
    contest: Contest[Any],
    side: Side,
    name: str,
    random: Random,
    *,
    found: Load = load,
) -> tuple[str, Chooser]:
    """Return the displayed name and the chooser of a strategy.

    `name` is one of `names`, or path.py:function, which `found` loads. Raises ContestError.
    """
    seat = side.seat
    play = built_in(game, contest, name)
    if play is not None:
        return name, _mixed(contest, seat, play, random)
    strategy = found(name, names(game, contest))

    def choose(deal: int, state: Any) -> Action:
        return chosen(contest, strategy, state, seat, f"deal {deal}: ")

    return strategy.name, choose


def built_in(
    game: Game[Any], contest: Contest[Any], name: str
) -> Callable[[Any, Seat], Weighted] | None:
    """Return the built-in strategy with this name, None if there is none."""
    if name in contest.strategies:
        return contest.strategies[name]
    if name not in names(game, contest):
        return None

    def level(state: Any, seat: Seat) -> Weighted:
        return game.computer(state, seat, name)

    return level


def chosen(
    contest: Contest[Any], strategy: Answering, state: Any, seat: Seat, where: str = ""
) -> Action:
    """Return the action that a function chooses.

    Raises ContestError, whose message begins with `where`, if the function fails or its answer is
    invalid.
    """
    arguments = contest.given(state, seat)
    shown = contest.shown(*arguments)
    answer = strategy.answer(where, shown, *arguments)
    action = contest.read(state, seat, answer)
    if action is None:
        raise ContestError(
            f"{where}{strategy.name} was given {shown} and did not answer "
            f"{contest.expected}, but {short_repr(answer)}"
        )
    return action


def _mixed(
    contest: Contest[Any], seat: Seat, play: Callable[[Any, Seat], Weighted], random: Random
) -> Chooser:
    """Return a chooser that draws from a mixed strategy and caches up to `MAX_CACHED` decisions."""
    cache: dict[tuple[Roll, ...], tuple[list[Action], list[float]]] = {}

    def choose(_deal: int, state: Any) -> Action:
        arguments = contest.given(state, seat)
        mixed = cache.get(arguments)
        if mixed is None:
            pairs = play(state, seat)
            mixed = [action for action, _ in pairs], [float(weight) for _, weight in pairs]
            if len(cache) < MAX_CACHED:
                cache[arguments] = mixed
        actions, weights = mixed
        return actions[0] if len(actions) == 1 else random.choices(actions, weights)[0]

    return choose


def rounds(
    game: Game[Any], choosers: Mapping[Seat, Chooser], scored: Seat, deals: int, random: Random
) -> Iterator[float]:
    """Yield the share of the win of the seat `scored`, 0 to 1, for each deal.

    Raises ContestError when a strategy fails.
    """
    start = game.start(2, {})
    decks: dict[Roll, list[int]] = {}
    for deal in range(1, deals + 1):
        state = start
        while True:
            match game.turn(state):
                case Rolls(count):
                    state = game.land(state, tuple(random.choices(FACES, k=count)))
                case Shuffles(cards):
                    deck = decks.setdefault(cards, list(cards))
                    random.shuffle(deck)
                    state = game.land(state, tuple(deck))
                case Awaits(seats):
                    state = game.play(state, seats[0], choosers[seats[0]](deal, state))
                case Over(outcome):
                    yield float(outcome.shares[scored.index])
                    break
