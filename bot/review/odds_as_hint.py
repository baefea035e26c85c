"""/odds about the dice of a decision that its member has open: it is help, as a hint is.

It is noted as a hint when it has been computed, before it is shown. Where there are no
hints, it is refused until the member has chosen.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.review.odds import bear_on
from bot.table.store import rounds
from bot.table.stored_round import StoredRound
from bot.ui.response import Response
from rules.dice import Roll
from rules.errors import Refusal
from rules.text import Text, say

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

log = logging.getLogger(__name__)


class OddsAsHint:
    """Knows which decisions /odds would help with."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._acts, self._table = bot.acts, bot.table
        self._live, self._board = bot.live, bot.board

    async def note(self, response: Response, rolls: Sequence[Roll]) -> list[Text]:
        """Note /odds about these rolls as a hint wherever it is one; return what says so.

        Raises a Refusal where a round without hints, or another feature such as the daily
        challenge, shows one of the rolls while the member is to choose.
        """
        for check in self._acts.on_odds:
            await check(response.user, rolls)
        concerned = await self._concerned(response.user, rolls)
        for stored in concerned:
            if not stored.gives_hints:
                raise Refusal(
                    say(
                        "Your round shows these dice, and its hints are off: {place}. Ask again "
                        "once you have chosen.",
                        place=stored.place,
                    )
                )
        for stored in concerned:
            await self._note(stored.id, response.user, rolls)
        return [
            say("Your round shows these dice, so this counts as a hint: {place}", place=one.place)
            for one in concerned
        ]

    async def _concerned(self, user: int, rolls: Sequence[Roll]) -> list[StoredRound]:
        """Return the open and resting rounds that show one of the rolls to a member at turn."""
        seated, resting = await self._live.storage.read(rounds.of_member, user)
        found = [await self._live.load(round_id) for round_id in (*seated, *resting)]
        return [stored for stored in found if _helps(stored, user, rolls)]

    async def _note(self, round_id: int, user: int, rolls: Sequence[Roll]) -> None:
        async with self._live.lock(round_id):
            if not _helps(await self._live.load(round_id), user, rolls):
                return
            change = self._table.note_hint(user)
            before, after = await self._live.change(round_id, change)
            if before.drawn == before.version:
                self._board.mark_drawn(after)
            log.info("round=%d game=%s odds noted as a hint", after.id, after.game)


def _helps(stored: StoredRound, user: int, rolls: Sequence[Roll]) -> bool:
    if stored.play is None or not stored.begun:
        return False
    seats = [seat for seat in stored.seats_of(user) if not stored.players[seat.index].left]
    return any(bear_on(rolls, stored.play, seat) for seat in seats)
