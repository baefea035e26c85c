"""/play: opens a round, or shows the games."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.play.interactions import Interactions
from bot.play.opening.first_page import FirstPage
from bot.play.opening.opening import Opening
from bot.play.opening.play_command import PlayCommand
from bot.play.opening.play_options import GAME, OPTIONS, chosen_game, description, values_of
from bot.table.opening import OpenRequest
from bot.ui.answer import Answer
from bot.ui.controls import Controls
from bot.ui.custom_ids import CustomId
from bot.ui.localization import everywhere, named, slug
from rules.game import NamedKey
from rules.levels import HOUSE
from rules.text import say_in


class Play(commands.Cog):
    """Opens rounds, and shows the games."""

    def __init__(
        self,
        *,
        client: discord.Client,
        tree: app_commands.CommandTree[Any],
        interactions: Interactions,
        controls: Controls,
        command: PlayCommand,
        opening: Opening,
        first_page: FirstPage,
    ) -> None:
        self._client, self._tree, self._interactions = client, tree, interactions
        self._controls, self._command, self._opening = controls, command, opening
        self._first_page = first_page
        self.play: app_commands.Command[Any, ..., None] = app_commands.Command(
            name=slug(say_in("command", "play")),
            description=named(description()),
            callback=self._typed(),
            **everywhere(),
        )

    async def cog_load(self) -> None:
        """Add /play; register *Play* and the buttons on its refusals."""
        controls, opening = self._controls, self._opening
        self._tree.add_command(self.play)
        # An entry, "slow" for a table, and the number of the request; "" for the page that asks.
        controls.add("play", self._command.open_game, r"([a-z0-9-]+(\.[a-z]+)?(\.[0-9]+)?)?")
        controls.add("table", self._command.open_table, r"[a-z0-9-]*(\.[a-z]+){0,2}(\.[0-9]+)?")
        # Nothing, or a game, and the level of a computer after a dot.
        controls.add("everybody", self._command.open_for_everybody, r"([a-z0-9-]+(\.[a-z]+)?)?")
        # The number of the request.
        controls.add("offered", self._command.open_as_offered, "[0-9]+")
        controls.add("thread", opening.open_elsewhere, "[0-9]+")
        controls.add("begin", opening.begin_own, "[0-9]+")
        controls.add_tool("games", self._other_games, waits=False)
        # Nothing, or a game's key and the part; "choose" for the menu of games.
        controls.add("rules", self._first_page.show_rules, ".*")

    async def _other_games(self, answer: Answer, _pressed: CustomId) -> None:
        await self._first_page.show(answer)

    async def cog_unload(self) -> None:
        self._tree.remove_command(self.play.name)

    def _typed(self) -> Any:
        """Return the callback of the command, with its options and their choices."""

        async def play(  # noqa: PLR0917 - as discord.py reads the options
            interaction: discord.Interaction[Any],
            game: str | None = None,
            opponent: discord.User | None = None,
            open: bool | None = None,  # noqa: A002 - the option's name
            level: str | None = None,
            slow: bool | None = None,
        ) -> None:
            if opponent is not None and opponent == self._client.user:  # whoever names it plays it
                opponent, level = None, level or HOUSE.key
            key, chosen = chosen_game(game or "")
            request = OpenRequest(
                game=key,
                opener=interaction.user.id,
                channel=interaction.channel_id or 0,
                guild=interaction.guild_id,
                opponent=None if opponent is None else opponent.id,
                opponent_is_bot=opponent is not None and opponent.bot,
                open_to_all=bool(open),
                options=chosen,
                level=level,
                slow=bool(slow),
            )
            answer, command = self._interactions.answer, self._command.answer_command
            await answer(interaction, 0, command, request, public=bool(key))  # else a page

        options = {one.key: one for one in (GAME, *OPTIONS)}
        values = {key: values_of(one) for key, one in options.items()}
        choices = {key: [*map(_choice, listed)] for key, listed in values.items() if listed}
        app_commands.describe(**{key: named(one.about) for key, one in options.items()})(play)
        app_commands.rename(**{key: slug(one.name) for key, one in options.items()})(play)
        return app_commands.choices(**choices)(play)


def _choice(value: NamedKey) -> Choice[str]:
    return Choice(name=named(value.described), value=value.key)
