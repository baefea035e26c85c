"""Rounds played at random, and their states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import product
from random import Random
from typing import Any

from bot.table.players import Player, Players
from bot.table.stored_round import DiscordPlace, StoredRound
from rules import engine, registry
from rules.engine import Acted, Round, Step
from rules.game import Awaits, Game
from rules.screen import Action, Mark, Menu, Press, Screen, Seat, Sort
from simulated_luck import SeededLuck

SPOTS = 40
"""The largest number of states of a round that tests look at."""

ENOUGH = 150
"""The smallest number of states for each number of seats and combination of options."""


@dataclass(frozen=True)
class Spot:
    """A state of a round."""

    seats: int
    options: Mapping[str, str]
    state: Any


@dataclass(frozen=True)
class Journey:
    """A round played at random from start to end: its record and every state on the way."""

    game: Game[Any]
    seats: int
    options: Mapping[str, str]
    end: Round[Any]
    states: tuple[Any, ...]

    @property
    def record(self) -> tuple[Step, ...]:
        return self.end.steps

    def spots(self) -> Iterator[Spot]:
        """Yield the first and the last state, and some between."""
        inner = self.states[1:-1]
        some = Random(len(self.states)).sample(inner, min(len(inner), SPOTS - 2))
        for state in (self.states[0], *some, self.states[-1]):
            yield Spot(self.seats, self.options, state)


def tables(game: Game[Any]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield every number of seats with every combination of options."""
    values = [[value.key for value in option.values] for option in game.info.options]
    for seats, chosen in product(game.info.seats, product(*values)):
        keys = [option.key for option in game.info.options]
        yield seats, dict(zip(keys, chosen, strict=True))


def journeys_of(game: Game[Any]) -> list[Journey]:
    """Play rounds with all numbers of seats and all options; more of them if they are short."""
    journeys = []
    for seats, options in tables(game):
        met, number = 0, 0
        while met < ENOUGH or number < 2:
            number += 1
            seed = f"{game.info.key} {seats} {options} {number}"
            journeys.append(play_at_random(game, seats, options, seed))
            met += len(journeys[-1].states)
    return journeys


def play_at_random(game: Game[Any], seats: int, options: Mapping[str, str], seed: str) -> Journey:
    """Play a round at random; seats that owe no decision sometimes act, too."""
    luck, random = SeededLuck(seed), Random(f"{seed} choices")
    round_ = engine.begin(game, seats, options, luck)
    for _ in range(10_000):
        if round_.over:
            break
        awaits = round_.awaits
        unasked = (*awaits.may_change, *awaits.may_interrupt)
        seat = random.choice(unasked if unasked and random.random() < 0.3 else awaits.seats)
        action = random.choice(game.legal(round_.state, seat))
        round_ = engine.act(round_, seat, action, luck)
    assert round_.over, "the round does not end"
    return Journey(game, seats, options, round_, tuple(_states(game, seats, options, round_.steps)))


def ended_round(key: str, seats: int, seed: str) -> tuple[StoredRound, tuple[Step, ...]]:
    """Return a round of members with the longest ids that is over, and its record."""
    game = registry.game(key)
    options = {option.key: option.values[-1].key for option in game.info.options}
    journey = play_at_random(game, seats, options, seed)
    stored = StoredRound(
        id=999_999_999,
        place=DiscordPlace(1),
        game=key,
        opener=1,
        players=Players(Player(user=18_446_744_073_709_551_600 + one) for one in range(seats)),
        opened=datetime(2026, 1, 1, tzinfo=UTC),
        status="over",
        options=options,
        play=replace(journey.end, steps=()),
    )
    return stored, journey.record


def _states(
    game: Game[Any], seats: int, options: Mapping[str, str], record: tuple[Step, ...]
) -> Iterator[Any]:
    state = game.start(seats, options)
    yield state
    for step in record:
        if isinstance(step, Acted):
            state = game.play(state, step.seat, step.action)
        else:
            state = game.land(state, step.faces)
        yield state


def awaited(game: Game[Any], state: Any) -> tuple[Seat, ...]:
    """Return the seats that may act."""
    turn = game.turn(state)
    return turn.may_act if isinstance(turn, Awaits) else ()


def decisions(game: Game[Any], spots: Iterable[Spot]) -> list[tuple[Spot, Seat]]:
    """Return every state with every seat that may act in it, at least one."""
    found = [(spot, seat) for spot in spots for seat in awaited(game, spot.state)]
    assert found
    return found


def offered(screen: Screen) -> set[Action]:
    """Return every action that the controls of a screen can do."""
    actions: set[Action] = set()
    for control in screen.controls:
        match control:
            case Press(action):
                actions.add(action)
            case Menu(choices=choices) | Sort(choices=choices):
                actions.update(choice.action for choice in choices)
            case Mark(_, faces):
                for selected in product((False, True), repeat=len(faces)):
                    positions = tuple(place for place, on in enumerate(selected, 1) if on)
                    if positions:
                        actions.add(control.action(positions))
    return actions


def seats_of(number: int) -> tuple[Seat, ...]:
    """Return the seats of a table with so many."""
    return tuple(Seat(index) for index in range(number))
