"""The coach: a private word after a costly choice, and the button *Take back*.

The members with a coach are kept in memory, so a press takes no longer. The word is computed in the
analysis process once the press is answered, outside the round's lock, and follows as a private
message in place of the member's last one.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

from bot.memory import Memory
from bot.review.coach_word import word
from bot.storage.errors import StorageFailed
from bot.table.frame import names
from bot.table.store import rounds
from bot.table.stored_round import StoredRound
from bot.ui import components, layout
from bot.ui.components import Component
from bot.ui.custom_ids import CustomId, tool
from bot.ui.private_messages import PrivateMessages
from bot.ui.requests import DISCORD_ERRORS, reason
from bot.ui.response import Response
from rules.engine import is_open_choice
from rules.errors import Refusal
from rules.screen import Action, Seat
from rules.text import say

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

log = logging.getLogger(__name__)

TAKE_BACK = "take-back"


@dataclass(frozen=True, slots=True)
class _Choice:
    """A choice of a member: the round before and after it, the seat and the action."""

    before: StoredRound
    after: StoredRound
    seat: Seat
    action: Action

    @property
    def number(self) -> int:
        """The number of the choice in the record."""
        return 1 if self.before.play is None else self.before.play.recorded + 1


class Coach:
    """Sends words to the members who turned the coach on in `/settings`."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._acts, self._analysis, self._board = bot.acts, bot.analysis, bot.board
        self._table, self._live, self._under_way = bot.table, bot.live, bot.under_way
        self._messages = PrivateMessages(bot.requests)
        self._silent: Memory[tuple[int, int], None] = Memory()

    def heed(
        self, response: Response, before: StoredRound, after: StoredRound, action: Action
    ) -> None:
        """Analyse a press of a member with a coach in the background.

        In training all members have a coach, elsewhere those who turned it on.
        """
        if before.play is None or after.play is None:
            return
        if after.play.recorded == before.play.recorded or before.play.game.exact is None:
            return
        seat = next(
            seat for seat in before.seats_of(response.user) if not before.players[seat.index].left
        )
        choice = _Choice(before, after, seat, action)
        self._under_way.begin(self._attempt(response, choice))

    async def _attempt(self, response: Response, choice: _Choice) -> None:
        number = choice.after.id
        try:
            if choice.after.gives_hints:
                await self._speak(response, choice)
            elif choice.after.set_key is None and not choice.after.everybody:
                await self._excuse(response, choice.after)
        except Refusal as refusal:  # the bot stops, or the member has just left
            log.info("round=%d the coach is silent: %s", number, refusal)
        except StorageFailed as failure:  # a word that cannot be noted is not sent
            log.warning("round=%d the coach is silent: %s", number, failure)
        except DISCORD_ERRORS as error:
            log.info("round=%d a word of the coach was not sent: %s", number, reason(error))
        except Exception:
            log.exception("round=%d the coach failed", number)

    async def _excuse(self, response: Response, stored: StoredRound) -> None:
        """Explain once in a round why the coach is silent."""
        key = (stored.id, response.user)
        if key not in self._silent:
            self._silent[key] = None
            await response.send_private(say("Hints are off in this game, and so is your coach."))

    async def _speak(self, response: Response, choice: _Choice) -> None:
        """Send the word, if there is one, once it has been noted as help."""
        play: Any = choice.before.play
        blocks = await self._analysis.ask(
            word,
            play.game,
            len(choice.before.players),
            play.state,
            choice.seat,
            choice.action,
        )
        if not blocks:
            return
        noted = await self._note(response, choice)
        renderer = response.renderer.naming(names(noted))
        buttons = [_take_back(noted, renderer.text(say("Take back")))]
        if not _may_take_back(noted, choice):
            buttons = []
        page = layout.page(say("Your coach"), blocks, renderer, buttons=buttons)
        await self._messages.show(noted.id, response, page)
        log.info("round=%d game=%s seat=%d coach", noted.id, noted.game, choice.seat.index)

    async def _note(self, response: Response, choice: _Choice) -> StoredRound:
        """Note the word as help for the player, as a hint is noted."""
        board = self._board
        async with self._live.lock(choice.after.id):
            change = self._table.note_coach(response.user, choice.number)
            before, after = await self._live.change(choice.after.id, change)
            if before is not after and before.drawn == before.version:
                board.mark_drawn(after)
        return after

    async def take_back(self, response: Response, pressed: CustomId) -> None:
        """Take back the member's last choice. Raises the errors of `Table.take_back`."""
        stored = await self._acts.load(response, pressed.round)
        record = await self._live.storage.read(rounds.record, stored.id)
        now = discord.utils.utcnow()
        change = self._table.take_back(response.user, pressed.moment, record, now)
        done = layout.message(
            [say("Taken back. Choose again: {place}", place=stored.place)], response.renderer
        )
        await self._acts.change(response, pressed.round, change, TAKE_BACK, own=done)


def _may_take_back(noted: StoredRound, choice: _Choice) -> bool:
    """Return whether the choice is still the last one, and may be taken back."""
    play: Any = choice.before.play
    return (
        noted.status == "playing"
        and noted.moment == choice.after.moment
        and noted.training
        and not noted.players[choice.seat.index].taken_back
        and is_open_choice(play.game, play.state, choice.seat)
    )


def _take_back(stored: StoredRound, label: str) -> Component:
    return components.button(tool(stored, TAKE_BACK), label)
