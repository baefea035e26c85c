"""Permissions that the bot lacks, reported once to a member who can grant them.

Rounds go on without any of them, because presses are answered without permissions. The reported
permissions are stored for each channel, and forgotten once they are granted.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

import discord

from bot.memory import Memory
from bot.storage.errors import StorageFailed
from bot.storage.thread import StorageThread
from bot.ui import reach, store
from bot.ui.answer import Answer
from bot.ui.requests import DISCORD_ERRORS, reason
from rules.text import Command, Text, say

log = logging.getLogger(__name__)


THE_BOT = "bot"
"""The bot itself in place of a permission, on a server that has only its commands."""


@dataclass(frozen=True, slots=True)
class Need:
    """A permission, by its name in discord.py, and the effect of its absence.

    It may be `THE_BOT` as a whole, or all that `TIMED_OUT` takes.
    """

    permission: str
    text: Text

    def given(self, permissions: discord.Permissions) -> bool:
        """Return whether it is among these permissions."""
        given: bool = getattr(permissions, self.permission)
        return given


TIMED_OUT = Need(
    "timeout",
    say(
        "⚠️ The bot may do nothing here but read: most likely a moderator has timed it out. Until "
        "the timeout ends, boards are not redrawn when a turn ends by the clock, and nobody is "
        "reminded; presses are answered as always."
    ),
)
_LEFT_IN_A_TIMEOUT = discord.Permissions(view_channel=True, read_message_history=True)
"""All permissions that Discord leaves to a member who is timed out."""

SEE = Need(
    "view_channel",
    say(
        "**View Channel**: without it, boards are not redrawn when a turn ends by the clock, and "
        "nobody is reminded."
    ),
)
SEND = Need(
    "send_messages",
    say("**Send Messages**: without it, nobody is reminded of their turn."),
)
SEND_IN_THREADS = Need(
    "send_messages_in_threads",
    say("**Send Messages in Threads**: without it, no game can be opened in a thread."),
)
MAKE_THREADS = Need(
    "create_public_threads",
    say("**Create Public Threads**: without it, no game can be opened in a thread."),
)

ATTACH = Need(
    "attach_files",
    say("**Attach Files**: without it, pictures are left out."),
)

ALL = discord.Permissions(
    **{need.permission: True for need in (SEE, SEND, SEND_IN_THREADS, MAKE_THREADS, ATTACH)}
)
"""All permissions that the bot needs anywhere."""

_AGAIN = say(
    "*This server* in {command} shows this again, as long as it lasts.",
    command=Command("settings"),
)


class Missing:
    """The permissions that are missing in each channel, and those that were reported.

    `complete` holds the permissions of channels in which nothing was missing or reported: while
    they are the same, there is nothing to report.
    """

    def __init__(self, storage: StorageThread) -> None:
        self._storage = storage
        self.complete: Memory[int, discord.Permissions] = Memory()
        self._reported: dict[int, frozenset[str]] = {}

    async def load(self) -> None:
        """Load the permissions that were reported before."""
        reported = await self._storage.read(store.reported_missing)
        self._reported = {channel: frozenset(text.split(",")) for channel, text in reported.items()}

    async def report(self, answer: Answer) -> None:
        """Report missing permissions to a member who manages the server, if any are new."""
        interaction = answer.interaction
        channel, needs = interaction.channel_id or 0, lacking(answer)
        reported = self._reported.get(channel, frozenset())
        if not needs and not reported:
            self.complete[channel] = interaction.app_permissions
            return
        try:
            if interaction.permissions.manage_guild:
                if {need.permission for need in needs} - reported:
                    await answer.send_private(*texts(needs), _AGAIN)
                await self.mark_reported(answer)
            else:
                await self._keep(answer, reported & {need.permission for need in needs})
        except (StorageFailed, *DISCORD_ERRORS) as error:
            log.info("channel=%d what is missing was not reported: %s", channel, reason(error))

    async def mark_reported(self, answer: Answer) -> list[Text]:
        """Return the lines about missing permissions, which count as reported from now on."""
        needs = lacking(answer)
        await self._keep(answer, frozenset(need.permission for need in needs))
        return texts(needs)

    async def _keep(self, answer: Answer, reported: frozenset[str]) -> None:
        guild, channel = answer.interaction.guild_id or 0, answer.interaction.channel_id or 0
        if reported == self._reported.get(channel, frozenset()):
            return
        if reported:
            self._reported[channel] = reported
            log.info("channel=%d reported that %s is missing", channel, ", ".join(sorted(reported)))
        else:
            del self._reported[channel]
        text = ",".join(sorted(reported)) or None
        await self._storage.write(store.set_reported_missing, guild, channel, text)


def lacking(answer: Answer) -> list[Need]:
    """Return the unmet needs of the bot in the channel of an interaction.

    There are none where the bot is not a member of the server, nor on the demo's page; on a server
    that has only its commands, the bot itself is needed.
    """
    interaction = answer.interaction
    if not answer.renderer.commands.in_discord:
        return []
    channel, given = interaction.channel, interaction.app_permissions
    if reach.only_commands(interaction):
        return [Need(THE_BOT, reach.add_the_bot(interaction))]
    if given == _LEFT_IN_A_TIMEOUT and reach.server(interaction) is not None:
        return [TIMED_OUT]
    if given >= ALL or reach.server(interaction) is None or channel is None:
        return []
    needs = [SEE]
    if reach.is_thread(interaction):
        needs.append(SEND_IN_THREADS)
    else:
        needs.append(SEND)
        if channel.type in reach.THREAD_TYPES:
            needs += [SEND_IN_THREADS, MAKE_THREADS]
    needs.append(ATTACH)
    return [need for need in needs if not need.given(given)]


def texts(needs: list[Need]) -> list[Text]:
    """Return the lines about missing permissions, none if nothing is missing."""
    if not needs or needs[0].permission in (THE_BOT, TIMED_OUT.permission):
        return [need.text for need in needs]
    return [
        say("⚠️ The bot lacks permissions in this channel. Games go on without them, but:"),
        *(need.text for need in needs),
    ]
