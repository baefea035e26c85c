"""The processes that `kill.py` kills, and their launcher.

    python -m bench.storage.kill_child URL all|0|1|same

The launcher starts a child for every line that it reads. Children answer for all
servers or for those of one of two shards, and hold the lock of such a process, as
`dice-poker run` does; `same` is all servers without the lock. Everything is reported
on standard output, one JSON object a line: `started` and `ended` by the launcher;
by the child the id of each `act` before it is tried, and again with the `number`
of its step once it is stored, or without one where it was refused or left the
round `unchanged`. An act is a choice; it says whether a perfect computer `thinks` in it.
"""
# ruff: noqa: S101 — the asserts are what this is about

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

from bot.daily.private_round import new_round
from bot.daily.store import shared_dice as store
from bot.play.rounds import Rounds
from bot.storage.database import Storage
from bot.storage.engine import address, engine_for
from bot.storage.errors import LockLost, NotUnique, StorageFailed
from bot.storage.shards import Shards
from bot.storage.thread import StorageThread
from bot.table.refusals import Stale
from bot.table.seed import Seed
from bot.table.store import rounds
from bot.table.store.errors import ChannelTaken, RematchExists
from bot.table.stored_round import StoredRound
from bot.table.time_limits import TimeLimits
from bot.table.turns import TURN_LASTS, is_for_everybody
from bot.table.use_cases import Change, OpenRequest, Table
from bot.thinking.computer_threads import ComputerThreads
from bot.thinking.process import AnalysisProcess
from rules import registry
from rules.errors import Refusal
from rules.levels import HOUSE, PERFECT
from rules.screen import Seat

PLAYERS = (11, 22)

AGAINST_COMPUTERS = ("dice-poker", "poker-dice", "six-card")
"""The games of the first channel, with a perfect computer that chooses in the analysis process."""

MISSED = 0.1
"""The share of turns that are missed on the sheets of the second channel, for everybody."""

REMATCHES = 0.5
"""The share of rounds that are followed by their rematch."""

FIRST_DAY = date(2026, 1, 1)
"""The day of the first private round of each member, who goes on to the next day after each end."""

CHANNELS = (1, 2, 3, 4)
"""The channels; each has a server of its own, which belongs to shard `channel % 2` of 2."""

LOCK_SECONDS = 30.0
"""How long to wait until the database has noticed the end of the last child."""


SOON = 0.05
"""How many seconds after a failure of the database a member goes on."""


def guild_of(channel: int) -> int:
    return channel << 22


def launch(url: str, servers: str) -> None:
    """Start a child for every line of input, and report its end."""
    registry.games()  # imported once, before any child is started
    engine_for(address(url)).dispose()  # and so is the driver
    for number, _ in enumerate(sys.stdin):
        child = os.fork()
        if child == 0:
            name = f"{os.getppid()}.{number}"
            os.environ["PGAPPNAME"] = name  # so its sessions are found
            asyncio.run(play(url, servers, name))
        report(started=child, name=f"{os.getpid()}.{number}")
        _, status = os.waitpid(child, 0)
        report(ended=-os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))


def report(**what: object) -> None:
    os.write(1, (json.dumps(what) + "\n").encode())


async def play(url: str, servers: str, name: str) -> None:
    """Play in every channel of the servers until killed."""
    storage = Storage.open(url)
    shards = Shards(2, (int(servers),) if servers.isdigit() else (0, 1))
    if servers != "same":
        storage.process_lock(shards.ids if servers.isdigit() else None).acquire(LOCK_SECONDS)
    stored, computers = StorageThread(storage), ComputerThreads(AnalysisProcess())
    table = Table(None, TimeLimits(), computers.choice)
    live = Rounds(stored, table, computers, holds=shards.hold)
    await live.begin(datetime.now(UTC))
    acts = (f"{name}.{number}" for number in count())
    held = [channel for channel in CHANNELS if shards.hold(guild_of(channel))]
    members = [member for member in PLAYERS if shards.hold(guild_of(member))]
    plays: list[PrivateRounds | Channel] = [
        *(PrivateRounds(stored, table, live, acts, member) for member in members),
        *(Channel(stored, table, live, acts, channel) for channel in held),
    ]
    await asyncio.gather(*(play_on(one.play) for one in plays))


