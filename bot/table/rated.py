"""What is rated: the rounds, and the decisions in them, that count for skill and for records."""

from __future__ import annotations

from bot.table.stored_round import NONE, StoredRound


def is_rated(stored: StoredRound) -> bool:
    """Return whether decisions of a round count for skill, and whether it can set records.

    They do if the round was opened without hints, so that no choice can be taken back either, and
    each seat is one member's.
    """
    return stored.hints == NONE and not stored.everybody


def skill_ends(stored: StoredRound) -> tuple[int | None, ...]:
    """Return by seat the number of the first step that does not count for skill, None without.

    Skill counts until the member leaves.
    """
    if not is_rated(stored):
        return (1,) * len(stored.players)
    return tuple(player.left_at or None for player in stored.players)
