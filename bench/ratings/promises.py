"""The promises of skill ratings, tested on seeded rounds.

    python -m bench.ratings.promises [--rounds N] [--sheets N] [game …]

- Results less their luck have the same mean as results, and scatter less.
- The interval of a rating covers the real losses of the player.
- `house` and a player without losses are distinguished.
- Easy opponents, late positions and broken off rounds raise no rating.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import Any

from bench.ratings.played_rounds import all_reviewed
from rules import registry
from rules.game import Game
from rules.house_skill import HouseSkill
from rules.review import Decision, skill_of
from rules.skill import (
    Rating,
    RoundSkill,
    SkillSums,
    on_scale,
    rating,
)

ROUNDS, SHEETS = 20_000, 1_000
"""Rounds of each game for two, and sheets, of each pair of levels."""

SAMPLES = 2_000
"""How often a sample of rounds is drawn from those played, to see what its interval covers."""

COSTLY = 0.5
"""A loss in a decision, in mean losses of `house` in a round, after which a round is broken off."""


CAREFUL = 0.1
"""The share of the errors of `house` that a careful player makes."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a round was to the observed seat: its result, its luck and its decisions."""

    result: float
    luck: float
    decisions: tuple[Decision, ...]


def played(game: Game[Any], levels: Sequence[str], rounds: int) -> list[Seen]:
    """Play rounds in which the first of `levels` has every seat in turn, and observe it."""
    seedings = []
    for number in range(rounds):
        turn = number % len(levels)
        seated = [*levels[-turn:], *levels[:-turn]] if turn else [*levels]
        seedings.append((seated, f"ratings {game.info.key} {levels} {number}"))
    reviews = all_reviewed(game, seedings)
    seats = [each[number % len(levels)] for number, each in enumerate(reviews)]
    return [Seen(one.result, one.total("luck"), one.decisions) for one in seats]


def skills(game: Game[Any], seats: int, rounds: Sequence[Seen]) -> list[RoundSkill]:
    """Return the skill of the observed seat in each round."""
    return [counted(game, seats, one.decisions) for one in rounds]


def house_of(game: Game[Any], seats: int) -> HouseSkill:
    """Return the losses of the level `house` in a game with exact play."""
    exact: Any = game.exact
    house: HouseSkill = exact.house_skill[seats]
    return house


def counted(game: Game[Any], seats: int, decisions: Sequence[Decision]) -> RoundSkill:
    return skill_of(decisions, house_of(game, seats))


def of(rounds: Sequence[RoundSkill]) -> Rating:
    return rating(SkillSums.of(rounds))


def luck_line(name: str, rounds: Sequence[Seen]) -> str:
    """Return what luck averages, and how much less a result scatters without it."""
    luck, results = [one.luck for one in rounds], [one.result for one in rounds]
    less = [one.result - one.luck for one in rounds]
    error = stdev(luck) / sqrt(len(luck))
    return (
        f"  {name:<34}result {fmean(results):9.4f}   less luck {fmean(less):9.4f}   "
        f"luck {fmean(luck):+.4f} ± {1.96 * error:.4f} ({fmean(luck) / error:+.1f} errors)   "
        f"scatter {stdev(results):.4f} → {stdev(less):.4f}"
    )


def coverage(rounds: Sequence[RoundSkill], size: int) -> float:
    """Return how often the interval from `size` rounds covers what all rounds tell."""
    everything = SkillSums.of(rounds)
    true = on_scale(everything.given / everything.expected)
    draw = Random(f"coverage {size}")
    covered = 0
    for _ in range(SAMPLES):
        one = of(draw.choices(rounds, k=size))
        covered += one.low <= true <= one.high
    return covered / SAMPLES


def until_costly(game: Game[Any], seats: int, one: Seen) -> RoundSkill:
    """Return the skill of a round that its player breaks off after the first costly decision."""
    mean = house_of(game, seats).mean
    places = (at for at, each in enumerate(one.decisions) if each.given_away > COSTLY * mean)
    return counted(game, seats, one.decisions[: next(places, len(one.decisions)) + 1])


