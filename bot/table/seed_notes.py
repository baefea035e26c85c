"""The small print about the dice: a missing seed, words that do not count, where the host sits.

Commitments and proofs stand behind *Fair dice?* and `/fair` alone (`bot.table.fair_page`,
`bot.play.fair.proofs`).
"""

from __future__ import annotations

from collections.abc import Set

from bot.table.stored_round import StoredRound
from rules.screen import Seat
from rules.text import Command, Text, say

WITHOUT_SEED = say(
    "🎲 No proof for the dice of this round: a backup was restored since it was opened."
)
"""The line of a round whose dice have no proof."""


def of_words(stored: StoredRound) -> tuple[Text, ...]:
    """Return a line for each seat of a member who has a word that does not count in the round."""
    return tuple(
        say(
            "🎲 The word of {seat} does not count here: they set it before the seeds of this "
            "channel were fixed. They can set it anew: {command}",
            seat=Seat(index),
            command=Command("fair"),
        )
        for index, player in enumerate(stored.players)
        if player.early_word
    )


def of_hosts(stored: StoredRound, hosts: Set[int]) -> tuple[Text, ...]:
    """Return a line for each seat of a member who hosts the bot and so could know the seed."""
    return tuple(
        say("🔑 {seat} hosts this bot.", seat=Seat(index))
        for index, player in enumerate(stored.players)
        if player.user in hosts and player.accepted
    )
