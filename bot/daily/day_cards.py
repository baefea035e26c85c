"""The cards of days on Discord: one in each channel, which members join by *Share here*.

The first member to share posts it, and so does the next one after an hour; the message before
shrinks to a line. Others are added by an edit. The process of shard 0 draws the cards that a killed
process or an error has left out of date.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from weakref import WeakValueDictionary

import discord

from bot.daily import day_card_page
from bot.daily.card_edit import edit_card
from bot.daily.day_card_page import DaysBefore
from bot.daily.private_round import DAY_OVER
from bot.daily.ranking import DAY, DayResult, places_of_day
from bot.daily.shared_dice import SharedDice
from bot.daily.store import day_cards as day_card_store
from bot.daily.store import shared_dice as store
from bot.daily.store.day_cards import DayCard
from bot.language.render import Place
from bot.play.boards.drawings import Drawings
from bot.play.servers import Servers, places_of
from bot.storage.thread import StorageThread
from bot.table.stored_round import StoredRound
from bot.ui import reach
from bot.ui.answer import Answer
from bot.ui.channels import Channels
from bot.ui.drawing.components import Drawing
from bot.ui.drawing.discord_renderer import DiscordRenderer
from bot.ui.localization import public_language
from bot.ui.requests import DISCORD_ERRORS, StillUnderWay
from bot.under_way import UnderWay
from rules.errors import Refusal
from rules.text import say

log = logging.getLogger(__name__)

AT_ONCE = 20
"""The maximum number of cards that a tick draws."""


class DayCards:
    """Answers *Share here*, and keeps the cards up to date."""

    def __init__(
        self,
        *,
        channels: Channels,
        storage: StorageThread,
        drawings: Drawings,
        servers: Servers,
        language: str | None,
        under_way: UnderWay,
    ) -> None:
        self._channels, self._storage, self._drawings = channels, storage, drawings
        self._servers, self._language, self._under_way = servers, language, under_way
        self._locks: WeakValueDictionary[tuple[int, str], asyncio.Lock] = WeakValueDictionary()

    async def share(self, answer: Answer, day: SharedDice, stored: StoredRound) -> None:
        """Add a finished round to the card of its day in this channel; post the card if it is due.

        Raises a refusal where the managers of the server have chosen another channel.
        """
        interaction = answer.interaction
        guild = reach.server(interaction)
        settings = await self._servers.settings(guild)
        if settings.card and not {*places_of(interaction)} & {*settings.card}:
            raise Refusal(
                say("The card of the day stands in {place}.", place=Place(settings.card[0]))
            )
        if guild is not None and stored.place.guild is None:
            await self._storage.write(store.place_on_server, stored.id, guild)
        language = public_language(
            interaction, settings.chosen_language, self._language, answer.language
        )
        new = DayCard(interaction.channel_id or 0, day.day, guild, language)
        if not await self._join(answer, new, stored):
            await self._join(answer, new, stored)

    async def _join(self, answer: Answer, new: DayCard, stored: StoredRound) -> bool:
        """Add a round to a card; return False if its message was lost, and is to be posted."""
        now = discord.utils.utcnow()
        card, joined, posts = await self._storage.write(
            day_card_store.add_round, new, stored.id, now
        )
        if posts:
            await self._post(answer, card)
            log.info("daily=%s game=%s its card is posted", card.day, stored.game)
            return True
        if card.message is not None and not await self._refresh(card) and joined:
            return False
        place = Place(card.channel, card.message, card.guild)
        await answer.send_private(say("You are on the card of the day: {place}", place=place))
        return True

    async def _post(self, answer: Answer, card: DayCard) -> None:
        try:
            message = await answer.post(await self._draw_card(card))
        except StillUnderWay as error:
            error.then(partial(self._place, card))
            raise
        except DISCORD_ERRORS:
            await self._storage.write(day_card_store.lose_message, card)
            raise
        await self._place(card, message)

    async def _place(self, card: DayCard, message: int) -> None:
        """Store the message of a card that is posted, however late; draw what has changed since."""
        await self._storage.write(day_card_store.place_message, card, message)
        self._under_way.begin(self._keep_card(card))

    # The messages --------------------------------------------------------------------

    async def keep_cards(self) -> None:
        """Draw the cards that are not up to date."""
        for card in await self._storage.read(day_card_store.undrawn_cards, AT_ONCE):
            await self._keep_card(card)

    async def _keep_card(self, card: DayCard) -> None:
        """Draw the message of a card, and shorten the one before."""
        await self._refresh(card)
        now = await self._storage.read(day_card_store.load_card, card.channel, card.day)
        if now is not None and now.former is not None and now.message is not None:
            page = day_card_page.moved_notice(self._renderer(now), now)
            if await self._edit(now, now.former, page) is not None:
                await self._storage.write(day_card_store.note_shortened, now)

    async def _refresh(self, card: DayCard) -> bool:
        """Bring the message of a card up to date; return False if it is lost.

        One edit at a time: those that wait find their change drawn already.
        """
        lock = self._locks.setdefault((card.channel, str(card.day)), asyncio.Lock())
        async with lock:
            now = await self._storage.read(day_card_store.load_card, card.channel, card.day)
            if now is None or now.message is None:
                return False
            if now.drawn >= now.version:
                return True
            status = await self._edit(now, now.message, await self._draw_card(now))
            if status in (403, 404):
                await self._storage.write(day_card_store.lose_message, now)
                return False
            if status is not None:
                await self._storage.write(day_card_store.note_drawn, now)
            return True

    async def _edit(self, card: DayCard, message: int, drawing: Drawing) -> int | None:
        place = Place(card.channel, message, card.guild)
        return await edit_card(self._channels, place, drawing, f"daily={card.day}")

    async def _draw_card(self, card: DayCard) -> Drawing:
        day = await self._storage.read(store.load_dice, card.day)
        if day is None:
            raise Refusal(DAY_OVER)
        entries = await self._storage.read(day_card_store.entries_on, card)
        streak = await self._storage.read_beside(
            day_card_store.channel_streak, card.channel, card.day
        )
        yesterday = list[DayResult]()
        if card.guild is not None:
            before, listed = card.day - DAY, store.StandingsFilter(card.guild)
            by_day = await self._storage.read_beside(store.results_of_days, before, before, listed)
            yesterday = by_day.get(before, [])
        days_before = DaysBefore(places_of_day(yesterday), streak)
        return day_card_page.day_card(self._renderer(card), day, entries, days_before)

    def _renderer(self, card: DayCard) -> DiscordRenderer:
        return self._drawings.renderer(card.language)
