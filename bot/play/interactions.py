"""Answers interactions, one at a time for each round, also after errors.

An act and its answer stand inside the round's lock. A refusal is a private message, a stale press
redraws the present state, and the message of a round that is not stored loses its controls; any
other error is logged with the round's id and answered with one apology.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Set
from contextlib import nullcontext
from typing import Any

import discord

from bot.memory import Memory
from bot.play.boards.board import Board
from bot.play.opening import channel_taken
from bot.play.opening.opening import Opening
from bot.play.rounds import Rounds
from bot.storage.errors import StorageDamaged, StorageFailed
from bot.table.refusals import NotSeated, Stale
from bot.table.store.errors import ChannelTaken, RoundGone
from bot.ui import reach
from bot.ui.answer import APOLOGY, DAMAGED, LOCKED, MESSAGE_DELETED, Answer
from bot.ui.discord_clock import DiscordClock
from bot.ui.drawing.discord_renderer import CommandIds
from bot.ui.drawing.emoji import EmojiSet
from bot.ui.drawing.mentions import DisplayNames
from bot.ui.fault_log import FaultLog
from bot.ui.figures import Figures
from bot.ui.missing_permissions import Missing
from bot.ui.requests import DISCORD_ERRORS, Requests, StillUnderWay, is_answered, level_of, reason
from bot.under_way import UnderWay
from rules.errors import NotYourTurn, Refusal, RoundOver

log = logging.getLogger(__name__)


ANSWERED_BY_ANOTHER = (3, 60.0)
"""How many answers, refused as second ones in how many seconds, show another program at work."""

CANCEL_SECONDS = 1.0
"""How long to wait for interactions that were given up when the bot stops."""


class Interactions:
    """Answers presses and commands, and the errors that they raise.

    `languages` are those that members have chosen for themselves.
    """

    def __init__(
        self,
        *,
        requests: Requests,
        rounds: Rounds,
        board: Board,
        opening: Opening,
        emoji: EmojiSet,
        commands: CommandIds,
        clock: DiscordClock,
        names: DisplayNames,
        languages: Mapping[int, str],
        missing: Missing,
        figures: Figures,
        under_way: UnderWay,
    ) -> None:
        self._requests, self._rounds, self._board = requests, rounds, board
        self._opening, self._emoji, self._commands = opening, emoji, commands
        self._clock, self._names, self._languages = clock, names, languages
        self._missing, self._figures, self._under_way = missing, figures, under_way
        self._seen: Memory[int, None] = Memory()
        self._faults = FaultLog(log)
        self._answered: deque[float] = deque(maxlen=ANSWERED_BY_ANOTHER[0])
        self._warned = False

    async def finish(self, seconds: float, background: Set[asyncio.Task[Any]]) -> None:
        """Wait until every interaction under way is answered, and for the tasks in `background`.

        After `seconds`, give up the rest.
        """
        await asyncio.sleep(0)  # interactions that have just been received begin
        until = time.monotonic() + seconds
        while (tasks := self._under_way | background) and until > time.monotonic():
            await asyncio.wait(tasks, timeout=until - time.monotonic())
        if tasks:
            log.warning("%d answers or deletions were not finished in time", len(tasks))
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
        """Answer an interaction by `do`, called with the answer and the arguments `given`.

        Interactions of a round are answered one at a time, unless `wait` is false; then only an
        answer that redraws the board after a stale press waits for the lock. `round_id` 0 stands
        for no round. `public` is whether a command is answered for everybody. An apology is sent
        after the lock is released. An interaction that Discord delivers twice is answered once.
        """
        if interaction.id in self._seen:
            return
        self._seen[interaction.id] = None
        self._names.learn_from(interaction)
        self._clock.set_by(interaction.id)
        task = asyncio.current_task()
        if task is not None:
            self._under_way.add(task)
        turn = self._rounds.lock(round_id) if wait and round_id else nullcontext()
        later = self._rounds.lock(round_id) if not wait and round_id else nullcontext()
        try:
            async with self.answer_to(interaction, public=public) as answer:
                try:
                    async with turn:
                        await self._attempt(answer, round_id, do(answer, *given), later)
                    complete = self._missing.complete.get(interaction.channel_id or 0)
                    if complete != interaction.app_permissions:
                        await self._missing.report(answer)
                except DISCORD_ERRORS as error:
                    if not await self._landed(answer, round_id, error):
                        await self._give_up(answer, round_id, error)
                except StorageFailed as failure:
                    self._faults.error(
                        "round=%d was not stored, its members get an apology: %s", round_id, failure
                    )
                    damaged = isinstance(failure, StorageDamaged)
                    apology = DAMAGED if damaged else APOLOGY
                    await answer.apologise(apology)
                except Exception:
                    log.exception("round=%d an answer failed", round_id)
                    await answer.apologise()
        finally:
            if task is not None:
                self._under_way.discard(task)

    def answer_to(self, interaction: discord.Interaction[Any], *, public: bool = False) -> Answer:
        """Return the answer to an interaction, in its member's language."""
        return Answer(
            interaction,
            self._emoji,
            self._commands,
            self._figures,
            self._names,
            requests=self._requests,
            language=self._languages.get(interaction.user.id),
            public=public,
            lead=self._clock.lead,
        )

    async def _landed(self, answer: Answer, round_id: int, error: Exception) -> bool:
        """Return whether an answer that had failed because it took long has arrived after all."""
        if not isinstance(error, StillUnderWay) or error is not answer.late:
            return False
        log.info("round=%d the answer takes long", round_id)
        landed = await error.landed()
        if landed:
            self._board.tokens.keep(answer.interaction, answer.boards)
        return landed

    async def _give_up(self, answer: Answer, round_id: int, error: Exception) -> None:
        # Another press may have closed the round, and its message is gone.
        if reach.is_message_deleted(error) and not answer.stored:
            log.info("round=%d its message was deleted before the answer", round_id)
            await answer.explain(MESSAGE_DELETED)
            return
        why = reason(error)
        log.log(level_of(error), "round=%d the answer did not reach Discord: %s", round_id, why)
        if is_answered(error):
            self._count_second_answer()
        locked = reach.is_archived(error)
        await answer.apologise(LOCKED if locked else APOLOGY)

    def _count_second_answer(self) -> None:
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
        answer: Answer,
        round_id: int,
        act: Awaitable[None],
        later: Any,
    ) -> None:
        """Await an act and answer its refusal; `later` is held while boards are redrawn."""
        try:
            await act
        except Refusal as refusal:
            self._figures.refusals.inc()
            await self._refuse(answer, round_id, refusal, later)
        finally:
            self._board.tokens.keep(answer.interaction, answer.boards)
            self._board.put_off(answer.overtaken)
        if answer.overtaken:
            async with later:
                await self._board.redraw_overtaken(answer)

    async def _refuse(self, answer: Answer, round_id: int, refusal: Refusal, later: Any) -> None:
        """Answer with a refusal; for a press that came too late, redraw the present state."""
        match refusal:
            case Stale() | RoundOver():
                async with later:
                    load = self._rounds.load_for
                    present = await load(answer, round_id, resume=False, private=True)
                    await self._board.draw_pressed(answer, present)
            case ChannelTaken():
                await self._opening.point_to(answer, refusal.round_id, round_id)
            case NotSeated() | NotYourTurn():
                stored = await self._rounds.load(round_id)
                elsewhere = self._opening.offer_like(answer, stored)
                called = self._names.of_players(stored)
                await channel_taken.not_your_turn(answer, stored, refusal, elsewhere, called)
            case RoundGone() if answer.pressed and answer.pressed.round == refusal.round_id:
                log.info("round=%d is not stored: its message loses its controls", round_id)
                language = await self._opening.public_language(answer)
                await answer.withdraw_controls(refusal.text, language)
            case reach.OnlyCommands():
                await self._missing.mark_reported(answer)  # this notice names the permission
                await answer.send_private(refusal.text)
            case _:
                await answer.send_private(refusal.text)
