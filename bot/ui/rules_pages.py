"""The rules of a game on Discord: one part at a time, with a button for each part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.ui import components, layout
from bot.ui.components import Component, Drawing
from bot.ui.custom_ids import CustomId
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.response import Response
from rules import registry
from rules.game import Game
from rules.screen import Block, Heading
from rules.text import Text, say, say_in

FIRST_PART = say("How to play")


def draw(game: Game[Any], renderer: DiscordRenderer, part: int = 0) -> Drawing:
    """Return the page of one part of the rules, counted from 0."""
    parts = _parts(game.rules())
    if part >= len(parts):  # a button of an earlier version
        part = 0
    heading, blocks = parts[part]
    title = game.info.name
    if part:
        title = say_in("title", "{game} · {part}", game=title, part=heading)
    buttons = _buttons(game.info.key, [heading for heading, _ in parts], part, renderer)
    return layout.page(title, blocks, renderer, buttons=buttons)


async def turn(response: Response, pressed: CustomId) -> None:
    """Show the page that a button names: the key of a game, a dot, and the part.

    Raises UnknownGame.
    """
    key, _, part = pressed.what.rpartition(".")
    page = draw(registry.game(key), response.renderer, int(part) if part.isdecimal() else 0)
    await (response.redraw(page) if response.private else response.show_private(page))


def _parts(blocks: Sequence[Block]) -> list[tuple[Text, list[Block]]]:
    parts: list[tuple[Text, list[Block]]] = [(FIRST_PART, [])]
    for block in blocks:
        if isinstance(block, Heading):
            parts.append((block.text, []))
        else:
            parts[-1][1].append(block)
    return parts


def _buttons(
    key: str, headings: Sequence[Text], shown: int, renderer: DiscordRenderer
) -> list[Component]:
    """Return a button for each part, that of the shown one disabled; none for a single part."""
    if len(headings) == 1:
        return []
    return [
        components.button(
            CustomId("rules", 0, 0, f"{key}.{part}"),
            renderer.text(heading),
            disabled=part == shown,
        )
        for part, heading in enumerate(headings)
    ]
