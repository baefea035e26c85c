"""/play, with one subcommand for each game found, and /round. One round per channel."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.refusals import NoRoundHere
from bot.table import Opening
from cogs.answer import Answer
from cogs.tongue import everywhere, named, public_language, slug
from rules import registry
from rules.game import Game, Named
from rules.text import Text, say, say_in

if TYPE_CHECKING:
    from bot.client import DicePokerBot

log = logging.getLogger(__name__)

Callback = Any
"""A coroutine function whose signature `_with_options` has written."""


class Play(commands.Cog):
    """Opens rounds, and shows the open one again."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self.play = app_commands.Group(
            name=slug(say_in("command", "play")),
            description=named(say("Play a game in this channel")),
            **everywhere(),
        )
        for game in registry.games().values():
            self.play.add_command(self._command(game))
        self.round: app_commands.Command[Any, ..., None] = app_commands.Command(
            name=slug(say_in("command", "round")),
            description=named(say("Show this channel’s round again, at the bottom")),
            callback=self._show_round(),
            **everywhere(),
        )

    async def cog_load(self) -> None:
        """Add the commands."""
        self.bot.tree.add_command(self.play)
        self.bot.tree.add_command(self.round)

    async def cog_unload(self) -> None:
        """Take the commands away."""
        self.bot.tree.remove_command(self.play.name)
        self.bot.tree.remove_command(self.round.name)

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
            opponent = cast("discord.User | None", chosen.get("opponent"))
            opening = partial(
                Opening,
                game=info.key,
                opener=interaction.user.id,
                channel=interaction.channel_id or 0,
                guild=interaction.guild_id,
                options={key: value for key, value in chosen.items() if key in own and value},
                opponent=None if opponent is None else opponent.id,
                opponent_is_bot=opponent is not None and opponent.bot,
                table_options={"hints": chosen["hints"]} if chosen.get("hints") else {},
                seat=chosen.get("seat"),
                level=chosen.get("level"),
            )
            await self._open(interaction, opening)

        return _with_options(open_round, _options(game))

    async def _open(
        self, interaction: discord.Interaction[Any], opening: Callable[..., Opening]
    ) -> None:
        async def do(answer: Answer) -> None:
            guild = interaction.guild_id
            chosen = (
                None
                if guild is None
                else await self.bot.worker.ask(
                    lambda storage: storage.settings.guild_language(guild)
                )
            )
            asked = opening(language=public_language(interaction, chosen, self.bot.language))
            now = discord.utils.utcnow()
            new = await self.bot.worker.open(lambda: self.bot.table.open(asked, now))
            log.info("round=%d game=%s channel=%d opened", new.id, new.game, new.channel)
            await self.bot.desk.post(answer, new)

        await self.bot.desk.answer(interaction, 0, do)

    def _show_round(self) -> Callback:
        async def show(interaction: discord.Interaction[Any]) -> None:
            async def do(answer: Answer) -> None:
                channel = interaction.channel_id or 0
                found = await self.bot.worker.ask(
                    lambda storage: storage.rounds.in_channel(channel)
                )
                if found is None:
                    raise NoRoundHere
                async with self.bot.desk.lock(found):
                    kept = await self.bot.worker.look(found)
                    message = await answer.post(self.bot.desk.present(kept))
                    await self.bot.board.moved(kept, message)

            await self.bot.desk.answer(interaction, 0, do)

        return show


class _Asked(NamedTuple):
    """An option of a command: its key, type, name, description, and the choices there are."""

    key: str
    kind: Any
    name: Text
    about: Text
    values: tuple[Named, ...] = ()


def _options(game: Game[Any]) -> list[_Asked]:
    """Return the options of a game's subcommand: those of the table, then the game's own."""
    info, asked = game.info, list[_Asked]()
    if info.for_two:
        about = say("Challenge this member; leave out to play the computer")
        asked.append(_Asked("opponent", discord.User, say_in("command option", "opponent"), about))
    if info.seat_names:
        name = say_in("command option", "seat")
        asked.append(_Asked("seat", str, name, say("Which part you play"), info.seat_names))
    if info.for_two:
        name = say_in("command option", "level")
        asked.append(_Asked("level", str, name, say("How well the computer plays"), info.levels))
    asked += [_Asked(own.key, str, own.name, own.name, own.values) for own in info.options]
    if game.advise is not None:
        name, about = say_in("command option", "hints"), say("Whether players may ask for hints")
        on, off = say_in("hints", "on"), say_in("hints", "off")
        asked.append(_Asked("hints", str, name, about, (Named("on", on), Named("off", off))))
    return asked


def _with_options(callback: Callback, options: list[_Asked]) -> Callback:
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


async def setup(bot: commands.Bot) -> None:
    """Add /play and /round."""
    await bot.add_cog(Play(cast("DicePokerBot", bot)))
