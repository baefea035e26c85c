"""Answers `/play`: opens the requested round, or shows the page that completes the request.

Without a game the first page is shown, whose buttons add the game to the other choices. Choices
that the game does not have are named, and left out at a press.
"""

from __future__ import annotations

from dataclasses import replace

from bot.play.opening.challenge_panel import ChallengePanel
from bot.play.opening.first_page import FirstPage
from bot.play.opening.opening import Opening
from bot.play.opening.play_options import SLOW, as_offered, chosen, chosen_game, not_offered
from bot.table.opening import OpenRequest
from bot.ui import reach
from bot.ui.answer import Answer
from bot.ui.custom_ids import CustomId
from bot.ui.drawing import components
from rules import registry
from rules.errors import Refusal
from rules.text import say, say_in, side_by_side


class PlayCommand:
    """Answers the command, and the buttons that open a round with its choices."""

    def __init__(
        self, *, opening: Opening, challenges: ChallengePanel, first_page: FirstPage
    ) -> None:
        self._opening, self._challenges, self._first_page = opening, challenges, first_page

    async def answer_command(self, answer: Answer, asked: OpenRequest) -> None:
        """Open a round; without a game, show the page or the panel on which it is chosen.

        Raises the errors of `Opening.open`, `ChallengePanel.begin` and `check_comes`.
        """
        if asked.opponent is not None:
            reach.check_comes(answer.interaction, asked.opponent)
        if asked.game:
            await self._open(answer, asked)
        elif asked.opponent is not None and not asked.open_to_all and asked.level is None:
            await self._challenges.begin(answer, asked)
        elif not chosen(asked):
            await self._first_page.show(answer)
        else:
            number = self._opening.remember(answer, asked)
            if asked.open_to_all:
                await self._first_page.ask_for_table(answer, number, slow=asked.slow)
            else:
                await self._first_page.show(answer, chosen(asked), number, slow=asked.slow)

    async def open_game(self, answer: Answer, pressed: CustomId) -> None:
        """Open a round of a button's game, with the choices that were remembered before, if any.

        Without a game, show the first page. Raises the errors of `Opening.open` and
        `Opening.remembered`.
        """
        if not pressed.what:
            await self._first_page.show(answer)
            return
        await self._open(answer, self._asked(answer, *_parted(pressed.what)))

    async def open_table(self, answer: Answer, pressed: CustomId) -> None:
        """Open a table of a button's game for all who join; without a game, ask for one.

        Raises the errors of `open_game`.
        """
        parts = pressed.what.split(".")
        slow = SLOW.key in parts
        game, number = _parted(".".join(part for part in parts if part != SLOW.key))
        if not game:
            await self._first_page.ask_for_table(answer, number, slow=slow)
            return
        asked = self._asked(answer, game, number)
        await self._open(answer, replace(asked, open_to_all=True, slow=slow))

    async def open_for_everybody(self, answer: Answer, pressed: CustomId) -> None:
        """Open a sheet for everybody with a button's game and level; without a game, ask for one.

        Raises the errors of `Opening.open`.
        """
        game, _, level = pressed.what.partition(".")
        if not game:
            await self._first_page.ask_for_sheet(answer)
            return
        asked = replace(self._asked(answer, game), everybody=True)
        await self._opening.open(answer, replace(asked, level=level or None))

    def _asked(self, answer: Answer, entry: str, number: str = "") -> OpenRequest:
        """Return the request of a button: its entry, and the choices remembered by a number."""
        game, options = chosen_game(entry)
        if number:
            asked = self._opening.remembered(answer, number)
            return replace(asked, game=game, options=options)
        interaction = answer.interaction
        return OpenRequest(
            game=game,
            opener=answer.user,
            channel=interaction.channel_id or 0,
            guild=interaction.guild_id,
            options=options,
        )

    async def open_as_offered(self, answer: Answer, pressed: CustomId) -> None:
        """Open a remembered request, without the choices that the game does not have.

        Raises the errors of `Opening.open` and `Opening.remembered`.
        """
        asked = self._opening.remembered(answer, pressed.what)
        await self._opening.open(answer, as_offered(asked))

    async def _open(self, answer: Answer, asked: OpenRequest) -> None:
        """Open a round; where the game lacks a choice, offer to open it without that choice."""
        try:
            await self._opening.open(answer, asked)
        except Refusal:
            missing = not_offered(asked)
            if not missing:
                raise
        else:
            return
        number = self._opening.remember(answer, asked)
        label = answer.renderer.text(say_in("a button", "Play"))
        play = components.button(CustomId("offered", 0, 0, number), label, components.SUCCESS)
        await answer.send_private(
            say(
                "{game} has no such choice: {options}. *Play* begins without, and keeps all else.",
                game=registry.game(asked.game).info.name,
                options=side_by_side(missing),
            ),
            buttons=[play],
        )


def _parted(what: str) -> tuple[str, str]:
    """Return the entry of a button, and the number after its last dot, if there is one.

    >>> _parted("yams"), _parted("poker-dice.bust.17"), _parted(".17")
    (('yams', ''), ('poker-dice.bust', '17'), ('', '17'))
    """
    entry, _, number = what.rpartition(".")
    return (entry, number) if number.isdecimal() else (what, "")
