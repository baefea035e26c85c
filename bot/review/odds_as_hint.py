"""`/odds` as a hint: odds of the dice of an open decision count as help.

A hint is noted when the odds have been computed, before they are shown. In a round without hints,
`/odds` is refused until the member has chosen, whatever the dice: the odds of similar rolls would
help as well.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.review.odds import bear_on
from bot.table.store import rounds
from bot.table.stored_round import StoredRound
from bot.ui.response import Response
from rules import registry
from rules.dice import Roll
from rules.errors import Refusal
from rules.screen import Seat
from rules.text import Argument, Command, Text, say, say_in

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

log = logging.getLogger(__name__)


class OddsAsHint:
    """Notes `/odds` as a hint for the decisions that it helps with."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._acts, self._table = bot.acts, bot.table
        self._live, self._board = bot.live, bot.board

    async def note(self, response: Response, rolls: Sequence[Roll]) -> list[Text]:
        """Note `/odds` about these rolls as a hint where it is one; return the lines that say so.

        Raises a Refusal while the member is to choose in a round without hints, or plays a round
        that another feature offers without them, such as the daily challenge.
        """
        for check in self._acts.on_odds:
            await check(response.user)
        awaited = await self._awaited(response.user)
        for stored in awaited:
            if not stored.gives_hints:
                raise Refusal(
                    say(
                        "It is your turn in a game without hints: {place}. Ask again once you "
                        "have chosen.",
                        place=_where(stored),
                    )
                )
        concerned = [stored for stored in awaited if _helps(stored, response.user, rolls)]
        for stored in concerned:
            await self._note(stored.id, response.user, rolls)
        return [
            say("Your game shows these dice, so this counts as a hint: {place}", place=_where(one))
            for one in concerned
        ]

    async def _awaited(self, user: int) -> list[StoredRound]:
        """Return the open and resting rounds in which a member may choose."""
        seated, resting = await self._live.storage.read(rounds.of_member, user)
        found = [await self._live.load(round_id) for round_id in (*seated, *resting)]
        return [stored for stored in found if _choosing(stored, user)]

    async def _note(self, round_id: int, user: int, rolls: Sequence[Roll]) -> None:
        async with self._live.lock(round_id):
            if not _helps(await self._live.load(round_id), user, rolls):
                return
            change = self._table.note_hint(user)
            before, after = await self._live.change(round_id, change)
            if before.drawn == before.version:
                self._board.mark_drawn(after)
            log.info("round=%d game=%s odds noted as a hint", after.id, after.game)


def _where(stored: StoredRound) -> Argument:
    """Return the place of a round; if its channel was deleted, its game and the way to it."""
    if not stored.channel_deleted:
        return stored.place
    name = registry.game(stored.game).info.name
    return say_in(
        "a game and a command", "{game} ({command})", game=name, command=Command("rounds")
    )


def _choosing(stored: StoredRound, user: int) -> list[Seat]:
    """Return the seats on which a member may choose."""
    if stored.play is None or not stored.begun:
        return []
    may_act = stored.play.awaits.may_act
    seats = (seat for seat in stored.seats_of(user) if not stored.players[seat.index].left)
    return [seat for seat in seats if seat in may_act]


def _helps(stored: StoredRound, user: int, rolls: Sequence[Roll]) -> bool:
    play = stored.play
    return play is not None and any(bear_on(rolls, play, seat) for seat in _choosing(stored, user))
