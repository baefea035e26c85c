"""/play, with one subcommand for each game found. One round per channel."""

from __future__ import annotations

import inspect
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.language.languages import nearest
from bot.play.client import DicePokerBot
from bot.play.play_options import PlayOption, of_game, of_table, options
from bot.table.use_cases import OpenRequest
from bot.ui.localization import everywhere, named, slug
from bot.ui.response import Response
from rules import registry
from rules.game import Game
from rules.text import say, say_in

Callback = Any
"""A coroutine function whose signature `_with_options` has written."""


THREADS_SECONDS = 300.0
"""The interval at which threads of slow rounds are looked at that are due."""


class Play(commands.Cog):
    """Opens rounds, and keeps the threads of slow ones open."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self.play = app_commands.Group(
            name=slug(say_in("command", "play")),
            description=named(say("Play a game in this channel")),
            **everywhere(),
        )
        for game in registry.games().values():
            self.play.add_command(self._command(game))

    async def cog_load(self) -> None:
        """Add /play; register *Play* with its game, *Play in a thread* with what was asked for."""
        self.bot.tree.add_command(self.play)
        self.bot.controls.add("play", self.bot.opening.open_game, "[a-z0-9-]+")
        self.bot.controls.add("thread", self.bot.opening.open_elsewhere, "[0-9]+")
        self.bot.ticks.every(
            THREADS_SECONDS,
            "threads",
            self._keep_threads,
            fault="threads of slow rounds could not be kept open",
        )

    async def _keep_threads(self) -> None:
        await self.bot.threads.keep_open(self.bot.held_shards)

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
        info, own, at_the_table = game.info, of_game(game), of_table(game)

        async def open_round(interaction: discord.Interaction[Any], **chosen: Any) -> None:
            opponent: discord.User | None = chosen.get("opponent")
            language = nearest(str(interaction.locale))
            request = OpenRequest(
                game=info.key,
                opener=interaction.user.id,
                channel=interaction.channel_id or 0,
                guild=interaction.guild_id,
                options={
                    option.key: option.key_of(chosen[option.key], language)
                    for option in own
                    if chosen.get(option.key)
                },
                opponent=None if opponent is None else opponent.id,
                opponent_is_bot=opponent is not None and opponent.bot,
                open_to_all=bool(chosen.get("open")),
                table_options={
                    option.key: chosen[option.key]
                    for option in at_the_table
                    if chosen.get(option.key)
                },
                seat=chosen.get("seat"),
                level=chosen.get("level"),
            )

            async def do(response: Response) -> None:
                await self.bot.opening.open(response, request)

            await self.bot.interactions.answer(interaction, 0, do)

        return _with_options(open_round, options(game))


def _with_options(callback: Callback, asked: list[PlayOption]) -> Callback:
    parameters = [
        inspect.Parameter(
            name, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=annotation, **rest
        )
        for name, annotation, rest in (
            ("interaction", discord.Interaction, {}),
            *((one.key, one.kind | None, {"default": None}) for one in asked),
        )
    ]
    callback.__signature__ = inspect.Signature(parameters)
    app_commands.describe(**{one.key: named(one.about) for one in asked})(callback)
    app_commands.rename(**{one.key: slug(one.name) for one in asked})(callback)
    completed = {one.key: _suggesting(one) for one in asked if one.completed}
    app_commands.autocomplete(**completed)(callback)
    choices = {
        one.key: [Choice(name=named(value.described), value=value.key) for value in one.values]
        for one in asked
        if one.listed
    }
    return app_commands.choices(**choices)(callback)


def _suggesting(option: PlayOption) -> Callback:
    """Return the callback that completes what a member types, in their language."""

    async def suggest(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        language = nearest(str(interaction.locale))
        return [Choice(name=name, value=key) for key, name in option.matches(typed, language)]

    return suggest


async def setup(bot: DicePokerBot) -> None:
    """Add /play."""
    await bot.add_cog(Play(bot))
