"""Attempts at sets on Discord: their beginning, drawing and judgement.

An attempt is a private round with the controls of any round. Its pages, during play and at the end,
are drawn here for days and dares.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from typing import Any, TypeVar

import discord

from bot.daily import attempt_pages, dare_pages, judging
from bot.daily.attempt import DAY_OVER, new_round
from bot.daily.attempt_pages import DayStanding
from bot.daily.calendar import GRACE, begins, day_at
from bot.daily.controls import control
from bot.daily.judging import MEMBER, Judged
from bot.daily.ranking import DAY, Entry
from bot.daily.reminders import DailyReminders
from bot.daily.sets import Dare, Key, SharedSet, day_of, read_key
from bot.daily.store import sets as store
from bot.play.boards.drawings import Drawings
from bot.play.fair import pages
from bot.play.rounds import Rounds
from bot.storage.errors import NotUnique
from bot.storage.thread import StorageThread
from bot.table.store import rounds
from bot.table.store.errors import MovesGone, RoundGone
from bot.table.stored_round import StoredRound
from bot.table.use_cases import Table
from bot.thinking.process import AnalysisCrashed
from bot.thinking.questions import Analysis
from bot.ui import reach
from bot.ui.answer import Answer
from bot.ui.discord_clock import DiscordClock
from bot.ui.drawing import components, layout
from bot.ui.drawing.components import Component, Drawing
from rules.errors import Refusal
from rules.game import Game
from rules.text import Text, say

T = TypeVar("T")

log = logging.getLogger(__name__)

TOGETHER = 10
"""The number of attempts, not judged at their end, that are judged at a time."""

CLOSED = say("The card of these dice has closed. It shows who made the most.")


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
        stored = judging.read_judged(entry.given, entry.verdicts)
        if stored is not None:
            return stored
        try:
            record = await self._storage.read(rounds.record, entry.round)
        except MovesGone:  # of an old day
            return None
        judged = await self.asked(judging.judge, entry.sheet, record, later=later)
        if judged is not None:
            letters = judging.letters_of(judged)
            await self._storage.write(store.judge, entry, judged.given_away, letters)
        return judged

    async def judge_left(self) -> None:
        """Judge the attempts that have not been judged yet, such as the sheet of a dare.

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
        if shared.perfect is not None or None in (shared.sheet, shared.seed):
            return shared.perfect
        result = await self.asked(judging.perfect_result, shared, shared.sheet, later=True)
        if result is not None:
            await self._storage.write(store.tell, shared.key, result)
        return result


