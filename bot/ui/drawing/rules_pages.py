"""The pages of a game's rules, with buttons for parts and a menu of games.

Rules that are opened from the board of a round have *Back to the game* instead: it deletes the
page, and the board is the last message again.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from bot.ui.answer import Answer
from bot.ui.custom_ids import CustomId
from bot.ui.drawing import components, layout
from bot.ui.drawing.components import Component, Drawing
from bot.ui.drawing.discord_renderer import DiscordRenderer
from rules import registry
from rules.game import Game
from rules.screen import Block, Heading
from rules.text import Text, say, say_in

FIRST_PART = say("How to play")

_LIST_OF_GAMES = CustomId("play", 0, 0)
"""The control that turns to the first page of `/play`, which lists the games."""

_CHOOSE, _CLOSE = "choose", "close"

_BESIDE = 1
"""The moment of the controls of rules opened from a round; other rules have 0."""


def draw(
    game: Game[Any], renderer: DiscordRenderer, part: int = 0, *, beside: bool = False
) -> Drawing:
    """Return the page of one part of the rules, counted from 0.

    `beside` is whether they were opened from a round of the game.
    """
    parts = _parts(game.rules())
    if part >= len(parts):  # no page has such a button, but its id can be sent
        part = 0
    heading, blocks = parts[part]
    title = game.info.name
    if part:
        title = say_in("title", "{game} · {part}", game=title, part=heading)
    headings = [heading for heading, _ in parts]
    buttons = _buttons(game.info.key, headings, part, renderer, _BESIDE if beside else 0)
    if beside:
        label = renderer.text(say("Back to the game"))
        ways = [components.button(CustomId("rules", 0, _BESIDE, _CLOSE), label)]
    else:
        ways = [_menu(game, renderer), all_games(renderer)]
    return layout.page(title, blocks, renderer, buttons=[*buttons, *ways])


def choose(games: Sequence[Game[Any]], renderer: DiscordRenderer) -> Drawing:
    """Return the page for choosing the game whose rules are shown."""
    buttons = [
        components.button(
            CustomId("rules", 0, 0, f"{game.info.key}.0"), renderer.text(game.info.name)
        )
        for game in games[: components.MOST_OPTIONS]
    ]
    title = say("The rules of which game?")
    return layout.page(title, (), renderer, buttons=[*buttons, all_games(renderer)])


async def turn(answer: Answer, pressed: CustomId) -> None:
    """Show the page that a control names, or delete it.

    A control names a game by the choice in its menu, or by the game's key, a dot and the part.
    Raises UnknownGame, and BadCode for deleting a public page.
    """
    if pressed.what == _CLOSE:
        await answer.dismiss()
        return
    key, _, part = pressed.what.rpartition(".")
    if pressed.what == _CHOOSE:
        key = next(iter(answer.chosen), "")
    number, beside = int(part) if part.isdecimal() else 0, pressed.moment == _BESIDE
    page = draw(registry.game(key), answer.renderer, number, beside=beside)
    await answer.turn_to(page)


def all_games(renderer: DiscordRenderer) -> Component:
    """Return the button that turns to the list of games."""
    return components.button(_LIST_OF_GAMES, renderer.text(say("Back to the games")))


def _menu(shown: Game[Any], renderer: DiscordRenderer) -> Component:
    options = [
        components.option(
            game.info.key,
            renderer.text(game.info.name),
            renderer.text(game.info.summary),
            chosen=game is shown,
        )
        for game in islice(registry.games().values(), components.MOST_OPTIONS)
    ]
    prompt = renderer.text(say("Choose a game"))
    return components.menu(CustomId("rules", 0, 0, _CHOOSE), prompt, options)


def _parts(blocks: Sequence[Block]) -> list[tuple[Text, list[Block]]]:
    parts: list[tuple[Text, list[Block]]] = [(FIRST_PART, [])]
    for block in blocks:
        if isinstance(block, Heading):
            parts.append((block.text, []))
        else:
            parts[-1][1].append(block)
    return parts


def _buttons(
    key: str, headings: Sequence[Text], shown: int, renderer: DiscordRenderer, moment: int
) -> list[Component]:
    """Return a button for each part, the shown one disabled; none for a single part."""
    if len(headings) == 1:
        return []
    return [
        components.button(
            CustomId("rules", 0, moment, f"{key}.{part}"),
            renderer.text(heading),
            disabled=part == shown,
        )
        for part, heading in enumerate(headings)
    ]
