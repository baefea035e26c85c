"""The posts of standings in the channels that servers have chosen.

The process with the lease posts them at the hour of the server, in UTC. The beginning of a post is
stored before it is sent. If the process is killed in between, the next one sends the same message
again, and Discord, which recognises it by its nonce, posts it once.
"""

from __future__ import annotations

import logging
from datetime import date, timedelta

import discord

from bot.daily import attempt_pages, store
from bot.daily import standings as daily_standings
from bot.daily.calendar import begins, day_at
from bot.daily.controls import control
from bot.daily.judging import best_choices
from bot.daily.sets import SharedSet
from bot.storage.lease import Lease
from bot.storage.thread import StorageThread
from bot.table.server_settings import read
from bot.table.store import server_settings
from bot.thinking.process import AnalysisCrashed
from bot.thinking.questions import Analysis
from bot.ui import components, layout, mentions
from bot.ui.components import Drawing
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.emoji import EmojiSet
from bot.ui.mentions import DisplayNames
from bot.ui.requests import DISCORD_ERRORS, Requests, reason, unasked
from rules.errors import Refusal
from rules.screen import Block, Divider, Line
from rules.text import say

log = logging.getLogger(__name__)


class StandingsPosts:
    """Posts the standings of all servers while this process holds the `lease`."""

    def __init__(
        self,
        client: discord.Client,
        storage: StorageThread,
        analysis: Analysis,
        emoji: EmojiSet,
        lease: Lease,
        *,
        names: DisplayNames,
        requests: Requests,
        language: str | None,
    ) -> None:
        self._client, self._storage, self._analysis, self._emoji = client, storage, analysis, emoji
        self._names, self._requests = names, requests
        self._lease, self._language = lease, language

    async def post(self) -> None:
        """Post the standings of the last day on servers where they are due."""
        now = discord.utils.utcnow()
        stored = await self._storage.read(server_settings.of_guilds_with, "daily")
        for guild, values in stored.items():
            chosen = read(values)
            day = day_at(now) - timedelta(days=1)
            due = begins(day + timedelta(days=1)) + timedelta(hours=int(chosen.hour)) <= now
            if due and chosen.daily and store.may_post(values, day):
                if not self._lease.held:
                    return
                language = chosen.chosen_language or self._language or "en"
                await self._post(guild, chosen.daily[0], day, language)

    async def _post(self, guild: int, channel: int, of: date, language: str) -> None:
        day = await self._storage.read(store.load_set, of)
        if day is None or day.revealed is None:
            return
        found = await daily_standings.read(self._storage, guild, of)
        blocks = [*daily_standings.blocks(found, over=True), *await self._explained(day)]
        renderer = DiscordRenderer(language, self._emoji)
        title, label = attempt_pages.title(of, day.sheet), renderer.text(say("Explain this day"))
        shows_best = None not in (day.sheet, day.seed)
        buttons = [components.button(control(of, "story"), label)] if shows_best else []
        page = layout.page(title, blocks, renderer, buttons=buttons)
        if not await self._storage.write(store.begin_post, guild, of):
            return
        await self._send(guild, channel, of, page)
        await self._storage.write(store.end_post, guild)

    async def _send(self, guild: int, channel: int, of: date, page: Drawing) -> None:
        posted, unnamed = mentions.posted(page, self._names.on_server(guild))
        nonce = f"{of.toordinal():x}.{guild:x}"  # Discord takes 25 characters
        try:
            target = self._client.get_partial_messageable(channel, guild_id=guild)
            with unasked():
                message = await self._requests.make(target.send(nonce=nonce, **posted))
        except DISCORD_ERRORS as error:
            log.warning(
                "daily=%s could not be posted in channel=%d: %s", of, channel, reason(error)
            )
            return
        log.info("daily=%s posted in channel=%d", of, channel)
        if unnamed:
            try:
                with unasked():
                    await self._requests.make(message.edit(**mentions.edited(page)))
            except DISCORD_ERRORS as error:
                log.warning("daily=%s names of members could not be fetched: %s", of, reason(error))

    async def _explained(self, day: SharedSet) -> list[Block]:
        """Return the choices of perfect play, empty if they cannot be computed, or not now."""
        if None in (day.sheet, day.seed):
            return []
        try:
            choices = await self._analysis.ask(best_choices, day, day.sheet, later=True)
        except (AnalysisCrashed, Refusal) as error:
            log.warning("daily: the choices of perfect play could not be computed: %s", error)
            return []
        heading = say("What perfect play chose, without knowing the dice to come:")
        return [Divider(), Line(heading, "strong"), *map(Line, choices)]
