"""The promises of proven ratings, tested with players who try to cheat them.

    python -m bench.ratings.proven [--rounds N] [--sheets N] [--careers N] [game/seats …]

Players who err in every way play seeded rounds against the level `house`, and careers are
drawn from these rounds. Of each player stand

- the rating of all rounds, taken for the truth;
- of 100 careers those whose proven rating is at or below it, with the first rank, and after
  two, four and eight times as many rounds; the same for the leader of thirty such players;
- what it brings to stop at the best moment, and not to play eight times as many rounds;
- what it brings to leave a tenth of the rounds, to a player who knows how hard the choice is
  that comes, what they lose there on average, or the very error that they would make.
"""

from __future__ import annotations

import argparse
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from math import exp
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from bench.ratings.played_rounds import add_tables, tables_of
from bench.seeded import Seeded
from bot.statistics.standing import ENOUGH_ROUNDS, MOST_LEFT
from rules import registry
from rules.engine import act, begin, play_automatic
from rules.game import Advice, ExactPlay, Game, Unit
from rules.house_skill import HouseSkill
from rules.review import SLIPS, Decision, verdict
from rules.screen import Seat
from rules.skill import (
    EQUAL,
    HALVING,
    MISSING,
    PRIOR,
    PROVEN_FEW,
    PROVEN_FROM,
    PROVEN_Z,
    TEMPERATURE,
    TOP,
    difficulty,
    rows_open,
)

FloatArray: TypeAlias = npt.NDArray[np.float64]

TABLES = ("dice-poker/2", "poker-dice/3", "six-card/2", "nine/1")
"""The games and their numbers of seats that are played unless others are named."""

ROUNDS, SHEETS, CAREERS = 6_000, 600, 3_000
"""How many rounds of each player are played, how many sheets, and how many careers are drawn."""

MULTIPLES = (1, 2, 4, 8)
"""After how many times the rounds of a first rank a career is looked at."""

EQUAL_PLAYERS = 30
"""Among how many equal players one leads."""

RARE = 30
BIG: Mapping[Unit, float] = {"share": 0.08, "points": 6.0}
"""In how many rounds a rare error comes once, and what it costs at least."""

RANDOM = 60
"""Of how many choices one is random."""

HARDNESSES = 20
"""The number of degrees of hardness that a player distinguishes."""

CHUNK = 20
"""How many rounds a process plays at a time."""

Mixture: TypeAlias = tuple[tuple[Advice, float], ...]
"""Choices with their probabilities."""

Player: TypeAlias = Callable[[Game[Any], Any, Seat, Sequence[Advice], float], Mixture]
"""What a player chooses of the advice; `often` is how many choices a seat has in a round."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice in a round, in mean losses of `house`.

    What was lost, what was expected of `house`, and what the player would lose there on average;
    what `house` does.
    """

    lost: float
    expected: float
    foreseen: float
    by_house: float


def level(key: str, game: Game[Any], state: Any, seat: Seat, advice: Sequence[Advice]) -> Mixture:
    known = {one.action: one for one in advice}
    return tuple((known[action], float(p)) for action, p in game.computer(state, seat, key))


def house(game: Game[Any], state: Any, seat: Seat, advice: Sequence[Advice], _: float) -> Mixture:
    return level("house", game, state, seat, advice)


def easy(game: Game[Any], state: Any, seat: Seat, advice: Sequence[Advice], _: float) -> Mixture:
    """Play as `easy`."""
    return level("easy", game, state, seat, advice)


def rarely(_: Game[Any], __: Any, ___: Seat, advice: Sequence[Advice], often: float) -> Mixture:
    """Play perfectly, but for the cheapest big error once in many rounds."""
    best, least = advice[0], BIG[_unit(advice)]
    errors = [one for one in advice if best.worth - one.worth >= least]
    if not errors:
        return ((best, 1.0),)
    p = 1 / (RARE * often)
    return (best, 1 - p), (max(errors, key=lambda one: one.worth), p)


