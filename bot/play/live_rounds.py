"""Runs the use cases: live rounds in memory, saved on the storage thread, analyses in a process.

A round that was loaded or saved stays in memory, so a press reads nothing from
the database, and an act is one transaction. The round's version guards every
save: where another process saved first, the round is loaded again and the
change runs on it. Storage has one thread, which never computes. Changes in which
a `perfect` computer may think have others, which wait for the analysis process;
all other changes run where they are awaited.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any, ParamSpec, TypeVar

from cachetools import LRUCache

from bot.play.limits import Pictures
from bot.storage.database import Storage
from bot.storage.errors import StorageFailed
from bot.storage.statement import AnyConnection
from bot.storage.thread import StorageThread
from bot.table.commitment import Reserved
from bot.table.store import erasures, rounds, seeds
from bot.table.store.errors import ReservationLost, UnreadableRound, VersionConflict
from bot.table.stored_round import StoredRound
from bot.table.use_cases import Change
from bot.thinking import computers as thinking
from bot.thinking.process import AnalysisCrashed
from bot.thinking.questions import Analysis, Questions
from rules.errors import Refusal
from rules.game import Game, Weighted
from rules.levels import PERFECT
from rules.screen import Seat

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

SHOWN_DELAY = 0.5
"""Seconds after which the version that a message shows is stored at the latest, and its id."""

COMPUTING_THREADS = 16
"""How many changes wait for computers side by side."""

COMPUTER_SECONDS = 8.0
"""How long to wait for a computer's choice before it is computed in this process."""

THOUGHT_AHEAD = 1024
"""How many rounds are remembered about which the analysis process has thought ahead."""

LIVE_ROUNDS = 4096
"""How many rounds stay in memory."""

RESERVATIONS = 5
"""How often an id and a seed are reserved anew, where others were faster."""


