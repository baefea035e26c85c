"""Members who wait for the next round of a taken channel, stored in the database.

A member waits in one channel at a time, for `IN_FOR` at most. The next rematch there, or the next
table that is open to all, has a seat for them; the boards of the channel name the waiting members.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

import discord

from bot.play import private
from bot.storage.thread import StorageThread
from bot.table.store import member_settings, rounds
from bot.table.store.admission import admitted
from bot.table.store.errors import RoundGone
from bot.table.stored_round import StoredRound
from bot.ui.custom_ids import CustomId
from bot.ui.requests import unasked
from bot.ui.response import Response

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

log = logging.getLogger(__name__)

IN_FOR = timedelta(hours=12)
"""How long a member waits for the next round, if none begins."""

_KEY = "next"


class Wait(NamedTuple):
    """The channel where a member waits, the round during which they joined, and the time."""

    channel: int
    round: int
    since: datetime

    def written(self) -> str:
        """Return the stored text of the entry.

        >>> Wait(5, 7, datetime(2026, 1, 1, tzinfo=UTC)).written()
        '5.7.1767225600'
        """
        return f"{self.channel}.{self.round}.{int(self.since.timestamp())}"


def read(text: str) -> Wait:
    """Return the entry of a stored text.

    >>> read("5.7.1767225600").since.year
    2026
    """
    channel, number, since = map(int, text.split("."))
    return Wait(channel, number, datetime.fromtimestamp(since, UTC))


class NextPlayers:
    """The waiting members, in memory and in the database.

    `waits` has an entry for each waiting member. While it is empty, callers need no other method.
    """

    def __init__(self, storage: StorageThread) -> None:
        self._storage = storage
        self.waits: dict[int, Wait] = {}

    async def load(self) -> None:
        """Read all entries, and remove those older than `IN_FOR`."""
        stored = await self._storage.read(member_settings.choices, _KEY)
        self.waits = {user: read(text) for user, text in stored.items()}
        since = discord.utils.utcnow() - IN_FOR
        for user in [user for user, one in self.waits.items() if one.since <= since]:
            await self.remove(user)

    def forget(self, user: int) -> None:
        self.waits.pop(user, None)

    def of(self, channel: int) -> tuple[int, ...]:
        """Return the members who wait in a channel, the longest first."""
        return tuple(user for user, _ in self._in(channel))

    def shown_on(self, stored: StoredRound) -> tuple[int, ...]:
        """Return the waiting members for a round's board; after its end, those who joined in it."""
        waiting = self._in(stored.channel)
        return tuple(user for user, one in waiting if stored.open or one.round == stored.id)

    async def admitted(self, channel: int, guild: int | None) -> list[int]:
        """Return the members who wait in a channel and may play there, the longest first."""
        waiting = self.of(channel)
        if not waiting:
            return []
        now = discord.utils.utcnow()
        return await self._storage.read(admitted, guild, waiting, now)

    async def add(self, user: int, stored: StoredRound) -> None:
        """Add a member to those who wait for the next round in the channel of this one."""
        wait = Wait(stored.channel, stored.id, discord.utils.utcnow())
        await self._storage.write(member_settings.choose, user, _KEY, wait.written())
        self.waits[user] = wait

    async def remove(self, user: int) -> None:
        """Remove a member from those who wait."""
        if self.waits.pop(user, None) is not None:
            await self._storage.write(member_settings.choose, user, _KEY, None)

    async def seated(self, stored: StoredRound) -> None:
        """Remove the members with a seat in a round of the channel where they waited."""
        for user in self.of(stored.channel):
            if user in stored.people:
                await self.remove(user)

    def _in(self, channel: int) -> list[tuple[int, Wait]]:
        since = discord.utils.utcnow() - IN_FOR
        found = [
            (user, one)
            for user, one in self.waits.items()
            if one.channel == channel and one.since > since
        ]
        return sorted(found, key=lambda waits: waits[1].since)


class NextRound:
    """Answers the buttons *Join the next game* and *Not any more*."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._acts, self._board, self._opening = bot.acts, bot.board, bot.opening
        self._live, self._under_way = bot.live, bot.under_way
        self._faults = bot.background_faults
        self._waiting = bot.next_players

    async def join(self, response: Response, pressed: CustomId) -> None:
        """Add a member for the next round. Raises the errors of `Opening.check`."""
        stored = await self._acts.load(response, pressed.round, resume=False)
        await self._opening.check(response, stored.game)
        before = self._waiting.waits.get(response.user)
        await self._waiting.add(response.user, stored)
        log.info("round=%d a member is in for the next one", stored.id)
        await self._board.redraw_names(stored)
        if before is not None:
            self._under_way.begin(self._redraw_others(before, stored.id))
        await private.in_for_next(response, stored)

    async def leave(self, response: Response, pressed: CustomId) -> None:
        """Remove a member from those who wait for the next round in this channel."""
        stored = await self._acts.load(response, pressed.round, resume=False)
        before = self._waiting.waits.get(response.user)
        if before is not None and before.channel == stored.channel:
            await self._waiting.remove(response.user)
            self._under_way.begin(self._redraw_others(before, stored.id))
        await self._board.redraw_names(stored)
        await private.out_of_next(response)

    async def _redraw_others(self, before: Wait, redrawn: int) -> None:
        """Redraw the boards that have named a member, but the one that is `redrawn`.

        They are those of the round during which the member joined, and of the one that is open.
        """
        with unasked(), self._faults.caught("a member stays named for a next game"):
            open_there = await self._live.storage.read(rounds.in_channel, before.channel)
            for number in {before.round, open_there or before.round} - {redrawn}:
                async with self._live.lock(number):
                    with suppress(RoundGone):
                        await self._board.redraw_names(await self._live.load(number))
