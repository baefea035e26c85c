"""What the levels of the computer give away: `python bench/house_skill.py [--write] [game …]`.

Plays seeded rounds of `house` in every number of seats, and fewer of the other
levels against `house`, and prints the tables that ratings are measured by.
`--write` puts them into the folders of the games, as `house_skill.py`.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, pvariance
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.played_rounds import reviewed
from rules import registry
from rules.game import Game
from rules.house_skill import HouseSkill
from rules.review import SeatReview
from rules.skill import TOP, on_scale

HOUSE, PERFECT = "house", "perfect"

SEATS_PLAYED = {"points": 1_200, "share": 8_000}
"""How many seats of `house` are reviewed: of sheets, and of games decided by one hand.

With several sheets, and with more than two hands, half and a quarter as many: they are
slower to review.
"""

OTHER_LEVELS = 10
"""The other levels play so many times fewer seats: only a mark on the scale comes of them."""


def rounds_of(game: Game[Any], seats: int) -> int:
    """Return how many rounds with so many seats are played."""
    whole = SEATS_PLAYED[game.info.alone]
    if game.info.alone == "points":
        return whole if seats == 1 else whole // 2 // seats
    return whole // seats if seats == 2 else whole // 4 // seats


def losses(one: SeatReview) -> float:
    """Return what a seat gave away in a round."""
    return sum(decision.given_away for decision in one.decisions)


def house_reviews(game: Game[Any], seats: int) -> Iterator[SeatReview]:
    """Yield the reviews of rounds in which `house` has every seat."""
    for number in range(rounds_of(game, seats)):
        yield from reviewed(game, (HOUSE,) * seats, f"house {game.info.key} {seats} {number}")


def mark(game: Game[Any], seats: int, level: str, house: HouseSkill) -> int:
    """Return the rating of a level, from rounds against `house` in every seat in turn."""
    if level == PERFECT:
        return TOP
    if level == HOUSE:
        return on_scale(1)
    given = expected = 0.0
    for number in range(rounds_of(game, seats) * seats // OTHER_LEVELS):
        seat = number % seats
        levels = [HOUSE] * seats
        levels[seat] = level
        one = reviewed(game, levels, f"{level} {game.info.key} {seats} {number}")[seat]
        given += losses(one)
        expected += sum(house.expected(each.difficulty, each.rows) for each in one.decisions)
    return on_scale(given / expected)


def measured(game: Game[Any], seats: int) -> HouseSkill:
    """Return what `house` gives away in rounds with so many seats, and the marks of all levels."""
    by_round: list[float] = []
    lost: defaultdict[int, float] = defaultdict(float)
    difficult: defaultdict[int, float] = defaultdict(float)
    for one in house_reviews(game, seats):
        by_round.append(losses(one))
        for decision in one.decisions:
            lost[decision.rows] += decision.given_away
            difficult[decision.rows] += decision.difficulty
    scale = {rows: round(lost[rows] / difficult[rows], 4) for rows in sorted(difficult)}
    house = HouseSkill(round(fmean(by_round), 6), round(pvariance(by_round), 6), scale, {})
    levels = {level.key: mark(game, seats, level.key, house) for level in game.info.levels}
    return HouseSkill(house.mean, house.variance, scale, levels)


HEAD = '''\
"""What the level `house` gives away, by number of seats; `bench/house_skill.py` made it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.house_skill import HouseSkill

HOUSE_SKILL: Mapping[int, HouseSkill] = MappingProxyType(
    {
'''


def entry(seats: int, house: HouseSkill) -> str:
    """Return the lines of one number of seats."""
    scale = "".join(f"                {rows}: {factor},\n" for rows, factor in house.scale.items())
    levels = ", ".join(f'"{level}": {value}' for level, value in house.levels.items())
    return (
        f"        {seats}: HouseSkill(\n"
        f"            mean={house.mean},\n"
        f"            variance={house.variance},\n"
        f"            scale={{\n{scale}            }},\n"
        f"            levels={{{levels}}},\n"
        "        ),\n"
    )


def source(tables: dict[int, HouseSkill]) -> str:
    """Return the module of a game's tables."""
    return HEAD + "".join(entry(*each) for each in tables.items()) + "    }\n)\n"


def main() -> None:
    """Measure the games asked for, all of them by default."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*registry.games()])
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    for key in arguments.games:
        game = registry.game(key)
        tables = {}
        for seats in game.info.seats:
            start = perf_counter()
            tables[seats] = house = measured(game, seats)
            print(
                f"{key:<12}{seats} seats   {house.mean:9.5f} a round, deviation "
                f"{house.variance**0.5:9.5f}   {house.levels}   {perf_counter() - start:.0f} s",
                flush=True,
            )
        if arguments.write:
            module = sys.modules[type(game).__module__]
            folder = Path(str(module.__file__)).parent / "games" / key.replace("-", "_")
            (folder / "house_skill.py").write_text(source(tables), encoding="utf-8")


if __name__ == "__main__":
    main()
