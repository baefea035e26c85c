"""Changes a stored round on the calling thread; the bot (`bot.play.rounds`) does it aside."""

from __future__ import annotations

from bot.storage.database import Storage
from bot.table.store import rounds
from bot.table.stored_round import StoredRound
from bot.table.use_cases import Change


def change_now(storage: Storage, round_id: int, change: Change) -> StoredRound:
    """Load a round, change it and save it; return it as it was saved."""
    before = storage.read(rounds.load, round_id)
    after = change(before)
    return before if after is before else storage.write(rounds.save, after)
