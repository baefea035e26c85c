"""The private page with the actions of a server's moderators in thirty days.

It lists bars, closed rounds of others and changed settings. Each entry is a line of the host's log
as well.
"""

from __future__ import annotations

import logging
from datetime import datetime

import discord

from bot.admin.store import audit_log
from bot.admin.store.audit_log import AuditEntry, Do
from bot.language.render import Person, Place, Until
from bot.storage.errors import StorageFailed
from bot.storage.thread import StorageThread
from bot.table.server_settings import SETTINGS, Channels, ChoiceSetting, Several, SwitchSetting
from bot.table.stored_round import FORMER_ELSEWHERE, StoredRound
from bot.ui import components, layout
from bot.ui.components import Component, Drawing
from bot.ui.custom_ids import CustomId
from bot.ui.discord_renderer import DiscordRenderer
from rules.game import Named
from rules.screen import Line
from rules.text import Text, say, say_in, side_by_side

log = logging.getLogger(__name__)

PAGE = "log"
"""The control of the server's panel that shows the page; its moment is the number of the page."""

LINES, CHANNELS = 15, 3
"""The number of lines on a page, and the most channels in a line."""


class AuditLog:
    """Enters the actions of moderators, and draws the page.

    `durations` are the times for which a member can be barred, by name.
    """

    def __init__(self, storage: StorageThread, durations: tuple[Named, ...]) -> None:
        self._storage = storage
        self._durations = {one.key: one.name for one in durations}

    async def do(self, do: Do, guild: int, entry: AuditEntry) -> None:
        """Make a change and enter its author, in one transaction; log a line."""
        await self._storage.write(audit_log.do_and_enter, do, guild, entry)
        tell(guild, entry)

    async def enter_closed(self, stored: StoredRound, moderator: int) -> None:
        """Enter that a moderator closed a round of others; on failure only the log has it."""
        if stored.guild is None:
            return
        opener = stored.opener if stored.opener > 0 else None
        entry = AuditEntry(discord.utils.utcnow(), "close", moderator, opener, str(stored.id))
        tell(stored.guild, entry)
        try:
            await self._storage.write(audit_log.enter, stored.guild, entry)
        except StorageFailed as error:
            log.warning("round=%d who closed it was not stored: %s", stored.id, error)

    async def page(self, renderer: DiscordRenderer, guild: int, number: int) -> Drawing:
        """Return a page of the entries of a server, newest first."""
        since = discord.utils.utcnow() - audit_log.KEPT
        skipped = LINES * number
        found = await self._storage.read(audit_log.newest, guild, since, skipped, LINES + 1)
        heading = say("Who did what in the last {days} days", days=audit_log.KEPT.days)
        lines = [self._line(entry) for entry in found[:LINES]] or [say("Nothing yet.")]
        buttons = _turning(renderer, number, more=len(found) > LINES)
        panel = CustomId("setting", 0, 0, "all")
        buttons.append(components.button(panel, renderer.text(say("This server"))))
        return layout.page(heading, list(map(Line, lines)), renderer, buttons=buttons)

    def _line(self, entry: AuditEntry) -> Text:
        return say("{when}: {what}", when=Until(entry.at), what=self._deed(entry))

    def _deed(self, entry: AuditEntry) -> Text:
        moderator, member = _person(entry.moderator), _person(entry.member)
        match entry.deed:
            case "bar" if entry.detail in self._durations:
                return say(
                    "{moderator} barred {member}: {duration}",
                    moderator=moderator,
                    member=member,
                    duration=self._durations[entry.detail],
                )
            case "bar":
                return say("{moderator} barred {member}", moderator=moderator, member=member)
            case "lift":
                return say(
                    "{moderator} lifted the bar of {member}", moderator=moderator, member=member
                )
            case "close":
                return say(
                    "{moderator} closed a game that {member} opened",
                    moderator=moderator,
                    member=member,
                )
            case "set":
                setting, value = _setting(entry.detail)
                return say(
                    "{moderator} changed {setting}: {value}",
                    moderator=moderator,
                    setting=setting,
                    value=value,
                )


def entry_of_setting(at: datetime, moderator: int, key: str, value: str | None) -> AuditEntry:
    """Return the entry of a setting that was changed to a value in its stored form."""
    return AuditEntry(at, "set", moderator, detail=f"{key}={value or ''}")


def tell(guild: int, entry: AuditEntry) -> None:
    """Log an action, its author and the member concerned, by their ids."""
    log.info(
        "guild=%d deed=%s by=%s member=%s detail=%s",
        guild,
        entry.deed,
        entry.moderator,
        entry.member or "-",
        entry.detail or "-",
    )


def _person(user: int | None) -> Person:
    return Person(FORMER_ELSEWHERE if user is None else user)


def _setting(detail: str) -> tuple[Text, Text]:
    """Return the name of a setting and its value in words."""
    key, _, text = detail.partition("=")
    setting = SETTINGS.get(key)
    match setting:
        case None:  # a removed setting
            return say_in("setting", "{key}", key=key), say_in("setting", "{value}", value=text)
        case SwitchSetting():
            on = setting.parse(text)
            return setting.about, say_in("a switch", "on") if on else say_in("a switch", "off")
        case ChoiceSetting():
            chosen = setting.parse(text)
            return setting.about, next(one.name for one in setting.values() if one.key == chosen)
        case Several():
            names = [one.name for one in setting.values() if one.key in setting.parse(text)]
            return setting.about, side_by_side(names) if names else setting.none
        case Channels():
            places = [
                say_in("a place", "{place}", place=Place(channel))
                for channel in setting.parse(text)
            ]
            if not places:
                return setting.about, setting.none
            first, more = side_by_side(places[:CHANNELS]), len(places) - CHANNELS
            some = say("{channels} and {more} more", channels=first, more=more)
            return setting.about, some if more > 0 else first


def _turning(renderer: DiscordRenderer, number: int, *, more: bool) -> list[Component]:
    ways = [(say("Newer"), number - 1)] if number > 0 else []
    if more:
        ways.append((say("Older"), number + 1))
    return [
        components.button(CustomId("setting", 0, to, PAGE), renderer.text(label))
        for label, to in ways
    ]
