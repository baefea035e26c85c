"""/play, with one subcommand for each game found, and /round. One round per channel."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.table.pace import PACES
from bot.table.refusals import NoRoundHere
from bot.table.score import MATCHES
from bot.table.use_cases import TABLE_OPTIONS, OpenRequest
from bot.ui import private
from bot.ui.client import DicePokerBot
from bot.ui.localization import everywhere, named, public_language, slug
from bot.ui.rate_limits import RateLimit
from bot.ui.response import Response
from rules import registry
from rules.game import Game, Named
from rules.levels import PERFECT
from rules.text import Text, say, say_in

log = logging.getLogger(__name__)

SHOW_SECONDS = 10.0
"""Seconds before the same member may have the round of a channel shown again."""

Callback = Any
"""A coroutine function whose signature `_with_options` has written."""


class Play(commands.Cog):
    """Opens rounds, and shows the open one again."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._shown = RateLimit(1, SHOW_SECONDS)
        self.play = app_commands.Group(
            name=slug(say_in("command", "play")),
            description=named(say("Play a game in this channel")),
            **everywhere(),
        )
        for game in registry.games().values():
            self.play.add_command(self._command(game))

    async def cog_load(self) -> None:
        """Add /play."""
        self.bot.tree.add_command(self.play)

    async def cog_unload(self) -> None:
        """Remove /play."""
        self.bot.tree.remove_command(self.play.name)

    def _command(self, game: Game[Any]) -> app_commands.Command[Any, ..., None]:
        info = game.info
        return app_commands.Command(
            name=slug(info.name, info.key),
            description=named(info.summary),
            callback=self._opener(game),
        )

    def _opener(self, game: Game[Any]) -> Callback:
        """Return the callback of a game's subcommand, with the options that this game has."""
        info = game.info
        own = {option.key for option in info.options}

        async def open_round(interaction: discord.Interaction[Any], **chosen: Any) -> None:
            opponent: discord.User | None = chosen.get("opponent")
            request = partial(
                OpenRequest,
                game=info.key,
                opener=interaction.user.id,
                channel=interaction.channel_id or 0,
                guild=interaction.guild_id,
                options={key: value for key, value in chosen.items() if key in own and value},
                opponent=None if opponent is None else opponent.id,
                opponent_is_bot=opponent is not None and opponent.bot,
                table_options={key: chosen[key] for key in TABLE_OPTIONS if chosen.get(key)},
                seat=chosen.get("seat"),
                level=chosen.get("level"),
            )
            await self._open(interaction, request)

        return _with_options(open_round, _options(game))

    async def _open(
        self, interaction: discord.Interaction[Any], request: Callable[..., OpenRequest]
    ) -> None:
        async def do(response: Response) -> None:
            guild = interaction.guild_id
            chosen = (
                None
                if guild is None
                else await self.bot.worker.storage(
                    lambda storage: storage.settings.guild_language(guild)
                )
            )
            asked = request(language=public_language(interaction, chosen, self.bot.language))
            now = discord.utils.utcnow()
            new = await self.bot.worker.open(
                lambda: self.bot.table.open(asked, now), slow=asked.level == PERFECT.key
            )
            log.info("round=%d game=%s channel=%d opened", new.id, new.game, new.channel)
            await self.bot.interactions.post(response, new)

        await self.bot.interactions.answer(interaction, 0, do)

    @app_commands.command(
        name=slug(say_in("command", "round")),
        description=named(say("Show this channel’s round again, at the bottom")),
    )
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.allowed_installs(guilds=True)
    async def round(self, interaction: discord.Interaction[Any]) -> None:
        """Post the channel's round again; the older message links to the new one.

        Within `SHOW_SECONDS`, the same member gets a private link to it.
        """

        async def do(response: Response) -> None:
            channel = interaction.channel_id or 0
            found = await self.bot.worker.storage(
                lambda storage: storage.rounds.in_channel(channel)
            )
            if found is None:
                raise NoRoundHere
            async with self.bot.interactions.lock(found):
                stored = await self.bot.worker.load(found)
                if stored.message is not None and self._shown.reached((response.user, channel)):
                    await private.shown_recently(response, stored)
                    return
                message = await response.post(self.bot.interactions.present(stored))
                await self.bot.board.move_to(stored, message)
                self._shown.note((response.user, channel))

        await self.bot.interactions.answer(interaction, 0, do)


class _CommandOption(NamedTuple):
    """An option of a command: its key, type, name, description, and the choices there are."""

    key: str
    kind: Any
    name: Text
    about: Text
    values: tuple[Named, ...] = ()


def _options(game: Game[Any]) -> list[_CommandOption]:
    """Return the options of a game's subcommand: those of the table, then the game's own."""
    info, asked = game.info, list[_CommandOption]()
    if info.for_two:
        about = say("Challenge this member; leave out to play the computer")
        asked.append(
            _CommandOption("opponent", discord.User, say_in("command option", "opponent"), about)
        )
    if info.seat_names:
        name = say_in("command option", "seat")
        asked.append(_CommandOption("seat", str, name, say("Which part you play"), info.seat_names))
    if info.for_two:
        name = say_in("command option", "level")
        asked.append(
            _CommandOption("level", str, name, say("How well the computer plays"), info.levels)
        )
    asked += [_CommandOption(own.key, str, own.name, own.name, own.values) for own in info.options]
    if game.advise is not None:
        name, about = say_in("command option", "hints"), say("Whether players may ask for hints")
        on, off = say_in("hints", "on"), say_in("hints", "off")
        asked.append(
            _CommandOption("hints", str, name, about, (Named("on", on), Named("off", off)))
        )
    name, about = say_in("command option", "pace"), say("How long a turn takes, where others play")
    asked.append(_CommandOption("pace", str, name, about, PACES))
    if info.for_two:
        name, about = say_in("command option", "match"), say("How many rounds decide")
        asked.append(_CommandOption("match", str, name, about, MATCHES))
    return asked


def _with_options(callback: Callback, options: list[_CommandOption]) -> Callback:
    """Give a callback the options of a command."""
    asked = {option.key: option for option in options}
    parameters = [
        inspect.Parameter(
            name, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=annotation, **rest
        )
        for name, annotation, rest in (
            ("interaction", discord.Interaction, {}),
            *((key, one.kind | None, {"default": None}) for key, one in asked.items()),
        )
    ]
    callback.__signature__ = inspect.Signature(parameters)
    app_commands.describe(**{key: named(one.about) for key, one in asked.items()})(callback)
    app_commands.rename(**{key: slug(one.name) for key, one in asked.items()})(callback)
    choices = {
        key: [Choice(name=named(value.name), value=value.key) for value in one.values]
        for key, one in asked.items()
        if one.values
    }
    return app_commands.choices(**choices)(callback)


async def setup(bot: DicePokerBot) -> None:
    """Add /play and /round."""
    await bot.add_cog(Play(bot))
