"""Marks the seeds of rounds as used when these end.

`seed_blocks` has given them to the rounds. A seed is used up even if no die landed.
"""

from __future__ import annotations

from dataclasses import replace

from bot.storage.statement import AnyConnection
from bot.table import proof
from bot.table.store import rows, seed_blocks
from bot.table.stored_round import StoredRound, changed
from rules import levels


def conclude(connection: AnyConnection, stored: StoredRound) -> StoredRound:
    """Use up the seed of a round that has ended; return the round with the digest of its proof."""
    used = stored.commitment
    if used is None or used.proof is not None or stored.status == "resting":
        return stored
    if used.levels != levels.VERSION:
        used = replace(used, levels=0)
        stored = changed(stored, commitment=used)
    record = rows.record(connection, stored.id)
    block = seed_blocks.load(connection, used.block)
    digest = proof.digest(proof.file_of(stored, record, block))
    seed_blocks.end(connection, used, stored.status, digest)
    return changed(stored, commitment=replace(used, proof=digest))