async def play_on(play: Callable[[], Awaitable[None]]) -> None:
    """Play until killed, also after a session of the database was cut."""
    while True:
        try:
            await play()
        except LockLost:
            raise
        except StorageFailed:
            await asyncio.sleep(SOON)


@dataclass
class Play:
    """The acts of members in one place; `acts` are their ids."""

    stored: StorageThread
    table: Table
    live: Rounds
    acts: Iterator[str]
    random: Random = field(default_factory=Random, init=False)

    async def reported(
        self, stored: StoredRound, seat: Seat, action: str, change: Change
    ) -> StoredRound:
        """Change a round, reported before and after; return it as it is now."""
        befores: list[StoredRound] = []

        def noted(before: StoredRound) -> StoredRound:
            befores.append(before)
            return change(before)

        act, now = next(self.acts), datetime.now(UTC)
        report(
            act=act, round=stored.id, seat=seat.index, action=action, thinks=stored.players.perfect
        )
        try:
            before, after = await self.live.change(stored.id, noted, now)
        except Refusal:
            report(act=act, again=len(befores) - 1)
            return await self.live.load(stored.id, fresh=True)
        if after is before:  # it repeats a secret decision
            report(act=act, again=len(befores) - 1, unchanged=True)
            return after
        last: Any = befores[-1].play
        report(act=act, again=len(befores) - 1, number=last.recorded + 1)
        self.live.mark_drawn(after)
        return after


@dataclass
class PrivateRounds(Play):
    """The private rounds of a member at the dice of one day after the other."""

    member: int

    async def play(self) -> None:
        """Play until killed, first what an earlier process has begun."""
        for days in count():
            stored = await self.begin(FIRST_DAY + timedelta(days))
            while stored.status == "private":
                play: Any = stored.play
                (seat,), now = stored.seats_of(self.member), datetime.now(UTC)
                action = self.random.choice(play.game.legal(play.state, seat))
                change = self.table.choose_action(self.member, stored.moment, action, now)
                stored = await self.reported(stored, seat, action.code, change)

    async def begin(self, day: date) -> StoredRound:
        """Return the private round of a day, begun now if there is none."""
        storage, now = self.stored, datetime.now(UTC)
        entry = await storage.read(store.load_entry, day, self.member)
        if entry is None:
            shared = await storage.write(store.draw_day, day, now)
            assert shared.sheet is not None
            new = new_round(shared, shared.sheet.info.key, self.member, None, now)
            begun = self.table.begin_private(new, now)
            try:
                entry = await storage.write(store.begin_round, begun)
            except NotUnique:  # the other process was faster
                entry = await storage.write(store.begin_round, begun)
        return await self.live.load(entry.round)


