"""The proofs of rounds that are stored."""

from __future__ import annotations

from typing import Any

from bot.table import proof
from bot.table.store import rounds, seed_blocks


def proof_of(storage: Any, round_id: int) -> bytes:
    """Return the proof of a round that has ended, made of what is stored."""
    stored = storage.read(rounds.load, round_id)
    record = storage.read(rounds.record, round_id)
    seed = stored.commitment
    assert seed is not None
    block = storage.read(seed_blocks.load, seed.block)
    file = proof.file_of(stored, record, block)
    assert proof.digest(file) == seed.proof
    return file
