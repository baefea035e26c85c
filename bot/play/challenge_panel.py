"""The private panel of a challenge, whose buttons choose the game and send it.

The panel opens from the menu of the challenged member, or after a member was chosen. *Match, pace,
hints* opens a form with everything else that can be chosen, which is kept in memory; with *Same
dice* the button of a game deals the same new dice to both players instead.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from operator import itemgetter
from typing import Any, NamedTuple

from bot.language.render import Person
from bot.memory import Memory
from bot.play.opening import Opening
from bot.play.play_options import OF_TABLE, SEAT, PlayOption, as_offered, of_game
from bot.play.private import NOT_REMEMBERED
from bot.play.servers import Servers
from bot.table.opening import TABLE_OPTIONS, check_opponent
from bot.table.server_settings import ServerSettings
from bot.table.use_cases import OpenRequest
from bot.ui import components, layout, reach, rules_pages
from bot.ui.components import Drawing, Form
from bot.ui.custom_ids import CustomId
from bot.ui.requests import DISCORD_ERRORS, reason
from bot.ui.response import Response
from rules import registry
from rules.errors import BadCode, Refusal
from rules.game import Game, Named
from rules.text import Capital, Text, say, say_in, side_by_side

log = logging.getLogger(__name__)

GAME, OPTIONS, FILLED, SAME_DICE = "game", "options", "filled", "same"
"""The controls of the panel: a game (followed by a dot and its key), the form, the filled form."""

_CHOICES = say("Match, pace, hints")
"""The label of the button that opens the form, and its title."""

MOST_FIELDS = 5
"""The most fields that the form may have."""


@dataclass(frozen=True, slots=True)
class _Challenge:
    """A challenge in the making: the opponent, and the chosen values by the keys of the fields.

    `settings` are those of the server; `same_dice` is whether both players get the same new dice.
    """

    opponent: int
    settings: ServerSettings
    chosen: dict[str, str] = field(default_factory=dict)
    same_dice: bool = False


class _Field(NamedTuple):
    """A field of the form: its key, its name and its values.

    `default` is the value on this server where none is chosen, `usual` the one on any other server.
    """

    key: str
    name: Text
    values: tuple[Named, ...]
    default: str
    usual: str


class ChallengePanel:
    """Draws the panels and answers their controls."""

    def __init__(self, opening: Opening, servers: Servers) -> None:
        self._opening = opening
        self._servers = servers
        self.made: Memory[tuple[int, int], _Challenge] = Memory(member=itemgetter(0))

    async def ask(self, response: Response, pressed: CustomId) -> None:
        """Show a menu of members, then the panel, with the options that were chosen before.

        Raises BadCode, and the errors of `Opening.remembered` and `begin`.
        """
        if not response.chosen:
            menu = components.member_menu(pressed, response.renderer.text(say("Choose a member")))
            text = say("Whom do you challenge? Then you choose the game.")
            back = rules_pages.all_games(response.renderer)
            await response.turn_to(layout.message([text], response.renderer, [menu, back]))
            return
        opponent, bot = response.chosen_member
        asked = OpenRequest("", response.user, 0)
        if pressed.what:
            asked = self._opening.remembered(response, pressed.what)
        await self.begin(response, replace(asked, opponent=opponent, opponent_is_bot=bot))

    async def show(self, response: Response, opponent: int, *, bot: bool) -> None:
        """Show a panel for a challenge. Raises the errors of `begin`."""
        asked = OpenRequest("", response.user, 0, opponent=opponent, opponent_is_bot=bot)
        await self.begin(response, asked)

    async def begin(self, response: Response, asked: OpenRequest) -> None:
        """Show a panel with the choices of a member for a challenge, all but the game.

        Raises the errors of `Servers.check` and `check_opponent`.
        """
        settings = await self._servers.settings(response.interaction.guild_id)
        games = _games(settings) or _games(ServerSettings())
        await self._servers.check(response.interaction, games[0].info.key)
        opponent = asked.opponent or 0
        check_opponent(oneself=opponent == response.user, bot=asked.opponent_is_bot)
        chosen = dict(asked.table_options)
        for game in games:
            if asked.seat is not None and not SEAT.lacks(game, asked.seat):
                chosen[_key(game, SEAT)] = asked.seat
        number, challenge = response.interaction.id, _Challenge(opponent, settings, chosen)
        self.made[response.user, number] = challenge
        await response.turn_to(_drawing(response, number, challenge))

    async def press(self, response: Response, pressed: CustomId) -> None:
        """Send the challenge to a game, or take a choice.

        Raises BadCode, the errors of `Opening.open`, and a refusal for a challenge that is not
        remembered.
        """
        number, _, control = pressed.what.partition(".")
        key = (response.user, int(number) if number.isdecimal() else 0)
        challenge = self.made.get(key)
        if challenge is None:
            raise Refusal(NOT_REMEMBERED)
        match control.partition("."):
            case verb, _, game if verb == GAME:
                await self._send(response, key, challenge, game)
                return
            case verb, "", "" if verb == OPTIONS:
                await response.ask(_form(response, number, challenge))
                return
            case verb, "", "" if verb == FILLED:
                challenge = _with_choices(challenge, response.filled)
            case verb, "", "" if verb == SAME_DICE and _deals_same_dice(response):
                challenge = replace(challenge, same_dice=not challenge.same_dice)
            case _:
                raise BadCode
        self.made[key] = challenge
        await response.redraw(_drawing(response, int(number), challenge))

    async def _send(
        self, response: Response, key: tuple[int, int], challenge: _Challenge, game: str
    ) -> None:
        """Open the challenge to a game in the channel, or deal the same dice. Raises BadCode."""
        if game not in [one.info.key for one in _games(challenge.settings)]:
            raise BadCode
        self.made.pop(key, None)  # a second press sends no second challenge
        sent = False
        try:
            send = self._deal_same_dice if challenge.same_dice else self._open
            sent = await send(response, challenge, game)
        finally:
            if not sent:
                self.made[key] = challenge

    async def _open(self, response: Response, challenge: _Challenge, game: str) -> bool:
        """Open the challenge in the channel; return whether it was opened."""
        interaction, chosen = response.interaction, challenge.chosen
        own = {
            option.key: chosen[key]
            for option in of_game(registry.game(game))
            if (key := _key(registry.game(game), option)) in chosen
        }
        request = OpenRequest(
            game=game,
            opener=response.user,
            channel=interaction.channel_id or 0,
            guild=interaction.guild_id,
            opponent=challenge.opponent,
            table_options={key: chosen[key] for key in TABLE_OPTIONS if key in chosen},
            seat=own.pop(SEAT.key, None),
            options=own,
        )
        close = partial(_close, response, challenge)
        return await self._opening.open(response, as_offered(request), close)

    async def _deal_same_dice(self, response: Response, challenge: _Challenge, game: str) -> bool:
        """Post a card with the same new dice for both players. Raises BadCode."""
        same_dice = self._opening.same_dice
        if same_dice is None or not _deals_same_dice(response):
            raise BadCode
        await self._opening.admit(response, (challenge.opponent,))
        await same_dice.check(response, game)
        await _close(response, challenge)
        await same_dice.deal(response, game, challenge.opponent)
        return True


async def _close(response: Response, challenge: _Challenge) -> None:
    """Replace the panel with a note that the challenge was sent."""
    sent = say("You challenged {member}.", member=Person(challenge.opponent))
    try:
        await response.redraw(layout.message([sent], response.renderer))
    except DISCORD_ERRORS as error:  # the panel may be gone; the challenge goes on
        log.info("a panel could not be redrawn: %s", reason(error))


def _deals_same_dice(response: Response) -> bool:
    """Return whether both players may play the same dice: only on a server."""
    return reach.server(response.interaction) is not None


def _games(settings: ServerSettings) -> list[Game[Any]]:
    """Return the games of a server that two members may play."""
    listed = [game for game in registry.games().values() if 2 in game.info.seats]
    return [game for game in listed if settings.offers(game.info.key)]


def _key(game: Game[Any], option: PlayOption) -> str:
    """Return the key of the field of an option that belongs to one game."""
    return f"{game.info.key}.{option.key}"


def _fields(challenge: _Challenge) -> list[_Field]:
    """Return the fields of the form: the options of the table, then those of single games."""
    return [*_all_fields(challenge)][:MOST_FIELDS]


def _all_fields(challenge: _Challenge) -> Iterator[_Field]:
    games = _games(challenge.settings)
    for option in OF_TABLE:
        offering = [game for game in games if option.has(game)]
        if offering:
            asked = OpenRequest(offering[0].info.key, 0, 0, opponent=challenge.opponent)
            values = option.values(offering[0])
            default = challenge.settings.complete(asked).table_options.get(option.key)
            name = say_in("an option", "{option}", option=Capital(option.name))
            usual = values[0].key
            yield _Field(option.key, name, values, default or usual, usual)
    for game in games:
        for option in of_game(game):
            values, is_seat = option.values(game), option.key == SEAT.key
            usual = values[game.info.opener.index if is_seat else 0].key
            name = say("{game}: {option}", game=game.info.name, option=option.name)
            yield _Field(_key(game, option), name, values, usual, usual)


def _with_choices(challenge: _Challenge, filled: dict[str, str]) -> _Challenge:
    """Return a challenge with the values of the form. Raises BadCode for an unknown value."""
    known = {one.key: [value.key for value in one.values] for one in _fields(challenge)}
    if any(value not in known.get(key, ()) for key, value in filled.items()):
        raise BadCode
    return replace(challenge, chosen={**challenge.chosen, **filled})


def _form(response: Response, number: str, challenge: _Challenge) -> Form:
    """Return the form with all choices but the game."""
    text = response.renderer.text
    fields = []
    for one in _fields(challenge):
        chosen = challenge.chosen.get(one.key, one.default)
        options = [
            components.option(
                value.key,
                text(value.name),
                None if value.about is None else text(value.about),
                chosen=value.key == chosen,
            )
            for value in one.values
        ]
        fields.append(components.choice_field(one.key, text(one.name), options))
    return Form(_control(number, FILLED), text(_CHOICES), fields)


def _control(number: int | str, control: str) -> CustomId:
    return CustomId("ask", 0, 0, f"{number}.{control}")


def _drawing(response: Response, number: int, challenge: _Challenge) -> Drawing:
    """Return the panel: a button for each game, which sends the challenge, and two more buttons."""
    text = response.renderer.text
    games = [
        components.button(
            _control(number, f"{GAME}.{game.info.key}"),
            text(game.info.name),
            components.SUCCESS,
            disabled=challenge.same_dice and game.daily is None,
        )
        for game in _games(challenge.settings)[: components.MOST_OPTIONS - MOST_FIELDS]
    ]
    more = [components.button(_control(number, OPTIONS), text(_CHOICES))]
    lines = [
        say("You challenge {member}: tap a game to send it.", member=Person(challenge.opponent))
    ]
    if not challenge.same_dice and (chosen := [*_chosen(challenge)]):
        lines.append(say_in("what was chosen", "-# {options}", options=side_by_side(chosen)))
    if _deals_same_dice(response):
        told = say("*Same dice*: both of you play the same dice, whenever you like.")
        lines.append(say_in("what was chosen", "-# {options}", options=told))
        label = say("Same dice: on") if challenge.same_dice else say("Same dice")
        style = components.PRIMARY if challenge.same_dice else components.SECONDARY
        more.append(components.button(_control(number, SAME_DICE), text(label), style))
    container = layout.message(lines, response.renderer).to_components()
    return Drawing([*container, *components.rows(games, more)])


def _chosen(challenge: _Challenge) -> Iterator[Text]:
    """Yield the choices that differ from the usual ones."""
    for one in _fields(challenge):
        chosen = challenge.chosen.get(one.key, one.default)
        for value in one.values:
            if value.key == chosen and chosen != one.usual:
                yield say("{option}: {value}", option=one.name, value=value.name)
