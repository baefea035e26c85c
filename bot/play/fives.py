"""Numbers the fives of a kind that members roll on a server each week."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.memory import Memory
from bot.storage.errors import StorageFailed
from bot.storage.thread import StorageThread
from bot.table.frame import Frame
from bot.table.store import fives
from bot.table.stored_round import NO_SERVER, StoredRound
from rules.engine import Round
from rules.events.rolls import with_number
from rules.hands import FIVE
from rules.screen import Line, Screen, Seat
from rules.whole_hands import WholeHand

log = logging.getLogger(__name__)


class FivesOfAKind:
    """Counts fives of a kind as they fall, and keeps each number until the next act of its round.

    After a restart a board shows a five of a kind without its number.
    """

    def __init__(self, storage: StorageThread) -> None:
        self._storage = storage
        self.numbers: Memory[int, tuple[int, int]] = Memory()
        """The moment of the latest five of a kind and its number, by the round's id."""

    async def note(self, before: StoredRound | None, after: StoredRound, now: datetime) -> None:
        """Count a five of a kind that a member has after an act, or after the opening of a round.

        The database is used only if there is one.
        """
        if after.server == NO_SERVER or after.set_key is not None or not _fell(before, after):
            return
        try:
            number = await self._storage.write(fives.count, after.server, now)
        except StorageFailed as error:  # the board shows it without a number
            log.info("round=%d a five of a kind was not counted: %s", after.id, error)
            return
        self.numbers[after.id] = after.moment, number

    def numbered(self, stored: StoredRound, shown: Frame) -> Frame:
        """Return a board with the number of a five of a kind, where one has just fallen."""
        moment, number = self.numbers.get(stored.id, (0, 0))
        if not number or moment != stored.moment:
            return shown
        return replace(shown, screen=_numbered(shown.screen, number))


def _numbered(screen: Screen, number: int) -> Screen:
    blocks = tuple(
        replace(block, text=with_number(block.text, number)) if isinstance(block, Line) else block
        for block in screen.blocks
    )
    return replace(screen, blocks=blocks)


def _fell(before: StoredRound | None, after: StoredRound) -> bool:
    """Return whether a member has a five of a kind that they did not have before.

    If they had the same one, the board shows whether it has fallen again.
    """
    play, earlier = after.play, None if before is None else before.play
    if play is None or (earlier is not None and earlier.moment == play.moment):
        return False
    for index, player in enumerate(after.players):
        if player.user is not None:
            hand = _hand(play, Seat(index))
            if hand is not None and hand.rank == FIVE:
                board = play.game.screen(play.state, None)
                if hand != _hand(earlier, Seat(index)) or board != _numbered(board, 1):
                    return True
    return False


def _hand(play: Round[Any] | None, seat: Seat) -> WholeHand | None:
    return None if play is None else play.game.hand(play.state, seat)
