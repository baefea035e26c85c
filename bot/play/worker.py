"""Runs the use cases: live rounds in memory, storage on a thread, analyses in a process.

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
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from threading import Timer
from typing import Any, ParamSpec, TypeVar

from cachetools import LRUCache

from bot.database import Storage
from bot.storage.errors import ReservationLost, StorageDamaged, StorageFailed, VersionConflict
from bot.storage.pulse import Pulse
from bot.table.commitment import Reserved
from bot.table.store.rounds import load
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

STORAGE_TIMEOUT = 9.0
"""Seconds to wait for the storage thread before a member gets an apology."""

DRAWN_DELAY = 0.5
"""Seconds after which the version that a message shows is stored at the latest."""

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


class StorageSilent(StorageFailed):
    """Raised when the database has not answered in time; what was asked may still happen."""

    def __init__(self) -> None:
        super().__init__(f"The database has not answered for {STORAGE_TIMEOUT:.0f} seconds.")


class Worker:
    """Runs use cases. Close it before the storage.

    `lives(guild)` says whether rounds of a server may stay in memory: only this
    process changes them. A member may have `most_open` rounds open, 0 for no limit.
    """

    def __init__(
        self,
        storage: Storage,
        analysis: Analysis,
        lives: Callable[[int | None], bool] = lambda _: True,
        most_open: int = 0,
    ) -> None:
        self._storage = storage
        self._analysis = analysis
        self._lives = lives
        self._most_open = most_open
        self.pulse = Pulse()
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="storage")
        self._table = ThreadPoolExecutor(COMPUTING_THREADS, thread_name_prefix="table")
        self._live: LRUCache[int, StoredRound] = LRUCache(LIVE_ROUNDS)
        self._drawn: dict[int, int] = {}
        self._flushing: Timer | None = None
        self._erasures: int | None = None
        self.questions = Questions(analysis)
        self._thought: LRUCache[int, None] = LRUCache(THOUGHT_AHEAD)
        self._thinking: set[asyncio.Task[None]] = set()

    # Rounds ------------------------------------------------------------------------

    async def open(
        self, channel: int, prepare: Callable[[Reserved], StoredRound], *, slow: bool = False
    ) -> StoredRound:
        """Open the round that `prepare` makes of what is reserved for it in this channel.

        `slow` says that it may compute for long. Raises the refusals of `prepare`
        and of `Rounds.open`.
        """
        for last in (*[False] * RESERVATIONS, True):
            reserved = await self.storage(lambda storage: storage.seeds.reserve(channel))
            try:
                new = await self.compute(prepare, reserved) if slow else prepare(reserved)
                opened = partial(Storage.open_round, new=new, most_open=self._most_open)
                return self._remember(await self.storage(opened))
            except ReservationLost:  # nobody has seen what landed
                if last:
                    raise
            finally:
                self._storage.seeds.release(reserved.id)
        raise AssertionError("the loop ends by itself")

    async def check_room(self, opener: int) -> None:
        """Raise a refusal if a member may not open another round."""
        await self.storage(lambda storage: storage.rounds.check_room(opener, self._most_open))

    async def load(self, round_id: int, *, fresh: bool = False) -> StoredRound:
        """Return the round as it stands, `fresh` from the database. Raises RoundGone."""
        live = self._live.get(round_id)
        if live is not None and not fresh:
            return live
        return self._remember(await self.storage(lambda storage: load(storage.rounds, round_id)))

    async def change(
        self, round_id: int, change: Change, now: datetime | None = None
    ) -> tuple[StoredRound, StoredRound]:
        """Return the round before and after `change`, which has been saved.

        `now` is the time at which a round that ends by it has ended. Raises
        RoundGone, the refusals of the change and, for a resting round that is taken
        up, those of `Rounds.resume`.
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
            return before, saved

    async def _changed(self, change: Change, before: StoredRound) -> StoredRound:
        return await self.compute(change, before) if before.slow else change(before)

    async def _save(
        self, before: StoredRound, after: StoredRound, now: datetime | None
    ) -> StoredRound:
        if before.status == "resting" and after.open:
            return self._remember(
                await self.storage(lambda storage: storage.rounds.resume(after, self._most_open))
            )
        drawn, self._drawn = self._drawn, {}
        try:
            saved = await self.storage(lambda storage: storage.rounds.save(after, now, drawn))
        except BaseException:
            self._live.pop(after.id, None)
            self._drawn = {**drawn, **self._drawn}
            raise
        return self._remember(saved)

    def mark_drawn(self, stored: StoredRound) -> StoredRound:
        """Note that the message shows this version; it is stored a moment later."""
        if stored.drawn >= stored.version:
            return stored
        self._drawn[stored.id] = max(stored.version, self._drawn.get(stored.id, 0))
        if self._flushing is None:
            self._flushing = Timer(DRAWN_DELAY, self._start_flush)
            self._flushing.daemon = True
            self._flushing.start()
        live = self._live.get(stored.id)
        if live is not None:
            self._live[stored.id] = replace(live, drawn=max(live.drawn, stored.version))
        return replace(stored, drawn=stored.version)

    async def mark_message(self, stored: StoredRound, message: int) -> StoredRound:
        """Store the message that shows this version of the round now."""
        await self.storage(
            lambda storage: storage.rounds.mark_message(
                stored.id, stored.channel, message, stored.version
            )
        )
        live = self._live.get(stored.id, stored)
        drawn = max(live.drawn, stored.version)
        return self._remember(replace(live, message=message, drawn=drawn))

    async def mark_reminded(self, stored: StoredRound, message: int | None) -> StoredRound:
        """Store the message that reminded the awaited members, None once it is deleted."""
        await self.storage(lambda storage: storage.rounds.mark_reminded(stored.id, message))
        return self._remember(replace(self._live.get(stored.id, stored), reminder=message))

    def _remember(self, stored: StoredRound) -> StoredRound:
        """Keep the round in memory, with the version that its message is known to show."""
        pending = self._drawn.get(stored.id, 0)
        if pending > stored.drawn:
            stored = replace(stored, drawn=pending)
        if self._lives(stored.guild):
            self._live[stored.id] = stored
        return stored

    def forget(self) -> None:
        """Drop all rounds from memory, after their rows were changed by a statement."""
        self._live.clear()

    def forget_members(self) -> None:
        """Drop all rounds and all answers from memory, after members were erased."""
        self.forget()
        self.questions.forget()

    async def check(self) -> bool:
        """Check the database; return whether other processes have erased members since.

        Then rounds and answers are dropped from memory, by the first check in any case:
        nobody knows what was erased before it. Raises StorageDamaged.
        """

        def check(storage: Storage) -> int:
            storage.check()
            return storage.erasures.count()

        before, self._erasures = self._erasures, await self.storage(check)
        if before == self._erasures:
            return False
        self.forget_members()
        return True

    async def finish_erasure(self, user: int, now: datetime) -> None:
        """Erase a member from all but rounds; `check` does not take it for another process's."""
        await self.storage(lambda storage: storage.erasures.finish(user, now))
        if self._erasures is not None:
            self._erasures += 1

    def _start_flush(self) -> None:
        self._flushing = None
        with suppress(RuntimeError):  # the writer has been shut down, and has flushed
            self.pulse.ask()
            self._writer.submit(self.pulse.run, self.flush)

    def flush(self) -> None:
        """Store which versions are drawn, on the calling thread."""
        drawn, self._drawn = self._drawn, {}
        try:
            self._storage.rounds.mark_drawn(drawn)
        except StorageFailed:  # it was logged; the next flush or save tries again
            self._drawn = {**drawn, **self._drawn}
        except Exception as error:  # noqa: BLE001 — the boards are redrawn after the next start
            log.warning("which versions are drawn could not be stored: %s", error)

    # Threads and the analysis process ------------------------------------------------

    async def storage(self, use: Callable[[Storage], T]) -> T:
        """Return what `use` returns for the storage, on the storage thread.

        Raises StorageSilent when that takes longer than `STORAGE_TIMEOUT`.
        """
        self.pulse.ask()
        call = partial(self.pulse.run, use, self._storage)
        future = asyncio.get_running_loop().run_in_executor(self._writer, call)
        try:
            await asyncio.wait({future}, timeout=STORAGE_TIMEOUT)
        finally:
            if not future.done():  # too late, or this task was cancelled
                future.add_done_callback(_ignore_late)
        if not future.done():
            raise StorageSilent
        return future.result()

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
        if play is None or play.game.ahead is None or stored.id in self._thought:
            return
        seats = play.awaits.seats
        if seats and (stored.hints or stored.slow) and play.game.ahead(play.state):
            self._thought[stored.id] = None
            asked = self._analysis.ask(thinking.think_ahead, play.game, play.state, seats[0])
            task = asyncio.create_task(_unheard(asked))
            self._thinking.add(task)
            task.add_done_callback(self._thinking.discard)

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
        self._writer.submit(self.flush)
        self._writer.submit(self._check_files)
        self._writer.shutdown()

    def _check_files(self) -> None:
        try:
            self._storage.check_files()
        except StorageDamaged as damage:
            log.error("%s", damage)  # noqa: TRY400 — the sentence says what to do


async def _unheard(asked: Awaitable[None]) -> None:
    """Wait for an answer that nobody needs; who needs what was computed asks for it again."""
    try:
        await asked
    except Refusal:
        pass
    except Exception as error:  # noqa: BLE001 — whoever asks for it reads the apology
        log.warning("nothing could be computed ahead: %s", error)


def _ignore_late(future: asyncio.Future[Any]) -> None:
    """Take the result of a storage call that nobody waits for any more.

    A failing database has been logged already.
    """
    error = None if future.cancelled() else future.exception()
    if error is not None and not isinstance(error, StorageFailed):
        log.warning("a late answer of the database: %s", error)
