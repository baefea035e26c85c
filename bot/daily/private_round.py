"""The private round of a member with shared dice, before it begins."""

from __future__ import annotations

from datetime import datetime

from bot.daily.shared_dice import SharedDice, key_text
from bot.table.players import Player, Players
from bot.table.stored_round import NO_CHANNEL, DiscordPlace, StoredRound
from rules.text import Command, say

DAY_OVER = say(
    "That daily challenge is over. {command} begins today’s.",
    command=Command("daily"),
)


def new_round(
    dice: SharedDice, game: str, member: int, guild: int | None, now: datetime
) -> StoredRound:
    """Return the private round of a member with shared dice, before it begins."""
    return StoredRound(
        place=DiscordPlace(channel=NO_CHANNEL, guild=guild),
        game=game,
        opener=member,
        players=Players((Player(user=member),)),
        opened=now,
        status="private",
        set_key=key_text(dice.key),
        seed=dice.seed,
    )
