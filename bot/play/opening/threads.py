"""The threads of rounds: their names, and the archiving of those of rounds that never began."""

from __future__ import annotations

import logging
from typing import Any

import discord

from bot.language.render import PlainRenderer, render
from bot.table.stored_round import StoredRound
from bot.ui.answer import Answer
from bot.ui.requests import DISCORD_ERRORS, Requests, reason, unasked
from bot.under_way import UnderWay
from rules import registry
from rules.text import Text, say_in

log = logging.getLogger(__name__)

NEVER_BEGAN = ("lapsed", "withdrawn")
"""The endings after which a thread is archived; a declined round is news for its opener."""


class RoundThreads:
    """Archives the threads of rounds that never began."""

    def __init__(self, client: discord.Client, requests: Requests, under_way: UnderWay) -> None:
        self._client, self._requests, self._under_way = client, requests, under_way
        self._ending: dict[int, int] = {}

    def end(self, stored: StoredRound) -> None:
        """Note the thread of a round that never began, to be archived once its board shows that.

        It stays if another round was played there before. An edit in an archived thread would open
        it again.
        """
        first = stored.successor_of is None
        if stored.place.in_thread and stored.status in NEVER_BEGAN and first:
            self._ending[stored.id] = stored.place.channel

    def archive(self, round_id: int) -> None:
        """Archive the thread of a round whose board shows its end, if it was noted."""
        thread = self._ending.pop(round_id, None)
        if thread is not None:
            self._under_way.begin(self._archive(thread))

    async def _archive(self, thread: int) -> None:
        """Archive a thread, unless a member has made it."""
        try:
            with unasked():
                channel: Any = await self._requests.make(self._client.http.get_channel(thread))
                me = self._client.user
                if me is not None and channel.get("owner_id") == str(me.id):
                    change = self._client.http.edit_channel(thread, archived=True)
                    await self._requests.make(change)
                    log.info("thread=%d is archived: its round never began", thread)
        except DISCORD_ERRORS as error:
            log.info("thread=%d could not be archived: %s", thread, reason(error))


def thread_name(answer: Answer, new: StoredRound) -> str:
    """Return the name of a round's thread, in the round's language: its game and its opener."""
    game, opener = registry.game(new.game).info.name, answer.interaction.user.display_name
    text: Text = say_in("the name of a thread", "{game} · {opener}", game=game, opener=opener)
    return render(text, new.language, PlainRenderer(new.language))
