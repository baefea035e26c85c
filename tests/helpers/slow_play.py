"""Perfect play by plain enumeration in whole numbers; shares no code with rules.exact.

Every step counts ways: a reroll of n dice has 6^n outcomes, which are counted one by one and
stretched to 6^5 so that all keeps compare. A turn of two rerolls so multiplies what a final
roll is worth by 6^10, its first roll by another 6^5.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement, product
from operator import itemgetter
from typing import TypeAlias

from rules.dice import Roll
from slow_hands import ROLLS, slow_compare

Worth: TypeAlias = tuple[Fraction, Fraction, Fraction]
"""Three fractions: win, draw and lose, or the share of the win, win and draw."""

Who: TypeAlias = int | str
"""The seat that plays ("own"), the holders of the best hand ("holder"), or how many seats between."""

SIX = 6**5
KEEPS = [keep for n in range(6) for keep in combinations_with_replacement(range(1, 7), n)]
PLACES = {keep: place for place, keep in enumerate(KEEPS)}
REROLLED = [keep for keep in KEEPS if len(keep) < 5]
SELECTIONS = [chosen for n in range(6) for chosen in combinations(range(1, 6), n)]


@cache
def outcomes(keep: Roll) -> list[tuple[Roll, int]]:
    """List the rolls that follow from `keep` with their ways; all ways together are 6^5."""
    landings = product(range(1, 7), repeat=5 - len(keep))
    ways = Counter(tuple(sorted(keep + landed)) for landed in landings)
    return [(roll, count * 6 ** len(keep)) for roll, count in ways.items()]


Pick: TypeAlias = Callable[[Sequence[int]], tuple[int, ...]]
"""Picks some of the worths that are listed by roll or by keep."""


@cache
def next_die(keep: Roll) -> Pick:
    """Return what picks the worths of `keep` with each face added from those of all keeps."""
    return itemgetter(*(PLACES[tuple(sorted((*keep, face)))] for face in range(1, 7)))


def added_up(final: Sequence[int], ends: Sequence[int]) -> list[int]:
    """Return, by keep, the sum of `final` (by roll) over its `outcomes`; rolls are worth `ends`.

    The outcomes are added up die by die, which is much quicker than one by one.
    """
    sums = [0] * (len(KEEPS) - len(final)) + [*final]
    for place in reversed(range(len(KEEPS) - len(final))):
        sums[place] = sum(next_die(KEEPS[place])(sums))
    stretched = (worth * 6 ** len(keep) for keep, worth in zip(REROLLED, sums, strict=False))
    return [*stretched, *ends]


@cache
def keeps_in(roll: Roll) -> list[Roll]:
    """List the different keeps of a roll in the order in which perfect play prefers them."""
    found = {keep for n in range(6) for keep in combinations(sorted(roll), n)}
    return sorted(found, key=lambda keep: (-len(keep), keep))


@cache
def places_in(roll: Roll) -> list[int]:
    """Return the places of `keeps_in` a roll among all keeps."""
    return [PLACES[keep] for keep in keeps_in(roll)]


@cache
def worths_in(roll: Roll) -> Pick:
    """Return what picks the worths of `keeps_in` a roll from those of all keeps."""
    return itemgetter(*places_in(roll))


def left(roll: Roll, rerolled: Collection[int]) -> Roll:
    """Return the faces that stay when these positions are rerolled."""
    return tuple(sorted(roll[place - 1] for place in range(1, 6) if place not in rerolled))


class SlowTurn:
    """A turn with two rerolls whose final rolls are worth the whole numbers `final` (by roll).

    `expected[n]` (by keep) are worths with the n-th last reroll in the air, in units 6^5 to
    the n times finer.
    """

    def __init__(self, final: dict[Roll, int]) -> None:
        self.rolls = {0: final}
        self.expected: dict[int, dict[Roll, int]] = {}
        self.ends: dict[tuple[Roll, int], dict[Roll, int]] = {}
        worths = ends = [final[roll] for roll in ROLLS]
        for n in (1, 2):
            ends = [worth * SIX for worth in ends]  # the roll is kept
            keeps = added_up(worths, ends)
            worths = [max(pick(keeps)) for pick in map(worths_in, ROLLS)]
            self.expected[n] = dict(zip(KEEPS, keeps, strict=True))
            self.rolls[n] = dict(zip(ROLLS, worths, strict=True))

    @cached_property
    def policy(self) -> dict[int, dict[Roll, Roll]]:
        """The keep that each roll chooses, by the number of rerolls that are left."""
        return {
            n: {roll: max(keeps_in(roll), key=worths.__getitem__) for roll in ROLLS}
            for n, worths in self.expected.items()
        }

    @property
    def value(self) -> int:
        """What the turn is worth before its first roll, in units 6^5 to the third finer."""
        return sum(ways * self.rolls[2][roll] for roll, ways in outcomes(()))

    def finals(self, keep: Roll, rerolls: int) -> dict[Roll, int]:
        """Count the ways to each final roll when `keep` stays and the n-th last reroll is made."""
        if (keep, rerolls) not in self.ends:
            self.ends[keep, rerolls] = self._finals(keep, rerolls)
        return self.ends[keep, rerolls]

    def _finals(self, keep: Roll, rerolls: int) -> dict[Roll, int]:
        if len(keep) == 5:
            return {keep: SIX**rerolls}
        ways: dict[Roll, int] = defaultdict(int)
        for roll, count in outcomes(keep):
            if rerolls == 1:
                ways[roll] += count
            else:
                for end, more in self.finals(self.policy[rerolls - 1][roll], rerolls - 1).items():
                    ways[end] += count * more
        return ways


# Dice Poker: worths are the player's, in halves


@cache
def player_keeps(hand: Roll) -> dict[Roll, tuple[int, int]]:
    """Return wins and draws, of 6^5, of every keep against the dealer's hand."""
    result = {roll: slow_compare("dice-poker", roll, hand) for roll in ROLLS}
    return {
        keep: (
            sum(ways for roll, ways in outcomes(keep) if result[roll] > 0),
            sum(ways for roll, ways in outcomes(keep) if result[roll] == 0),
        )
        for keep in KEEPS
    }


