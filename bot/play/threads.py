"""The threads of rounds: their names, and the archiving of those of rounds that never began."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from bot.language.render import PlainRenderer, render
from bot.table.stored_round import StoredRound
from bot.ui.requests import DISCORD_ERRORS, reason, unasked
from bot.ui.response import Response
from rules import registry
from rules.text import Text, say_in

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

log = logging.getLogger(__name__)

NEVER_BEGAN = ("lapsed", "withdrawn")
"""The endings after which a thread is archived; a declined round is news for its opener."""


class RoundThreads:
    """Archives the threads of rounds that never began."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._client, self._board = bot, bot.board
        self._requests, self._under_way = bot.requests, bot.under_way
        bot.live.on_abandoned.append(self._end)

    def _end(self, stored: StoredRound) -> None:
        """Archive the thread of a round that never began, once its message shows the end.

        It stays if another round was played there before. An edit in an archived thread would open
        it again.
        """

        def archive() -> None:
            self._under_way.begin(self._archive(stored.channel))

        first = stored.successor_of is None
        if stored.in_thread and stored.status in NEVER_BEGAN and first:
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


def thread_name(response: Response, new: StoredRound) -> str:
    """Return the name of a round's thread, in the round's language: its game and its opener."""
    game, opener = registry.game(new.game).info.name, response.interaction.user.display_name
    text: Text = say_in("the name of a thread", "{game} · {opener}", game=game, opener=opener)
    return render(text, new.language, PlainRenderer(new.language))
