"""What a host can do about the dice of a game, and what nobody can.

`python -m bench.analyses.grinding` tries each way to get a good first roll, or to win, 1,000 times
(another number may be given), with dice that follow from seeds as the bot's do. It prints how often
the goal is reached, and how many seeds, seals or commands are tried for it, each with its interval
of 95 in 100. bench/README.md tells what that means.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, TypeAlias, TypeVar

from bot.table.luck import SEED_BYTES, SeededLuck
from bot.table.seed import seal_of
from rules import registry
from rules.dice import Roll, reroll
from rules.engine import Round, act, begin, play_automatic
from rules.games.dice_poker.state import DEALER, PLAYER
from rules.hands import DICE_POKER, Hand
from rules.levels import HOUSE, PERFECT
from rules.screen import Action, Seat
from rules.turns import KEEP, REROLLS, positions_of, roll_label

TRIALS = 1_000
FIRST_ROLL = "turn/1/roll/1"
"""The label of the first roll of a sheet that somebody fills alone."""

MILLISECOND = 378_000_000_000
"""The millisecond of all commands: the bits of an id of Discord from the 23rd on."""

ID_BITS = 22
"""The bits of an id below its millisecond, which are a worker, a process and a counter."""

GUESSES, SEEDS_FOR_GUESSES = 1_000, 20
"""The ids of which a host knows that one will come, and the seeds that are tried for them."""

MOST = 5_000
"""How many seeds, seals or commands are tried before somebody gives up."""

CHANCE = 5
"""How many times as many trials pure chance has, with which all ways are compared."""

GAME = registry.games()["dice-poker"]

T = TypeVar("T")
Goal: TypeAlias = Callable[[SeededLuck], bool]
Tried: TypeAlias = Iterator[tuple[bool, int]]
"""For each trial whether the goal is reached, and how much was tried for it."""


# What somebody wants ------------------------------------------------------------------


def four_alike(luck: SeededLuck) -> bool:
    """Return whether the first roll of a sheet of Yams has at least four equal dice."""
    roll = luck.roll(FIRST_ROLL, 5)
    return max(map(roll.count, roll)) >= 4


def won(luck: SeededLuck) -> bool:
    """Return whether the player wins a game of Dice Poker, both playing as Medium does."""
    return _is_won(play_automatic(_begun(luck), {DEALER: HOUSE.key, PLAYER: HOUSE.key}, luck))


def won_with_foresight(luck: SeededLuck) -> bool:
    """Return whether the player can win against Medium, knowing what every reroll brings."""
    before = play_automatic(_begun(luck), {DEALER: HOUSE.key}, luck).state
    _, hand = best_reroll(before.player, PLAYER, luck)
    return hand > DICE_POKER.hand(before.dealer.hand)


def best_reroll(roll: Roll, seat: Seat, luck: SeededLuck) -> tuple[Action, Hand]:
    """Return the choice of a seat of Dice Poker that makes the best hand, with that hand."""
    faces = luck.roll(roll_label(seat, 1, 2), len(roll))  # fewer dice land as the first of them

    def hand(action: Action) -> Hand:
        positions = positions_of(action)
        return DICE_POKER.hand(reroll(roll, positions, faces[: len(positions)]))

    best = max((KEEP, *REROLLS), key=hand)
    return best, hand(best)


GOALS: dict[str, Goal] = {
    "first roll of Yams: four alike or better": four_alike,
    "Dice Poker: won by the player, both Medium": won,
    "Dice Poker: won by the player, who knows what every reroll brings": won_with_foresight,
}


def _begun(luck: SeededLuck) -> Round[Any]:
    return begin(GAME, 2, {}, luck)


def _is_won(played: Round[Any], seat: Seat = PLAYER) -> bool:
    return played.over is not None and played.over.outcome.shares[seat.index] == 1


# Ways to try for it -------------------------------------------------------------------


def by_chance(goal: Goal, random: Random) -> Tried:
    """Play with a seed that nobody looked at."""
    for luck in _lucks(random):
        yield goal(luck), 1


def before_the_command(goal: Goal, random: Random) -> Tried:
    """Draw next seeds until one suits an id that the command could have.

    The millisecond of this id is right. The result is the same whether a host restarts the bot,
    burns seeds in games of their own, or writes a seed into the database.
    """
    for guess, opened in zip(_ids(random), _ids(random), strict=False):
        seed, tries = _first(_suits(goal, guess), _seeds(random))
        yield goal(SeededLuck(seed, opened)), tries


def without_id(goal: Goal, random: Random) -> Tried:
    """Draw next seeds until one suits, where no id goes into the dice, as in a day."""
    while True:
        seed, tries = _first(_suits(goal, 0), _seeds(random))
        yield goal(SeededLuck(seed)), tries


def by_the_seal(goal: Goal, random: Random) -> Tried:
    """Open a game only when the seal begins as it did in the luckiest of earlier games."""
    digit = _luckiest_digit(goal, random)
    for opened in _ids(random):
        seed, seen = _first(lambda seed: seal_of(seed)[0] == digit, _seeds(random))
        yield goal(SeededLuck(seed, opened)), seen


def opening_until_it_suits(goal: Goal, random: Random) -> Tried:
    """Leave the commands of an accomplice unanswered until the id of one suits the seed.

    A changed bot that claims another id than Discord gave to one command tries as many ids.
    """
    for seed in _seeds(random):
        opened, tries = _first(_suits_seed(goal, seed), _ids(random))
        yield goal(SeededLuck(seed, opened)), tries


def after_the_command(goal: Goal, random: Random) -> Tried:
    """Draw seeds once the id of the command is known, where nobody has seen the seal."""
    for opened in _ids(random):
        seed, tries = _first(_suits(goal, opened), _seeds(random))
        yield goal(SeededLuck(seed, opened)), tries


WAYS: dict[str, Callable[[Goal, Random], Tried]] = {
    "pure chance": by_chance,
    "seeds drawn before the command": before_the_command,
    "the same, no id in the dice": without_id,
    "games chosen by their seal": by_the_seal,
    "commands until one suits": opening_until_it_suits,
    "seeds drawn after the command": after_the_command,
}


def _seeds(random: Random) -> Iterator[bytes]:
    while True:
        yield random.randbytes(SEED_BYTES)


def _ids(random: Random) -> Iterator[int]:
    """Return ids that Discord could give to commands of the same millisecond."""
    while True:
        yield MILLISECOND << ID_BITS | random.getrandbits(ID_BITS)


def _lucks(random: Random) -> Iterator[SeededLuck]:
    return map(SeededLuck, _seeds(random), _ids(random))


def _suits(goal: Goal, opened: int) -> Callable[[bytes], bool]:
    return lambda seed: goal(SeededLuck(seed, opened))


def _suits_seed(goal: Goal, seed: bytes) -> Callable[[int], bool]:
    return lambda opened: goal(SeededLuck(seed, opened))


def _first(suits: Callable[[T], bool], candidates: Iterable[T]) -> tuple[T, int]:
    """Return the first of endless candidates that suits, and how many were tried."""
    for tries, one in enumerate(candidates, 1):
        if suits(one) or tries == MOST:
            return one, tries
    raise AssertionError("there are always more candidates")


def _luckiest_digit(goal: Goal, random: Random) -> str:
    """Return the first digit of a seal with which the goal was reached most often."""
    lucky: Counter[str] = Counter()
    for seed, opened in islice(zip(_seeds(random), _ids(random), strict=False), TRIALS):
        lucky[seal_of(seed)[0]] += goal(SeededLuck(seed, opened))
    return lucky.most_common(1)[0][0]


def guessing(random: Random) -> float:
    """Return the chance of four alike for a host who knows that one of some ids will come."""
    ids = [*islice(_ids(random), GUESSES)]
    return max(
        fmean(four_alike(SeededLuck(seed, opened)) for opened in ids)
        for seed in islice(_seeds(random), SEEDS_FOR_GUESSES)
    )


# Who may choose whether to sit down ---------------------------------------------------


def lobby(luck: SeededLuck) -> tuple[bool, bool, bool]:
    """Return whether the dealer, a host, wins a game of Dice Poker that a member has opened.

    First a dealer who plays as Medium does, then one who knows all dice and takes the best hand
    that can be had; at last whether that hand is better than each that the member could get, so
    that such a host would sit down. The member plays perfectly, without knowing the dice.
    """
    before = _begun(luck)
    choice, hand = best_reroll(before.state.dealer, DEALER, luck)
    _, members = best_reroll(before.state.player, PLAYER, luck)
    medium = play_automatic(before, {DEALER: HOUSE.key, PLAYER: PERFECT.key}, luck)
    knowing = play_automatic(act(before, DEALER, choice, luck), {PLAYER: PERFECT.key}, luck)
    return _is_won(medium, DEALER), _is_won(knowing, DEALER), hand > members


# The figures --------------------------------------------------------------------------


def mean(values: Iterable[float], unit: float = 1) -> str:
    """Return the mean of some values and its interval of 95 in 100."""
    found = [value / unit for value in values]
    return f"{fmean(found):6.1f} ± {1.96 * stdev(found) / sqrt(len(found)):.1f}"


def percent(values: Iterable[float]) -> str:
    return f"{mean(values, 0.01)} %"


def main() -> None:
    parser = ArgumentParser(description="Try each way to choose dice.")
    parser.add_argument("trials", type=int, nargs="?", default=TRIALS, help="how often")
    trials: int = parser.parse_args().trials
    for title, goal in GOALS.items():
        print(f"{title}\n{'':<34}{'reached':<18}tried")
        for name, way in WAYS.items():
            times = trials * (CHANCE if way is by_chance else 1)
            tried = [*islice(way(goal, Random(f"{title} {name}")), times)]
            reached, tries = zip(*tried, strict=True)
            print(f"  {name:<32}{percent(reached):<18}{mean(tries)}")
        print()
    random = Random("guessing")
    chances = percent(guessing(random) for _ in range(max(2, trials // 100)))
    print(f"four alike, the id guessed to one of {GUESSES:,}: {chances}\n")
    random = Random("lobbies")
    lobbies = [lobby(luck) for luck in islice(_lucks(random), trials)]
    medium, knowing, sure = zip(*lobbies, strict=True)
    print("Dice Poker: won by a dealer who joins a member that plays perfectly")
    for name, values in {
        "always, as Medium": medium,
        "always, knowing all dice": knowing,
        "only where it is sure": [wins for _, wins, sits in lobbies if sits],
        "… in so many of the lobbies": sure,
    }.items():
        print(f"  {name:<32}{percent(values)}")


if __name__ == "__main__":
    main()
