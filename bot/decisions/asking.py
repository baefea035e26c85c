"""Draws a position that a member is to decide, with the controls of a board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.decisions.answers import without_proposals
from bot.language.render import Person
from bot.review.second_person import to_you
from bot.table.frame import Frame, computer
from bot.ui import components, layout
from bot.ui.components import Drawing
from bot.ui.custom_ids import CustomId, selection_of, toggled
from bot.ui.response import Response
from rules.game import Game
from rules.levels import HOUSE
from rules.screen import Action, Block, Line, Peek, Screen, Seat
from rules.text import Argument, Text, say_in


@dataclass(frozen=True, slots=True)
class Verb:
    """What a control of a position does: `name` is "select", "do" or "pick".

    `rest` holds the dice that "select" selects, or the code of the action that "do" chooses.
    A menu picks one of its actions.
    """

    name: str
    rest: str = ""

    @property
    def selected(self) -> tuple[int, ...]:
        """The dice that "select" selects. Raises BadCode."""
        return selection_of(self.rest)

    def action(self, chosen: tuple[str, ...]) -> Action:
        """Return the action of "do", or of "pick" the one `chosen` from the menu."""
        return Action.parse(self.rest if self.name == "do" else next(iter(chosen), ""))


def verb_of(pressed: CustomId, selected: tuple[int, ...]) -> Verb:
    """Return what a control of a board does where its position is asked."""
    match pressed.kind:
        case "mark":
            return Verb("select", toggled(pressed, selected))
        case "submit":
            return Verb("do", Action(pressed.what, "".join(map(str, selected))).code)
        case "menu":
            return Verb("pick")
        case _:
            return Verb("do", pressed.what)


@dataclass(frozen=True, slots=True)
class Question:
    """A position as it is asked: its Screen, who decides, the names of all, lines around it."""

    screen: Screen
    seat: Seat
    names: tuple[Argument, ...]
    heading: Line
    note: Text


def question(
    response: Response,
    asked: Question,
    selected: tuple[int, ...],
    control: Callable[[Verb], CustomId],
) -> Drawing:
    """Return a position with the controls of its board; `selected` dice are blurple.

    `control` makes a custom id from what a control does.
    """
    screen = to_you(asked.screen, asked.seat)
    shown = replace(
        screen,
        title=say_in("a choice again", "{title} (just to try)", title=screen.title),
        blocks=(asked.heading, *_to_try(screen)),
        controls=tuple(one for one in without_proposals(screen) if not isinstance(one, Peek)),
    )
    frame = Frame(0, 0, response.language, "round", shown, asked.names, (asked.note,))
    emoji, commands = response.renderer.emoji, response.renderer.commands
    drawn = layout.draw(frame, emoji, selected, commands).to_components()

    def made(pressed: CustomId) -> CustomId:
        return control(verb_of(pressed, selected))

    return Drawing([components.with_custom_ids(one, made) for one in drawn])


def _to_try(screen: Screen) -> tuple[Block, ...]:
    """Return the blocks of a position to choose in, without what was done in an earlier turn.

    That would be taken for the choice.
    """
    return tuple(
        block for block in screen.blocks if not (isinstance(block, Line) and block.earlier)
    )


def names_at(game: Game[object], seats: int, seat: Seat, member: int) -> tuple[Argument, ...]:
    """Return the names of the seats of a position: the member, and the level Medium elsewhere."""
    return tuple(
        Person(member)
        if index == seat.index
        else computer(game.info, HOUSE.key, Seat(index), alone=True)
        for index in range(seats)
    )
