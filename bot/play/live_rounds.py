"""Keeps rounds in memory, saves their changes and runs their analyses.

A round that was loaded or saved stays in memory, so a press reads nothing from the database, and an
act is one transaction. The round's version guards every save: where another process saved first,
the round is loaded again and the change runs on it. Storage has one thread, which never computes.
Changes in which a `perfect` computer may think have other threads, which wait for the analysis
process; all other changes run on the calling thread.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Concatenate, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from bot.memory import Memory
from bot.play.quotas import Pictures
from bot.storage.database import Storage
from bot.storage.errors import NotUnique, StorageFailed
from bot.storage.shards import ALL_SERVERS
from bot.storage.statement import Connection
from bot.storage.thread import StorageThread
from bot.table.seed import Seed, drawn_seed
from bot.table.store import erasures, restored, round_ids, rounds, seeds
from bot.table.store.errors import RoundGone, SeedTaken, UnreadableRound, VersionConflict
from bot.table.stored_round import ABANDONED_LOBBY, StoredRound, changed
from bot.table.use_cases import Change, without_channel
from bot.thinking import computers as thinking
from bot.thinking.process import AnalysisCrashed
from bot.thinking.questions import Analysis, Questions
from bot.under_way import UnderWay
from rules.errors import Refusal
from rules.game import Game, Weighted
from rules.levels import PERFECT
from rules.pieces import Pieces
from rules.screen import Seat

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

SHOWN_DELAY = 0.5
"""The longest delay in seconds before the version and id of a shown message are stored."""

COMPUTING_THREADS = 16
"""The most changes that wait for computers at the same time."""

COMPUTER_SECONDS = 8.0
"""How long to wait for a computer's choice before it is computed in this process."""

LIVE_ROUNDS = 4096
"""The most rounds that stay in memory."""

NEXT_SEEDS = 4096
"""The number of channels whose next seed stays in memory."""

ATTEMPTS = 5
"""The number of further attempts to open a round, where another one was faster."""


