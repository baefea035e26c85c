"""Private rounds on Discord: their beginning, drawing and judgement.

A private round has the controls of any round. Its pages, during play and at the end, are drawn here
for days and dares.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from typing import Any, TypeVar

import discord

from bot.daily import dare_pages, judging, private_round_pages
from bot.daily.calendar import GRACE, begins, day_at
from bot.daily.controls import control
from bot.daily.judging import MEMBER, SheetJudgement
from bot.daily.private_round import DAY_OVER, new_round
from bot.daily.private_round_pages import DayPlace
from bot.daily.ranking import DAY, Entry
from bot.daily.reminders import DailyReminders
from bot.daily.shared_dice import Dare, Key, SharedDice, day_of, read_key
from bot.daily.store import shared_dice as store
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
from rules.errors import Refusal, Unreadable
from rules.game import Game
from rules.text import Text, say

T = TypeVar("T")

log = logging.getLogger(__name__)

ENTRIES_AT_ONCE = 10
"""The number of entries, not judged at the end of their rounds, that are judged at a time."""

CLOSED = say("The card of these dice has closed. It shows who made the most.")


class DailyJudge:
    """Judges private rounds and computes perfect play with shared dice, in the analysis process."""

    def __init__(self, storage: StorageThread, analysis: Analysis) -> None:
        self._storage, self._analysis = storage, analysis

    async def ask(self, question: Callable[..., T], *args: object, later: bool = False) -> T | None:
        """Return an answer of the analysis process, None without one."""
        try:
            return await self._analysis.ask(question, *args, later=later)
        except (AnalysisCrashed, Refusal) as error:
            log.warning("daily: the analysis process has no answer yet: %s", error)
            return None

    async def judge(self, entry: Entry, *, later: bool = False) -> SheetJudgement | None:
        """Return and store the judgement of a finished round, None if it cannot be computed."""
        stored = judging.read_judgement(entry.loss, entry.verdicts)
        if stored is not None:
            return stored
        try:
            record = await self._storage.read(rounds.record, entry.round)
        except MovesGone:  # of an old day
            return None
        try:
            judgement = await self.ask(judging.judge_sheet, entry.sheet, record, later=later)
        except Unreadable as error:
            log.warning("round=%d cannot be judged: %s", entry.round, error)
            return None
        if judgement is not None:
            letters = judging.letters_of(judgement)
            await self._storage.write(store.store_judgement, entry, judgement.loss, letters)
        return judgement

    async def judge_unjudged(self) -> None:
        """Judge the finished rounds that have not been judged yet, such as the sheet of a dare.

        Each is tried once, so one that cannot be judged does not delay others.
        """
        after = 0
        while entries := await self._storage.read(store.unjudged_entries, ENTRIES_AT_ONCE, after):
            after = entries[-1].round
            await asyncio.gather(*(self.judge(entry, later=True) for entry in entries))

    async def perfect_points(self, dice: SharedDice) -> int | None:
        """Return and store the points of perfect play, None if they cannot be computed."""
        if dice.perfect is not None or None in (dice.sheet, dice.seed):
            return dice.perfect
        points = await self.ask(judging.perfect_points, dice, dice.sheet, later=True)
        if points is not None:
            await self._storage.write(store.store_perfect, dice.key, points)
        return points


class PrivateRounds:
    """Begins private rounds, and draws them for their members.

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
        judge: DailyJudge,
        offered: bool,
    ) -> None:
        self._storage, self._table, self._rounds = storage, table, rounds
        self._drawings, self._clock, self._offered = drawings, clock, offered
        self.reminders, self.judge = reminders, judge

    async def begin(
        self, dice: SharedDice, game: Game[Any], member: int, guild: int | None
    ) -> StoredRound:
        """Return the private round of a member with shared dice, begun now if there is none."""
        now = discord.utils.utcnow()
        new = new_round(dice, game.info.key, member, guild, now)
        begun = self._table.begin_private(new, now)
        try:
            entry = await self._storage.write(store.begin_round, begun)
        except NotUnique:  # another press was faster, whose private round is the only one
            entry = await self._storage.write(store.begin_round, begun)
        log.info("dice=%s game=%s round=%d begun", dice.key, entry.game, entry.round)
        stored = await self._rounds.load(entry.round)
        # It may have been begun a moment ago, by any process.
        return replace(stored, rolled=stored.moment == 0)

    async def load_own(self, key: Key, member: int) -> StoredRound | None:
        """Return the round of a member with shared dice: a private one, or the sheet of a dare."""
        entry = await self._storage.read(store.load_entry, key, member)
        return None if entry is None else await self._rounds.load(entry.round)

    async def judgement_of(
        self, key: Key, member: int, *, later: bool = False
    ) -> SheetJudgement | None:
        """Return the judgement of a member's finished round with shared dice, if there is one."""
        entry = await self._storage.read(store.load_entry, key, member)
        return None if entry is None else await self.judge.judge(entry, later=later)

    # Drawing -----------------------------------------------------------------------

    async def draw(
        self,
        answer: Answer,
        stored: StoredRound,
    ) -> Drawing:
        """Return the page of a private round for its member."""
        key = read_key(stored.set_key or "")
        dice = await self._storage.read(store.load_dice, key)
        if dice is None or stored.status not in ("private", "over"):
            reason = DAY_OVER if dice is None or dice.dare is None else CLOSED
            return layout.message([reason], answer.renderer)
        dare = dice.dare
        if stored.status == "private":
            ends = begins(dice.day + DAY) if dare is None else dare.until
            over = dare is None and discord.utils.snowflake_time(answer.interaction.id) >= ends
            message = answer.interaction.message
            selected = self._drawings.selections.of_seat(stored, MEMBER, message)
            numbered = self._drawings.numbers(answer.user)
            return private_round_pages.board_page(
                answer,
                stored,
                selected,
                ends,
                to_beat=None if dare is None else await self._to_beat(dice, dare),
                over=over,
                numbered=numbered,
                rolls=self._drawings.rolls(stored),
            )
        entry = await self._storage.read(store.load_entry, key, stored.opener)
        judgement = None if entry is None else judging.read_judgement(entry.loss, entry.verdicts)
        if judgement is None:
            if answer.private:  # judging takes a moment
                await answer.redraw(await self._end_page(answer, dice, stored, None))
            judgement = await self.judgement_of(key, stored.opener, later=answer.private)
        return await self._end_page(answer, dice, stored, judgement)

    async def _end_page(
        self,
        answer: Answer,
        dice: SharedDice,
        stored: StoredRound,
        judgement: SheetJudgement | None,
    ) -> Drawing:
        """Return the end of a private round, whose `judgement` is None until it is known."""
        if dice.dare is not None:
            owner = await self._owner(dice, dice.dare)
            renderer = answer.renderer
            return dare_pages.end_page(renderer, dice, dice.dare, stored, judgement, owner)
        place, players, days = None, 0, await self.days_in_a_row(stored)
        if judgement is not None and stored.place.guild is not None:
            listed = store.StandingsFilter(stored.place.guild, stored.opener)
            place, players = await self._storage.read_beside(
                store.place_of, dice.day, listed, stored.opener
            )
        day_place = DayPlace(days, "" if place is None else place.number, players)
        reminder = await self.reminders.offer(answer, stored)
        before = [*reminder, *await self.day_before_button(answer, dice)]
        standings = self._offered and reach.server(answer.interaction) is not None
        return private_round_pages.end_page(
            answer,
            stored,
            judgement,
            day_place,
            before,
            standings=standings,
        )

    async def days_in_a_row(self, stored: StoredRound) -> int:
        """Return the number of days in a row that a member has finished, up to that of a round."""
        member, day = stored.opener, day_of(read_key(stored.set_key or ""))
        guild = stored.place.guild
        rows = await self._storage.read_beside(store.rows_of_days, [member], day, guild)
        return rows[member]

    async def _owner(self, dice: SharedDice, dare: Dare) -> Entry | None:
        """Return the entry of the owner of a dare, None once it was erased."""
        if dare.owner is None:
            return None
        return await self._storage.read(store.load_entry, dice.key, dare.owner)

    async def _to_beat(self, dice: SharedDice, dare: Dare) -> Text | None:
        owner = await self._owner(dice, dare)
        return None if owner is None else dare_pages.to_beat(owner)

    async def day_before_button(self, answer: Answer, day: SharedDice) -> list[Component]:
        """Return the button with the best choices of the day before, once they are known."""
        before = await self._storage.read(store.load_dice, day.day - DAY)
        if before is None or before.revealed is None or None in (before.sheet, before.seed):
            return []
        label = answer.renderer.text(say("Yesterday’s best choices"))
        return [components.button(control(before.day, "story"), label)]

    # Fair --------------------------------------------------------------------------

    async def seals(self, stored: StoredRound) -> tuple[Text, ...]:
        """Return the seal of tomorrow's dice, for a private round of today."""
        key = read_key(stored.set_key or "")
        now = self._clock.newest
        if not isinstance(key, date) or now is None or key != day_at(now):
            return ()
        following = await self._storage.read(store.load_dice, key + DAY)
        seed = None if following is None else following.seed
        return () if seed is None else (pages.seal_of_tomorrow(seed),)

    async def ends(self, stored: StoredRound) -> datetime:
        """Return when the dice of a private round can be checked.

        Raises RoundGone if they are gone.
        """
        key = read_key(stored.set_key or "")
        if isinstance(key, date):
            return begins(key + DAY) + GRACE
        dice = await self._storage.read(store.load_dice, key)
        if dice is None or dice.dare is None:
            raise RoundGone(stored.id)
        return dice.dare.until
