"""Draws a position that a member is to decide, with the controls of a board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.language.render import Person
from bot.review.position_pages import Asked, ask
from bot.review.second_person import to_you
from bot.table.frame import computer
from bot.ui.components import Drawing
from bot.ui.custom_ids import CustomId, selection_of, toggled
from bot.ui.response import Response
from rules.game import Game
from rules.levels import HOUSE
from rules.screen import Action, Line, Screen, Seat
from rules.text import Argument, Text


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
    heading: tuple[Line, ...]
    note: Text


def question(
    response: Response,
    asked: Question,
    selected: tuple[int, ...],
    control: Callable[[Verb], CustomId],
) -> Drawing:
    """Return a position with its controls; `control` makes a custom id from what one does."""
    shown = Asked(
        to_you(asked.screen, asked.seat),
        asked.names,
        asked.heading,
        asked.note,
        lambda pressed: control(verb_of(pressed, selected)),
    )
    return ask(response, shown, selected)


def names_at(game: Game[object], seats: int, seat: Seat, member: int) -> tuple[Argument, ...]:
    """Return the names of the seats of a position: the member, and the level Medium elsewhere."""
    return tuple(
        Person(member)
        if index == seat.index
        else computer(game.info, HOUSE.key, Seat(index), alone=True)
        for index in range(seats)
    )
