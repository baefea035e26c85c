"""The reach of the bot: where it may write, edit messages and open threads.

Members can install the bot for themselves and use its commands on servers without the bot, in group
messages and in direct messages with others. There it is not a member and can only answer
interactions. The token of an answer allows edits for fifteen minutes; no other message can be
written there, so the tokens of answers that show boards are kept, in memory only.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, TypeVar

import discord

from bot.language.render import Person
from bot.memory import Memory
from bot.table.stored_round import StoredRound
from bot.ui.interaction import THREADS
from bot.ui.invite import invite
from bot.ui.requests import DISCORD_ERRORS
from rules.errors import Refusal
from rules.text import Text, say

T = TypeVar("T")

Edit = Callable[..., Awaitable[Any]]
"""A function that edits a message; it takes the arguments of discord.py's `edit_message`."""


class OutOfReach(Exception):
    """Raised for a message that the bot cannot edit until a button on it is pressed."""


class AnswersInPrivate(Refusal):
    """Raised if only the member would see the board of a round."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "On this server, apps that you have installed for yourself can answer only in "
                "private, so a board cannot be shown here. Play in a direct message, or ask "
                "for the permission “Use External Apps”."
            )
        )


class OnlyCommands(Refusal):
    """Raised for a feature that needs the bot on a server that has only its commands."""

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        super().__init__(add_the_bot(interaction))


def add_the_bot(interaction: discord.Interaction[Any]) -> Text:
    """Return a sentence that the server has only the commands, with the link that adds the bot."""
    return say(
        "Only the commands were added to this server, without the bot itself. Add the bot: {link}",
        link=invite(interaction.application_id),
    )


def only_commands(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the server of an interaction has only the commands of the bot.

    *Add App* adds only those if the application's settings lack the scope `bot`. A server of the
    bot that is temporarily unavailable is known all the same once the bot is ready.
    """
    return (
        interaction.guild_id is not None
        and interaction.is_guild_integration()
        and answers_only(interaction)
        and interaction.client.is_ready()
    )


def check_added(interaction: discord.Interaction[Any]) -> None:
    """Raise OnlyCommands if the server has only the commands of the bot."""
    if only_commands(interaction):
        raise OnlyCommands(interaction)


