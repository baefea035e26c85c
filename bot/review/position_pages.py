"""Draws positions: to choose in one, and those of a finished round page by page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from bot.review.position_choices import is_long, of_step, to_try
from bot.review.positions import Page, Position
from bot.review.second_person import only_member, to_you
from bot.table.frame import Frame, frame, names
from bot.table.stored_round import StoredRound
from bot.ui import components, layout
from bot.ui.components import Component, Drawing
from bot.ui.custom_ids import CustomId
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.response import Response
from rules.screen import Block, Line, Peek, Press, Screen, with_dice
from rules.text import Argument, Text, say, say_in

ALL = ".all"
"""What the buttons of pages that list all choices end with."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A position to choose in: its Screen, the names of the seats, lines above and below it.

    `control` makes the custom id of a control from that of the board.
    """

    screen: Screen
    names: tuple[Argument, ...]
    heading: tuple[Line, ...]
    note: Text
    control: Callable[[CustomId], CustomId]


def ask(response: Response, asked: Asked, selected: tuple[int, ...]) -> Drawing:
    """Return a position with the controls of its board; `selected` dice are blurple.

    No button is green: on a board one is what the level medium would do, here it would tell.
    """
    screen = asked.screen
    shown_controls = (one for one in screen.controls if not isinstance(one, Peek))
    controls = tuple(
        replace(one, style="plain") if isinstance(one, Press) else one for one in shown_controls
    )
    shown = Frame(
        0,
        0,
        response.language,
        "round",
        replace(
            screen,
            title=say_in("a choice again", "{title} (just to try)", title=screen.title),
            blocks=(*asked.heading, *to_try(screen)),
            controls=controls,
        ),
        asked.names,
        (asked.note,),
    )
    emoji, commands = response.renderer.emoji, response.renderer.commands
    drawn = layout.draw(shown, emoji, selected, commands).to_components()
    return Drawing([components.with_custom_ids(one, asked.control) for one in drawn])


def of_page(response: Response, stored: StoredRound, page: Page, *, every: bool = False) -> Drawing:
    """Return a page of a round step by step, with buttons to the others.

    Of many choices a few are listed, or `every` one.
    """
    renderer = response.renderer.naming(names(stored))
    if page.position is None:
        screen = frame(stored).screen
        blocks: tuple[Block, ...] = (Line(screen.title, "strong"), *with_dice(screen))
        title = say("The end of the round")
    else:
        blocks = of_step(page.position, every=every)
        title = _title(page, page.position)
    buttons = _turning(stored, page, renderer, every=every)
    shown = to_you(blocks, only_member(stored, response.user))
    return layout.page(title, shown, renderer, buttons=buttons)


def _title(page: Page, position: Position) -> Text:
    place, places = page.place + 1, page.places
    if position.turns < 2:
        return say("Step {place} of {places}", place=place, places=places)
    return say(
        "Step {place} of {places}, turn {turn}", place=place, places=places, turn=position.turn
    )


def walking(
    page: Page, renderer: DiscordRenderer, control: Callable[[str, int], CustomId]
) -> list[Component]:
    """Return the buttons to the first, previous, next and last page.

    `control` tells what a button is called by where it leads: a word and a place.
    """
    last, here = page.places - 1, page.place
    targets = (
        ("first", "⏮", 0),
        ("back", renderer.text(say_in("a page", "Back")), max(here - 1, 0)),
        ("next", renderer.text(say_in("a page", "Next")), min(here + 1, last)),
        ("last", "⏭", last),
    )
    return [
        components.button(
            control(what, place),
            label,
            components.SUCCESS if what == "next" and place != here else components.SECONDARY,
            disabled=place == here,
        )
        for what, label, place in targets
    ]


def _turning(
    stored: StoredRound, page: Page, renderer: DiscordRenderer, *, every: bool
) -> list[Component]:
    """Return the buttons to other pages, and to all choices or fewer."""
    here = page.place

    def walk(what: str, place: int, *, every: bool) -> CustomId:
        return CustomId("walk", stored.id, place, f"{what}{ALL if every else ''}")

    buttons = walking(page, renderer, partial(walk, every=every))
    if page.position is not None and is_long(page.position):
        label = say("Fewer choices") if every else say("All choices")
        listed = walk("list", here, every=not every)
        buttons.append(components.button(listed, renderer.text(label)))
    return buttons