@cache
def player_answer(roll: Roll, hand: Roll) -> tuple[int, int]:
    """Return the wins and draws of the best answer; of several, the one that rerolls least."""
    chances = player_keeps(hand)
    return max((chances[keep] for keep in keeps_in(roll)), key=lambda pair: 2 * pair[0] + pair[1])


def dealer_chances(keep: Roll, player: Roll) -> Worth:
    """Return the dealer's probabilities to win, draw and lose with `keep`."""
    lost = drawn = 0
    for hand, ways in outcomes(keep):
        wins, draws = player_answer(player, hand)
        lost, drawn = lost + ways * wins, drawn + ways * draws
    return Fraction(SIX**2 - lost - drawn, SIX**2), Fraction(drawn, SIX**2), Fraction(lost, SIX**2)


# Poker Dice: a standing is worth (share, win, draw) to each seat, as fractions


NOTHING = (Fraction(0), Fraction(0), Fraction(0))
"""The worths of a hand that is beaten."""


class SlowPokerDice:
    """Poker Dice under one rank order, with any number of seats."""

    def __init__(self, order: str) -> None:
        self.order = order
        self.compare = cache(lambda one, other: slow_compare(order, one, other))
        self.standing = cache(self._standing)

    def after(self, best: Roll | None, sharing: int, hand: Roll) -> tuple[Roll, int, str]:
        """Return best hand, number of seats that share it, and what the newcomer is."""
        result = 1 if best is None else self.compare(hand, best)
        if best is None or result > 0:
            return hand, 1, "ahead"
        return (best, sharing + 1, "level") if result == 0 else (best, sharing, "behind")

    def final(self, best: Roll | None, sharing: int, to_come: int, who: Who) -> dict[Roll, Worth]:
        """Return what each final roll of the seat now playing is worth to `who`.

        `who` is "own", "holder", or how many seats come between.
        """
        worth: dict[Roll, Worth] = {}
        for roll in ROLLS:
            hand, many, came = self.after(best, sharing, roll)
            holder, coming = self.standing(hand, many, to_come)
            if isinstance(who, int):
                worth[roll] = coming[who]
            else:
                beaten = came == ("behind" if who == "own" else "ahead")
                worth[roll] = NOTHING if beaten else holder
        return worth

    def turn(self, best: Roll | None, sharing: int, to_come: int) -> SlowTurn:
        """Solve the turn of the seat now playing; returns it with the unit it counts in."""
        shares = {r: w[0] for r, w in self.final(best, sharing, to_come, "own").items()}
        unit = 840 * 6 ** (15 * to_come)
        whole = {roll: share * unit for roll, share in shares.items()}
        assert all(share.denominator == 1 for share in whole.values())
        return SlowTurn({roll: int(share) for roll, share in whole.items()})

    def _standing(
        self, best: Roll | None, sharing: int, to_come: int
    ) -> tuple[Worth, tuple[Worth, ...]]:
        """Return (share, win, draw) of each holder, and of the seats to come in order."""
        if not to_come:
            return (Fraction(1, sharing), Fraction(sharing == 1), Fraction(sharing > 1)), ()
        ways = self.turn(best, sharing, to_come - 1)
        finals = ways.finals((), 3)

        def worth(who: Who) -> Worth:
            return average(finals, self.final(best, sharing, to_come - 1, who))

        return worth("holder"), (worth("own"), *(worth(who) for who in range(to_come - 1)))