def _unit(advice: Sequence[Advice]) -> Unit:
    """Return the unit of worths: points have no chances to win."""
    return "points" if advice[0].chances is None else "share"


def sometimes_at_random(
    _: Game[Any], __: Any, ___: Seat, advice: Sequence[Advice], ____: float
) -> Mixture:
    """Play perfectly, except for one random choice in this number."""
    p = 1 / RANDOM
    return (advice[0], 1 - p), *((one, p / len(advice)) for one in advice)


def half_of_the_time(
    game: Game[Any], state: Any, seat: Seat, advice: Sequence[Advice], often: float
) -> Mixture:
    """Play perfectly one choice of two, and as `house` the others."""
    others = house(game, state, seat, advice, often)
    return (advice[0], 0.5), *((one, p / 2) for one, p in others)


def softmax(
    hot: float, _: Game[Any], __: Any, ___: Seat, advice: Sequence[Advice], ____: float
) -> Mixture:
    """Err the more rarely the more an error costs, and the hotter the oftener."""
    different = [advice[0]]
    for one in advice[1:]:
        if different[-1].worth - one.worth > EQUAL:
            different.append(one)
    weights = [
        exp((one.worth - advice[0].worth) / TEMPERATURE[_unit(advice)] / hot) for one in different
    ]
    total = sum(weights)
    return tuple((one, weight / total) for one, weight in zip(different, weights, strict=True))


PLAYERS: dict[str, Player] = {
    "house": house,
    "easy": easy,
    "softmax": partial(softmax, 1.0),
    "softmax, four times as hot": partial(softmax, 4.0),
    "perfect half of the time": half_of_the_time,
    "one random choice in 60": sometimes_at_random,
    "errs only in rare big spots": rarely,
}


@cache
def often(key: str, seats: int) -> float:
    """Return how many choices a seat has in a round, on average over some rounds of `house`."""
    rounds = [played((key, seats, "house", number, 1.0)) for number in range(40)]
    return fmean(len(one) for one in rounds)


Job: TypeAlias = tuple[str, int, str, int, float]
"""The game, its seats, the player, the number of the round, and the choices of a seat in one."""


def exact_of(key: str) -> ExactPlay[Any]:
    """Return the exact play of a game. Raises ValueError for a game without it."""
    exact = registry.game(key).exact
    if exact is None:
        raise ValueError(f"{key} has no exact play")
    return exact


def played(job: Job) -> tuple[Choice, ...]:
    """Play a seeded round against `house`, and return the player's choices."""
    key, seats, name, number, choices = job
    game, exact = registry.game(key), exact_of(key)
    skill, player = exact.house_skill[seats], PLAYERS[name]
    luck, draw = Seeded(f"proven {job}"), Random(f"proven {job}")
    seat = Seat(number % seats)
    others = {Seat(index): "house" for index in range(seats) if index != seat.index}
    start = game.worth(game.start(seats, {}), seat)
    play = begin(game, seats, {}, luck)
    made: list[Choice] = []
    last: Decision | None = None
    while True:
        play = play_automatic(play, others, luck)
        if play.over is not None:
            return tuple(made)
        advice = game.advise(play.state, seat)
        mixture = player(game, play.state, seat, advice, choices)
        (chosen,) = draw.choices([one for one, _ in mixture], [p for _, p in mixture])
        again = last if last is not None and last.action.verb == "reroll" else None
        last = Decision(
            play.recorded + 1,
            chosen.action,
            chosen.worth,
            advice[0].action,
            advice[0].worth,
            verdict(advice[0].worth - chosen.worth, game.info.unit(seats), start),
            chosen.exact,
            difficulty(advice, game.info.unit(seats)),
            rows_open(advice),
            0 if again is None else again.rerolls + 1,
            again is not None and (again.slipped or again.verdict in SLIPS),
            exact.to_beat(play.state, seat),
        )
        of_house = level("house", game, play.state, seat, advice)
        made.append(_choice(last, (mixture, of_house), advice[0].worth, skill))
        play = act(play, seat, chosen.action, luck)


