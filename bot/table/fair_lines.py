"""The small print about the seed: what is committed on a lobby, and revealed below a result."""

from __future__ import annotations

from bot.table.stored_round import StoredRound
from rules.text import Command, Text, say

DIGITS = 16
"""How many digits of a digest stand on a board; `/fair` and the proof hold all of them."""


def of_lobby(stored: StoredRound) -> tuple[Text, ...]:
    """Return the line that says, before anybody joins, that the dice are fixed."""
    if stored.commitment is None:
        return ()
    return (
        say(
            "🎲 The dice are fixed already: {digest} · {command}",
            digest=stored.commitment.digest[:DIGITS],
            command=Command("fair"),
        ),
    )


def of_end(stored: StoredRound) -> tuple[Text, ...]:
    """Return the line below a round that has ended: its seed, its proof, and the next seed."""
    seed = stored.commitment
    if seed is None or seed.proof is None or seed.announced is None:
        return ()
    return (
        say(
            "🎲 Dice {digest} · proof {proof} · next round {next} · {command}",
            digest=seed.digest[:DIGITS],
            proof=seed.proof[:DIGITS],
            next=seed.announced[:DIGITS],
            command=Command("verify"),
        ),
    )
