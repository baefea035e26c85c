"""Loads rounds; one that cannot be read any more is closed."""

from __future__ import annotations

from dataclasses import replace

from bot.storage.errors import UnreadableRound, VersionConflict
from bot.storage.rounds import Rounds
from bot.table.stored_round import StoredRound


def load(rounds: Rounds, round_id: int) -> StoredRound:
    """Return the round as it stands; one that cannot be read is closed first."""
    while True:
        try:
            return rounds.load(round_id)
        except UnreadableRound as unreadable:
            closed = replace(unreadable.stored, status="closed", deadline=None, remind_at=None)
            if unreadable.stored.ended:
                return closed
            try:
                return rounds.save(closed)
            except VersionConflict:
                continue
