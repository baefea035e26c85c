"""Answers `/play`: opens the round that is asked for, or asks for what is missing.

Without a game the first page is shown, which opens what else was chosen with the game that is
pressed there. What a game does not have is told, and left out at a press.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.play.play_options import as_offered, chosen, not_offered
from bot.table.opening import OpenRequest
from bot.ui import components
from bot.ui.custom_ids import CustomId
from bot.ui.response import Response
from rules import registry
from rules.errors import Refusal
from rules.text import say, say_in, side_by_side

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot


class PlayCommand:
    """Answers the command, and the buttons that open what was chosen in it."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._opening, self._pages, self._challenges = bot.opening, bot.pages, bot.challenges

    async def answer(self, response: Response, asked: OpenRequest) -> None:
        """Open a round; without a game show the page or the panel on which it is chosen.

        Raises what `Opening.open` and `ChallengePanel.begin` raise.
        """
        if asked.game:
            await self._open(response, asked)
        elif asked.opponent is not None and not asked.open_to_all and asked.level is None:
            await self._challenges.begin(response, asked)
        elif not chosen(asked):
            await self._pages.show(response)
        elif asked.open_to_all:
            await self._pages.ask_for_table(response, self._opening.remember(response, asked))
        else:
            number = self._opening.remember(response, asked)
            await self._pages.show(response, chosen(asked), number)

    async def open_game(self, response: Response, pressed: CustomId) -> None:
        """Open a round of the game that a button names, with what was chosen before, if anything.

        Raises what `Opening.open` and `Opening.remembered` raise.
        """
        await self._open(response, self._asked(response, pressed))

    async def open_table(self, response: Response, pressed: CustomId) -> None:
        """Open a table of the game that a button names, for whoever joins; without one, ask.

        Raises what `open_game` raises.
        """
        asked = self._asked(response, pressed)
        if asked.game:
            await self._open(response, replace(asked, open_to_all=True))
        else:
            await self._pages.ask_for_table(response, pressed.what.removeprefix("."))

    def _asked(self, response: Response, pressed: CustomId) -> OpenRequest:
        """Return what a button opens: the game, and behind a dot the number of what was chosen."""
        game, _, number = pressed.what.partition(".")
        if number:
            return replace(self._opening.remembered(response, number), game=game)
        interaction = response.interaction
        return OpenRequest(
            game=game,
            opener=response.user,
            channel=interaction.channel_id or 0,
            guild=interaction.guild_id,
        )

    async def open_as_offered(self, response: Response, pressed: CustomId) -> None:
        """Open what was chosen, without what the game does not have.

        Raises what `Opening.open` and `Opening.remembered` raise.
        """
        asked = self._opening.remembered(response, pressed.what)
        await self._opening.open(response, as_offered(asked))

    async def _open(self, response: Response, asked: OpenRequest) -> None:
        """Open a round; where it is refused for what the game does not have, offer it without."""
        try:
            await self._opening.open(response, asked)
        except Refusal:
            missing = not_offered(asked)
            if not missing:
                raise
        else:
            return
        number = self._opening.remember(response, asked)
        label = response.renderer.text(say_in("a button", "Play"))
        play = components.button(CustomId("offered", 0, 0, number), label, components.SUCCESS)
        await response.send_private(
            say(
                "{game} has no such choice: {options}. *Play* begins without, and keeps all else.",
                game=registry.game(asked.game).info.name,
                options=side_by_side(missing),
            ),
            buttons=[play],
        )
