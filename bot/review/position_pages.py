"""Draws positions of a finished round: to choose again in them, and page by page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.review.position_choices import answered, is_long, of_step, to_try
from bot.review.positions import MOST_MISTAKES, Page, Position
from bot.review.second_person import only_member, to_you
from bot.table.frame import Frame, frame, names
from bot.table.stored_round import StoredRound
from bot.ui import components, layout
from bot.ui.components import Component, Drawing
from bot.ui.custom_ids import NONE_SELECTED, CustomId, toggled
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.response import Response
from rules.screen import Action, Block, Divider, Line, Peek, Press, Screen, with_dice
from rules.text import Argument, Text, say, say_in

ALL = ".all"
"""What the buttons of pages that list all choices end with."""


def question(
    response: Response,
    stored: StoredRound,
    position: Position,
    heading: tuple[Line, ...],
    selected: tuple[int, ...],
) -> Drawing:
    """Return a position with the controls of its board; `selected` dice are blurple."""
    shown = Asked(
        to_you(position.screen, only_member(stored, response.user)),
        names(stored),
        heading,
        say("Only you see this, and nothing of the round changes."),
        lambda pressed: replace(_again(pressed, selected), round=stored.id, moment=position.number),
    )
    return ask(response, shown, selected)


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


def _again(pressed: CustomId, selected: Sequence[int]) -> CustomId:
    """Return the custom id of a control that chooses again, instead of in the round."""
    match pressed.kind:
        case "mark":
            return replace(pressed, kind="retry", what=toggled(pressed, selected))
        case "submit":
            digits = "".join(map(str, selected))
            return replace(pressed, kind="decide", what=Action(pressed.what, digits).code)
        case "menu":
            return replace(pressed, kind="pick")
        case _:
            return replace(pressed, kind="choose")


def answer(
    response: Response,
    stored: StoredRound,
    position: Position,
    numbers: tuple[int, ...],
    action: Action,
    *,
    every: bool,
) -> Drawing:
    """Return what a new choice is worth, with buttons to try again and to go on.

    `numbers` are the positions in which the member may choose again; of many choices
    a few are listed, or `every` one.
    """
    renderer = response.renderer.naming(names(stored))
    place, count = numbers.index(position.number), len(numbers)
    following = numbers[place + 1 : place + 2]
    buttons = [_next(stored, number, renderer) for number in following]
    again = CustomId("retry", stored.id, position.number, NONE_SELECTED)
    buttons.append(components.button(again, renderer.text(say("Choose again"))))
    if is_long(position) and not every:
        listed = CustomId("every", stored.id, position.number, action.code)
        buttons.append(components.button(listed, renderer.text(say("All choices"))))
    blocks = to_you(answered(position, action, every=every), only_member(stored, response.user))
    last = () if following else (Divider(), Line(_no_more(count)))
    title = say("Costly choice {place} of {count}", place=place + 1, count=count)
    return layout.page(title, (*blocks, *last), renderer, buttons=buttons)


def _next(stored: StoredRound, number: int, renderer: DiscordRenderer) -> Component:
    following = CustomId("retry", stored.id, number, NONE_SELECTED)
    return components.button(following, renderer.text(say("Next")), components.SUCCESS)


def _no_more(count: int) -> Text:
    if count < MOST_MISTAKES:
        return say("That was all: your other choices were good.")
    return say("Those were your three costliest choices.")


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
