"""Threads: where one can be made for a round, and what to do about an archived one.

Discord archives a thread in which nobody writes for a while, and then refuses
most changes in it (error 50083). Whoever may write in it may open it again,
unless it is locked.
"""

from __future__ import annotations

from typing import Any

import discord

from bot.ui import reach

THREAD_TYPES = {
    discord.ChannelType.text: discord.ChannelType.public_thread,
    discord.ChannelType.news: discord.ChannelType.news_thread,
}
"""The type of a public thread, by the type of the channel that holds it."""

ARCHIVE_AFTER = 10080
"""Minutes without a message after which Discord archives a thread of ours: seven days."""

NAME_LENGTH = 100
"""The number of letters of a thread's name, at most."""

ARCHIVED, LOCKED = 50083, 160005
"""Discord's errors for a change in an archived thread, and in a locked one."""


def may_create(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the bot may make a thread in this channel, and play in it."""
    channel, allowed = interaction.channel, interaction.app_permissions
    return (
        channel is not None
        and not reach.answers_only(interaction)
        and channel.type in THREAD_TYPES
        and allowed.create_public_threads
        and allowed.send_messages_in_threads
    )


def is_thread(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the interaction comes from a thread."""
    return isinstance(interaction.channel, discord.Thread)


async def create(interaction: discord.Interaction[Any], name: str) -> int:
    """Make a public thread in the channel of an interaction; return its id.

    Raises an error of Discord where it cannot be made.
    """
    channel: Any = interaction.channel
    made = await interaction.client.http.start_thread_without_message(
        channel.id,
        name=name[:NAME_LENGTH],
        auto_archive_duration=ARCHIVE_AFTER,
        type=THREAD_TYPES[channel.type].value,
    )
    return int(made["id"])


def is_archived(error: Exception | None) -> bool:
    """Return whether Discord refused something because it is in an archived or locked thread."""
    return isinstance(error, discord.HTTPException) and error.code in (ARCHIVED, LOCKED)


async def unarchive(client: discord.Client, thread: int) -> None:
    """Open an archived thread again. Raises an error of Discord, such as for a locked one."""
    await client.http.edit_channel(thread, archived=False)