def _choice(one: Decision, mixtures: Sequence[Mixture], best: float, skill: HouseSkill) -> Choice:
    """Return a choice by the mixtures of the player and of `house`."""
    lost = [sum(p * (best - each.worth) for each, p in mixture) for mixture in mixtures]
    return Choice(
        one.given_away / skill.mean,
        one.expected_of(skill) / skill.mean,
        *(each / skill.mean for each in lost),
    )


def rounds_of(key: str, seats: int, name: str, count: int) -> list[tuple[Choice, ...]]:
    """Play this number of rounds, with one process for each core."""
    each = often(key, seats)
    jobs = [(key, seats, name, number, each) for number in range(count)]
    with ProcessPoolExecutor() as pool:
        return [*pool.map(played, jobs, chunksize=CHUNK)]


# Leaving ---------------------------------------------------------------------------


def leaving(rounds: Sequence[tuple[Choice, ...]], knows: Callable[[Choice], float]) -> float:
    """Return the ratio of a player who leaves a tenth of the rounds at most.

    They leave before the choice at which leaving brings most, where it brings anything, by
    what they know of it.
    """
    whole = [(sum(one.lost for one in each), sum(one.expected for one in each)) for each in rounds]
    ratio = sum(lost for lost, _ in whole) / sum(expected for _, expected in whole)
    found = [_best_leaving(each, ratio, knows) for each in rounds]
    gains = sorted((gain for gain, _, _ in found), reverse=True)
    least = max(0.0, gains[int(len(gains) * MOST_LEFT)])
    given = expected = 0.0
    for stayed, (gain, lost, missed) in zip(whole, found, strict=True):
        leaves = gain > least
        given += lost if leaves else stayed[0]
        expected += missed if leaves else stayed[1]
    return given / expected


