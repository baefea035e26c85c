"""The effect of rests, leaving friends and second accounts on ranks.

    python -m bench.ratings.ways_out [--rounds N] [game/seats …]

On rounds of `bench.ratings.proven` stand for each player the rating of all rounds, and what
it becomes

- where they let a tenth of the rounds rest for good, at the choices that are hardest: such a
  round was never accounted for, and counts as broken off now;
- where a friend opposite leaves at the choices that are hardest, in a tenth of the rounds or
  wherever it helps: the choice that was due counted for nothing, and counts with what the level
  `house` loses there now;
- for who never errs, where the others leave a tenth of the rounds at any choice of theirs, or at
  their hardest one.

Then what second accounts bring in the rating by results, beside the leader of twenty members.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from statistics import median
from typing import TypeAlias

from bench.ratings.played_rounds import add_tables, tables_of
from bench.ratings.proven import Choice, by_hardness, rounds_of, scale
from bot.statistics.results_rating import MU, SIGMA, Finish, Stand, rated, shown
from bot.statistics.standing import MOST_LEFT
from bot.statistics.store import meetings
from rules.skill import MISSING

TABLES = ("six-card/2", "dice-poker/2")
"""The games and their numbers of seats that are played unless others are named."""

ROUNDS = 6_000
"""How many rounds of each player are played."""

PLAYED = ("house", "easy", "softmax", "perfect half of the time", "one random choice in 60")
"""The players of `bench.ratings.proven` to measure."""

DAYS = (1, 2, 5, 10, 30, 60)
"""After how many days accounts are looked at."""

ACCOUNTS = (3, 4, 7)
"""The numbers of second accounts of a member."""

MEMBERS, EACH, DRAWN = 20, 50, 200
"""The numbers of members who play for the lead, of rounds each plays, and of repetitions."""

EDGE = 0.1
"""By how much the best and the worst of them win more, or less, than half of their rounds."""

Round: TypeAlias = tuple[Choice, ...]
Sums: TypeAlias = tuple[float, float]
"""The loss in a round, and the expected one."""


def whole(one: Round) -> Sums:
    """Return the sums of a round that is played to its end."""
    return sum(each.lost for each in one), sum(each.expected for each in one)


def rating_of(sums: Sequence[Sums]) -> float:
    return float(scale(sum(lost for lost, _ in sums) / sum(expected for _, expected in sums)))


Way: TypeAlias = Callable[[Round, int], Sums]
"""What a round counts for that ends before the choice of this number."""


def vanished(_: Round, __: int) -> Sums:
    """Return the sums of a round that rested for good, which did not count."""
    return 0.0, 0.0


def broken_off(one: Round, at: int) -> Sums:
    """Return the sums of a round that is left, or rests for more than a day."""
    lost, expected = whole(one[:at])
    missing = max(one[at].expected, 1 - expected)
    return lost + MISSING * missing, expected + missing


def left_before(one: Round, at: int) -> Sums:
    """Return the former sums of a round that the other player left."""
    return whole(one[:at])


def left_alone(one: Round, at: int) -> Sums:
    """Return its present sums, with the choice that was due."""
    lost, expected = whole(one[:at])
    due = one[at]
    return lost + max(due.by_house, due.expected), expected + due.expected


def ended(rounds: Sequence[Round], way: Way, most: float) -> float:
    """Return the rating where that part of the rounds at most ends this way.

    It ends before the choice at which that promises most, by how hard choices are known to be.
    """
    knows = by_hardness(rounds)
    played = [whole(one) for one in rounds]
    ratio = sum(lost for lost, _ in played) / sum(expected for _, expected in played)
    found = sorted((_best_end(one, way, knows, ratio) for one in rounds), key=lambda each: -each[0])
    left = int(most * len(rounds))
    ends = [end if gain > 0 else stays for gain, end, stays in found[:left]]
    return rating_of([*ends, *(stays for _, _, stays in found[left:])])


def _best_end(
    one: Round, way: Way, knows: Callable[[Choice], float], ratio: float
) -> tuple[float, Sums, Sums]:
    """Return what the best end promises, what then counts, and what counts without it."""
    best, stays = (0.0, (0.0, 0.0)), whole(one)
    lost = expected = 0.0
    for at, choice in enumerate(one):
        lost, expected = lost + knows(choice), expected + choice.expected
        end = way(one, at)
        gain = (lost - ratio * expected) - (end[0] - ratio * end[1])
        best = max(best, (gain, end))
        lost += choice.lost - knows(choice)
    return *best, stays


def honest(rounds: Sequence[Round], at: Callable[[Round], int]) -> float:
    """Return the rating of a flawless player, where a tenth of the rounds ends at these choices."""
    draw = Random("honest")
    sums = []
    for one in rounds:
        flawless = tuple(replace(each, lost=0.0) for each in one)
        leaves = draw.random() < MOST_LEFT
        sums.append(left_alone(flawless, at(flawless)) if leaves else whole(flawless))
    return rating_of(sums)


def hardest(one: Round) -> int:
    return max(range(len(one)), key=lambda at: one[at].expected)


def tell(key: str, seats: int, count: int) -> None:
    """Print a line for each player."""
    print(f"{key}, {seats} seats: {count:,} rounds of each player")
    print(
        f"  {'':<26}{'truth':>6}   {'rests, a tenth':>16}   {'left, a tenth':>16}   "
        f"{'left wherever':>16}"
    )
    kept: list[Round] = []
    for name in PLAYED:
        rounds = rounds_of(key, seats, name, count)
        kept = kept or rounds
        pairs = (
            (vanished, broken_off, MOST_LEFT),
            (left_before, left_alone, MOST_LEFT),
            (left_before, left_alone, 1.0),
        )
        told = [
            f"{ended(rounds, before, most):6.0f} → {ended(rounds, after, most):6.0f}"
            for before, after, most in pairs
        ]
        truth = rating_of([whole(one) for one in rounds])
        print(f"  {name:<26}{truth:6.0f}   " + "   ".join(f"{one:>16}" for one in told), flush=True)
    draw = Random("any")
    anywhere = honest(kept, lambda one: draw.randrange(len(one)))
    print(
        f"  never errs, a tenth left by others: {anywhere:.0f} at any choice, "
        f"{honest(kept, hardest):.0f} at the hardest one",
        flush=True,
    )


# Results ---------------------------------------------------------------------------


def finishes(*, left: bool) -> tuple[Finish, Finish]:
    """Return how a round of two ends that the first one wins."""
    return Finish(1.0, None, left=False), Finish(0.0, None, left=left)


def weight(before: Sequence[int], day: int) -> float:
    """Return how much a round on a day counts after meetings on these days, 0 for not at all."""
    if before.count(day) >= meetings.MOST_A_DAY:
        return 0.0
    lately = sum(day - meetings.LATELY < one <= day for one in before)
    return max(meetings.LEAST, min(1.0, meetings.IN_FULL / (lately + 1)))


def bought(accounts: int, days: int, *, less: bool) -> int:
    """Return the rating of somebody after days of rounds that each second account loses.

    The accounts meet nobody else. Meetings move `less` the more there were, or never.
    """
    own: Stand = (MU, SIGMA)
    others: list[Stand] = [own] * accounts
    met: list[list[int]] = [[] for _ in others]
    for day in range(days):
        for _ in range(meetings.MOST_A_DAY):
            for number, other in enumerate(others):
                part = weight(met[number], day) if less else 1.0
                met[number].append(day)
                won, lost = rated([own, other], finishes(left=False), part)
                own, others[number] = won or own, lost or other
    return shown(*own)


def leader() -> int:
    """Return the rating of the best of some honest members, the median of many draws."""
    best = []
    for number in range(DRAWN):
        draw = Random(f"leader {number}")
        stands: list[Stand] = [(MU, SIGMA)] * MEMBERS
        for _ in range(EACH):
            seated = draw.sample(range(MEMBERS), MEMBERS)
            for one, other in zip(seated[::2], seated[1::2], strict=True):
                edge = EDGE * (one - other) / (MEMBERS - 1)
                pair = (one, other) if draw.random() < 0.5 + edge else (other, one)
                after = rated([stands[each] for each in pair], finishes(left=False))
                for each, stand in zip(pair, after, strict=True):
                    stands[each] = stand or stands[each]
        best.append(max(shown(*stand) for stand in stands))
    return round(median(best))


def tell_results() -> None:
    print("second accounts that lose two rounds a day each, rating by results after days")
    print(f"  {'':<26}" + "".join(f"{days:>14}" for days in DAYS))
    for accounts in ACCOUNTS:
        told = [
            f"{bought(accounts, days, less=False)} → {bought(accounts, days, less=True)}"
            for days in DAYS
        ]
        print(f"  {accounts} accounts{'':<16}" + "".join(f"{one:>14}" for one in told), flush=True)
    stays = rated([(MU, SIGMA)] * 2, finishes(left=True))[0]
    print(f"  accounts that leave: {'nothing' if stays is None else shown(*stays)}")
    print(f"  the leader of {MEMBERS} honest members after {EACH} rounds each: {leader()}")


def main() -> None:
    """Print a part for each table, and one about results."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_tables(parser, TABLES, ROUNDS, ROUNDS)
    arguments = parser.parse_args()
    tell_results()
    for table in tables_of(arguments):
        tell(*table)


if __name__ == "__main__":
    main()