def answers_only(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the bot is not a member of the place of an interaction."""
    if interaction.guild_id is None:
        return bool(interaction.context.private_channel)
    return interaction.client.get_guild(interaction.guild_id) is None


def server(interaction: discord.Interaction[Any]) -> int | None:
    """Return the server of an interaction, None if the bot is not a member of one."""
    return None if answers_only(interaction) else interaction.guild_id


def manages_server(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the member manages the server of an interaction.

    The server must have the bot, or at least its commands; elsewhere the bot is only a member's
    guest.
    """
    added = server(interaction) is not None or only_commands(interaction)
    return added and interaction.permissions.manage_guild


def may_manage(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the member may manage messages in this channel of a server."""
    return interaction.guild_id is not None and interaction.permissions.manage_messages


def has_channel(interaction: discord.Interaction[Any], channel: int) -> bool:
    """Return whether the server of an interaction has a channel, also where that is not known."""
    guild = interaction.client.get_guild(interaction.guild_id or 0)
    return guild is None or guild.unavailable or guild.get_channel(channel) is not None


def may_attach(interaction: discord.Interaction[Any]) -> bool:
    """Return whether a public answer may have files."""
    return interaction.guild_id is None or interaction.app_permissions.attach_files


def check(interaction: discord.Interaction[Any]) -> None:
    """Raise AnswersInPrivate if only the member would see the bot's answers."""
    external = interaction.guild_id is not None and not interaction.is_guild_integration()
    if external and answers_only(interaction) and not interaction.permissions.use_external_apps:
        raise AnswersInPrivate


def check_comes(interaction: discord.Interaction[Any], user: int) -> None:
    """Raise a refusal if a chosen user would never see a game in the channel of an interaction.

    The interaction brings the members whom it names, with their permissions in the channel: in a
    thread those in the channel that holds it. A private thread is joined by the one who is pinged
    there. Where the bot is a guest, nothing is known of members.
    """
    data: Any = interaction.data or {}
    resolved = data.get("resolved") or {}
    if answers_only(interaction) or str(user) not in resolved.get("users", {}):
        return
    if interaction.guild_id is None:
        return
    member = resolved.get("members", {}).get(str(user))
    if member is None:
        raise Refusal(
            say(
                "{member} is not a member of this server, so they cannot play here.",
                member=Person(user),
            )
        )
    permissions = member.get("permissions")
    if permissions is not None and not discord.Permissions(int(permissions)).view_channel:
        raise Refusal(
            say(
                "{member} cannot see this channel. Challenge them in one that you both see.",
                member=Person(user),
            )
        )


def within(stored: StoredRound, interaction: discord.Interaction[Any], *, private: bool) -> bool:
    """Return whether a round's controls may be pressed here, on a `private` message or not.

    Controls may be pressed in the round's own channel. Once the round is over, the reader of
    a private message who played in it may look back at it anywhere on its server. Rounds of
    direct messages, and of places where the bot was a guest, can be looked back at wherever the
    bot is not on the server. A round that rests without a channel, and a private one, belongs
    to its member wherever they read it.
    """
    place, guild = stored.place, interaction.guild_id
    if (place.guild, place.channel) == (guild, interaction.channel_id):
        return True
    reader = interaction.user.id if private else None
    if stored.set_key is not None:
        return reader == stored.opener
    if place.channel_deleted and stored.status == "resting":
        return reader in stored.players.people
    back = stored.status == "over" and reader is not None and stored.took_part(reader)
    of_none = place.guild is None or place.out_of_reach
    return back and (place.guild == guild or (server(interaction) is None and of_none))


def seeds_of(interaction: discord.Interaction[Any]) -> int:
    """Return the channel whose seeds rounds here use: this one, or the parent of a thread."""
    channel, here = interaction.channel, interaction.channel_id or 0
    if channel is None or channel.type not in THREADS:
        return here
    parent: int | None = getattr(channel, "parent_id", None)
    return parent or here


def placed(stored: StoredRound, interaction: discord.Interaction[Any]) -> StoredRound:
    """Return a round with its `out_of_reach` set for the place of an interaction."""
    out_of_reach = answers_only(interaction)
    if stored.place.out_of_reach == out_of_reach:
        return stored
    return replace(stored, place=replace(stored.place, out_of_reach=out_of_reach))


@dataclass(frozen=True, slots=True)
class _Token:
    interaction: discord.Interaction[Any]
    clicked: bool

    def edit(self, message: int) -> Edit:
        """Return the function that edits the message; a clicked one is the original response."""
        if self.clicked:
            return self.interaction.edit_original_response
        return partial(self.interaction.followup.edit_message, message)


class BoardTokens:
    """The newest answer for each board out of reach, whose token edits it."""

    def __init__(self) -> None:
        self._tokens: Memory[int, _Token] = Memory()

    def keep(self, interaction: discord.Interaction[Any], shown: dict[int, bool]) -> None:
        """Keep the answer for the public messages that it has shown, each clicked or not."""
        if shown and answers_only(interaction):
            for message, clicked in shown.items():
                self._tokens[message] = _Token(interaction, clicked)

    def editing(self, message: int) -> Edit:
        """Return the function that edits a message. Raises OutOfReach after the token expires."""
        answer = self._tokens.get(message)
        if answer is None or answer.interaction.is_expired():
            raise OutOfReach
        return answer.edit(message)


THREAD_TYPES = {
    discord.ChannelType.text: discord.ChannelType.public_thread,
    discord.ChannelType.news: discord.ChannelType.news_thread,
}
"""The type of a public thread, by the type of the channel that holds it."""

ARCHIVE_AFTER: Literal[10080] = 10080
"""Minutes without a message after which Discord archives a thread of the bot: seven days."""

NAME_LENGTH = 100
"""The most letters of a thread's name."""

ARCHIVED, LOCKED = 50083, 160005
"""Discord's error codes for a change in an archived thread, and in a locked one."""


def may_create(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the bot may make a thread in this channel, and play in it."""
    channel, allowed = interaction.channel, interaction.app_permissions
    return (
        channel is not None
        and not answers_only(interaction)
        and channel.type in THREAD_TYPES
        and allowed.create_public_threads
        and allowed.send_messages_in_threads
    )


def is_thread(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the interaction comes from a thread."""
    channel = interaction.channel
    return channel is not None and channel.type in THREADS


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
    """Return whether Discord refused a request because its thread is archived or locked."""
    return isinstance(error, discord.HTTPException) and error.code in (ARCHIVED, LOCKED)


UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
"""Discord's error codes for a channel or thread, and for a message, that was deleted."""


def is_deleted(error: Exception | None) -> bool:
    """Return whether Discord refused a request because its channel was deleted."""
    return isinstance(error, discord.HTTPException) and error.code == UNKNOWN_CHANNEL


def is_message_deleted(error: Exception | None) -> bool:
    """Return whether Discord refused a request because its message was deleted."""
    return isinstance(error, discord.HTTPException) and error.code == UNKNOWN_MESSAGE


async def unarchive(client: discord.Client, thread: int) -> None:
    """Open an archived thread again. Raises an error of Discord, such as for a locked one."""
    await client.http.edit_channel(thread, archived=False)


async def in_open_thread(
    client: discord.Client, channel: int, request: Callable[[], Awaitable[T]]
) -> T:
    """Make a request for a message in a channel; return its result. Raises an error of Discord.

    An archived thread is opened again, once, and the request is made again. Discord archives a
    thread some days after the last message in it: an edit prolongs nothing
    (https://discord.com/developers/docs/topics/threads#active-archived-threads).
    """
    try:
        return await request()
    except discord.HTTPException as error:
        if not is_archived(error):
            raise
    with suppress(*DISCORD_ERRORS):  # where that fails, so does the next request
        await unarchive(client, channel)
    return await request()
