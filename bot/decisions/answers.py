"""The answer to a choice in practice: its loss, the best choice and the reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bot.language.render import Capital
from bot.review.amounts import difference, number, tenths
from bot.review.position_choices import in_short
from bot.review.positions import Position, PositionChoice, options_of
from bot.review.symbols import in_symbols
from rules.game import Game
from rules.review import EPSILON
from rules.screen import (
    Action,
    Block,
    Control,
    Dice,
    Divider,
    Line,
    Press,
    Screen,
    Seat,
    Sort,
    with_dice,
)
from rules.text import Text, say, say_in

LISTED = 8
"""The number of choices listed, best first, besides the chosen one."""

CHOSEN = "►"
"""The mark of the chosen action."""


def position_of(game: Game[Any], seats: int, state: Any, seat: Seat) -> Position:
    """Return a position without a round, whose `chosen` choice is the best one.

    The first call may take long, since it computes the tables of exact play.
    """
    options = options_of(game, state, seat)
    best = options[0]
    return Position(
        0,
        seat,
        seats,
        1,
        1,
        screen_of(game, state, seat),
        best.actions[0],
        best.name,
        options,
        "best",
        game.info.unit(seats),
    )


def screen_of(game: Game[Any], state: Any, seat: Seat) -> Screen:
    """Return the Screen of a position: the public one, unless the seat needs its own."""
    public = game.screen(state, None)
    return public if public.suffices else game.screen(state, seat)


def without_proposals(screen: Screen) -> tuple[Control, ...]:
    """Return the controls of a position without the proposals of Medium and without green buttons.

    Medium is wrong in these positions, so a proposal would reveal a wrong choice.
    """
    mark, menu = screen.mark, screen.menu
    listed = () if menu is None else tuple(one.action for one in menu.choices)
    return tuple(
        _plain(one)
        for one in screen.controls
        if not isinstance(one, Press)
        or not (one.action in listed or (mark is not None and one.action.verb == mark.verb))
    )


def _plain(control: Control) -> Control:
    match control:
        case Press():
            return replace(control, style="plain")
        case Sort():
            return replace(control, pick=None)
        case _:
            return control


def given_away(position: Position, option: PositionChoice) -> float:
    """Return the loss of a choice, at least 0."""
    lost = position.best.advice.worth - option.advice.worth
    return lost if lost > EPSILON else 0.0


def answer(position: Position, action: Action) -> Iterator[Block]:
    """Yield whether a choice was right, the best one with its reason, and all losses.

    Raises NotLegal for an impossible action.
    """
    chosen, best = position.option(action), position.best
    dice = [block for block in with_dice(position.screen) if isinstance(block, Dice)]
    yield from dice[-1:]
    exact = best.advice.exact
    lost = given_away(position, chosen)
    said = Capital(chosen.name)
    if not lost:
        yield Line(say("✅ Right: **{choice}** is the best choice.", choice=said), "strong")
    else:
        cost = difference(position.unit, lost, exact=exact)
        yield Line(say("**{choice}** loses {lost}.", choice=said, lost=cost), "strong")
        yield Line(say("Best: **{choice}**", choice=Capital(best.name)))
    why = chosen.why if lost else _why_best(position)
    if why is not None:
        yield Line(why)
    yield Divider()
    yield Line(_heading(position))
    yield from _listed(position, chosen)


def _why_best(position: Position) -> Text | None:
    """Return why the best choice is better than the next one."""
    return position.options[1].why if len(position.options) > 1 else None


def _heading(position: Position) -> Text:
    if position.unit == "points":
        return say("What each choice loses, in points:")
    return say("What each choice loses of the chance to win:")


def _listed(position: Position, chosen: PositionChoice) -> Iterator[Line]:
    for place, option in enumerate(position.options):
        lost = number(position.unit, tenths(position.unit, given_away(position, option)))
        named = Capital(in_symbols(in_short(position, option)))
        text = say_in("in a list of choices", "{worth} · {choice}", worth=lost, choice=named)
        if option == chosen:
            marked = say_in("in a list of choices", "{mark} **{choice}**", mark=CHOSEN, choice=text)
            yield Line(marked)
        elif place < LISTED:
            yield Line(text, "quiet")