class LiveRounds:
    """Runs use cases. `close` closes the storage thread, too.

    `lives(guild)` says whether rounds of a server may stay in memory: only this process
    changes them; None: those of all. A member may have `most_open` rounds open, 0 for no limit.
    """

    def __init__(
        self,
        storage: StorageThread,
        analysis: Analysis,
        lives: Callable[[int | None], bool] | None = None,
        most_open: int = 0,
    ) -> None:
        self.storage = storage
        self._analysis = analysis
        self._lives = lives
        self._most_open = most_open
        self._table = ThreadPoolExecutor(COMPUTING_THREADS, thread_name_prefix="table")
        self._live: LRUCache[int, StoredRound] = LRUCache(LIVE_ROUNDS)
        self._shown: dict[int, rounds.Shown] = {}
        self._flushing: asyncio.TimerHandle | None = None
        self._erasures: int | None = None
        self._reservations = seeds.Reservations()
        self.questions = Questions(analysis)
        self._thought: LRUCache[int, None] = LRUCache(THOUGHT_AHEAD)
        self._under_way: set[asyncio.Task[None]] = set()
        self.pictures = Pictures()
        self.on_ended: list[Callable[[StoredRound], None]] = []
        """Called with each round that has ended, once that is stored."""

    # Rounds ------------------------------------------------------------------------

    async def open(
        self,
        channel: int,
        prepare: Callable[[Reserved], StoredRound],
        *,
        slow: bool = False,
        admit: Callable[[AnyConnection], None] | None = None,
    ) -> StoredRound:
        """Open the round that `prepare` makes of what is reserved for it in this channel.

        `slow` says that it may compute for long. Raises the refusals of `prepare`, of
        `admit` and of `rounds.open_round`.
        """
        for last in (*[False] * RESERVATIONS, True):
            reserved = self._reservations.foresee(channel)
            if reserved is None:
                reserved = await self.storage.read(self._reservations.reserve, channel)
            opened = None
            try:
                new = await self.compute(prepare, reserved) if slow else prepare(reserved)
                opened = await self.storage.act(rounds.open_round, new, self._most_open, admit)
                return self._remember(opened)
            except ReservationLost:  # nobody has seen what landed
                if last:
                    raise
            finally:
                self._reservations.release(reserved.id, opened=opened is not None)
        raise AssertionError("the loop ends by itself")

    async def check_room(self, opener: int) -> None:
        """Raise a refusal if a member may not open another round."""
        await self.storage.read(rounds.check_room, opener, self._most_open)

    async def load(self, round_id: int, *, fresh: bool = False) -> StoredRound:
        """Return the round as it stands, `fresh` from the database. Raises RoundGone."""
        live = self._live.get(round_id)
        if live is not None and not fresh:
            return live
        return self._remember(await self._load(round_id))

    async def _load(self, round_id: int) -> StoredRound:
        """Return the round from the database; one that cannot be read is closed first."""
        while True:
            try:
                return await self.storage.read(rounds.load, round_id)
            except UnreadableRound as unreadable:
                stored = unreadable.stored
            closed = replace(stored, status="closed", deadline=None, remind_at=None)
            if stored.ended:
                return closed
            with suppress(VersionConflict):
                return await self.storage.act(rounds.save, closed)

    async def change(
        self, round_id: int, change: Change, now: datetime | None = None
    ) -> tuple[StoredRound, StoredRound]:
        """Return the round before and after `change`, which has been saved.

        `now` is the time at which a round that ends by it has ended. Raises
        RoundGone, the refusals of the change and, for a resting round that is taken
        up, those of `rounds.resume`.
        """
        before = await self.load(round_id)
        while True:
            try:
                after = await self._changed(change, before)
            except Refusal:
                fresh = await self.load(round_id, fresh=True)
                if fresh.version == before.version:
                    raise
                before = fresh
                continue
            if after is before:
                return before, before
            try:
                saved = await self._save(before, after, now)
            except VersionConflict:
                before = await self.load(round_id, fresh=True)
                continue
            self._think_ahead(saved)
            if saved.ended and not before.ended:
                for heed in self.on_ended:
                    heed(saved)
            return before, saved

    async def _changed(self, change: Change, before: StoredRound) -> StoredRound:
        return await self.compute(change, before) if before.slow else change(before)

    async def _save(
        self, before: StoredRound, after: StoredRound, now: datetime | None
    ) -> StoredRound:
        if before.status == "resting" and after.open:
            return self._remember(await self.storage.act(rounds.resume, after, self._most_open))
        shown = self._shown.pop(after.id, rounds.NOTHING_SHOWN)
        try:
            saved = await self.storage.act(rounds.save, after, now, shown, self._reservations)
        except BaseException:
            self._live.pop(after.id, None)
            self._show_again({after.id: shown})
            raise
        return self._remember(saved)

    def mark_drawn(self, stored: StoredRound) -> None:
        """Note that the message shows this version; it is stored a moment later."""
        live = self._live.get(stored.id)
        if max(stored.drawn, 0 if live is None else live.drawn) >= stored.version:
            return
        self._show(stored.id, rounds.Shown(stored.version))
        if live is not None:
            self._live[stored.id] = replace(live, drawn=stored.version)

    def mark_first_message(self, stored: StoredRound, message: int) -> StoredRound:
        """Note the first message of a round; it is stored with its next act, or a moment later."""
        self._show(stored.id, rounds.Shown(stored.version, message))
        return self._remember(self._live.get(stored.id, stored))

    async def mark_message(self, stored: StoredRound, message: int) -> StoredRound:
        """Store the message that shows this version of the round now."""
        await self.storage.act(
            rounds.mark_message, stored.id, stored.channel, message, stored.version
        )
        live = self._live.get(stored.id, stored)
        drawn = max(live.drawn, stored.version)
        return self._remember(replace(live, message=message, drawn=drawn))

    async def mark_reminded(self, stored: StoredRound, message: int | None) -> StoredRound:
        """Store the message that reminded the awaited members, None once it is deleted."""
        await self.storage.act(rounds.mark_reminded, stored.id, message)
        return self._remember(replace(self._live.get(stored.id, stored), reminder=message))

    def _remember(self, stored: StoredRound) -> StoredRound:
        """Keep the round in memory, with what it is known to show."""
        shown = self._shown.get(stored.id)
        if shown is not None:
            known = rounds.Shown(stored.drawn, stored.message).and_then(shown)
            stored = replace(stored, drawn=known.version, message=known.message)
        if self._lives is None or self._lives(stored.guild):
            self._live[stored.id] = stored
        return stored

    def forget(self) -> None:
        """Drop all rounds from memory, after their rows were changed by a statement."""
        self._live.clear()

    def forget_member(self, user: int) -> None:
        """Drop the rounds that name a member, and all answers, after they were erased."""
        for stored in [one for one in self._live.values() if one.names(user)]:
            del self._live[stored.id]
        self.questions.forget()

    def forget_members(self) -> None:
        """Drop all rounds and all answers from memory, after members were erased."""
        self.forget()
        self.questions.forget()

    async def check(self) -> bool:
        """Check the database; return whether other processes have erased members since.

        Then rounds and answers are dropped from memory, by the first check in any case:
        nobody knows what was erased before it. Raises StorageDamaged.
        """
        await self.storage.check()
        before, self._erasures = self._erasures, await self.storage.read(erasures.count)
        if before == self._erasures:
            return False
        self.forget_members()
        return True

    def note_erasure(self) -> None:
        """Note that this process has erased a member: `check` takes it for no other's."""
        if self._erasures is not None:
            self._erasures += 1

    def _show(self, round_id: int, more: rounds.Shown) -> None:
        """Have stored what a round shows, with its next act or `SHOWN_DELAY` later."""
        known = self._shown.get(round_id, rounds.NOTHING_SHOWN)
        self._shown[round_id] = known.and_then(more)
        if self._flushing is None:
            loop = asyncio.get_running_loop()
            self._flushing = loop.call_later(SHOWN_DELAY, self._start_flush)

    def _start_flush(self) -> None:
        self._flushing = None
        self._aside(self._flush())

    async def _flush(self) -> None:
        shown, self._shown = self._shown, {}
        try:
            await self.storage.act(rounds.mark_shown, shown)
        except StorageFailed:  # it was logged; the next flush or save tries again
            self._show_again(shown)
        except Exception as error:  # noqa: BLE001 — the boards are redrawn after the next start
            log.warning("what rounds show could not be stored: %s", error)

    def flush(self, storage: Storage) -> None:
        """Store what rounds show on the calling thread, while nothing else happens."""
        shown, self._shown = self._shown, {}
        try:
            storage.act(rounds.mark_shown, shown)
        except StorageFailed:  # it was logged
            self._show_again(shown)

    def _show_again(self, lost: dict[int, rounds.Shown]) -> None:
        """Take back what could not be stored; what is known by now comes on top of it."""
        for round_id, shown in lost.items():
            later = self._shown.get(round_id, rounds.NOTHING_SHOWN)
            self._shown[round_id] = shown.and_then(later)

    def _aside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    # Threads and the analysis process ------------------------------------------------

    async def compute(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what becomes of a round, on a thread that may wait for a computer."""
        return await asyncio.get_running_loop().run_in_executor(
            self._table, lambda: question(*args, **kwargs)
        )

    def computer(self, game: Game[Any], state: Any, seat: Seat, level: str) -> Weighted:
        """Return a computer's choice; a perfect one thinks in the analysis process.

        The calling thread waits. Where the process does not answer, the choice is
        computed on this thread: no act is lost with it.
        """
        if level == PERFECT.key:
            question = (thinking.choice, game, state, seat, level)
            try:
                return self._analysis.ask_from_thread(*question, seconds=COMPUTER_SECONDS)
            except (AnalysisCrashed, Refusal, TimeoutError) as error:
                log.warning("a computer thinks in the bot's own process: %r", error)
        return game.computer(state, seat, level)

    def _think_ahead(self, stored: StoredRound) -> None:
        """Begin to compute what hints and perfect computers of a round will need, once."""
        play = stored.play
        if play is None or play.game.exact is None or stored.id in self._thought:
            return
        seats = play.awaits.seats
        if seats and (stored.hints or stored.slow) and play.game.exact.ahead(play.state):
            self._thought[stored.id] = None
            asked = self._analysis.ask(thinking.think_ahead, play.game, play.state, seats[0])
            self._aside(_unheard(asked))

    async def analyse(
        self, user: int, key: Hashable, question: Callable[..., T], *args: Any, keep: bool = False
    ) -> T:
        """Return the answer to a member's question, of which one is answered at a time."""
        return await self.questions.answer(user, key, question, *args, keep=keep)

    def stop_analyses(self) -> None:
        """Refuse the questions that have no answer yet: the bot is about to stop."""
        self._analysis.close()

    def close(self) -> None:
        """Finish what is under way, store what is drawn and stop the threads.

        The rounds of a file that was deleted since the last check are rescued.
        """
        self.stop_analyses()
        self._table.shutdown()
        if self._flushing is not None:
            self._flushing.cancel()
        self.storage.submit(self.flush)
        self.storage.close()


async def _unheard(asked: Awaitable[None]) -> None:
    """Wait for an answer that nobody needs; who needs what was computed asks for it again."""
    try:
        await asked
    except Refusal:
        pass
    except Exception as error:  # noqa: BLE001 — whoever asks for it reads the apology
        log.warning("nothing could be computed ahead: %s", error)
