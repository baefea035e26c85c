"""Answers interactions, one at a time for each round, also after errors.

An act and its answer stand inside the round's lock. A refusal is a private message, a stale press
redraws the present state; any other error is logged with the round's id and answered with one
apology.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import discord

from bot.language.languages import KNOWN
from bot.memory import Memory
from bot.play import private
from bot.play.member_choices import ON, MemberChoices
from bot.storage.errors import StorageDamaged, StorageFailed
from bot.table.refusals import NotSeated, Stale
from bot.table.store.errors import ChannelTaken
from bot.table.stored_round import StoredRound
from bot.table.use_cases import takes_up
from bot.ui import reach
from bot.ui.custom_ids import CustomId
from bot.ui.fault_log import FaultLog
from bot.ui.requests import DISCORD_ERRORS, StillUnderWay, is_answered, reason
from bot.ui.response import Response
from rules.errors import NotYourTurn, Refusal, RoundOver

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

log = logging.getLogger(__name__)


ANSWERED_BY_ANOTHER = (3, 60.0)
"""The number of answers refused as second ones, within so many seconds, that need another program.
"""

CANCEL_SECONDS = 1.0
"""How long to wait for interactions that were given up when the bot stops."""


class Interactions:
    """Answers presses and commands, and the errors that they raise.

    Features add to `memories` the data of members that this process keeps.
    """

    def __init__(self, bot: DicePokerBot) -> None:
        self._live, self._acts, self._board = bot.live, bot.acts, bot.board
        self._names, self._missing, self._reminders = bot.names, bot.missing, bot.reminders
        self._under_way = bot.under_way
        self._figures = bot.figures
        self._clock = bot.discord_clock
        storage = bot.live.storage
        self.languages = MemberChoices(storage, "language", KNOWN)
        self.numbering = MemberChoices(storage, "positions", (ON,))
        self.choices = self.languages, self.numbering
        self.offer: Callable[[Response, StoredRound], CustomId | None] | None = None
        """Returns the button that plays the game of a round in a thread, if that is possible."""
        self.memories: list[Memory[Any, Any]] = [bot.names.memory, bot.names.nicknames]
        self._seen: Memory[int, None] = Memory()
        self._faults = FaultLog(log)
        self._answered: deque[float] = deque(maxlen=ANSWERED_BY_ANOTHER[0])
        self._warned = False

    async def finish(self, seconds: float) -> None:
        """Wait until every interaction under way is answered; after `seconds`, give up the rest."""
        await asyncio.sleep(0)  # interactions that have just been received begin
        until = time.monotonic() + seconds
        while (tasks := self._under_way | self._reminders.deletions) and until > time.monotonic():
            await asyncio.wait(tasks, timeout=until - time.monotonic())
        if tasks:
            log.warning("%d interactions were not answered in time", len(self._under_way))
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks, timeout=CANCEL_SECONDS)

    async def answer(
        self,
        interaction: discord.Interaction[Any],
        round_id: int,
        do: Callable[..., Awaitable[None]],
        *given: Any,
        wait: bool = True,
        public: bool = False,
    ) -> None:
        """Answer an interaction by `do`, called with the response and the arguments `given`.

        Interactions of a round are answered one at a time, unless `wait` is false; then only an
        answer that redraws the board after a stale press waits for the lock. `round_id` 0 stands
        for no round. `public` is whether a command is answered for everybody. An apology is sent
        after the lock is released. An interaction that Discord delivers twice is answered once.
        """
        if interaction.id in self._seen:
            return
        self._seen[interaction.id] = None
        self._names.note(interaction)
        self._clock.note(interaction.id)
        task = asyncio.current_task()
        if task is not None:
            self._under_way.add(task)
        turn = self._live.lock(round_id) if wait and round_id else nullcontext()
        later = self._live.lock(round_id) if not wait and round_id else nullcontext()
        try:
            board = self._board
            known = board.emoji, board.commands, self._figures, self._names
            own = self.languages.get(interaction.user.id)
            answer = Response(
                interaction,
                *known,
                requests=board.requests,
                language=own,
                public=public,
                lead=self._clock.lead,
            )
            async with answer as response:
                try:
                    async with turn:
                        await self._attempt(response, round_id, do(response, *given), later)
                    complete = self._missing.complete.get(interaction.channel_id or 0)
                    if complete != interaction.app_permissions:
                        await self._missing.tell(response)
                except DISCORD_ERRORS as error:
                    if not await self._landed(response, round_id, error):
                        await self._give_up(response, round_id, error)
                except StorageFailed as failure:
                    self._faults.error(
                        "round=%d was not stored, its members get an apology: %s", round_id, failure
                    )
                    damaged = isinstance(failure, StorageDamaged)
                    apology = private.DAMAGED if damaged else private.APOLOGY
                    await private.apologise(response, apology)
                except Exception:
                    log.exception("round=%d an answer failed", round_id)
                    await private.apologise(response)
        finally:
            if task is not None:
                self._under_way.discard(task)

    async def _landed(self, response: Response, round_id: int, error: Exception) -> bool:
        """Return whether an answer that had failed because it took long has arrived after all."""
        if not isinstance(error, StillUnderWay) or error is not response.late:
            return False
        log.info("round=%d the answer takes long", round_id)
        landed = await error.landed()
        if landed:
            self._board.answers.note(response.interaction, response.shown)
        return landed

    async def _give_up(self, response: Response, round_id: int, error: Exception) -> None:
        why = reason(error)
        log.warning("round=%d the answer did not reach Discord: %s", round_id, why)
        if is_answered(error):
            self._note_another_program()
        locked = reach.is_archived(error)
        await private.apologise(response, private.LOCKED if locked else private.APOLOGY)

    def _note_another_program(self) -> None:
        """Warn once if another program seems to answer the interactions of this one."""
        self._answered.append(time.monotonic())
        most, seconds = ANSWERED_BY_ANOTHER
        if len(self._answered) == most and self._answered[-1] - self._answered[0] <= seconds:
            if not self._warned:
                log.warning(
                    "another program answers with this token: stop it, or give it an application "
                    "of its own"
                )
            self._warned = True

    async def _attempt(
        self,
        response: Response,
        round_id: int,
        act: Awaitable[None],
        later: Any,
    ) -> None:
        """Await an act and answer its refusal; `later` is held while boards are redrawn."""
        try:
            await act
        except Refusal as refusal:
            self._figures.refusals.inc()
            await self._refuse(response, round_id, refusal, later)
        finally:
            self._board.answers.note(response.interaction, response.shown)

    async def _refuse(
        self, response: Response, round_id: int, refusal: Refusal, later: Any
    ) -> None:
        """Answer with a refusal; for a press that came too late, redraw the present state."""
        match refusal:
            case Stale() | RoundOver():
                async with later:
                    present = await self._acts.load(response, round_id, resume=False, private=True)
                    await self._acts.draw(response, present)
            case ChannelTaken():
                await self.point_to(response, refusal.round_id, round_id)
            case NotSeated() | NotYourTurn():
                stored = await self._live.load(round_id)
                elsewhere = None if self.offer is None else self.offer(response, stored)
                called = self._names.of(stored)
                await private.not_your_turn(response, stored, refusal, elsewhere, called)
            case reach.OnlyCommands():
                await self._missing.note(response)  # this notice names the permission
                await response.send_private(refusal.text)
            case _:
                await response.send_private(refusal.text)

    async def point_to(
        self,
        response: Response,
        round_id: int,
        pressed: int = 0,
        elsewhere: CustomId | None = None,
    ) -> None:
        """Show where the channel's round is; a round that was never shown is posted.

        `pressed` is the round whose control was pressed, 0 for none: it may be resting. The button
        `elsewhere` opens the requested round in a thread.
        """
        stored = await self._live.load(round_id)
        if not await self._acts.post_unseen(response, stored):
            own = None if pressed == 0 else await self._live.load(pressed)
            rests = own is not None and own.status == "resting" and takes_up(own, response.user)
            called = self._names.of(stored)
            await private.channel_taken(response, stored, elsewhere, rests=rests, names=called)

    def forget(self, user: int) -> None:
        """Drop what this process keeps of a member who was erased."""
        self._live.forget_member(user)
        self._board.forget_drawings()
        for memory in self.memories:
            memory.forget(user)
        for choices in self.choices:
            choices.forget(user)

    async def forget_all(self) -> None:
        """Drop what this process keeps of members, after another process has erased some."""
        self._live.forget_members()
        self._board.forget_drawings()
        for memory in self.memories:
            memory.clear()
        await asyncio.gather(*(one.load() for one in self.choices))