def by_hardness(rounds: Sequence[tuple[Choice, ...]]) -> Callable[[Choice], float]:
    """Return the average loss of a player at choices about as hard as the given one."""
    choices = sorted((one for each in rounds for one in each), key=lambda one: one.expected)
    size = -(-len(choices) // HARDNESSES)
    parts = [choices[first : first + size] for first in range(0, len(choices), size)]
    ends = [part[-1].expected for part in parts]
    means = [fmean(one.lost for one in part) for part in parts]
    return lambda one: means[min(bisect_left(ends, one.expected), len(means) - 1)]


def _best_leaving(
    choices: Sequence[Choice], ratio: float, knows: Callable[[Choice], float]
) -> tuple[float, float, float]:
    """Return what the first promising choice to leave before brings, and what then counts."""
    lost = expected = 0.0
    best = (0.0, 0.0, 0.0)
    for one in choices:
        missing = max(one.expected, 1 - expected)
        stays = knows(one) - ratio * one.expected
        gain = stays - (MISSING - ratio) * missing
        if gain > best[0]:
            best = (gain, lost + MISSING * missing, expected + missing)
        lost += one.lost
        expected += one.expected
    return best


# Careers ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Careers:
    """The ratios that are proven after each round, (careers, rounds), and where ranks begin."""

    proven: FloatArray
    first: npt.NDArray[np.int64]

    def after(self, times: int) -> FloatArray:
        """Return what is proven after so many times the rounds of the first rank."""
        place = np.minimum((self.first + 1) * times - 1, self.proven.shape[1] - 1)
        return np.asarray(self.proven[np.arange(len(self.proven)), place])


def careers(rounds: FloatArray, variance: float, count: int, seed: int) -> Careers:
    """Draw careers from rounds (n, 2): what was lost and what was expected."""
    ranked = max(ENOUGH_ROUNDS, PROVEN_FROM * variance / rounds[:, 1].mean())
    length = int(MULTIPLES[-1] * (ranked * 1.3 + 3))
    drawn = rounds[np.random.default_rng(seed).integers(0, len(rounds), (count, length))]
    lost, expected = drawn[..., 0], drawn[..., 1]
    n = np.arange(1, length + 1)
    prior = PRIOR * variance
    weight = expected.cumsum(axis=1) + prior
    ratio = (lost.cumsum(axis=1) + prior) / weight
    scattered = (
        (lost**2).cumsum(axis=1)
        - 2 * ratio * (lost * expected).cumsum(axis=1)
        + ratio**2 * (expected**2).cumsum(axis=1)
    )
    part = np.sqrt(np.maximum(scattered, 0) + prior * variance) / weight / ratio / 3
    z = PROVEN_Z + PROVEN_FEW / (n + prior)
    proven = ratio * np.maximum(0, 1 - part**2 + z * part) ** 3
    enough = (weight - prior >= PROVEN_FROM * variance) & (n >= ENOUGH_ROUNDS)
    return Careers(proven, enough.argmax(axis=1))


def scale(ratio: FloatArray | float) -> FloatArray:
    """Return ratings, not rounded."""
    rating: FloatArray = np.maximum(0.0, TOP - HALVING * np.log2(1 + np.asarray(ratio)))
    return rating


def stopping(found: Careers) -> float:
    """Return how many points the best moment is above the last one, on average."""
    last = (found.first + 1) * MULTIPLES[-1] - 1
    gains = [
        scale(one[first : end + 1].min()) - scale(one[end])
        for one, first, end in zip(found.proven, found.first, last, strict=True)
        if end < len(one)
    ]
    return float(np.mean(gains))


def covered(found: Careers, true: float) -> Iterator[tuple[float, float]]:
    """Yield of 100 careers, and of 100 leaders, those at or below the truth, by multiple."""
    for times in MULTIPLES:
        proven = found.after(times)
        leaders = proven[: len(proven) // EQUAL_PLAYERS * EQUAL_PLAYERS]
        leader = leaders.reshape(-1, EQUAL_PLAYERS).min(axis=1)
        yield 100 * float((proven >= true).mean()), 100 * float((leader >= true).mean())


def tell(key: str, seats: int, count: int, drawn: int) -> None:
    """Print a line for each player."""
    skill = exact_of(key).house_skill[seats]
    variance = skill.variance / skill.mean**2
    print(f"{key}, {seats} seats: {count:,} rounds of each player, {drawn:,} careers")
    print(
        f"  {'':<28}{'truth':>6}  {'rounds':>6}   at or below it, of 100      the leader of "
        f"{EQUAL_PLAYERS}        stops   leaves: hard, loss, error"
    )
    for name in PLAYERS:
        start = perf_counter()
        rounds = rounds_of(key, seats, name, count)
        sums = np.array(
            [[sum(one.lost for one in each), sum(one.expected for one in each)] for each in rounds]
        )
        ratio = float(sums[:, 0].sum() / sums[:, 1].sum())
        found = careers(sums, variance, drawn, 1)
        by_times = [*covered(found, ratio)]
        leaves = [
            scale(leaving(rounds, knows)) - scale(ratio)
            for knows in (
                by_hardness(rounds),
                lambda one: one.foreseen,
                lambda one: one.lost,
            )
        ]
        print(
            f"  {name:<28}{scale(ratio):6.0f}  {np.median(found.first) + 1:6.0f}   "
            + " ".join(f"{each:5.1f}" for each, _ in by_times)
            + "    "
            + " ".join(f"{each:5.1f}" for _, each in by_times)
            + f"   {stopping(found):6.1f}   "
            + " ".join(f"{each:+6.1f}" for each in leaves)
            + f"   {perf_counter() - start:.0f} s",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add_tables(parser, TABLES, ROUNDS, SHEETS)
    parser.add_argument("--careers", type=int, default=CAREERS)
    arguments = parser.parse_args()
    for table in tables_of(arguments):
        tell(*table, arguments.careers)


if __name__ == "__main__":
    main()
