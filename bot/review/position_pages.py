"""Draws the positions of a finished round, page by page, as pages of its review."""

from __future__ import annotations

from bot.review.hint_and_review import OVERVIEW
from bot.review.position_choices import is_long, of_step
from bot.review.positions import Page, Position
from bot.review.second_person import only_member, to_you
from bot.table.frame import frame, names
from bot.table.stored_round import StoredRound
from bot.ui import components, layout
from bot.ui.components import Component, Drawing
from bot.ui.custom_ids import CustomId, tool
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.response import Response
from rules.screen import Block, Line, with_dice
from rules.text import Text, say, say_in

ALL = ".all"
"""The end of the custom ids of buttons of pages that list all choices."""


def of_page(response: Response, stored: StoredRound, page: Page, *, every: bool = False) -> Drawing:
    """Return a page of a round step by step, with buttons to the other pages.

    Of many choices a few are listed, with `every` all of them.
    """
    renderer = response.renderer.naming(names(stored))
    if page.position is None:
        screen = frame(stored).screen
        blocks: tuple[Block, ...] = (Line(screen.title, "strong"), *with_dice(screen))
        title = say("The end of the game")
    else:
        blocks = of_step(page.position, every=every)
        title = _title(page, page.position)
    buttons = _turning(stored, page, renderer, every=every)
    shown = to_you(blocks, only_member(stored, response.user))
    drawing = layout.page(title, shown, renderer, buttons=buttons)
    parts = drawing.to_components()
    if stored.advises:
        review = components.button(tool(stored, OVERVIEW), renderer.text(say("Review")))
        parts += components.rows([review])
    return Drawing(parts)


def _title(page: Page, position: Position) -> Text:
    place, places = page.place + 1, page.places
    if position.turns < 2:
        return say("Step {place} of {places}", place=place, places=places)
    return say(
        "Step {place} of {places}, turn {turn}", place=place, places=places, turn=position.turn
    )


def _turning(
    stored: StoredRound, page: Page, renderer: DiscordRenderer, *, every: bool
) -> list[Component]:
    """Return the buttons to other pages, and to all choices or fewer."""
    last, here = page.places - 1, page.place

    def walk(what: str, place: int, *, every: bool) -> CustomId:
        return CustomId("walk", stored.id, place, f"{what}{ALL if every else ''}")

    targets = (
        ("first", "⏮", 0),
        ("back", renderer.text(say_in("a page", "Back")), max(here - 1, 0)),
        ("next", renderer.text(say_in("a page", "Next")), min(here + 1, last)),
        ("last", "⏭", last),
    )
    buttons = [
        components.button(
            walk(what, place, every=every),
            label,
            components.SUCCESS if what == "next" and place != here else components.SECONDARY,
            disabled=place == here,
        )
        for what, label, place in targets
    ]
    if page.position is not None and is_long(page.position):
        label = say("Fewer choices") if every else say("All choices")
        listed = walk("list", here, every=not every)
        buttons.append(components.button(listed, renderer.text(label)))
    return buttons