def careful(rounds: Sequence[Seen]) -> list[Seen]:
    """Return rounds of a player who makes only a few of the errors in `rounds` (`CAREFUL`)."""
    draw = Random("careful")
    return [
        replace(
            one,
            decisions=tuple(
                each if draw.random() < CAREFUL else replace(each, worth=each.best_worth)
                for each in one.decisions
            ),
        )
        for one in rounds
    ]


def told_apart(house: Sequence[RoundSkill], flawless: Sequence[RoundSkill], size: int) -> float:
    """Return how often the intervals of both, from `size` rounds each, do not meet."""
    draw = Random(f"apart {size}")
    apart = 0
    for _ in range(SAMPLES):
        weaker, better = of(draw.choices(house, k=size)), of(draw.choices(flawless, k=size))
        apart += weaker.high < better.low
    return apart / SAMPLES


def for_two(game: Game[Any], rounds: int) -> None:
    pairs = (("easy", "house"), ("house", "easy"), ("house", "perfect"), ("perfect", "house"))
    seen = {pair: played(game, pair, rounds) for pair in pairs}
    for pair, each in seen.items():
        print(luck_line(f"{game.info.key} {pair[0]} against {pair[1]}", each), flush=True)
    size = 400 if game.info.key == "six-card" else 200
    rounds_of = {"/".join(pair): skills(game, 2, each) for pair, each in seen.items()}
    report(rounds_of | {"careful": skills(game, 2, careful(seen["house", "easy"]))}, size)
    house, flawless = seen["house", "easy"], seen["perfect", "house"]
    apart = told_apart(skills(game, 2, house), skills(game, 2, flawless), size // 2)
    if game.info.key == "six-card":
        apart = told_apart(skills(game, 2, house), skills(game, 2, flawless), size)
    print(f"    house and a flawless player told apart: {apart:.1%}")
    broken_off(game, 2, house)


def sheets(game: Game[Any], rounds: int) -> None:
    seen = {level: played(game, (level,), rounds) for level in ("easy", "house", "perfect")}
    for level, each in seen.items():
        print(luck_line(f"{game.info.key} {level} alone", each), flush=True)
    house = seen["house"]
    rounds_of = {level: skills(game, 1, each) for level, each in seen.items()}
    report(rounds_of | {"careful": skills(game, 1, careful(house))}, 20)
    apart = told_apart(skills(game, 1, house), skills(game, 1, seen["perfect"]), 6)
    print(f"    house and a flawless player told apart by 6 sheets: {apart:.1%}")
    for few in (4, 8):
        late = [
            counted(game, 1, [each for each in one.decisions if each.rows <= few]) for one in house
        ]
        print(f"    house, only decisions with at most {few} open rows: {of(late)}")
    broken_off(game, 1, house)


def report(rounds: dict[str, list[RoundSkill]], size: int) -> None:
    """Print each player's rating over all rounds, and how often small samples cover it."""
    for name, each in rounds.items():
        if not any(one.given for one in each):
            print(f"    {name:<16}{of(each)}")
            continue
        covered = ", ".join(
            f"{some} rounds {coverage(each, some):.1%}" for some in (size, size // 2, size // 4)
        )
        print(f"    {name:<16}{of(each)}   covered: {covered}", flush=True)


def broken_off(game: Game[Any], seats: int, house: Sequence[Seen]) -> None:
    """Print what it brings to break rounds off as soon as something costly was done."""
    whole = of(skills(game, seats, house))
    left = of([until_costly(game, seats, one) for one in house])
    print(
        f"    house {whole.value}, breaking off costly rounds {left.value} ({left.low}–{left.high})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*registry.games()])
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--sheets", type=int, default=SHEETS)
    arguments = parser.parse_args()
    rounds, alone = arguments.rounds, arguments.sheets
    for game in map(registry.game, arguments.games):
        start = perf_counter()
        if game.info.alone == "points":
            print(f"{game.info.key}: {alone:,} sheets of each level")
            sheets(game, alone)
        else:
            print(f"{game.info.key}: {rounds:,} rounds of each pair of levels")
            for_two(game, rounds)
        print(f"    {perf_counter() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