class Attempts:
    """Begins attempts, and draws them for their members.

    `offered` is whether there is a challenge of the day.
    """

    def __init__(
        self,
        *,
        storage: StorageThread,
        table: Table,
        rounds: Rounds,
        drawings: Drawings,
        clock: DiscordClock,
        reminders: DailyReminders,
        judges: Judges,
        offered: bool,
    ) -> None:
        self._storage, self._table, self._rounds = storage, table, rounds
        self._drawings, self._clock, self._offered = drawings, clock, offered
        self.reminders, self.judges = reminders, judges

    async def begin(
        self, shared: SharedSet, game: Game[Any], member: int, guild: int | None
    ) -> StoredRound:
        """Return the attempt of a member at a set; without one it begins."""
        now = discord.utils.utcnow()
        new = new_round(shared, game.info.key, member, guild, now)
        begun = self._table.begin_private(new, now)
        try:
            entry = await self._storage.write(store.begin, begun)
        except NotUnique:  # another press was faster, whose attempt is the only one
            entry = await self._storage.write(store.begin, begun)
        log.info("set=%s game=%s round=%d begun", shared.key, entry.game, entry.round)
        stored = await self._rounds.load(entry.round)
        return replace(
            stored, rolled=stored.moment == 0
        )  # an attempt begun a moment ago, in any process

    async def of(self, key: Key, member: int) -> StoredRound | None:
        """Return the attempt of a member at a set: a private round, or the sheet of a dare."""
        entry = await self._storage.read(store.load_entry, key, member)
        return None if entry is None else await self._rounds.load(entry.round)

    async def judged(self, key: Key, member: int, *, later: bool = False) -> Judged | None:
        """Return the judgement of a member's finished attempt at a set, if there is one."""
        entry = await self._storage.read(store.load_entry, key, member)
        return None if entry is None else await self.judges.judged(entry, later=later)

    # Drawing -----------------------------------------------------------------------

    async def draw(
        self,
        answer: Answer,
        stored: StoredRound,
    ) -> Drawing:
        """Return the page of a private round for its member."""
        key = read_key(stored.set_key or "")
        shared = await self._storage.read(store.load_set, key)
        if shared is None or stored.status not in ("private", "over"):
            told = DAY_OVER if shared is None or shared.dare is None else CLOSED
            return layout.message([told], answer.renderer)
        dare = shared.dare
        if stored.status == "private":
            ends = begins(shared.day + DAY) if dare is None else dare.until
            over = dare is None and discord.utils.snowflake_time(answer.interaction.id) >= ends
            message = answer.interaction.message
            selected = self._drawings.selections.of_seat(stored, MEMBER, message)
            numbered = self._drawings.numbers(answer.user)
            return attempt_pages.playing(
                answer,
                stored,
                selected,
                ends,
                to_beat=None if dare is None else await self._to_beat(shared, dare),
                over=over,
                numbered=numbered,
                rolls=self._drawings.rolls(stored),
            )
        entry = await self._storage.read(store.load_entry, key, stored.opener)
        known = None if entry is None else judging.read_judged(entry.given, entry.verdicts)
        if known is None and answer.private:  # judging takes a moment
            await answer.redraw(await self._end(answer, shared, stored, None))
        judged = known or await self.judged(key, stored.opener, later=answer.private)
        return await self._end(answer, shared, stored, judged)

    async def _end(
        self, answer: Answer, shared: SharedSet, stored: StoredRound, judged: Judged | None
    ) -> Drawing:
        """Return the end of an attempt, `judged` or not yet."""
        if shared.dare is not None:
            owner = await self._owner(shared, shared.dare)
            renderer = answer.renderer
            return dare_pages.finished(renderer, shared, shared.dare, stored, judged, owner)
        place, players, days = None, 0, await self.in_a_row(stored)
        if judged is not None and stored.place.guild is not None:
            listed = store.Listed(stored.place.guild, stored.opener)
            asked = (shared.day, listed, stored.opener)
            place, players = await self._storage.read_beside(store.place_of, *asked)
        standing = DayStanding(days, "" if place is None else place.number, players)
        reminder = await self.reminders.offer(answer, stored)
        before = [*reminder, *await self.day_before(answer, shared)]
        standings = self._offered and reach.server(answer.interaction) is not None
        return attempt_pages.finished(
            answer,
            stored,
            judged,
            standing,
            before,
            standings=standings,
        )

    async def in_a_row(self, stored: StoredRound) -> int:
        """Return the number of days in a row that a member has finished, up to an attempt's day."""
        member, day = stored.opener, day_of(read_key(stored.set_key or ""))
        guild = stored.place.guild
        found = await self._storage.read_beside(store.rows_of_days, [member], day, guild)
        return found[member]

    async def _owner(self, shared: SharedSet, dare: Dare) -> Entry | None:
        """Return the entry of the owner of a dare, None once it was erased."""
        if dare.owner is None:
            return None
        return await self._storage.read(store.load_entry, shared.key, dare.owner)

    async def _to_beat(self, shared: SharedSet, dare: Dare) -> Text | None:
        owner = await self._owner(shared, dare)
        return None if owner is None else dare_pages.to_beat(owner)

    async def day_before(self, answer: Answer, day: SharedSet) -> list[Component]:
        """Return the button with the best choices of the day before, once they are known."""
        before = await self._storage.read(store.load_set, day.day - DAY)
        if before is None or before.revealed is None or None in (before.sheet, before.seed):
            return []
        label = answer.renderer.text(say("Yesterday’s best choices"))
        return [components.button(control(before.day, "story"), label)]

    # Fair --------------------------------------------------------------------------

    async def seals(self, stored: StoredRound) -> tuple[Text, ...]:
        """Return the seal of tomorrow's dice, for an attempt of today."""
        key = read_key(stored.set_key or "")
        now = self._clock.newest
        if not isinstance(key, date) or now is None or key != day_at(now):
            return ()
        following = await self._storage.read(store.load_set, key + DAY)
        seed = None if following is None else following.seed
        return () if seed is None else (pages.seal_of_tomorrow(seed),)

    async def ends(self, stored: StoredRound) -> datetime:
        """Return when the dice of an attempt can be checked. Raises RoundGone if they are gone."""
        key = read_key(stored.set_key or "")
        if isinstance(key, date):
            return begins(key + DAY) + GRACE
        shared = await self._storage.read(store.load_set, key)
        if shared is None or shared.dare is None:
            raise RoundGone(stored.id)
        return shared.dare.until