@dataclass
class Channel(Play):
    """A channel in which one round after the other is played."""

    channel: int
    before: StoredRound | None = None

    async def play(self) -> None:
        """Play until killed, some rounds as rematches of the one before.

        At the end of each round, memory and database are compared.
        """
        while True:
            found = await self.stored.read(rounds.in_channel, self.channel)
            stored = await (self.next() if found is None else self.live.load(found))
            if stored.place.message is None:
                stored = await self.live.mark_message(stored, 100 * stored.id)
            stored = await self.seat(stored)
            while stored.status == "playing":
                stored = await self.choose(stored)
            live = await self.live.load(stored.id)
            fresh = await self.live.load(stored.id, fresh=True)
            assert live.play == fresh.play, "memory is wrong"
            assert live.version <= fresh.version, "memory is ahead"
            self.before = stored

    async def next(self) -> StoredRound:
        """Open a round: the rematch of the one before, or any other."""
        before, now = self.before, datetime.now(UTC)
        if before is None or before.status != "over" or self.random.random() > REMATCHES:
            return await self.open()
        user = PLAYERS[0]

        def prepare(seed: Seed) -> StoredRound:
            return self.table.rematch(before, user, now, seed)

        try:
            return await self.live.open(
                self.channel,
                prepare,
                now=now,
                opened=self.random.getrandbits(62),
                slow=before.players.perfect,
            )
        except (ChannelTaken, RematchExists) as exists:
            return await self.live.load(exists.round_id)

    async def open(self) -> StoredRound:
        """Open a round of any game, or return the one that the other process has opened.

        It is played by two members, by everybody, or with a perfect computer.
        """
        alone = self.channel == CHANNELS[0]
        if self.channel == CHANNELS[1]:
            games = registry.games().items()
            sheets = sorted(key for key, game in games if is_for_everybody(game))
            return await self.opened(self.of_everybody(self.random.choice(sheets)))
        game = self.random.choice(AGAINST_COMPUTERS if alone else sorted(registry.games()))
        request = OpenRequest(
            game,
            PLAYERS[0],
            self.channel,
            guild=guild_of(self.channel),
            opponent=None if alone else PLAYERS[1],
            level=PERFECT.key if alone else None,
        )
        return await self.opened(request, slow=alone)

    def of_everybody(self, game: str) -> OpenRequest:
        """Return what a sheet for everybody asks for, alone or with a computer."""
        level = self.random.choice((None, HOUSE.key))
        guild = guild_of(self.channel)
        return OpenRequest(game, PLAYERS[0], self.channel, guild=guild, everybody=True, level=level)

    async def opened(self, request: OpenRequest, *, slow: bool = False) -> StoredRound:
        """Open a round, or return the one that the other process has opened."""
        try:
            now = datetime.now(UTC)
            return await self.live.open(
                self.channel,
                lambda seed: self.table.open(request, now, seed),
                now=now,
                opened=self.random.getrandbits(62),
                slow=slow,
            )
        except ChannelTaken as taken:
            return await self.live.load(taken.round_id)

    async def seat(self, stored: StoredRound) -> StoredRound:
        """Let the second player accept, unless the other process has done so."""
        if stored.status == "waiting":
            stored = await self.apply(stored, self.table.join(PLAYERS[1], datetime.now(UTC)))
        return stored

    async def apply(self, stored: StoredRound, change: Change) -> StoredRound:
        """Change a round; return it as it is now, also where the change was refused."""
        try:
            _, stored = await self.live.change(stored.id, change, datetime.now(UTC))
        except Refusal:
            return await self.live.load(stored.id, fresh=True)
        self.live.mark_drawn(stored)
        return stored

    async def choose(self, stored: StoredRound) -> StoredRound:
        """Do any action; return the round as it is now."""
        play: Any = stored.play
        awaited = play.awaits.may_act
        people = [one for one in awaited if stored.players[one.index].user is not None]
        seat, now = self.random.choice(people), datetime.now(UTC)
        if stored.players.everybody:
            return await self.choose_in_turn(stored, seat, now)
        action = self.random.choice(play.game.legal(play.state, seat))
        user = stored.players[seat.index].user or 0
        change = self.table.choose_action(user, stored.moment, action, now)
        return await self.reported(stored, seat, action.code, change)

    async def choose_in_turn(self, stored: StoredRound, seat: Seat, now: datetime) -> StoredRound:
        """Press first on a sheet for everybody, then do any action, or let the time be up."""
        press = self.table.take_turn(self.random.choice(PLAYERS), stored.moment, now)
        stored = await self.apply(stored, press)
        play: Any = stored.play
        if stored.turns.under_way is None or stored.status != "playing":
            return stored
        if self.random.random() < MISSED:
            action = play.game.idle(play.state, seat)
            end = self.table.expire(stored.turns.under_way.begun + TURN_LASTS)

            def late(before: StoredRound) -> StoredRound:
                # The game's choice may be another one by now, and nothing due in another turn.
                turn = before.turns.under_way
                if (before.moment, turn) != (stored.moment, stored.turns.under_way):
                    raise Stale
                return end(before)

            return await self.reported(stored, seat, action.code, late)
        action = self.random.choice(play.game.legal(play.state, seat))
        change = self.table.choose_action(stored.turns.under_way.member, stored.moment, action, now)
        return await self.reported(stored, seat, action.code, change)


if __name__ == "__main__":
    launch(*sys.argv[1:])
