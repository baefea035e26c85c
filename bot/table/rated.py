"""What counts of a round: the choices that count for accuracy, and its total."""

from __future__ import annotations

from bot.table.stored_round import StoredRound


def is_rated(stored: StoredRound) -> bool:
    """Return whether the total counts: each seat is one member's, and none had a hint."""
    return not (stored.everybody or any(player.hinted for player in stored.players))


def skill_ends(stored: StoredRound) -> tuple[int | None, ...]:
    """Return by seat the number of the first step that does not count for skill, None without.

    Choices count up to the first hint, and until the member leaves; those on a sheet for everybody
    do not count.
    """
    if stored.everybody:
        return (1,) * len(stored.players)
    return tuple(
        min((*player.hinted, *((player.left_at,) if player.left_at else ())), default=None)
        for player in stored.players
    )
