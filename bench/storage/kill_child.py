"""The processes that `kill.py` kills: children that play until then, and their launcher.

    python -m bench.storage.kill_child URL all|0|1|same

The launcher starts a child for every line that it reads. Children answer for all
servers or for those of one of two shards, and hold the lock of such a process, as
`dice-poker run` does; `same` is all servers without the lock. Everything is reported
on standard output, one JSON object a line: `started` and `ended` by the launcher;
by the child the id of each `act` before it is tried, and again with the `number`
of its step once it is stored, or without one where it was refused. An act is a
choice, or `take back`; it says whether a perfect computer `thinks` in it.
"""
# ruff: noqa: S101 — the asserts are what this is about

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from random import Random
from typing import Any

from bot.play.live_rounds import LiveRounds
from bot.storage.connection import address, engine_for
from bot.storage.database import Storage
from bot.storage.shards import Shards
from bot.storage.thread import StorageThread
from bot.table.pace import TimeLimits
from bot.table.store import rounds
from bot.table.store.errors import ChannelTaken
from bot.table.stored_round import TRAINING, StoredRound
from bot.table.use_cases import Change, OpenRequest, Table
from bot.thinking.process import AnalysisProcess
from rules import registry
from rules.errors import Refusal
from rules.levels import PERFECT
from rules.screen import Seat

PLAYERS = (11, 22)

AGAINST_COMPUTERS = ("dice-poker", "poker-dice", "six-card")
"""The games of the first channel, with a perfect computer that chooses in the analysis process."""

TAKE_BACK = "take back"
"""Stands for the action where a choice is taken back."""

CHANNELS = (1, 2, 3, 4)
"""The channels; each has a server of its own, which belongs to shard `channel % 2` of 2."""

LOCK_SECONDS = 30.0
"""How long to wait until the database has noticed the end of the last child."""


def guild_of(channel: int) -> int:
    """Return the id of a channel's server."""
    return channel << 22


def launch(url: str, servers: str) -> None:
    """Start a child for every line that is read, and report its end."""
    registry.games()  # imported once, before any child is started
    engine_for(address(url)).dispose()  # and so is the driver
    for number, _ in enumerate(sys.stdin):
        child = os.fork()
        if child == 0:
            asyncio.run(play(url, servers, f"{os.getppid()}.{number}"))
        report(started=child, name=f"{os.getpid()}.{number}")
        _, status = os.waitpid(child, 0)
        report(ended=-os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))


def report(**what: object) -> None:
    """Write one line, in one piece."""
    os.write(1, (json.dumps(what) + "\n").encode())


async def play(url: str, servers: str, name: str) -> None:
    """Play in every channel of the servers until killed."""
    storage = Storage.open(url)
    shards = Shards(2, (int(servers),) if servers.isdigit() else (0, 1))
    if servers != "same":
        storage.process_lock(shards.ids if servers.isdigit() else None).acquire(LOCK_SECONDS)
    live = LiveRounds(StorageThread(storage), AnalysisProcess(), shards.hold)
    acts = (f"{name}.{number}" for number in count())
    held = [channel for channel in CHANNELS if shards.hold(guild_of(channel))]
    await asyncio.gather(*(Channel(live, channel, acts).play() for channel in held))


class Channel:
    """A channel in which one round after the other is played; `acts` are ids of acts."""

    def __init__(self, live: LiveRounds, channel: int, acts: Iterator[str]) -> None:
        self.live, self.channel, self.acts = live, channel, acts
        self.table = Table(None, TimeLimits(), live.computer)
        self.random = Random(time.time_ns() + channel)
        self.last = Seat(0)

    async def play(self) -> None:
        """Play until killed. At the end of each round, compare memory and database."""
        while True:
            found = await self.live.storage.read(rounds.in_channel, self.channel)
            stored = await (self.open() if found is None else self.live.load(found))
            if stored.message is None:
                stored = await self.live.mark_message(stored, 100 * stored.id)
            stored = await self.seat(stored)
            while stored.status == "playing":
                stored = await self.act(stored)
                if self.random.random() < 1 / 3:
                    stored = await self.take_back(stored)
            live = await self.live.load(stored.id)
            fresh = await self.live.load(stored.id, fresh=True)
            assert (live.play, live.version) == (fresh.play, fresh.version), "memory is wrong"

    async def open(self) -> StoredRound:
        """Open a round of any game, or return the one that the other process has opened.

        It is played by two members, who may take back a choice, or with a perfect computer.
        """
        alone = self.channel == CHANNELS[0]
        game = self.random.choice(AGAINST_COMPUTERS if alone else sorted(registry.games()))
        request = OpenRequest(
            game,
            PLAYERS[0],
            self.channel,
            guild=guild_of(self.channel),
            table_options={"hints": TRAINING},
            opponent=None if alone else PLAYERS[1],
            level=PERFECT.key if alone else None,
        )
        try:
            return await self.live.open(
                self.channel,
                lambda reserved: self.table.open(request, datetime.now(UTC), reserved),
                slow=alone,
            )
        except ChannelTaken as taken:
            return await self.live.load(taken.round_id)

    async def seat(self, stored: StoredRound) -> StoredRound:
        """Let the second player accept, unless the other process has done so."""
        if stored.status == "waiting":
            stored = await self.change(stored, self.table.join(PLAYERS[1], datetime.now(UTC)))
        return stored

    async def change(self, stored: StoredRound, change: Change) -> StoredRound:
        """Change a round; return it as it is now, also where the change was refused."""
        try:
            _, stored = await self.live.change(stored.id, change, datetime.now(UTC))
        except Refusal:
            return await self.live.load(stored.id, fresh=True)
        self.live.mark_drawn(stored)
        return stored

    async def act(self, stored: StoredRound) -> StoredRound:
        """Do any action; return the round as it is now."""
        play: Any = stored.play
        awaited = play.awaits.may_act
        seat = self.random.choice([one for one in awaited if stored.players[one.index].user])
        action = self.random.choice(play.game.legal(play.state, seat))
        user, now = stored.players[seat.index].user or 0, datetime.now(UTC)
        self.last = seat
        change = self.table.act(user, stored.moment, action, now)
        return await self.reported(stored, seat, action.code, change)

    async def take_back(self, stored: StoredRound) -> StoredRound:
        """Take back the last choice if that is allowed; return the round as it is now."""
        seat, now = self.last, datetime.now(UTC)
        record = await self.live.storage.read(rounds.record, stored.id)
        user = stored.players[seat.index].user or 0
        change = self.table.take_back(user, stored.moment, record, now)
        try:
            change(stored)
        except Refusal:
            return stored
        return await self.reported(stored, seat, TAKE_BACK, change)

    async def reported(
        self, stored: StoredRound, seat: Seat, action: str, change: Change
    ) -> StoredRound:
        """Change a round, reported before and after; return it as it is now."""
        befores: list[StoredRound] = []

        def noted(before: StoredRound) -> StoredRound:
            befores.append(before)
            return change(before)

        act, now = next(self.acts), datetime.now(UTC)
        report(act=act, round=stored.id, seat=seat.index, action=action, thinks=stored.slow)
        try:
            _, after = await self.live.change(stored.id, noted, now)
        except Refusal:
            report(act=act, again=len(befores) - 1)
            return await self.live.load(stored.id, fresh=True)
        last: Any = befores[-1].play
        report(act=act, again=len(befores) - 1, number=last.recorded + 1)
        self.live.mark_drawn(after)
        return after


if __name__ == "__main__":
    launch(*sys.argv[1:])
