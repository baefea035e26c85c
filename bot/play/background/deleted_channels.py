"""Rounds of deleted channels and threads, which rest or are closed without a result.

Deletions during an outage appear in Discord's answer to the next drawing (`bot.play.boards.board`).
"""

from __future__ import annotations

import discord

from bot.play.rounds import Rounds
from bot.storage.thread import StorageThread
from bot.table.store import rounds as round_store
from bot.ui.fault_log import FaultLog


class DeletedChannels:
    """Handles the rounds of deleted channels and threads."""

    def __init__(self, *, storage: StorageThread, rounds: Rounds, faults: FaultLog) -> None:
        self._storage, self._rounds, self._faults = storage, rounds, faults

    async def end_rounds(self, channel: int) -> None:
        """Let the rounds of a deleted channel rest or be closed; log what fails."""
        round_ids: tuple[int, ...] = ()
        with self._faults.caught("the rounds of a deleted channel go on"):
            round_ids = await self._storage.read_beside(round_store.unfinished_in, channel)
        for round_id in round_ids:
            with self._faults.caught("a round of a deleted channel goes on"):
                async with self._rounds.lock(round_id):
                    await self._rounds.lose_channel(round_id, discord.utils.utcnow())
