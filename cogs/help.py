"""/help, what a newcomer types first, and /rules of every game."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.language.render import PlainRenderer, render
from bot.play import private
from bot.play.client import DicePokerBot
from bot.ui import layout, rules_pages
from bot.ui.localization import named, slug, typed, usable_everywhere
from bot.ui.response import Response
from rules import registry
from rules.game import Info
from rules.screen import Block, Line
from rules.text import Command, Text, say, say_in


class Help(commands.Cog):
    """Says what can be played, and how."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._interactions, self._controls = bot.interactions, bot.controls

    async def cog_load(self) -> None:
        """Register the buttons of the rules: a game's key and the part."""
        self._controls.add("rules", rules_pages.turn)

    @app_commands.command(
        name=slug(say_in("command", "help")),
        description=named(say("What you can play here, and how to begin")),
    )
    @usable_everywhere
    async def help(self, interaction: discord.Interaction[Any]) -> None:
        """List the games with the commands that open them."""

        async def do(response: Response) -> None:
            page = layout.page(say("Dice and cards"), _help(response), response.renderer)
            await response.show_private(page)

        await self._interactions.answer(interaction, 0, do)

    @app_commands.command(
        name=slug(say_in("command", "rules")), description=named(say("How a game is played"))
    )
    @app_commands.describe(game=named(say("The game")))
    @app_commands.rename(game=slug(say_in("command option", "game")))
    @app_commands.choices(
        game=[
            Choice(name=named(each.info.described), value=key)
            for key, each in registry.games().items()
        ]
    )
    @usable_everywhere
    async def rules(self, interaction: discord.Interaction[Any], game: str) -> None:
        """Show the rules of a game."""

        async def do(response: Response) -> None:
            page = rules_pages.draw(registry.game(game), response.renderer)
            await response.show_private(page)

        await self._interactions.answer(interaction, 0, do)


def _help(response: Response) -> list[Block]:
    stats, play, show, own, rules, odds, coach, fair, check, privacy, daily = (
        say_in("command", "stats"),
        say_in("command", "play"),
        say_in("command", "round"),
        say_in("command", "rounds"),
        say_in("command", "rules"),
        say_in("command", "odds"),
        say_in("command", "coach"),
        say_in("command", "fair"),
        say_in("command", "verify"),
        say_in("command", "privacy"),
        say_in("command", "daily"),
    )
    games = registry.games().values()
    lines: list[Block] = [Line(say("Open a round with one of these commands:"))]
    lines += [
        Line(
            say_in(
                "a command and what it does",
                "{command} — {summary}",
                command=_command(response, play, game.info),
                summary=game.info.summary,
            )
        )
        for game in games
    ]
    quiet = [
        say("One round can be open in each channel and each thread."),
        say("Lost sight of the round? {command} shows it again.", command=_command(response, show)),
        say(
            "{command} lists your rounds, those that wait for you first.",
            command=_command(response, own),
        ),
        say(
            "{rules} explains a game; {odds} tells how good a hand is.",
            rules=_command(response, rules),
            odds=_command(response, odds),
        ),
        say(
            "{command} tells you in private what each choice cost, and lets you take one back.",
            command=_command(response, coach),
        ),
        say(
            "{command} opens the challenge of the day: the same dice for everybody.",
            command=_command(response, daily, sub=say_in("command", "play")),
        ),
        say(
            "{command} tells how well you play, luck left out, who plays best here, and your last "
            "rounds.",
            command=_command(response, stats),
        ),
        say(
            "{fair} shows that the dice are fixed beforehand; {check} checks a round.",
            fair=_command(response, fair),
            check=_command(response, check),
        ),
        say(
            "When a round has ended, Review tells in private where it was won, Replay shows or "
            "posts it as an animation, and Fair checks its dice."
        ),
        say(
            "{command} tells what the bot keeps about you, and erases it.",
            command=_command(response, privacy),
        ),
        say(
            "In a game for two you play the computer, challenge a member (option “opponent”), or "
            "let anybody accept (option “open”)."
        ),
    ]
    quiet += _for_managers(response)
    application = response.interaction.client.application
    if application is not None and application.user_integration_config is not None:
        quiet.append(
            say(
                "Add the bot to your own account (in its profile: Add App) to play in direct "
                "messages and on servers without it."
            )
        )
    if response.renderer.commands.in_discord:
        quiet.append(
            say(
                "Right-click a member, or hold their name on a phone: Apps → Challenge to dice. "
                "The same on a board that has ended: Apps → Review this round, Replay this round."
            )
        )
    return [*lines, *(Line(text, "quiet") for text in quiet)]


def _for_managers(response: Response) -> list[Text]:
    interaction, lines = response.interaction, list[Text]()
    if interaction.guild_id is None:
        return lines
    if interaction.permissions.manage_guild:
        settings, language = say_in("command", "settings"), say_in("command", "language")
        text = say(
            "You manage this server: {settings} chooses where, what and how is played here, "
            "{language} in which language.",
            settings=_command(response, settings),
            language=_command(response, language),
        )
        lines.append(text)
    if private.may_manage(interaction):
        text = say(
            "You moderate here: {bar} keeps a member from playing for a while.",
            bar=_command(response, say_in("command", "bar")),
        )
        lines.append(text)
        if response.renderer.commands.in_discord:
            lines.append(say("On a board, Apps → Close this round closes any round."))
    return lines


def _command(
    response: Response, root: Text, game: Info | None = None, sub: Text | None = None
) -> Text:
    """Return a command as Discord mentions it, and as it is called in the reader's language.

    Its subcommand, if any, is that of a `game` or has the name `sub`.

    Discord offers members the commands in their language, but mentions them by
    their default names.
    """
    english = PlainRenderer()
    name = render(root, "en", english)
    second = "" if sub is None else render(sub, "en", english)
    if game is not None:
        sub, second = game.name, game.key
    command = Command(name, second)
    own = typed(root, name, response.language)
    if sub is not None:
        own = f"{own} {typed(sub, second, response.language)}"
    if own == command.path or not response.renderer.commands.in_discord:
        return say_in("a command", "{command}", command=command)
    return say_in(
        "a command and its translated name", "{command} (`/{own}`)", command=command, own=own
    )


async def setup(bot: DicePokerBot) -> None:
    """Add /help and /rules."""
    await bot.add_cog(Help(bot))
