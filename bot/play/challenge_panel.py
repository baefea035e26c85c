"""The private panel on which a member chooses the game of a challenge, and its options.

It is opened from the menu of the member who is challenged, or after a member was chosen.
What has been chosen is kept in memory; every choice redraws the panel.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from functools import partial
from operator import itemgetter
from typing import Any

from bot.language.render import Capital, Person
from bot.memory import Memory
from bot.play.opening import Opening
from bot.play.play_options import PlayOption, as_offered, of_challenge
from bot.play.private import NOT_REMEMBERED
from bot.play.servers import Servers
from bot.table.opening import TABLE_OPTIONS, check_opponent
from bot.table.server_settings import ServerSettings
from bot.table.use_cases import OpenRequest
from bot.ui import components, layout, reach, rules_pages
from bot.ui.components import Component, Drawing
from bot.ui.custom_ids import CustomId
from bot.ui.requests import DISCORD_ERRORS, reason
from bot.ui.response import Response
from rules import registry
from rules.errors import BadCode, Refusal
from rules.game import Game, Named
from rules.text import say, say_in

log = logging.getLogger(__name__)

GAME, SEND, SAME_DICE = "game", "send", "same"
"""The controls of the panel; those of its options have the number of the option."""


@dataclass(frozen=True, slots=True)
class _Challenge:
    """A challenge that is being made: the opponent, the game and the keys that were chosen.

    `settings` are those of the server.
    """

    opponent: int
    game: str
    settings: ServerSettings
    chosen: dict[str, str] = field(default_factory=dict)


class ChallengePanel:
    """Draws the panels and answers their controls."""

    def __init__(self, opening: Opening, servers: Servers) -> None:
        self._opening = opening
        self._servers = servers
        self.made: Memory[tuple[int, int], _Challenge] = Memory(member=itemgetter(0))

    async def ask(self, response: Response, pressed: CustomId) -> None:
        """Ask whom to challenge, then show the panel. Raises BadCode, and what `show` raises."""
        if not response.chosen:
            menu = components.member_menu(pressed, response.renderer.text(say("Choose a member")))
            text = say("Whom do you challenge? Then you choose the game, and send it.")
            back = rules_pages.all_games(response.renderer)
            await response.turn_to(layout.message([text], response.renderer, [menu, back]))
            return
        (chosen,) = response.chosen
        data: Any = response.interaction.data
        users = data.get("resolved", {}).get("users", {})
        if chosen not in users:
            raise BadCode
        await self.show(response, int(chosen), bot=users[chosen].get("bot", False))

    async def show(self, response: Response, opponent: int, *, bot: bool) -> None:
        """Show a panel for a challenge. Raises what `begin` raises."""
        asked = OpenRequest("", response.user, 0, opponent=opponent, opponent_is_bot=bot)
        await self.begin(response, asked)

    async def begin(self, response: Response, asked: OpenRequest) -> None:
        """Show a panel with what a member has chosen for a challenge, but the game.

        Raises what `Servers.check` and `check_opponent` raise.
        """
        settings = await self._servers.settings(response.interaction.guild_id)
        game = (_games(settings) or _games(ServerSettings()))[0].info.key
        await self._servers.check(response.interaction, game)
        opponent = asked.opponent or 0
        check_opponent(oneself=opponent == response.user, bot=asked.opponent_is_bot)
        seat = {} if asked.seat is None else {"seat": asked.seat}
        chosen = {**asked.table_options, **seat}
        number, challenge = response.interaction.id, _Challenge(opponent, game, settings, chosen)
        self.made[response.user, number] = challenge
        await response.turn_to(_drawing(response, number, challenge))

    async def press(self, response: Response, pressed: CustomId) -> None:
        """Take a choice, or send the challenge; one that is forgotten is refused."""
        number, _, control = pressed.what.partition(".")
        key = (response.user, int(number) if number.isdecimal() else 0)
        challenge = self.made.get(key)
        if challenge is None:
            raise Refusal(NOT_REMEMBERED)
        if control in (SEND, SAME_DICE):
            self.made.pop(key, None)  # a second press sends no second challenge
            sent = False
            try:
                send = self._send if control == SEND else self._deal_same_dice
                sent = await send(response, challenge)
            finally:
                if not sent:
                    self.made[key] = challenge
            return
        challenge = _with_choice(challenge, control, next(iter(response.chosen), ""))
        self.made[key] = challenge
        await response.redraw(_drawing(response, int(number), challenge))

    async def _send(self, response: Response, challenge: _Challenge) -> bool:
        """Open the challenge in the channel; return whether it was opened."""
        game = registry.game(challenge.game)
        interaction = response.interaction

        own = {option.key for option in game.info.options}
        chosen = challenge.chosen.items()
        request = OpenRequest(
            game=challenge.game,
            opener=response.user,
            channel=interaction.channel_id or 0,
            guild=interaction.guild_id,
            options={key: value for key, value in chosen if key in own},
            opponent=challenge.opponent,
            table_options={key: value for key, value in chosen if key in TABLE_OPTIONS},
            seat=challenge.chosen.get("seat"),
        )
        close = partial(_close, response, challenge)
        return await self._opening.open(response, as_offered(request), close)

    async def _deal_same_dice(self, response: Response, challenge: _Challenge) -> bool:
        """Post a card with the same new dice for both. Raises BadCode."""
        same_dice = self._opening.same_dice
        if same_dice is None or not _deals_same_dice(response, challenge):
            raise BadCode
        await self._opening.admit(response, (challenge.opponent,))
        await same_dice.check(response, challenge.game)
        await _close(response, challenge)
        await same_dice.deal(response, challenge.game, challenge.opponent, ping=True)
        return True


async def _close(response: Response, challenge: _Challenge) -> None:
    """Say on the panel that the challenge was sent."""
    sent = say("You challenged {member}.", member=Person(challenge.opponent))
    try:
        await response.redraw(layout.message([sent], response.renderer))
    except DISCORD_ERRORS as error:  # the panel may be gone; the challenge goes on
        log.info("a panel could not be redrawn: %s", reason(error))


def _deals_same_dice(response: Response, challenge: _Challenge) -> bool:
    """Return whether both may play the same dice: a game of the daily challenge, on a server."""
    dealt = registry.game(challenge.game).daily is not None
    return dealt and reach.server(response.interaction) is not None


def _games(settings: ServerSettings) -> list[Game[Any]]:
    """Return the games of a server that two may play."""
    games = registry.games().items()
    return [game for key, game in games if 2 in game.info.seats and settings.offers(key)]


def _with_choice(challenge: _Challenge, control: str, value: str) -> _Challenge:
    """Return a challenge after a choice from one of the menus. Raises BadCode for another one."""
    if control == GAME:
        game = next((one for one in _games(challenge.settings) if one.info.key == value), None)
        if game is None:
            raise BadCode
        known = {one.key: [each.key for each in one.values(game)] for one in of_challenge(game)}
        kept = {key: one for key, one in challenge.chosen.items() if one in known.get(key, ())}
        return replace(challenge, game=value, chosen=kept)
    playing = registry.game(challenge.game)
    options = of_challenge(playing)
    if not control.isdecimal() or int(control) >= len(options):
        raise BadCode
    option = options[int(control)]
    if value not in [one.key for one in option.values(playing)]:
        raise BadCode
    return replace(challenge, chosen={**challenge.chosen, option.key: value})


def _drawing(response: Response, number: int, challenge: _Challenge) -> Drawing:
    """Return the panel: a menu for the game and for each option, and the buttons that send it."""
    game, render = registry.game(challenge.game), response.renderer.text

    def custom_id(control: str) -> CustomId:
        return CustomId("ask", 0, 0, f"{number}.{control}")

    games = [
        components.option(
            one.info.key,
            render(one.info.name),
            render(one.info.summary),
            chosen=one.info.key == challenge.game,
        )
        for one in _games(challenge.settings)
    ]
    menus = [components.menu(custom_id(GAME), render(say("The game")), games)]
    for place, option in enumerate(of_challenge(game)):
        key = challenge.chosen.get(option.key, _default(challenge, game, option))
        values = [_line(response, option, value, key) for value in option.values(game)]
        menus.append(components.menu(custom_id(str(place)), render(option.about)[:150], values))
    buttons = [components.button(custom_id(SEND), render(say("Challenge")), components.SUCCESS)]
    texts = [
        say(
            "You challenge {member} to {game}. Change what you like, then send it.",
            member=Person(challenge.opponent),
            game=game.info.name,
        )
    ]
    texts += [
        say_in(
            "an option of a challenge",
            "-# {option}: {about}",
            option=Capital(option.name),
            about=about,
        )
        for option in of_challenge(game)
        if (about := option.about) != option.name
    ]
    if _deals_same_dice(response, challenge):
        buttons.append(components.button(custom_id(SAME_DICE), render(say("Same dice"))))
        texts.append(
            say(
                "Or press *Same dice*: each of you plays the same new dice, when you like. "
                "Then only the game counts of what you choose here."
            )
        )
    return layout.message(texts, response.renderer, [*menus, *buttons])


def _line(response: Response, option: PlayOption, value: Named, chosen: str) -> Component:
    text = say("{option}: {value}", option=Capital(option.name), value=value.name)
    label = response.renderer.text(text)
    return components.option(value.key, label, None, chosen=value.key == chosen)


def _default(challenge: _Challenge, game: Game[Any], option: PlayOption) -> str:
    if option.key == "seat":
        return game.info.seat_names[game.info.opener.index].key
    asked = OpenRequest(game.info.key, 0, 0, opponent=challenge.opponent)
    default = challenge.settings.complete(asked).table_options.get(option.key)
    return default or option.values(game)[0].key