class LiveRounds:
    """Runs use cases. `close` closes the storage thread, too.

    `holds(guild)` returns whether this process holds a server, so that its rounds stay in memory.
    """

    def __init__(
        self,
        storage: StorageThread,
        analysis: Analysis,
        holds: Callable[[int | None], bool] = ALL_SERVERS.hold,
    ) -> None:
        self.storage = storage
        self._analysis = analysis
        self._holds = holds
        self._table = ThreadPoolExecutor(COMPUTING_THREADS, thread_name_prefix="table")
        self._live: Memory[int, StoredRound] = Memory(LIVE_ROUNDS)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._shown: dict[int, rounds.ShownVersion] = {}
        self._flushing: asyncio.TimerHandle | None = None
        self._erasures: int | None = None
        self._next: Memory[int, Seed] = Memory(NEXT_SEEDS)
        self._openings: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self.questions = Questions(analysis)
        self._under_way = UnderWay()
        self.pictures = Pictures()
        self.on_abandoned: list[Callable[[StoredRound], None]] = []
        """Called with each round that has ended before it began, once that is stored."""

    # Rounds ------------------------------------------------------------------------

    async def open(
        self,
        place: int,
        prepare: Callable[[Seed], StoredRound],
        *,
        now: datetime,
        opened: int = 0,
        slow: bool = False,
        admit: Callable[[Connection], None] | None = None,
    ) -> StoredRound:
        """Open the round that `prepare` makes with the next seed of a channel.

        `place` is that channel: for a thread, the one that holds it (`reach.seeds_of`). `opened` is
        the id of the interaction that opens the round, 0 without one. `slow` is whether the round
        may compute for long; then it does not keep others from being opened there. Raises the
        refusals of `prepare`, of `admit` and of `rounds.open_round`.
        """
        turn = nullcontext() if slow else self._openings.setdefault(place, asyncio.Lock())
        async with turn:
            for last in (*[False] * ATTEMPTS, True):
                known = await self._next_seed(place, now)
                seed = replace(known, opened=opened)
                new = await self.compute(prepare, seed) if slow else prepare(seed)
                following = drawn_seed(place, now, "game")
                try:
                    stored = await self._stored(rounds.open_round, new, following, admit)
                except SeedTaken:  # what landed was not shown to any member
                    if self._next.get(place) is known:
                        del self._next[place]
                    if last:
                        raise
                else:
                    self._next[place] = following
                    return self._remember(stored)
        raise AssertionError("the loop ends by itself")

    async def _stored(
        self,
        write: Callable[Concatenate[Connection, StoredRound, P], T],
        stored: StoredRound,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Return the result of a write that lets a round be open in a channel.

        Where an index refuses that, raises the refusals of `rounds.refuse`; the round in the way
        may have ended meanwhile, then it is tried again.
        """
        for last in (*[False] * ATTEMPTS, True):
            try:
                return await self.storage.write(write, stored, *args, **kwargs)
            except NotUnique:
                if last:
                    raise
                await self.storage.read(rounds.refuse, stored)
        raise AssertionError("the loop ends by itself")

    async def _next_seed(self, place: int, now: datetime) -> Seed:
        """Return the seed of the next game of a channel, as far as is known."""
        known = self._next.get(place)
        if known is None:
            known = self._next[place] = await self.storage.write(seeds.next_of, place, now)
        return known

    async def begin(self, now: datetime) -> None:
        """Check the database, and adapt it to what may have been lost, as `restored.begin` does.

        The same happens on every connection to PostgreSQL that replaces a lost one: another server
        may stand there now, which lacks what was stored last.
        """
        await self.check()
        begun = time.perf_counter()

        def adapt(connection: Connection) -> None:
            restored.begin(connection, now + timedelta(seconds=time.perf_counter() - begun))

        await self.storage.on_each_connection(adapt)

    async def replace_seed(self, stored: StoredRound, now: datetime) -> StoredRound:
        """Give a round another seed, of which no dice are known; return the round with it."""
        await self.storage.write(seeds.replace_seed, stored.id, now)
        return await self.load(stored.id, fresh=True)

    async def check_room(self, opener: int) -> None:
        """Raise a refusal if a member may not open another round."""
        await self.storage.read(rounds.check_room, opener)

    def lock(self, round_id: int) -> asyncio.Lock:
        """Return the lock under which a round is changed and its message redrawn."""
        return self._locks.setdefault(round_id, asyncio.Lock())

    async def load(self, round_id: int, *, fresh: bool = False) -> StoredRound:
        """Return the present round, `fresh` from the database. Raises RoundGone."""
        live = self._live.get(round_id)
        if live is not None and not fresh:
            return live
        return self._remember(await self._load(round_id))

    async def _load(self, round_id: int) -> StoredRound:
        """Return the round from the database; a round that cannot be read is closed first.

        The id of a round that is gone is passed over: a lost database may have given it.
        """
        while True:
            try:
                return await self.storage.read(rounds.load, round_id)
            except RoundGone:
                await self.storage.write(round_ids.pass_over, round_id)
                raise
            except UnreadableRound as unreadable:
                stored = unreadable.stored
            closed = changed(stored, status="closed", deadline=None, remind_at=None)
            if stored.ended:
                return closed
            with suppress(VersionConflict):
                return await self.storage.write(rounds.save, closed)

    async def change(
        self, round_id: int, change: Change, now: datetime | None = None
    ) -> tuple[StoredRound, StoredRound]:
        """Return the round before and after `change`, which has been saved.

        `now` is the time at which an act lets dice land, or a round ends. Raises RoundGone, the
        refusals of the change and, for a resting round that is resumed, those of `rounds.resume`.
        """
        before = await self.load(round_id)
        while True:
            try:
                after = await self.compute(change, before) if before.perfect else change(before)
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
            if saved.status in ABANDONED_LOBBY and before.open:
                for heed in self.on_abandoned:
                    heed(saved)
            return before, saved

    async def _save(
        self, before: StoredRound, after: StoredRound, now: datetime | None
    ) -> StoredRound:
        if before.status == "resting" and after.open:
            return self._remember(await self._stored(rounds.resume, after))
        shown = self._shown.pop(after.id, rounds.NOTHING_SHOWN)
        try:
            saved = await self.storage.write(rounds.save, after, now, shown)
        except BaseException:
            self._live.pop(after.id, None)
            self._show_again({after.id: shown})
            raise
        return self._remember(saved)

    async def lose_channel(self, round_id: int, now: datetime) -> None:
        """Let a round whose channel was deleted rest without one, or close it. Raises RoundGone."""
        _, after = await self.change(round_id, without_channel(now), now)
        if after.status == "resting" and not after.channel_deleted:
            self._shown.pop(round_id, None)
            await self.storage.write(rounds.take_from_channel, after)
            after = await self.load(round_id, fresh=True)
        self.mark_drawn(after)  # it cannot be drawn there

    def mark_drawn(self, stored: StoredRound) -> None:
        """Note that the message shows this version; the note is stored a moment later."""
        live = self._live.get(stored.id)
        if max(stored.drawn, 0 if live is None else live.drawn) >= stored.version:
            return
        self._show(stored.id, rounds.ShownVersion(stored.version))
        if live is not None:
            self._live[stored.id] = changed(live, drawn=stored.version)

    def mark_first_message(self, stored: StoredRound, message: int) -> StoredRound:
        """Note the first message of a round; it is stored with the next act, or a moment later."""
        self._show(stored.id, rounds.ShownVersion(stored.version, message))
        return self._remember(self._live.get(stored.id, stored))

    async def mark_message(self, stored: StoredRound, message: int) -> StoredRound:
        """Store the message that shows this version of the round at present."""
        await self._stored(rounds.mark_message, stored, message, stored.version)
        live = self._live.get(stored.id, stored)
        drawn = max(live.drawn, stored.version)
        return self._remember(changed(live, message=message, drawn=drawn))

    async def mark_reminded(self, stored: StoredRound, message: int | None) -> StoredRound:
        """Store the message that reminded the awaited members, None once it is deleted."""
        await self.storage.write(rounds.mark_reminded, stored.id, message)
        return self._remember(changed(self._live.get(stored.id, stored), reminder=message))

    def _remember(self, stored: StoredRound) -> StoredRound:
        """Keep the round in memory, with the version that its message shows.

        Private rounds are not kept, since they can be pressed in any process.
        """
        if stored.set_key is not None:
            return stored
        shown = self._shown.get(stored.id)
        if shown is not None:
            known = rounds.ShownVersion(stored.drawn, stored.message).and_then(shown)
            stored = changed(stored, drawn=known.version, message=known.message)
        if self._holds(stored.guild):
            self._live[stored.id] = stored
        return stored

    def forget(self) -> None:
        """Drop all rounds from memory, after a statement has changed their rows."""
        self._live.clear()

    def forget_member(self, user: int) -> None:
        """Drop the rounds that name a member, and all answers, after the member was erased."""
        for stored in [one for one in self._live.values() if one.names(user)]:
            del self._live[stored.id]
        self.questions.forget()

    def forget_members(self) -> None:
        """Drop all rounds and answers from memory, after members were erased."""
        self.forget()
        self.questions.forget()

    async def check(self) -> bool:
        """Check the database; return whether other processes have erased members meanwhile.

        If so, rounds and answers are dropped from memory. The first check always drops them, since
        earlier erasures are not known. Raises StorageDamaged.
        """
        await self.storage.check()
        before, self._erasures = self._erasures, await self.storage.read(erasures.count)
        if before == self._erasures:
            return False
        self.forget_members()
        return True

    def note_erasure(self) -> None:
        """Note an erasure by this process, so that `check` does not take it for another's."""
        if self._erasures is not None:
            self._erasures += 1

    def _show(self, round_id: int, more: rounds.ShownVersion) -> None:
        """Store the version that a round shows with its next act, or `SHOWN_DELAY` later."""
        known = self._shown.get(round_id, rounds.NOTHING_SHOWN)
        self._shown[round_id] = known.and_then(more)
        if self._flushing is None:
            loop = asyncio.get_running_loop()
            self._flushing = loop.call_later(SHOWN_DELAY, self._start_flush)

    def _start_flush(self) -> None:
        self._flushing = None
        self._under_way.begin(self._flush())

    async def _flush(self) -> None:
        shown, self._shown = self._shown, {}
        try:
            await self.storage.write(rounds.mark_shown, shown)
        except StorageFailed:  # it was logged; the next flush or save tries again
            self._show_again(shown)
        except Exception as error:  # noqa: BLE001 — the boards are redrawn after the next start
            log.warning("what rounds show could not be stored: %s", error)

    def flush(self, storage: Storage) -> None:
        """Store the versions that rounds show on the calling thread, while nothing else happens."""
        shown, self._shown = self._shown, {}
        try:
            storage.write(rounds.mark_shown, shown)
        except StorageFailed:  # it was logged
            self._show_again(shown)

    def _show_again(self, lost: dict[int, rounds.ShownVersion]) -> None:
        """Take back versions that could not be stored; those noted meanwhile come on top."""
        for round_id, shown in lost.items():
            later = self._shown.get(round_id, rounds.NOTHING_SHOWN)
            self._shown[round_id] = shown.and_then(later)

    # Threads and the analysis process ------------------------------------------------

    async def compute(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of a change, on a thread that may wait for a computer."""
        return await asyncio.get_running_loop().run_in_executor(
            self._table, lambda: question(*args, **kwargs)
        )

    def computer(self, game: Game[Any], state: Any, seat: Seat, level: str) -> Weighted:
        """Return a computer's choice; a perfect one thinks in the analysis process.

        The calling thread waits. Where the process does not answer, the choice is computed on this
        thread: no act is lost with it.
        """
        if level == PERFECT.key:
            question = (thinking.choice, game, state, seat, level)
            try:
                return self._analysis.ask_from_thread(*question, seconds=COMPUTER_SECONDS)
            except (AnalysisCrashed, Refusal, TimeoutError) as error:
                log.warning("a computer thinks in the bot's own process: %r", error)
        return game.computer(state, seat, level)

    async def analyse(
        self,
        user: int,
        key: Hashable,
        question: Callable[..., Pieces[T] | T],
        *args: Any,
        keep: bool = False,
    ) -> T:
        """Return the answer to a question of a member, who may have one pending at a time."""
        return await self.questions.answer(user, key, question, *args, keep=keep)

    def stop_analyses(self) -> None:
        """Refuse the questions that have no answer yet: the bot is about to stop."""
        self._analysis.close()

    def close(self) -> None:
        """Finish the work under way, store the versions that rounds show and stop the threads.

        The rounds of a file that was deleted since the last check are rescued.
        """
        self.stop_analyses()
        self._table.shutdown()
        if self._flushing is not None:
            self._flushing.cancel()
        self.storage.submit(self.flush)
        self.storage.close()
