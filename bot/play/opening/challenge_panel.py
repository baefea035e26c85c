"""The private panel of a challenge, whose buttons choose the game and send it.

The panel opens from the menu of the challenged member, or after a member was chosen. With *A day a
turn* each turn takes a day at most. What was chosen is kept in memory.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from functools import partial
from operator import itemgetter
from typing import Any

from bot.language.render import Person
from bot.memory import Memory
from bot.play.opening.opening import NOT_REMEMBERED, Opening
from bot.play.opening.play_options import chosen_game, entries
from bot.play.servers import Servers
from bot.table.opening import OpenRequest, check_opponent
from bot.table.server_settings import ServerSettings
from bot.ui import reach
from bot.ui.answer import Answer
from bot.ui.custom_ids import CustomId
from bot.ui.drawing import components, layout, rules_pages
from bot.ui.drawing.components import Component, Drawing
from bot.ui.drawing.discord_renderer import DiscordRenderer
from bot.ui.requests import DISCORD_ERRORS, reason
from rules import registry
from rules.errors import BadCode, Refusal
from rules.game import Game
from rules.text import say

log = logging.getLogger(__name__)

GAME, SLOW = "game", "slow"
"""The controls of the panel: a game (followed by a dot and its entry), and a switch."""

MOST_GAMES = components.MOST_OPTIONS - 5
"""The most buttons of games: a row is left for the switch."""


@dataclass(frozen=True, slots=True)
class _Challenge:
    """A challenge in the making: the opponent, and whether a turn takes a day at most.

    `settings` are those of the server.
    """

    opponent: int
    settings: ServerSettings
    slow: bool = False


class ChallengePanel:
    """Draws the panels and answers their controls."""

    def __init__(self, opening: Opening, servers: Servers) -> None:
        self._opening = opening
        self._servers = servers
        self.made: Memory[tuple[int, int], _Challenge] = Memory(member=itemgetter(0))

    async def ask(self, answer: Answer, pressed: CustomId) -> None:
        """Show a menu of members, then the panel, with the options that were chosen before.

        Raises BadCode, and the errors of `Opening.remembered` and `begin`.
        """
        if not answer.chosen:
            menu = components.member_menu(pressed, answer.renderer.text(say("Choose a member")))
            text = say("Whom do you challenge? Then you choose the game.")
            back = rules_pages.all_games(answer.renderer)
            await answer.turn_to(layout.message([text], answer.renderer, [menu, back]))
            return
        opponent, bot = answer.chosen_member
        asked = OpenRequest("", answer.user, 0)
        if pressed.what:
            asked = self._opening.remembered(answer, pressed.what)
        await self.begin(answer, replace(asked, opponent=opponent, opponent_is_bot=bot))

    async def show(self, answer: Answer, opponent: int, *, bot: bool) -> None:
        """Show a panel for a challenge. Raises the errors of `begin`."""
        asked = OpenRequest("", answer.user, 0, opponent=opponent, opponent_is_bot=bot)
        await self.begin(answer, asked)

    async def begin(self, answer: Answer, asked: OpenRequest) -> None:
        """Show a panel with the choices of a member for a challenge, all but the game.

        Raises the errors of `Servers.check`, `check_opponent` and `check_comes`.
        """
        settings = await self._servers.settings(answer.interaction.guild_id)
        games = _games(settings) or _games(ServerSettings())
        await self._servers.check(answer.interaction, games[0].info.key)
        opponent = asked.opponent or 0
        check_opponent(oneself=opponent == answer.user, bot=asked.opponent_is_bot)
        reach.check_comes(answer.interaction, opponent)
        number, challenge = answer.interaction.id, _Challenge(opponent, settings, asked.slow)
        self.made[answer.user, number] = challenge
        await answer.turn_to(_drawing(answer, number, challenge))

    async def press(self, answer: Answer, pressed: CustomId) -> None:
        """Send the challenge to a game, or take a choice.

        Raises BadCode, the errors of `Opening.open`, and a refusal for a challenge that is not
        remembered.
        """
        number, _, control = pressed.what.partition(".")
        key = (answer.user, int(number) if number.isdecimal() else 0)
        challenge = self.made.get(key)
        if challenge is None:
            raise Refusal(NOT_REMEMBERED)
        match control.partition("."):
            case verb, _, entry if verb == GAME:
                await self._send(answer, key, challenge, entry)
                return
            case verb, "", "" if verb == SLOW:
                challenge = replace(challenge, slow=not challenge.slow)
            case _:
                raise BadCode
        self.made[key] = challenge
        await answer.redraw(_drawing(answer, int(number), challenge))

    async def _send(
        self, answer: Answer, key: tuple[int, int], challenge: _Challenge, entry: str
    ) -> None:
        """Open the challenge to a game in the channel. Raises BadCode."""
        if entry not in [one.key for one in entries(_games(challenge.settings))]:
            raise BadCode
        self.made.pop(key, None)  # a second press sends no second challenge
        sent = False
        try:
            sent = await self._open(answer, challenge, entry)
        finally:
            if not sent:
                self.made[key] = challenge

    async def _open(self, answer: Answer, challenge: _Challenge, entry: str) -> bool:
        """Open the challenge in the channel; return whether it was opened."""
        interaction, (game, options) = answer.interaction, chosen_game(entry)
        request = OpenRequest(
            game=game,
            opener=answer.user,
            channel=interaction.channel_id or 0,
            guild=interaction.guild_id,
            opponent=challenge.opponent,
            options=options,
            slow=challenge.slow,
        )
        close = partial(_close, answer, challenge)
        return await self._opening.open(answer, request, close)


async def _close(answer: Answer, challenge: _Challenge) -> None:
    """Replace the panel with a note that the challenge was sent."""
    sent = say("You challenged {member}.", member=Person(challenge.opponent))
    try:
        await answer.redraw(layout.message([sent], answer.renderer))
    except DISCORD_ERRORS as error:  # the panel may be gone; the challenge goes on
        log.info("a panel could not be redrawn: %s", reason(error))


def _games(settings: ServerSettings) -> list[Game[Any]]:
    """Return the games of a server that two members may play."""
    listed = [game for game in registry.games().values() if 2 in game.info.seats]
    return [game for game in listed if settings.offers(game.info.key)]


def _control(number: int | str, control: str) -> CustomId:
    return CustomId("ask", 0, 0, f"{number}.{control}")


def _drawing(answer: Answer, number: int, challenge: _Challenge) -> Drawing:
    """Return the panel: a button for each game, which sends the challenge, and the switch."""
    text = answer.renderer.text
    games = [
        components.button(_control(number, f"{GAME}.{one.key}"), text(one.name), components.SUCCESS)
        for one in entries(_games(challenge.settings))[:MOST_GAMES]
    ]
    prompt = say(
        "You challenge {member}: tap a game to send it.", member=Person(challenge.opponent)
    )
    switch = slow_button(_control(number, SLOW), answer.renderer, on=challenge.slow)
    container = layout.message([prompt], answer.renderer).to_components()
    return Drawing([*container, *components.rows(games, [switch])])


def slow_button(custom_id: CustomId, renderer: DiscordRenderer, *, on: bool) -> Component:
    """Return the switch for a day a turn."""
    label = say("A day a turn: on") if on else say("A day a turn: off")
    style = components.PRIMARY if on else components.SECONDARY
    return components.button(custom_id, renderer.text(label), style)
