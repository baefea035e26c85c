"""The contest in Dice Poker: a strategy for the dealer against one for the player.

A contestant's function takes its own five dice and the other's, in order of
position, and returns the positions, 1-5, to reroll. The dealer sees the player's
first roll, the player the dealer's final hand (RULES 1.4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import index
from random import Random
from typing import Any, TypeAlias

from bot.contest.strategies import Mistaken, load, written
from rules.dice import FACES, POSITIONS, Roll, reroll
from rules.game import Over, Rolls
from rules.registry import game
from rules.screen import Action, Seat
from rules.turns import positions_of, reroll_of

Chooser: TypeAlias = Callable[[int, Any, Roll, Roll], Action]
"""What a seat does in a deal with this number, in this state, with its own dice and the other's."""

KEY = "dice-poker"
DEALER, PLAYER = Seat(0), Seat(1)


def levels() -> tuple[str, ...]:
    """Return the levels that the computer can play the seats at."""
    return tuple(level.key for level in game(KEY).info.levels)


def chooser(named: str, seat: Seat, random: Random) -> tuple[str, Chooser]:
    """Return the name and the ways of a level, or of path.py:function. Raises Mistaken."""
    if named in levels():

        def level(_deal: int, state: Any, _own: Roll, _other: Roll) -> Action:
            weighted = game(KEY).computer(state, seat, named)
            actions = [action for action, _ in weighted]
            weights = [float(weight) for _, weight in weighted]
            return actions[0] if len(actions) == 1 else random.choices(actions, weights)[0]

        return named, level
    strategy = load(named, levels())

    def choose(deal: int, _state: Any, own: Roll, other: Roll) -> Action:
        shown = f"the dice {_spaced(own)} against {_spaced(other)}"
        answer = strategy.answer(deal, shown, own, other)
        action = read(answer)
        if action is None:
            raise Mistaken(
                f"deal {deal}: {strategy.name} was given {shown} and did not answer positions "
                f"from 1 to 5, each at most once, but {written(answer)}"
            )
        return action

    return strategy.name, choose


def _spaced(dice: Roll) -> str:
    return " ".join(map(str, dice))


def read(answer: Any) -> Action | None:
    """Return the action that a function answered; None if it names no positions.

    >>> read([5, 3]).code
    'reroll.35'
    >>> read(()).code
    'keep'
    >>> read([0]) is None
    True
    """
    try:
        positions = tuple(map(index, answer))
    except Exception:  # noqa: BLE001 - contestants' objects may fail at anything
        return None
    if len(set(positions)) != len(positions) or not set(positions) <= set(POSITIONS):
        return None
    return reroll_of(positions)


def rounds(dealer: Chooser, player: Chooser, deals: int, random: Random) -> Iterator[float]:
    """Yield how each deal ends for the player: 1 won, 0.5 drawn, 0 lost. Raises Mistaken."""
    table = game(KEY)
    start = table.start(2, {})
    for deal in range(1, deals + 1):
        held = [_roll(random, 5), _roll(random, 5)]
        state = table.land(table.land(start, held[0]), held[1])
        for seat, choose in ((DEALER, dealer), (PLAYER, player)):
            action = choose(deal, state, held[seat.index], held[1 - seat.index])
            state = table.play(state, seat, action)
            match table.turn(state):
                case Rolls(count):
                    landed = _roll(random, count)
                    held[seat.index] = reroll(held[seat.index], positions_of(action), landed)
                    state = table.land(state, landed)
        match table.turn(state):
            case Over(outcome):
                yield float(outcome.shares[PLAYER.index])
            case turn:
                raise AssertionError(f"a round of {KEY} does not end with {turn}")


def _roll(random: Random, count: int) -> Roll:
    return tuple(random.choices(FACES, k=count))
