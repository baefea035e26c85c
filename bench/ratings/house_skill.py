"""The losses of the levels of the computer, for the tables of the games.

    python -m bench.ratings.house_skill [--write] [--seats N …] [game[.variant] …]

Plays seeded rounds of `house` in every number of seats, and fewer of the other
levels against `house`, and prints the tables that ratings are measured by.
A variant, such as `poker-dice.bust`, has tables of its own, from the seeds of its game.
`--write` puts them into the folders of the games, as `house_skill.py`; where only some
numbers of seats, or some tables of a game, are asked for, the others stay as they are.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean, pvariance
from time import perf_counter
from typing import Any

from bench.ratings.played_rounds import all_reviewed
from bot.play.play_options import chosen_game, entries
from rules import registry
from rules.game import Game
from rules.house_skill import HouseSkill
from rules.review import Decision, SeatReview
from rules.skill import TOP, on_scale

HOUSE, PERFECT = "house", "perfect"

SEATS_PLAYED = {"points": 1_200, "share": 8_000}
"""How many seats of `house` are reviewed: of sheets, and of games decided by one hand.

With several sheets, and with more than four hands, half and a quarter as many: they are
slower to review.
"""

MANY_HANDS = 4
"""Up to how many hands all rounds are played."""

OTHER_LEVELS = 10
"""The other levels play so many times fewer seats: only a mark on the scale comes of them."""


def rounds_of(game: Game[Any], seats: int) -> int:
    """Return the number of rounds to play with this number of seats."""
    whole = SEATS_PLAYED[game.info.alone]
    if game.info.alone == "points":
        return whole if seats == 1 else whole // 2 // seats
    return whole // seats if seats <= MANY_HANDS else whole // 4 // seats


def losses(one: SeatReview) -> float:
    """Return the loss of a seat in a round."""
    return sum(decision.given_away for decision in one.decisions)


def house_reviews(game: Game[Any], options: Mapping[str, str], seats: int) -> Iterator[SeatReview]:
    """Yield the reviews of rounds in which `house` has every seat."""
    numbers = range(rounds_of(game, seats))
    seedings = [((HOUSE,) * seats, f"house {game.info.key} {seats} {one}") for one in numbers]
    for reviews in all_reviewed(game, seedings, options):
        yield from reviews


def mark(
    game: Game[Any], options: Mapping[str, str], seats: int, level: str, house: HouseSkill
) -> int:
    """Return the rating of a level, from rounds against `house` in every seat in turn."""
    if level == PERFECT:
        return TOP
    if level == HOUSE:
        return on_scale(1)
    seedings = []
    for number in range(rounds_of(game, seats) * seats // OTHER_LEVELS):
        levels = [HOUSE] * seats
        levels[number % seats] = level
        seedings.append((levels, f"{level} {game.info.key} {seats} {number}"))
    given = expected = 0.0
    for number, reviews in enumerate(all_reviewed(game, seedings, options)):
        one = reviews[number % seats]
        given += losses(one)
        expected += sum(each.expected_of(house) for each in one.decisions)
    return on_scale(given / expected)


MOST_DECISIONS = 3
"""The most decisions of a turn: two rerolls, and the row."""


def scales(decisions: Iterable[Decision]) -> dict[int, tuple[float, ...]]:
    """Return the losses divided by the difficulties, by kind of decision and rerolls before.

    Kinds at which nothing was lost are left out: the nearest one tells more.
    """
    lost: defaultdict[int, list[float]] = defaultdict(lambda: [0.0] * MOST_DECISIONS)
    difficult: defaultdict[int, list[float]] = defaultdict(lambda: [0.0] * MOST_DECISIONS)
    for each in decisions:
        lost[each.among][each.rerolls] += each.given_away
        difficult[each.among][each.rerolls] += each.difficulty
    seen = (among for among in sorted(difficult) if lost[among][0])
    return {among: _factors(lost[among], difficult[among]) for among in seen}


def _factors(lost: Sequence[float], difficult: Sequence[float]) -> tuple[float, ...]:
    """Return the quotients, without those at the end where nothing was lost."""
    last = max(number for number, given in enumerate(lost) if given)
    pairs = zip(lost[: last + 1], difficult[: last + 1], strict=True)
    return tuple(round(given / hard, 4) if hard else 0.0 for given, hard in pairs)


def after_slip(house: HouseSkill, decisions: Sequence[Decision]) -> float:
    """Return the losses after slips, divided by those expected without slips."""
    expected = sum(each.expected_of(house) for each in decisions)
    return round(sum(each.given_away for each in decisions) / expected, 4) if expected else 1.0


def measured(game: Game[Any], options: Mapping[str, str], seats: int) -> HouseSkill:
    """Return the losses of `house` with this number of seats, and the marks of all levels."""
    reviews = [*house_reviews(game, options, seats)]
    by_round = [losses(one) for one in reviews]
    decisions = [decision for one in reviews for decision in one.decisions]
    scale = scales(one for one in decisions if not one.slipped)
    house = HouseSkill(round(fmean(by_round), 6), round(pvariance(by_round), 6), scale, {})
    slipped = after_slip(house, [one for one in decisions if one.slipped])
    house = replace(house, after_slip=slipped)
    keys = (level.key for level in game.info.levels)
    levels = {key: mark(game, options, seats, key, house) for key in keys}
    return replace(house, levels=levels)


HEAD = '''\
"""The losses of the level `house`; `bench/ratings/house_skill.py` writes the module."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.house_skill import HouseSkill
'''


def entry(seats: int, house: HouseSkill) -> str:
    scale = "".join(
        f"                {among}: {factors},\n" for among, factors in house.scale.items()
    )
    levels = ", ".join(f'"{level}": {value}' for level, value in house.levels.items())
    slipped = f"            after_slip={house.after_slip},\n" if house.after_slip != 1 else ""
    return (
        f"        {seats}: HouseSkill(\n"
        f"            mean={house.mean},\n"
        f"            variance={house.variance},\n"
        f"            scale={{\n{scale}            }},\n"
        f"{slipped}"
        f"            levels={{{levels}}},\n"
        "        ),\n"
    )


def table(name: str, by_seats: Mapping[int, HouseSkill]) -> str:
    """Return the table of a game, or of one of its variants, such as `BUST_HOUSE_SKILL`."""
    _, _, variant = name.upper().partition(".")
    constant = f"{variant}_HOUSE_SKILL" if variant else "HOUSE_SKILL"
    return (
        f"\n{constant}: Mapping[int, HouseSkill] = MappingProxyType(\n"
        "    {\n" + "".join(entry(*each) for each in by_seats.items()) + "    }\n)\n"
    )


def source(tables: Mapping[str, Mapping[int, HouseSkill]]) -> str:
    """Return the module with the tables of a game and of its variants."""
    return HEAD + "".join(table(*each) for each in tables.items())


def shipped() -> dict[str, dict[int, HouseSkill]]:
    """Return the tables of all games and variants, as they are."""
    tables = {}
    for named in entries(registry.games().values()):
        game, options = chosen(named.key)
        known = {seats: game.house_skill(seats, options) for seats in game.info.seats}
        tables[named.key] = {seats: house for seats, house in known.items() if house is not None}
    return tables


def chosen(name: str) -> tuple[Game[Any], Mapping[str, str]]:
    """Return a game and its options, of a name such as "poker-dice.bust"."""
    key, options = chosen_game(name)
    return registry.game(key), options


def main() -> None:
    """Measure the games and variants asked for, all of them by default."""
    tables = shipped()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*tables])
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--seats", type=int, nargs="*")
    arguments = parser.parse_args()
    for key in arguments.games:
        game, options = chosen(key)
        for seats in arguments.seats or game.info.seats:
            start = perf_counter()
            tables[key][seats] = house = measured(game, options, seats)
            print(
                f"{key:<16}{seats} seats   {house.mean:9.5f} a round, deviation "
                f"{house.variance**0.5:9.5f}   {house.levels}   {perf_counter() - start:.0f} s",
                flush=True,
            )
        if arguments.write:
            module = sys.modules[type(game).__module__]
            folder = Path(str(module.__file__)).parent / "games" / game.info.key.replace("-", "_")
            own = {one.key: tables[one.key] for one in entries([game])}
            (folder / "house_skill.py").write_text(source(own), encoding="utf-8")


if __name__ == "__main__":
    main()
