"""*Close this game* in the menu of a message, for members who may manage messages."""

from __future__ import annotations

import discord

from bot.play import confirmations
from bot.play.rounds import Rounds
from bot.table.use_cases import check_may_close
from bot.ui import reach
from bot.ui.answer import Answer
from bot.ui.drawing.components import round_on
from rules.errors import Refusal
from rules.text import say

_NO_OPEN_ROUND = say("This message shows no open game.")


class CloseMenu:
    """Asks for confirmation to close the round on a message of the bot."""

    def __init__(self, *, client: discord.Client, rounds: Rounds) -> None:
        self._client, self._rounds = client, rounds

    def round_on(self, message: discord.Message) -> int:
        """Return the id of the round that a message of the bot shows, 0 for none."""
        user = self._client.user
        ours = user is not None and message.author.id == user.id
        return (round_on(message) if ours else None) or 0

    async def ask(self, answer: Answer, round_id: int) -> None:
        """Ask whether to close a round, of which the id may be 0 for none.

        Raises a refusal where it is not open, or may not be closed by the member.
        """
        if not round_id:
            raise Refusal(_NO_OPEN_ROUND)
        stored = await self._rounds.load_for(answer, round_id, resume=False)
        if not stored.open:
            raise Refusal(_NO_OPEN_ROUND)
        check_may_close(stored, answer.user, reach.may_manage(answer.interaction))
        await confirmations.ask_to_close(answer, stored)
