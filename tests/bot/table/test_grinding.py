"""What whoever hosts the bot could change about a game, and whether other dice come of it.

`bench.analyses.grinding` tells how far the changes bring somebody who looks for a hand.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from bot.table.players import Players
from bot.table.round_luck import luck_of
from bot.table.seed import Seed
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import OpenRequest, Table

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SEED = Seed(5, bytes(range(32)), NOW, opened=77)
ROLL = "seat/1/turn/1/roll/1"


def opened(seed):
    return Table(None, TimeLimits()).open(OpenRequest("nine", 11, 5, guild=7), NOW, seed)


def rolls(rounds):
    """Return the different first rolls of rounds."""
    return {luck_of(one).roll(ROLL, 5) for one in rounds}


def test_numbers_of_games_and_places_are_worth_nothing():
    stored = opened(SEED)
    changed = [replace(stored, id=number) for number in range(50)]
    changed += [
        replace(stored, place=replace(stored.place, channel=number, guild=number, message=7))
        for number in range(50)
    ]
    changed += [replace(stored, seed=replace(SEED, channel=number)) for number in range(50)]
    assert rolls(changed) == rolls([stored])


def test_another_member_or_time_is_worth_nothing():
    stored = opened(SEED)
    (player,) = stored.players
    changed = [
        replace(stored, players=Players((replace(player, user=number),))) for number in range(1, 50)
    ]
    changed += [opened(replace(SEED, drawn=NOW.replace(second=number))) for number in range(50)]
    assert rolls(changed) == rolls([stored])


def test_another_seed_makes_other_dice():
    assert len(rolls(opened(replace(SEED, secret=bytes([n] * 32))) for n in range(50))) > 45


def test_another_command_makes_other_dice():
    """So a seed that suits cannot be chosen before Discord has given the id."""
    assert len(rolls(opened(replace(SEED, opened=number)) for number in range(50))) > 45
