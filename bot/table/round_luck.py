"""The luck of a stored round: from its seed and its players' part, so that it can be proven."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.table.luck import SecureLuck, SeededLuck, part_of, players_lines
from bot.table.stored_round import StoredRound
from rules.engine import Luck


def luck_of(stored: StoredRound) -> Luck:
    """Return the luck of a round; one without a seed has that of the operating system."""
    if stored.commitment is None:
        return SecureLuck()
    return SeededLuck(stored.commitment.seed, part_of(lines_of(stored)))


def lines_of(stored: StoredRound) -> tuple[str, ...]:
    """Return the lines of the players' part; they stay the same once the round has begun."""
    return players_lines(
        stored.id, stored.game, stored.options, seats_of(stored), stored.interactions
    )


def seats_of(stored: StoredRound) -> tuple[str, ...]:
    """Return "member" or the level of the computer for each seat."""
    return tuple(player.level or "member" for player in stored.players)


def admitted(
    change: Callable[[StoredRound], StoredRound], interaction: int
) -> Callable[[StoredRound], StoredRound]:
    """Return `change`, noting the interaction that asked for it until the round has begun."""

    def noting(before: StoredRound) -> StoredRound:
        if before.status != "waiting":
            return change(before)
        noted = replace(before, interactions=(*before.interactions, interaction))
        after = change(noted)
        return before if after is noted else after

    return noting
