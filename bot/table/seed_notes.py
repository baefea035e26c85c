"""The small print about the dice: their seed, a seed that is missing, and where the host sits."""

from __future__ import annotations

from collections.abc import Set

from bot.table.stored_round import StoredRound
from rules.screen import Seat
from rules.text import Command, Text, say

DIGITS = 16
"""How many digits of a digest stand on a board; `/fair` and the proof hold all of them."""


_WITHOUT = (
    say(
        "🎲 No proof for the dice of this round: it was opened before the bot had seeds, or a "
        "backup was restored."
    ),
)


def of_lobby(stored: StoredRound) -> tuple[Text, ...]:
    """Return the line that says, before anybody joins, that the dice are fixed."""
    if stored.commitment is None:
        return _WITHOUT
    return (
        say(
            "🎲 The dice are fixed already: {digest} · {command}",
            digest=stored.commitment.digest[:DIGITS],
            command=Command("fair"),
        ),
    )


def of_round(stored: StoredRound) -> tuple[Text, ...]:
    """Return a line below a round that has begun without a seed, none for any other."""
    return _WITHOUT if stored.commitment is None else ()


def of_hosts(stored: StoredRound, hosts: Set[int]) -> tuple[Text, ...]:
    """Return a line for each seat of a member who hosts the bot and so could know the seed."""
    return tuple(
        say("🔑 {seat} hosts this bot.", seat=Seat(index))
        for index, player in enumerate(stored.players)
        if player.user in hosts and player.accepted
    )


def of_end(stored: StoredRound) -> tuple[Text, ...]:
    """Return the line below a round that has ended: its seed, its proof, and the next seed."""
    seed = stored.commitment
    if seed is None and stored.play is not None:
        return _WITHOUT
    if seed is None or seed.proof is None or seed.announced is None:
        return ()
    return (
        say(
            "🎲 Dice {digest} · proof {proof} · next round {next}",
            digest=seed.digest[:DIGITS],
            proof=seed.proof[:DIGITS],
            next=seed.announced[:DIGITS],
        ),
    )
