"""Keeps rounds in memory, and loads, changes and saves them.

A round that was loaded or saved stays in memory, so a press reads nothing from the database, and an
act is one transaction, saved before anybody sees it. The round's version guards every save: where
another process saved first, the round is loaded again and the change runs on it. The caller holds
the round's lock. Storage has one thread, which never computes. Changes in which a `perfect`
computer may think run on threads of their own; all other changes run on the calling thread.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Concatenate, ParamSpec, TypeVar
from weakref import WeakValueDictionary

import discord

from bot.memory import Memory
from bot.play.servers import admission
from bot.storage.database import Storage
from bot.storage.errors import NotUnique, StorageFailed
from bot.storage.shards import ALL_SERVERS
from bot.storage.statement import Connection
from bot.storage.thread import StorageThread
from bot.table.frame import BEAT, OFFER, POST_SHARED, SHARE
from bot.table.refusals import Stale
from bot.table.round_luck import check_is_public, check_look_back
from bot.table.seed import Seed, draw_seed
from bot.table.store import erasures, restored, round_ids, rounds, seeds
from bot.table.store.errors import (
    RoundElsewhere,
    RoundGone,
    SeedTaken,
    UnreadableRound,
    VersionConflict,
)
from bot.table.stored_round import ABANDONED_LOBBY, StoredRound
from bot.table.use_cases import Change, Table, seat_at_turn, without_channel
from bot.thinking.computer_threads import ComputerThreads
from bot.ui import reach
from bot.ui.answer import Answer
from bot.ui.custom_ids import OF_GAME, TOOL, CustomId
from bot.under_way import UnderWay
from rules.errors import Refusal
from rules.screen import Seat
from rules.text import say

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

SHOWN_DELAY = 0.5
"""The longest delay in seconds before the version and id of a shown message are stored."""

LIVE_ROUNDS = 4096
"""The most rounds that stay in memory."""

NEXT_SEEDS = 4096
"""The number of channels whose next seed stays in memory."""

ATTEMPTS = 5
"""The number of further attempts to open a round, where another one was faster."""

OF_AN_END = frozenset({"rematch", "again", "review", SHARE, POST_SHARED, BEAT, OFFER})
"""The verbs of tools that only rounds have that have ended."""

OF_A_LOBBY = frozenset({"lobby", "seat"})
"""The kinds of controls whose moment is the version of a lobby."""

_OF_HANDS = say("The daily challenge is a sheet now: this attempt is closed.")
"""The answer to every press on an attempt of version 1.0.0 at several hands against a computer."""


class Rounds:
    """The rounds: their locks, their memory, and every change. `close` closes the storage thread.

    `holds(guild)` returns whether this process holds a server, so that its rounds stay in memory.
    `abandoned` is called with each round that has ended before it began, once that is stored.
    """

    def __init__(
        self,
        storage: StorageThread,
        table: Table,
        computers: ComputerThreads,
        *,
        holds: Callable[[int | None], bool] = ALL_SERVERS.hold,
        abandoned: Callable[[StoredRound], None] = lambda _: None,
    ) -> None:
        self._storage, self._table, self._computers = storage, table, computers
        self._holds, self._abandoned = holds, abandoned
        self._live: Memory[int, StoredRound] = Memory(LIVE_ROUNDS)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._to_mark: dict[int, rounds.ShownVersion] = {}
        self._flushing: asyncio.TimerHandle | None = None
        self._erasures: int | None = None
        self._next: Memory[int, Seed] = Memory(NEXT_SEEDS)
        self._openings: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._under_way = UnderWay()

    # Opening -----------------------------------------------------------------------

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
                next_seed = await self._next_seed(place, now)
                seed = replace(next_seed, opened=opened)
                new = await self._computers.run(prepare, seed) if slow else prepare(seed)
                following = draw_seed(place, now, "game")
                try:
                    stored = await self._stored(rounds.open_round, new, following, admit)
                except SeedTaken:  # what landed was not shown to any member
                    if self._next.get(place) is next_seed:
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

        Where an index refuses that, raises the refusals of `rounds.check_free`; the round in the
        way may have ended meanwhile, then it is tried again.
        """
        for last in (*[False] * ATTEMPTS, True):
            try:
                return await self._storage.write(write, stored, *args, **kwargs)
            except NotUnique:
                if last:
                    raise
                await self._storage.read(rounds.check_free, stored)
        raise AssertionError("the loop ends by itself")

    async def _next_seed(self, place: int, now: datetime) -> Seed:
        """Return the seed of the next game of a channel, as far as is known."""
        seed = self._next.get(place)
        if seed is None:
            seed = self._next[place] = await self._storage.write(seeds.next_of, place, now)
        return seed

    async def check_room(self, opener: int) -> None:
        """Raise a refusal if a member may not open another round."""
        await self._storage.read(rounds.check_room, opener)

    # Loading and changing ----------------------------------------------------------

    def lock(self, round_id: int) -> asyncio.Lock:
        """Return the lock under which a round is changed and its message redrawn."""
        return self._locks.setdefault(round_id, asyncio.Lock())

    async def load(self, round_id: int, *, fresh: bool = False) -> StoredRound:
        """Return the present round, `fresh` from the database. Raises RoundGone."""
        live = self._live.get(round_id)
        if live is not None and not fresh:
            return live
        return self._remember(await self._load(round_id))

    async def load_open_in(self, channel: int) -> StoredRound | None:
        """Return the open round of a channel, None without one."""
        round_id = await self._storage.read(rounds.in_channel, channel)
        return None if round_id is None else await self.load(round_id)

    async def _load(self, round_id: int) -> StoredRound:
        """Return the round from the database; a round that cannot be read is closed first.

        The id of a round that is gone is passed over: a lost database may have given it.
        """
        while True:
            try:
                return await self._storage.read(rounds.load, round_id)
            except RoundGone:
                await self._storage.write(round_ids.pass_over, round_id)
                raise
            except UnreadableRound as unreadable:
                stored = unreadable.stored
            closed = stored.ended_as("closed")
            if stored.ended:
                return closed
            with suppress(VersionConflict):
                return await self._storage.write(rounds.save, closed)

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
                slow = before.players.perfect
                after = await self._computers.run(change, before) if slow else change(before)
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
                self._abandoned(saved)
            return before, saved

    async def _save(
        self, before: StoredRound, after: StoredRound, now: datetime | None
    ) -> StoredRound:
        if before.status == "resting" and after.open:
            return self._remember(await self._stored(rounds.resume, after))
        marked = self._to_mark.pop(after.id, rounds.NOTHING_SHOWN)
        try:
            saved = await self._storage.write(rounds.save, after, now, marked)
        except BaseException:
            self._live.pop(after.id, None)
            self._mark_again({after.id: marked})
            raise
        return self._remember(saved)

    async def lose_channel(self, round_id: int, now: datetime) -> None:
        """Let a round whose channel was deleted rest without one, or close it. Raises RoundGone."""
        _, after = await self.change(round_id, without_channel(now), now)
        if after.status == "resting" and not after.place.channel_deleted:
            self._to_mark.pop(round_id, None)
            await self._storage.write(rounds.take_from_channel, after)
            after = await self.load(round_id, fresh=True)
        self.mark_drawn(after)  # it cannot be drawn there

    # For a press or command --------------------------------------------------------

    async def load_for(
        self,
        answer: Answer,
        round_id: int,
        *,
        fresh: bool = False,
        resume: bool = True,
        private: bool = False,
    ) -> StoredRound:
        """Return the round of a press; an absent member who presses returns to their seat.

        A press of one of its members resumes a resting round, unless `resume` is false or its
        channel was deleted. Private rounds are refused, unless `private` allows them, and always
        those of several hands. Raises RoundGone; RoundElsewhere for a round of another channel or
        server; for a round that cannot be resumed, the refusals of `resume`.
        """
        stored = await self.load(round_id, fresh=fresh)
        if not reach.within(stored, answer.interaction, private=answer.private):
            raise RoundElsewhere
        pressed = answer.pressed
        if pressed is not None and shows_later(pressed, stored):
            stored = await self._after_rollback(answer, pressed, round_id)
        if stored.set_key is not None and len(stored.players) > 1:  # a sheet has one seat
            raise Refusal(_OF_HANDS)
        if not private:
            check_is_public(stored)
        rests = stored.status == "resting" and not stored.place.channel_deleted
        if rests and resume and answer.user in stored.players.people:
            place = stored.place
            after = await self.resume(answer.user, stored, place.channel, place.guild)
        elif answer.user in stored.players.absent:
            change = self._table.return_to_seat(answer.user)
            _, after = await self.change(round_id, change)
        else:
            return stored
        answer.overtaken.add(round_id)
        return after

    async def _after_rollback(
        self, answer: Answer, pressed: CustomId, round_id: int
    ) -> StoredRound:
        """Return a round of which the pressed board shows more than this process knew.

        If more is stored now, another process has changed it. Else the database is an earlier one,
        and the round gets another seed, which has no proof.
        """
        stored = await self.load(round_id, fresh=True)
        if not shows_later(pressed, stored):
            return stored
        answer.pressed = None  # a press gives one seed, however often the round is loaded
        log.warning("round=%d was played further on than it is stored", round_id)
        await self._storage.write(seeds.replace_seed, round_id, discord.utils.utcnow())
        return await self.load(round_id, fresh=True)

    async def load_at_turn(
        self, answer: Answer, round_id: int, moment: int, *, private: bool = False
    ) -> tuple[StoredRound, Seat]:
        """Return the round and the member's seat. Raises Stale, NotSeated or NotYourTurn.

        On a sheet for everybody the member's turn begins (see `take_turn`).
        """
        stored = await self.load_for(answer, round_id, private=private)
        stored = await self.take_turn(answer, stored, moment)
        try:
            return stored, seat_at_turn(stored, answer.user, moment)
        except Refusal:  # another process may have saved the round
            stored = await self.load_for(answer, round_id, fresh=True, private=private)
            return stored, seat_at_turn(stored, answer.user, moment)

    async def load_finished(self, answer: Answer, round_id: int) -> StoredRound:
        """Return a finished round that a member may review.

        Raises Stale for any other round, and the errors of `check_look_back`.
        """
        async with self.lock(round_id):
            stored = await self.load_for(answer, round_id, private=True)
        check_look_back(stored, answer.user)
        if not stored.finished:
            raise Stale
        return stored

    async def take_turn(self, answer: Answer, stored: StoredRound, moment: int) -> StoredRound:
        """Begin, on a sheet for everybody, the turn of the member who presses first.

        Return the round; any other one as it is. Raises the errors of `Table.take_turn` and
        `admit`; for a resting round that cannot be resumed, the refusals of `resume`.
        """
        if not stored.players.everybody:
            return stored
        if stored.begun and stored.turns.under_way is None:
            await self._storage.read(admission(answer, ()))
        change = self._table.take_turn(answer.user, moment, discord.utils.utcnow())
        _, after = await self.change(stored.id, change)
        return after

    async def resume(
        self, user: int, stored: StoredRound, channel: int, guild: int | None
    ) -> StoredRound:
        """Resume a resting round in a channel.

        Raises NotSeated, ChannelTaken, and a refusal where too many rounds are open.
        """
        change = self._table.resume(user, discord.utils.utcnow(), channel, guild)
        _, after = await self.change(stored.id, change)
        log.info("round=%d game=%s is taken up channel=%d", after.id, after.game, channel)
        return after

    # What messages show ------------------------------------------------------------

    def mark_drawn(self, stored: StoredRound) -> None:
        """Note that the message shows this version; the note is stored a moment later."""
        live = self._live.get(stored.id)
        if max(stored.place.drawn, 0 if live is None else live.place.drawn) >= stored.version:
            return
        self._mark_later(stored.id, rounds.ShownVersion(stored.version))
        if live is not None:
            self._live[stored.id] = replace(live, place=replace(live.place, drawn=stored.version))

    def mark_first_message(self, stored: StoredRound, message: int) -> StoredRound:
        """Note the first message of a round; it is stored with the next act, or a moment later."""
        self._mark_later(stored.id, rounds.ShownVersion(stored.version, message))
        return self._remember(self._live.get(stored.id, stored))

    async def mark_message(self, stored: StoredRound, message: int) -> StoredRound:
        """Store the message that shows this version of the round at present."""
        await self._stored(rounds.mark_message, stored, message, stored.version)
        live = self._live.get(stored.id, stored)
        drawn = max(live.place.drawn, stored.version)
        place = replace(live.place, message=message, drawn=drawn)
        return self._remember(replace(live, place=place))

    async def mark_reminded(self, stored: StoredRound, message: int | None) -> StoredRound:
        """Store the message that reminded the awaited members, None once it is deleted."""
        await self._storage.write(rounds.mark_reminded, stored.id, message)
        live = self._live.get(stored.id, stored)
        return self._remember(replace(live, deadline=replace(live.deadline, reminder=message)))

    def _remember(self, stored: StoredRound) -> StoredRound:
        """Keep the round in memory, with the version that its message shows.

        Private rounds are not kept, since they can be pressed in any process.
        """
        if stored.set_key is not None:
            return stored
        marked = self._to_mark.get(stored.id)
        if marked is not None:
            version = rounds.ShownVersion(stored.place.drawn, stored.place.message).and_then(marked)
            place = replace(stored.place, drawn=version.version, message=version.message)
            stored = replace(stored, place=place)
        if self._holds(stored.place.guild):
            self._live[stored.id] = stored
        return stored

    # Memory ------------------------------------------------------------------------

    async def begin(self, now: datetime) -> None:
        """Check the database, and adapt it to what may have been lost, as `restored.begin` does.

        The same happens on every connection to PostgreSQL that replaces a lost one: another server
        may stand there now, which lacks what was stored last.
        """
        await self.check()
        begun = time.perf_counter()

        def adapt(connection: Connection) -> None:
            restored.begin(connection, now + timedelta(seconds=time.perf_counter() - begun))

        await self._storage.on_each_connection(adapt)

    def forget(self) -> None:
        """Drop all rounds from memory, after a statement has changed their rows."""
        self._live.clear()

    def forget_member(self, user: int) -> None:
        """Drop the rounds that name a member from memory, after the member was erased."""
        for stored in [one for one in self._live.values() if one.involves(user)]:
            del self._live[stored.id]

    async def check(self) -> bool:
        """Check the database; return whether other processes have erased members meanwhile.

        If so, the rounds are dropped from memory. The first check always says so, since earlier
        erasures are not known. Raises StorageDamaged.
        """
        await self._storage.check()
        before, self._erasures = self._erasures, await self._storage.read(erasures.count_erasures)
        if before == self._erasures:
            return False
        self.forget()
        return True

    def count_erasure(self) -> None:
        """Note an erasure by this process, so that `check` does not take it for another's."""
        if self._erasures is not None:
            self._erasures += 1

    def _mark_later(self, round_id: int, more: rounds.ShownVersion) -> None:
        """Store the version that a round shows with its next act, or `SHOWN_DELAY` later."""
        before = self._to_mark.get(round_id, rounds.NOTHING_SHOWN)
        self._to_mark[round_id] = before.and_then(more)
        if self._flushing is None:
            loop = asyncio.get_running_loop()
            self._flushing = loop.call_later(SHOWN_DELAY, self._start_flush)

    def _start_flush(self) -> None:
        self._flushing = None
        self._under_way.begin(self._flush())

    async def _flush(self) -> None:
        shown, self._to_mark = self._to_mark, {}
        try:
            await self._storage.write(rounds.mark_shown, shown)
        except StorageFailed:  # it was logged; the next flush or save tries again
            self._mark_again(shown)
        except Exception as error:  # noqa: BLE001 — the boards are redrawn after the next start
            log.warning("what rounds show could not be stored: %s", error)

    def flush(self, storage: Storage) -> None:
        """Store the versions that rounds show on the calling thread, while nothing else happens."""
        shown, self._to_mark = self._to_mark, {}
        try:
            storage.write(rounds.mark_shown, shown)
        except StorageFailed:  # it was logged
            self._mark_again(shown)

    def _mark_again(self, lost: dict[int, rounds.ShownVersion]) -> None:
        """Take back versions that could not be stored; those noted meanwhile come on top."""
        for round_id, shown in lost.items():
            later = self._to_mark.get(round_id, rounds.NOTHING_SHOWN)
            self._to_mark[round_id] = shown.and_then(later)

    def close(self) -> None:
        """Finish the work under way, store the versions that rounds show, and close the storage.

        The rounds of a file that was deleted since the last check are rescued.
        """
        if self._flushing is not None:
            self._flushing.cancel()
        self._storage.submit(self.flush)
        self._storage.close()


def shows_later(pressed: CustomId, stored: StoredRound) -> bool:
    """Return whether the control that was pressed was drawn for a later state of a round.

    Then an earlier database stands in place of the one that the board was drawn from, and what
    lands next is known from the first time.
    """
    if stored.ended or stored.set_key is not None or pressed.round != stored.id:
        return False
    if pressed.kind == TOOL and pressed.verb in OF_AN_END:
        return True
    if stored.play is None:
        return pressed.kind in OF_GAME
    return pressed.kind not in OF_A_LOBBY and pressed.moment > stored.moment
