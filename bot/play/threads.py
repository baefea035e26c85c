"""The threads of rounds: their names; slow ones are kept open, those of unbegun rounds archived.

Discord archives a thread some time after the last activity in it, and the buttons of an archived
thread do not work. A message, opening the thread again and another archiving time are activity; an
edit is none (https://discord.com/developers/docs/topics/threads#active-archived-threads).
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal

import discord

from bot.language.render import PlainRenderer, render
from bot.storage.shards import Shards
from bot.table.store import deadlines
from bot.table.stored_round import StoredRound
from bot.ui import reach
from bot.ui.requests import DISCORD_ERRORS, reason, unasked
from bot.ui.response import Response
from rules import registry
from rules.text import Text, say_in

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

log = logging.getLogger(__name__)

AHEAD = timedelta(minutes=30)
"""How long before its archiving time a thread is extended."""

LOOK_AGAIN = timedelta(minutes=10)
"""How long after a check that Discord refused, or one without effect, the next one is due."""

LONG: Literal[10080] = 10080
OTHER: Literal[4320] = 4320
"""Minutes after which a thread is archived: seven days, and three in place of seven."""


NEVER_BEGAN = ("lapsed", "withdrawn")
"""The endings after which a thread is archived; a declined round is news for its opener."""


class RoundThreads:
    """Keeps the threads of slow rounds open, and archives those of rounds that never began.

    The times of the next checks are kept in memory.
    """

    def __init__(self, bot: DicePokerBot) -> None:
        self._client, self._live, self._board = bot, bot.live, bot.board
        self._requests, self._under_way = bot.requests, bot.under_way
        bot.live.on_abandoned.append(self._end)
        self._next: dict[int, datetime] = {}
        self._joined: set[int] = set()

    async def join(self, thread: int) -> None:
        """Join a thread, so that the bot may open it again without managing threads."""
        if thread in self._joined:
            return
        try:
            await self._requests.make(reach.join(self._client, thread))
        except DISCORD_ERRORS as error:
            log.info("thread=%d could not be joined: %s", thread, reason(error))
        else:
            self._joined.add(thread)

    async def keep_open(self, shards: Shards | None) -> None:
        """Check the threads that are due, and keep those open that would soon be archived."""
        threads = await self._live.storage.read(deadlines.slow_threads, shards)
        self._joined.intersection_update(threads)
        self._next = {one: when for one, when in self._next.items() if one in threads}
        for thread in threads:
            now = discord.utils.utcnow()
            if now < self._next.get(thread, now):
                continue
            with unasked():
                await self.join(thread)
                try:
                    self._next[thread] = await self._look(thread, now)
                except DISCORD_ERRORS as error:
                    self._next[thread] = now + LOOK_AGAIN
                    log.info("thread=%d could not be kept open: %s", thread, reason(error))

    def _end(self, stored: StoredRound) -> None:
        """Archive the thread of a round that never began, once its message shows the end.

        It stays if another round was played there before, or has new dice posted there. An edit in
        an archived thread would open it again.
        """

        def archive() -> None:
            self._under_way.begin(self._archive(stored.channel))

        goes_on = stored.has_new_dice or stored.successor_of is not None
        if stored.in_thread and stored.status in NEVER_BEGAN and not goes_on:
            self._board.once_ended[stored.id] = archive

    async def _archive(self, thread: int) -> None:
        """Archive a thread, unless a member has made it."""
        try:
            with unasked():
                found: Any = await self._requests.make(self._client.http.get_channel(thread))
                me = self._client.user
                if me is not None and found.get("owner_id") == str(me.id):
                    change = self._client.http.edit_channel(thread, archived=True)
                    await self._requests.make(change)
                    log.info("thread=%d is archived: its round never began", thread)
        except DISCORD_ERRORS as error:
            log.info("thread=%d could not be archived: %s", thread, reason(error))

    async def _look(self, thread: int, now: datetime) -> datetime:
        """Keep one thread open where that is due; return the time of the next check."""
        found: Any = await self._requests.make(self._client.http.get_channel(thread))
        ends = archived_at(found)
        if not found["thread_metadata"]["archived"]:
            if ends - now > AHEAD:
                return ends - AHEAD
            try:
                await self._change(thread, auto_archive_duration=other_duration(found))
            except discord.Forbidden:  # another member's thread: it is opened once it is archived
                return max(ends, now + LOOK_AGAIN)
        else:
            await self._change(thread)
        log.info("thread=%d is kept open", thread)
        return now + LOOK_AGAIN

    async def _change(self, thread: int, **change: Any) -> None:
        http = self._client.http
        await self._requests.make(http.edit_channel(thread, archived=False, **change))


def thread_name(response: Response, new: StoredRound) -> str:
    """Return the name of a round's thread, in the round's language: its game and its opener."""
    game, opener = registry.game(new.game).info.name, response.interaction.user.display_name
    text: Text = say_in("the name of a thread", "{game} · {opener}", game=game, opener=opener)
    return render(text, new.language, PlainRenderer(new.language))


def archived_at(thread: Mapping[str, Any]) -> datetime:
    """Return the time at which Discord may archive a thread, given in the form of its API."""
    about = thread["thread_metadata"]
    times = [discord.utils.snowflake_time(int(thread.get("last_message_id") or thread["id"]))]
    if about["archive_timestamp"]:
        times.append(datetime.fromisoformat(about["archive_timestamp"]))
    return max(times) + timedelta(minutes=about["auto_archive_duration"])


def other_duration(thread: Mapping[str, Any]) -> Literal[4320, 10080]:
    """Return another archiving time in minutes: the longest one, or the one in its place."""
    return OTHER if thread["thread_metadata"]["auto_archive_duration"] == LONG else LONG
