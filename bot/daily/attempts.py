"""Attempts at sets on Discord: their beginning, drawing, judgement and proof.

An attempt is a private round with the controls of any round. Its pages, during play and at the end,
are drawn here for days and for sets with a card.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import discord

from bot.daily import attempt_pages, judging, set_pages, store
from bot.daily.attempt import DAY_OVER, new_round
from bot.daily.attempt_pages import DayStanding
from bot.daily.calendar import begins
from bot.daily.controls import control
from bot.daily.judging import MEMBER, Judged
from bot.daily.ranking import DAY, Entry, streak
from bot.daily.sets import Card, Key, SharedSet, day_of, read_key
from bot.play.fair import proofs
from bot.storage.thread import StorageThread
from bot.table import proof
from bot.table.store import rounds, seed_blocks
from bot.table.store.errors import MovesGone, RoundGone
from bot.table.stored_round import StoredRound, changed
from bot.thinking.process import AnalysisCrashed
from bot.thinking.questions import Analysis
from bot.ui import components, layout, reach
from bot.ui.components import Component, Drawing
from bot.ui.response import Response
from rules.errors import Refusal
from rules.game import Game
from rules.text import Text, say

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

T = TypeVar("T")

log = logging.getLogger(__name__)

TOGETHER = 10
"""The number of attempts, not judged at their end, that are judged at a time."""

CLOSED = say("The card of these dice has closed. It shows the leaderboard.")


class Judges:
    """The judgement of attempts and perfect play of sets, by the analysis process."""

    def __init__(self, storage: StorageThread, analysis: Analysis) -> None:
        self._storage, self._analysis = storage, analysis

    async def asked(
        self, question: Callable[..., T], *args: object, later: bool = False
    ) -> T | None:
        """Return an answer of the analysis process, None without one."""
        try:
            return await self._analysis.ask(question, *args, later=later)
        except (AnalysisCrashed, Refusal) as error:
            log.warning("daily: the analysis process has no answer yet: %s", error)
            return None

    async def judged(self, entry: Entry, *, later: bool = False) -> Judged | None:
        """Return and store the judgement of a finished attempt, None if it cannot be computed."""
        try:
            record = await self._storage.read(rounds.record, entry.round)
        except MovesGone:  # of an old day
            return None
        judged = await self.asked(judging.judge, entry.sheet, record, later=later)
        if judged is not None and entry.given is None:
            await self._storage.write(store.judge, entry, judged.given_away)
        return judged

    async def judge_left(self) -> None:
        """Judge the attempts that have not been judged yet, such as the sheet of a card.

        Each is tried once, so one that cannot be judged does not delay others.
        """
        after = 0
        while left := await self._storage.read(store.not_judged, TOGETHER, after):
            after = left[-1].round
            await asyncio.gather(*(self.judged(one, later=True) for one in left))

    async def perfect(self, shared: SharedSet) -> int | None:
        """Return and store the points of perfect play with the dice of a set.

        None if it cannot be computed.
        """
        if shared.perfect is not None or shared.sheet is None:
            return shared.perfect
        result = await self.asked(judging.perfect_result, shared, shared.sheet, later=True)
        if result is not None:
            await self._storage.write(store.tell, shared.key, result)
        return result


class Attempts:
    """Begins attempts, and draws them for their members."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._live, self._table, self._board = bot.live, bot.table, bot.board
        self._storage = bot.live.storage
        self._offered = bot.settings.daily == "on"
        self.judges = Judges(bot.live.storage, bot.analysis)
        bot.private_screens.of_sets = self

    async def begin(
        self, shared: SharedSet, game: Game[Any], member: int, guild: int | None
    ) -> StoredRound:
        """Return the attempt of a member at a set; without one it begins."""
        now = discord.utils.utcnow()
        new = new_round(shared, game.info.key, member, guild, now)
        entry = await self._storage.write(store.begin, self._table.begin_private(new, now))
        log.info("set=%s game=%s round=%d begun", shared.key, entry.game, entry.round)
        stored = await self._live.load(entry.round)
        return changed(
            stored, rolled=stored.moment == 0
        )  # an attempt begun a moment ago, in any process

    async def of(self, key: Key, member: int) -> StoredRound | None:
        """Return the attempt of a member at a set: a private round, or the sheet on offer."""
        entry = await self._storage.read(store.load_entry, key, member)
        return None if entry is None else await self._live.load(entry.round)

    async def judged(self, key: Key, member: int, *, later: bool = False) -> Judged | None:
        """Return the judgement of a member's finished attempt at a set, if there is one."""
        entry = await self._storage.read(store.load_entry, key, member)
        return None if entry is None else await self.judges.judged(entry, later=later)

    # Drawing -----------------------------------------------------------------------

    async def draw(
        self,
        response: Response,
        stored: StoredRound,
        *,
        anew: bool = False,
    ) -> Drawing:
        """Return the page of a private round for its member; its day may be drawn `anew`."""
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
            selected = self._board.selections.of(stored, MEMBER, message)
            numbered = response.user in self._board.numbering
            return attempt_pages.playing(
                response,
                stored,
                selected,
                ends,
                over=over,
                anew=anew,
                numbered=numbered,
                rolls=self._board.rolls(stored),
            )
        shown = response.private
        if shown:  # judging takes a moment
            await response.redraw(await self._end(response, shared, stored, None))
        judged = await self.judged(key, stored.opener, later=shown)
        return await self._end(response, shared, stored, judged)

    async def _end(
        self, response: Response, shared: SharedSet, stored: StoredRound, judged: Judged | None
    ) -> Drawing:
        """Return the end of an attempt, `judged` or not yet."""
        if shared.card is not None:
            rival = await self._rival(shared, shared.card, stored.opener)
            renderer = response.renderer
            return set_pages.finished(renderer, shared, shared.card, stored, judged, rival)
        rank, players, days = 0, 0, await self.in_a_row(stored)
        if judged is not None and stored.guild is not None:
            listed = store.Listed(stored.guild, stored.opener)
            asked = (shared.day, listed, judged.given_away)
            rank, players = await self._storage.read_beside(store.place_of, *asked)
        standing = DayStanding(days, rank, players)
        before = await self.day_before(response, shared)
        standings = self._offered and reach.server(response.interaction) is not None
        return attempt_pages.finished(
            response,
            stored,
            judged,
            standing,
            before,
            standings=standings,
        )

    async def in_a_row(self, stored: StoredRound) -> int:
        """Return the number of days in a row that a member has finished, up to an attempt's day."""
        member, day = stored.opener, day_of(read_key(stored.set_key or ""))
        asked = ([member], day, stored.guild)
        found = await self._storage.read_beside(store.finished_days, *asked)
        return streak(found[member], day)

    async def _rival(self, shared: SharedSet, card: Card, member: int) -> Entry | None:
        """Return the entry to compare with: of the owner of the dice, or the best of others."""
        if card.round is not None and card.owner is not None:
            return await self._storage.read(store.load_entry, shared.key, card.owner)
        best = await self._storage.read_beside(store.by_points, shared.key, 1, member)
        return next(iter(best), None)

    async def day_before(self, response: Response, day: SharedSet) -> list[Component]:
        """Return the button with the best choices of the day before, once they are known."""
        before = await self._storage.read(store.load_set, day.day - DAY)
        if before is None or before.revealed is None or before.sheet is None:
            return []
        label = response.renderer.text(say("Yesterday’s best choices"))
        return [components.button(control(before.day, "story"), label)]

    # Fair --------------------------------------------------------------------------

    async def prove(self, response: Response, stored: StoredRound) -> None:
        """Check an attempt once its set is revealed; before that, say when."""
        shared = await self._set_of(stored)
        if shared.revealed is not None:
            file = await self._proof(shared, stored)
            await proofs.show(response, self._live, stored, file)
            return
        anew = shared.card is None and await self._storage.read(store.was_drawn_anew, shared.day)
        button = proofs.details_button(stored.id, response.renderer)
        told = attempt_pages.to_be_checked(shared, anew=anew)
        await response.send_private(*told, buttons=[button])

    async def details(self, stored: StoredRound) -> tuple[Text, ...]:
        """Return the commitment to the seed of an attempt's set, and its proof's digest."""
        shared = await self._set_of(stored)
        if shared.revealed is not None:
            return proofs.details_of(stored, await self._proof(shared, stored))
        following = None
        if shared.card is None:
            following = await self._storage.read(store.load_set, shared.day + DAY)
        return attempt_pages.committed(shared, following)

    async def _set_of(self, stored: StoredRound) -> SharedSet:
        """Return the set of an attempt. Raises RoundGone if it was deleted."""
        shared = await self._storage.read(store.load_set, read_key(stored.set_key or ""))
        if shared is None:
            raise RoundGone(stored.id)
        return shared

    async def _proof(self, shared: SharedSet, stored: StoredRound) -> bytes:
        """Return the proof of an attempt, whose seed may be that of the sheet on offer."""
        record = await self._storage.read(rounds.record, stored.id)
        sheet = None if shared.card is None else shared.card.round
        seed = None if sheet is None else (await self._live.load(sheet)).commitment
        source = None
        if seed is not None:
            block = await self._storage.read(seed_blocks.load, seed.block)
            source = proof.source_of(seed, block)
        return proof.file_of_set(stored, record, source)
