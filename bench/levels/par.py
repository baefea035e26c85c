"""Par: what `medium` loses on average, by game, number of seats and turn, the measure of accuracy.

    python -m bench.levels.par [--write] [--seats N …] [GAME …]

Games of hands are computed exactly (`bench.levels.hands`). Sheets are played from seeds, `medium`
in every seat, until the standard error of a game's number is 2 %. `--write` puts the numbers into
the folders of the games, as `par.py`; those that are not asked for stay as they are. A variant has
a name such as `poker-dice.bust`.

Then other seeded games, judged as a review judges them, show the accuracy of `medium` by these
numbers: in whole games, and left after each turn. All tables take hours; `--seats` renews some.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import count, islice, pairwise
from pathlib import Path
from statistics import fmean, stdev
from time import perf_counter
from typing import Any, Final, NamedTuple, TypeAlias

from bench.levels import hands
from bench.seeded import Seeded
from bot.play.opening.play_options import chosen_game, entries
from bot.thinking.shipped_tables import ShippedTables
from rules import registry
from rules.accuracy import PERFECT, STEEPNESS, turns_played
from rules.engine import Acted, begin, history, play_automatic
from rules.exact.table_store import use_tables
from rules.game import Game
from rules.levels import HOUSE
from rules.losses import MadeChoice, loss
from rules.par import Par
from rules.screen import Seat

EXACT: Final[Mapping[str, Callable[[int, Mapping[str, str]], hands.Losses]]] = {
    "dice-poker": hands.dice_poker,
    "poker-dice": hands.poker_dice,
    "six-card": hands.six_card,
}
"""The games whose numbers are computed."""

LARGEST_ERROR = 0.02
"""The standard error of the number of a whole game, as a part of it."""

AT_LEAST, AT_ONCE = 100, 50
"""How many games of sheets are played before their error is looked at, and how many more then."""

CHECKED = {"points": 300, "share": 2_000}
"""How many seats play to show the accuracy of each table: of sheets, and of hands."""

DIGITS = 4
"""The digits that are written of a number."""

Losses: TypeAlias = list[list[float]]
"""What each seat of a game lost, turn by turn."""


class Measured(NamedTuple):
    """The numbers of a table, and the standard error of those of a whole game as a part of them."""

    par: Par
    error: float
    games: int


class Table(NamedTuple):
    """A game or one of its variants, by its name, with one number of seats."""

    name: str
    seats: int

    @property
    def game(self) -> Game[Any]:
        return registry.game(chosen_game(self.name)[0])

    @property
    def options(self) -> dict[str, str]:
        return chosen_game(self.name)[1]


def played(job: tuple[Table, str]) -> Losses:
    """Return the losses of `house` in every seat of a seeded game."""
    table, seed = job
    game, options = table.game, table.options
    luck, places = Seeded(seed), [Seat(place) for place in range(table.seats)]
    begun = begin(game, table.seats, options, luck)
    over = play_automatic(begun, dict.fromkeys(places, HOUSE.key), luck)
    rounds = history(game, table.seats, options, over.steps)
    lost = {}
    for before, after in pairwise(rounds):
        step = after.steps[-1]
        if isinstance(step, Acted):
            choice = MadeChoice(step.number, before.state, step.seat, step.action)
            lost[step.number] = loss(game, choice)
    return [
        [sum(lost[number] for number in turn) for turn in turns_played(rounds, seat)]
        for seat in places
    ]


def losses(table: Table, seeds: Iterable[str], pool: Executor) -> Iterator[Losses]:
    """Return the losses in a game from each seed, played on all cores."""
    return pool.map(played, [(table, seed) for seed in seeds])


def measured(table: Table, pool: Executor) -> Measured:
    """Return the numbers of a table, of a sheet with their error."""
    exact = EXACT.get(table.game.info.key)
    if exact is not None:
        by_seat = exact(table.seats, table.options)
        return Measured(Par(tuple((rounded(one),) for one in by_seat)), 0.0, 0)
    seeds = (f"par {table.name} {table.seats} {number}" for number in count())
    found = [*losses(table, islice(seeds, AT_LEAST), pool)]
    while (error := error_of(found)) > LARGEST_ERROR:
        found += losses(table, islice(seeds, AT_ONCE), pool)
    every_seat = [seat for lost in found for seat in lost]
    by_turn = tuple(rounded(fmean(turn)) for turn in zip(*every_seat, strict=True))
    return Measured(Par((by_turn,)), error, len(found))


def error_of(games: Sequence[Losses]) -> float:
    """Return the standard error of the loss of a seat, as a part of it.

    The seats of a game depend on each other; games do not.
    """
    means = [fmean(map(sum, lost)) for lost in games]
    return float(stdev(means) / len(means) ** 0.5 / fmean(means))


def rounded(number: float) -> float:
    return float(f"{number:.{DIGITS}g}")


class Shares(NamedTuple):
    """The losses in the games of one table, as parts of par: of whole games, and up to each turn.

    Each is the mean of the seats of a game.
    """

    whole: list[float]
    after: list[list[float]]


def checked(table: Table, par: Par, pool: Executor) -> Shares:
    """Return the losses of `house` in other games, as parts of these numbers."""
    number = CHECKED[table.game.info.alone] // table.seats
    seeds = (f"par, checked: {table.name} {table.seats} {one}" for one in range(number))
    found = [*losses(table, seeds, pool)]

    def first(turns: int) -> list[float]:
        return [
            fmean(sum(of[:turns]) / par.turns(Seat(seat), turns) for seat, of in enumerate(lost))
            for lost in found
        ]

    turns = len(par.by_turn[0])
    return Shares(first(turns), [first(turn) for turn in range(1, turns)])


def together(tables: Sequence[Sequence[float]]) -> str:
    """Return the accuracy of losses in several tables, each weighing the same, and its error.

    It is the error of these games, for 95 of 100; that of the numbers is printed with them.
    """
    share = fmean(map(fmean, tables))
    error = sum(stdev(one) ** 2 / len(one) for one in tables) ** 0.5 / len(tables)
    found = PERFECT / (1 + share / STEEPNESS)
    steep = found**2 / PERFECT / STEEPNESS
    return f"{found:6.2f} ± {1.96 * steep * error:.2f}"


def tables_of(names: Sequence[str], seats: Sequence[int] | None) -> Iterator[Table]:
    for name in names:
        of_game = Table(name, 0).game.info.seats
        yield from (Table(name, one) for one in of_game if seats is None or one in seats)


HEAD = '''\
"""What the level `house` loses on average; `bench/levels/par.py` writes the module."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.par import Par
'''

IN_A_LINE = 7
"""How many numbers of a sheet stand in a line."""


def source(tables: Mapping[str, Mapping[int, Par]]) -> str:
    """Return the module with the tables of a game and of its variants."""
    return HEAD + "".join(written(*each) for each in tables.items())


def written(name: str, by_seats: Mapping[int, Par]) -> str:
    """Return the table of a game, or of one of its variants, such as `BUST_PAR`."""
    _, _, variant = name.upper().partition(".")
    constant = f"{variant}_PAR" if variant else "PAR"
    pars = "".join(
        f"        {seats}: Par(\n            (\n{numbers(par)}            )\n        ),\n"
        for seats, par in by_seats.items()
    )
    return f"\n{constant}: Mapping[int, Par] = MappingProxyType(\n    {{\n{pars}    }}\n)\n"


def numbers(par: Par) -> str:
    """Return the numbers of each seat, those of a long sheet in several lines."""
    lines: list[str] = []
    for turns in par.by_turn:
        if len(turns) <= IN_A_LINE:
            lines.append(f"{turns},")
        else:
            parts = (turns[at : at + IN_A_LINE] for at in range(0, len(turns), IN_A_LINE))
            lines += ["(", *(f"    *{part}," for part in parts), "),"]
    return "".join(f"{' ' * 16}{line}\n" for line in lines)


def shipped() -> dict[str, dict[int, Par]]:
    """Return the tables of all games and variants, as they are."""
    tables: dict[str, dict[int, Par]] = {}
    for named in entries(registry.games().values()):
        one = Table(named.key, 0)
        known = {seats: one.game.par(seats, one.options) for seats in one.game.info.seats}
        tables[named.key] = {seats: par for seats, par in known.items() if par is not None}
    return tables


def write(games: Iterable[Game[Any]], tables: Mapping[str, Mapping[int, Par]]) -> None:
    """Write the tables of these games into their folders."""
    for game in games:
        module = sys.modules[type(game).__module__]
        folder = Path(str(module.__file__)).parent / "games" / game.info.key.replace("-", "_")
        own = {one.key: dict(sorted(tables[one.key].items())) for one in entries([game])}
        (folder / "par.py").write_text(source(own), encoding="utf-8")


def named(table: Table) -> str:
    return f"{table.name:<16}{table.seats} seats"


def measure(tables: Sequence[Table], pool: Executor) -> Iterator[tuple[Table, Par]]:
    """Yield the numbers of each table, and print those of a whole game with their error."""
    for table in tables:
        start = perf_counter()
        found = measured(table, pool)
        how = f"{found.games} games, error {found.error:.2%}" if found.games else "exact"
        whole = " ".join(f"{sum(turns):.4f}" for turns in found.par.by_turn)
        seconds = perf_counter() - start
        print(f"{named(table)}  {how:<25}{whole}   {seconds:.0f} s", flush=True)
        yield table, found.par


def show(pars: Mapping[Table, Par], pool: Executor) -> None:
    """Print the accuracy of `medium` by these numbers, of each table and of all together."""
    print("\naccuracy of medium, each with its error for 95 of 100")
    found: list[Shares] = []
    for table, par in pars.items():
        found.append(checked(table, par, pool))
        how_many = f"{len(found[-1].whole)} games"
        print(f"{named(table)}  {how_many:<25}{together([found[-1].whole])}", flush=True)
    print(f"\nall games, whole         {together([one.whole for one in found])}")
    for turn in range(max(len(one.after) for one in found)):
        left = [one.after[turn] for one in found if turn < len(one.after)]
        print(f"left after turn {turn + 1:<9}{together(left)}")


def main() -> None:
    """Measure the tables asked for, all of them by default, and show what accuracy they give."""
    known = shipped()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*known])
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--seats", type=int, nargs="*")
    asked = parser.parse_args()
    tables = [*tables_of(asked.games, asked.seats)]
    use_tables(ShippedTables())
    with ProcessPoolExecutor(initializer=use_tables, initargs=(ShippedTables(),)) as pool:
        pars = dict(measure(tables, pool))
        if asked.write:
            for table, par in pars.items():
                known[table.name][table.seats] = par
            write({table.game.info.key: table.game for table in tables}.values(), known)
        show(pars, pool)


if __name__ == "__main__":
    main()