def average(ways: Mapping[Roll, int], worth: Mapping[Roll, Worth]) -> Worth:
    """Return the mean of rows of three fractions, each roll weighed by its ways."""
    rows: dict[int, Worth] = {}
    counts: dict[int, int] = defaultdict(int)
    for roll, count in ways.items():
        row = worth[roll]
        rows[id(row)] = row  # few rows, each shared by many rolls; fractions are slow to hash
        counts[id(row)] += count
    total = sum(ways.values())
    share, win, draw = (
        sum((row[column] * counts[at] for at, row in rows.items()), Fraction(0)) / total
        for column in range(3)
    )
    return share, win, draw


# Sheets: worths are points still to come


class SlowSheet:
    """A sheet whose rows give `scores[row][roll]` points."""

    def __init__(self, scores: Sequence[Mapping[Roll, int]]) -> None:
        self.scores = scores
        self.rest = cache(self._rest)
        self.turn = cache(self._turn)

    def _turn(self, rows: frozenset[int]) -> SlowTurn:
        """Solve a turn with these open rows, counted in 6^-15 of a point per turn that follows."""
        unit = 6 ** (15 * (len(rows) - 1))
        rest = {row: int(self.rest(rows - {row}) * unit) for row in rows}
        return SlowTurn(
            {roll: max(self.scores[row][roll] * unit + rest[row] for row in rows) for roll in ROLLS}
        )

    def _rest(self, rows: frozenset[int]) -> Fraction:
        """Return the points to come with these open rows."""
        if not rows:
            return Fraction(0)
        return Fraction(self.turn(rows).value, 6 ** (15 * len(rows)))

    def keep_worth(self, rows: frozenset[int], keep: Roll, rerolls: int) -> Fraction:
        """Return the points to come when `keep` stays and the n-th last reroll is made."""
        unit = 6 ** (15 * (len(rows) - 1)) * SIX**rerolls
        return Fraction(self.turn(rows).expected[rerolls][keep], unit)

    def row_worth(self, rows: frozenset[int], row: int, roll: Roll) -> Fraction:
        """Return the points to come when `roll` is written into `row`."""
        return self.scores[row][tuple(sorted(roll))] + self.rest(rows - {row})
