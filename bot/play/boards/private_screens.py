"""Private messages of a round: the Screen of a single seat, and the further tools."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime
from typing import Protocol

from bot.play.boards.drawings import Drawings
from bot.table.closing import was_closed
from bot.table.frame import Tool, more_tools
from bot.table.lobby import NameOf
from bot.table.stored_round import StoredRound
from bot.ui.answer import Answer
from bot.ui.custom_ids import CustomId, tool
from bot.ui.drawing import components, layout
from bot.ui.drawing.components import Drawing
from bot.ui.private_messages import PrivateMessages
from bot.ui.requests import DISCORD_ERRORS, Requests, reason
from bot.under_way import UnderWay
from rules import registry
from rules.screen import Seat
from rules.text import Text, say

log = logging.getLogger(__name__)

LEFT = say("You left the game.")


class PrivateRoundFeature(Protocol):
    """What private rounds need of the feature that has begun them: drawing, seals, their end."""

    async def draw(self, answer: Answer, stored: StoredRound) -> Drawing:
        """Return the drawing of a private round for its member."""

    async def seals(self, stored: StoredRound) -> tuple[Text, ...]:
        """Return the seals that belong to a private round besides its own."""

    async def ends(self, stored: StoredRound) -> datetime:
        """Return when the dice of a private round are over for everybody."""


class PrivateScreens:
    """Draws rounds for one seat, in its member's language.

    A member has one message with the Screen of their seat in a round; it goes when the round ends.
    Private rounds are drawn by the feature that has begun them.
    """

    def __init__(
        self,
        drawings: Drawings,
        requests: Requests,
        under_way: UnderWay,
        private_rounds: PrivateRoundFeature,
    ) -> None:
        self._drawings, self._under_way, self._private_rounds = drawings, under_way, private_rounds
        self._messages = PrivateMessages(requests)

    async def draw(
        self, answer: Answer, stored: StoredRound, seat: Seat, *, anew: bool = False
    ) -> Drawing:
        """Return the round as one seat sees it, in its member's language.

        A message that shows the round `anew` has no selection yet.
        """
        if stored.set_key is not None:
            return await self._private_rounds.draw(answer, stored)
        own = replace(self._drawings.frame(stored, seat), language=answer.language)
        message = answer.interaction.message
        selected = () if anew else self._drawings.selections.of_seat(stored, seat, message)
        return self._drawings.draw(own, selected)

    async def after_a_press(self, answer: Answer, stored: StoredRound, *, anew: bool) -> Drawing:
        """Return the drawing of a private message after its button was used (see `draw`)."""
        seats = stored.seats_of(answer.user)
        of_set = stored.set_key is not None
        plays = stored.status == "playing" and seats and not stored.players[seats[0].index].left
        if seats and (of_set or plays):
            return await self.draw(answer, stored, seats[0], anew=anew)
        return _after_the_end(answer, stored)

    async def show(self, answer: Answer, stored: StoredRound, seat: Seat) -> None:
        """Show a member the Screen of their seat in the clicked private message, or in a new one.

        The new one replaces an earlier one.
        """
        drawing = await self.draw(answer, stored, seat)
        if answer.private:
            await answer.redraw(drawing)
        else:
            await self._messages.show(stored.id, answer, drawing)

    async def dismiss(self, answer: Answer, stored: StoredRound) -> None:
        """Delete the private message whose button was pressed."""
        await self._messages.dismiss(stored.id, answer)

    def end(self, stored: StoredRound) -> None:
        """Delete the messages of a round that has ended, in the background."""
        for user in stored.players.people:
            if self._messages.has(stored.id, user):
                self._under_way.begin(self._messages.delete(stored.id, user))

    async def show_own(self, answer: Answer, stored: StoredRound) -> None:
        """Show a member their own Screen in a round that has just begun with a secret decision."""
        if stored.play is None or stored.status != "playing" or not stored.play.awaits.secret:
            return
        awaited = [one for one in stored.seats_of(answer.user) if one in stored.play.awaits.seats]
        if not awaited:
            return
        try:
            await self._messages.show(
                stored.id, answer, await self.draw(answer, stored, awaited[0])
            )
        except DISCORD_ERRORS as error:  # a button of the board shows the Screen, too
            log.info("round=%d the own screen was not shown: %s", stored.id, reason(error))


def _after_the_end(answer: Answer, stored: StoredRound) -> Drawing:
    """Return the private message of a round for a member who has no more choices there."""
    text = say("The game is over.")
    if was_closed(stored):
        text = say("The game was closed.")
    elif stored.begun:
        text = LEFT
    return layout.message([text], answer.renderer)


async def show_tools(answer: Answer, stored: StoredRound, called: NameOf) -> None:
    """Show a member the further actions of a round."""
    looks = CustomId("peek", stored.id, stored.moment)
    buttons = [
        components.button(
            tool(stored, one.verb) if isinstance(one, Tool) else looks,
            answer.renderer.text(one.label),
        )
        for one in more_tools(stored, answer.user, called)
    ]
    await answer.send_private(registry.game(stored.game).info.name, buttons=buttons)
