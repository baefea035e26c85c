"""Attempts at sets on Discord: they begin, are drawn in private, judged, and proven.

An attempt is a private round, pressed as any round is. What its member sees of it, while it is
played and once it is over, is drawn here, for days and for sets with a card alike.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import discord

from bot.daily import attempt_pages, judging, set_pages, store
from bot.daily.attempt import DAY_OVER, new_round, plan_of_round
from bot.daily.calendar import Plan, begins
from bot.daily.controls import DETAILS, control
from bot.daily.judging import Judged
from bot.daily.ranking import DAY, Entry
from bot.daily.sets import Card, Key, SharedSet, Story, read_key
from bot.play.fair import proofs
from bot.storage.thread import StorageThread
from bot.table import proof
from bot.table.store import rounds, seed_blocks
from bot.table.stored_round import StoredRound
from bot.thinking.process import AnalysisCrashed
from bot.thinking.questions import Analysis
from bot.ui import components, layout, reach
from bot.ui.components import Component, Drawing
from bot.ui.response import Response
from rules.errors import Refusal
from rules.text import say

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

T = TypeVar("T")

log = logging.getLogger(__name__)

TOGETHER = 10
"""How many attempts are judged side by side that could not be judged at their end."""

_NOT_REPLAYED = say("This version of the bot cannot replay your attempt: its rules have changed.")

CLOSED = say("These dice are closed. Their table stands on the card.")


class Judges:
    """Asks the analysis process what attempts gave away, and what their dice allowed."""

    def __init__(self, storage: StorageThread, analysis: Analysis) -> None:
        self._storage, self._analysis = storage, analysis

    async def asked(
        self, question: Callable[..., T], *args: object, later: bool = False
    ) -> T | None:
        """Return an answer of the analysis process, None where there is none."""
        try:
            return await self._analysis.ask(question, *args, later=later)
        except (AnalysisCrashed, Refusal) as error:
            log.warning("daily: not computed yet: %s", error)
            return None

    async def judged(self, entry: Entry, *, later: bool = False) -> Judged | None:
        """Return what a finished attempt gave away, which is stored, None where nobody can tell."""
        record = await self._storage.read(rounds.record, entry.round)
        judged = await self.asked(judging.judge, entry.plan, record, later=later)
        if judged is not None and entry.given is None:
            await self._storage.write(store.judge, entry, judged.given_away)
        return judged

    async def judge_left(self) -> None:
        """Judge what could not be judged at its end, such as the sheet that a card offers.

        Each is tried once: one that cannot be judged keeps no other waiting.
        """
        after = 0
        while left := await self._storage.read(store.not_judged, TOGETHER, after):
            after = left[-1].round
            await asyncio.gather(*(self.judged(one, later=True) for one in left))
            for key in {entry.key for entry in left}:
                shared = await self._storage.read(store.load_set, key)
                if shared is not None:
                    await self.story(shared)

    async def story(self, shared: SharedSet) -> Story | None:
        """Return what perfect play made of the dice of a set, which is stored."""
        if shared.story is not None or shared.plan is None:
            return shared.story
        story = await self.asked(judging.tell_story, shared, shared.plan)
        if story is not None:
            await self._storage.write(store.tell, shared.key, story)
        return story


class Attempts:
    """Begins attempts, and draws them for their members."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._live, self._table, self._board = bot.live, bot.table, bot.board
        self._storage = bot.live.storage
        self._offered = bot.settings.daily == "on"
        self.judges = Judges(bot.live.storage, bot.analysis)
        bot.private_screens.of_sets = self

    async def begin(
        self, shared: SharedSet, plan: Plan, member: int, guild: int | None
    ) -> StoredRound:
        """Return the attempt of a member at a set, which begins unless there is one."""
        now = discord.utils.utcnow()
        new = new_round(shared, plan, member, guild, now)
        begun = await self._live.compute(self._table.begin_private, new, now)
        entry = await self._storage.write(store.begin, begun)
        log.info("set=%s game=%s round=%d begun", shared.key, entry.game, entry.round)
        return await self._live.load(entry.round)

    async def of(self, key: Key, member: int) -> StoredRound | None:
        """Return the attempt of a member at a set: a private round, or the sheet on offer."""
        entry = await self._storage.read(store.load_entry, key, member)
        return None if entry is None else await self._live.load(entry.round)

    async def judged(self, key: Key, member: int) -> Judged | None:
        """Return what a member gave away in their finished attempt at a set, if they have one."""
        entry = await self._storage.read(store.load_entry, key, member)
        return None if entry is None else await self.judges.judged(entry)

    # Drawing -----------------------------------------------------------------------

    async def draw(
        self,
        response: Response,
        stored: StoredRound,
        *,
        anew: bool = False,
    ) -> Drawing:
        """Return what its member sees of a private round; its day may have been drawn `anew`."""
        key = read_key(stored.set_key or "")
        shared = await self._storage.read(store.load_set, key)
        if shared is None or stored.status not in ("private", "over"):
            told = DAY_OVER if shared is None or shared.card is None else CLOSED
            return layout.message([told], response.renderer)
        card = shared.card
        if stored.status == "private":
            ends = begins(shared.day + DAY) if card is None else card.until
            over = card is None and discord.utils.utcnow() >= ends
            message = response.interaction.message
            seat = plan_of_round(stored).seat
            selected = self._board.selections.of(stored, seat, message)
            numbered = response.user in self._board.numbering
            return attempt_pages.playing(
                response, stored, selected, ends, over=over, anew=anew, numbered=numbered
            )
        judged, _ = await asyncio.gather(self.judged(key, stored.opener), self.judges.story(shared))
        if card is not None:
            return self._end_of_card(response, shared, card, stored, judged)
        before = await self.day_before(response, shared)
        standings = self._offered and reach.server(response.interaction) is not None
        return attempt_pages.finished(response, stored, judged, before, standings=standings)

    @staticmethod
    def check(response: Response, stored: StoredRound) -> Component:
        """Return the button that checks the dice of a private round."""
        key = read_key(stored.set_key or "")
        return attempt_pages.fair_button(key, plan_of_round(stored), response.renderer)

    @staticmethod
    def _end_of_card(
        response: Response,
        shared: SharedSet,
        card: Card,
        stored: StoredRound,
        judged: Judged | None,
    ) -> Drawing:
        owns = card.owner == response.user
        return set_pages.finished(response.renderer, shared, card, stored, judged, owns=owns)

    async def day_before(self, response: Response, day: SharedSet) -> list[Component]:
        """Return the button that tells the best choices of the day before, once they are known."""
        before = await self._storage.read(store.load_set, day.day - DAY)
        if before is None or before.revealed is None:
            return []
        label = response.renderer.text(say("Yesterday’s best choices"))
        return [components.button(control(before.day, "story"), label)]

    # Fair --------------------------------------------------------------------------

    async def check_set(
        self, response: Response, shared: SharedSet, *, details: bool = False
    ) -> None:
        """Check the own attempt as any round is, once the set is revealed; tell when, before.

        Or show the `details`: how its seed was committed to.
        """
        entry = await self._storage.read(store.load_entry, shared.key, response.user)
        if shared.revealed is not None and entry is not None:
            stored = await self._live.load(entry.round)
            if stored.play is None:
                raise Refusal(_NOT_REPLAYED)
            file = await self._proof(shared, stored)
            if details:
                await proofs.show_details_of(response, stored, file)
            else:
                more = control(shared.key, DETAILS)
                await proofs.show(response, self._live, stored, file, more)
            return
        of_a_day, storage = shared.card is None, self._storage
        if details:
            tomorrow = await storage.read(store.load_set, shared.day + DAY) if of_a_day else None
            page = attempt_pages.fair_details(response.renderer, shared, tomorrow)
            await response.show_private(page)
            return
        anew = of_a_day and await storage.read(store.was_drawn_anew, shared.day)
        button = proofs.details_button(control(shared.key, DETAILS), response.renderer)
        told = attempt_pages.to_be_checked(shared, anew=anew)
        await response.send_private(*told, buttons=[button])

    async def _proof(self, shared: SharedSet, stored: StoredRound) -> bytes:
        """Return the proof of an attempt: of a private round, or of the sheet on offer."""
        record = await self._storage.read(rounds.record, stored.id)
        sheet = None if shared.card is None else shared.card.round
        seed = None if sheet is None else (await self._live.load(sheet)).commitment
        block = None
        if seed is not None:
            block = await self._storage.read(seed_blocks.load, seed.block)
            if stored.set_key is None:
                return proof.file_of(stored, record, block)
        levels = await self._storage.read(store.levels_of, stored.id)
        source = None if seed is None or block is None else proof.source_of(seed, block)
        return proof.file_of_set(stored, record, levels, source)
