"""The page of a position to decide, with the controls of a board."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.decisions.answers import without_proposals
from bot.language.render import Person
from bot.review.second_person import to_you
from bot.table.frame import Frame, computer
from bot.ui import layout
from bot.ui.components import Drawing
from bot.ui.custom_ids import CustomId
from bot.ui.response import Response
from rules.game import Game
from rules.levels import HOUSE
from rules.screen import Block, Line, Peek, Screen, Seat
from rules.text import Argument, Text, say_in


@dataclass(frozen=True, slots=True)
class Question:
    """A position to decide: its Screen, the deciding seat, all names, and lines around it.

    Its dice may be `numbered`.
    """

    screen: Screen
    seat: Seat
    names: tuple[Argument, ...]
    heading: Line
    note: Text
    numbered: bool = False


def question(
    response: Response,
    asked: Question,
    selected: tuple[int, ...],
    place: CustomId,
) -> Drawing:
    """Return a position with the controls of its board; `selected` dice are blurple.

    They have the place of the control `place`.
    """
    screen = to_you(asked.screen, asked.seat)
    shown = replace(
        screen,
        title=say_in("a choice again", "{title} (just to try)", title=screen.title),
        blocks=(asked.heading, *_to_try(screen)),
        controls=tuple(one for one in without_proposals(screen) if not isinstance(one, Peek)),
    )
    frame = Frame(
        place.number,
        place.moment,
        response.language,
        "round",
        shown,
        asked.names,
        (asked.note,),
        where=place.where,
        part=place.part,
        numbered=asked.numbered,
    )
    emoji, commands = response.renderer.emoji, response.renderer.commands
    return layout.draw(frame, emoji, selected, commands)


def _to_try(screen: Screen) -> tuple[Block, ...]:
    """Return the blocks of a position without lines about earlier turns.

    A reader would take these for the choice.
    """
    return tuple(
        block for block in screen.blocks if not (isinstance(block, Line) and block.earlier)
    )


def names_at(game: Game[object], seats: int, seat: Seat, member: int) -> tuple[Argument, ...]:
    """Return the names of the seats of a position: the member's, and Medium for all others."""
    return tuple(
        Person(member)
        if index == seat.index
        else computer(game.info, HOUSE.key, Seat(index), alone=True)
        for index in range(seats)
    )
