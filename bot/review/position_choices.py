"""The choices of a position as blocks of text, listed by worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.review.amounts import difference, number, tenths
from bot.review.done import done
from bot.review.hint import units
from bot.review.positions import Position, PositionChoice
from bot.review.review_page import MAX_SEATS_WITH_DICE, VERDICT_NAMES
from bot.review.symbols import in_symbols
from rules.dice import Faces
from rules.review import EPSILON
from rules.screen import Block, Divider, Line, with_dice
from rules.text import Capital, Text, say, say_in

MOST_SHOWN, FEW_SHOWN = 14, 8
"""The most choices that are all listed at once, and the number listed of more choices."""

CHOSEN = "●"
"""The mark of the choice in the round."""


def is_long(position: Position) -> bool:
    """Return whether a position has more choices than a phone shows at once."""
    return len(position.options) > MOST_SHOWN


def of_step(position: Position, *, every: bool) -> tuple[Block, ...]:
    """Return the board of a position, the choice in the round, and the worths of choices.

    Of many choices only the best ones and the one in the round are listed, unless `every` is true.
    Without exact play there are no worths.
    """
    screen = position.screen
    board = [
        _short(block) if position.seats > MAX_SEATS_WITH_DICE else block
        for block in with_dice(screen)
        if not (isinstance(block, Line) and block.instruction)
    ]
    return (
        Line(screen.title, "strong"),
        *board,
        Divider(),
        *_chosen(position),
        *_listed(position, every=every),
    )


def _short(block: Block) -> Block:
    """Return a block with symbols for dice in its sentences, since many seats have many dice."""
    return replace(block, text=in_symbols(block.text)) if isinstance(block, Line) else block


def _chosen(position: Position) -> Iterator[Line]:
    chosen = done(position.seat, position.choice)
    if position.verdict is None:
        yield Line(chosen, "strong")
    else:
        judged = VERDICT_NAMES[position.verdict]
        yield Line(say("**{done}** · {verdict}", done=chosen, verdict=judged))
        lost = _lost(position, position.option(position.chosen))
        if lost > EPSILON:
            cost, best = _difference(position, lost), Capital(position.best.name)
            yield Line(say("lost {lost} · best: {best}", lost=cost, best=best), "quiet")
            why = position.option(position.chosen).why
            if why is not None:
                yield Line(
                    why if position.seats <= MAX_SEATS_WITH_DICE else in_symbols(why), "quiet"
                )
    if position.instead:
        yield Line(say("{seat} took another choice back here.", seat=position.seat), "quiet")
    if position.secret:
        yield Line(say("This was secret until all had chosen."), "quiet")


def _difference(position: Position, worth: float) -> Text:
    return difference(position.unit, worth, exact=position.best.advice.exact)


def _lost(position: Position, option: PositionChoice) -> float:
    return position.best.advice.worth - option.advice.worth


def _listed(position: Position, *, every: bool) -> Iterator[Block]:
    """Yield choices, best first, with the one in the round marked."""
    if not position.options:
        return
    yield Divider()
    then = position.option(position.chosen)
    # The list has one number for each choice: no points beside a chance.
    told = replace(position.best.advice, points=None)
    yield Line(units(position.unit, position.seats, (told,)))
    every = every or not is_long(position)
    for place, option in enumerate(position.options, 1):
        worth = number(position.unit, tenths(position.unit, option.advice.worth))
        choice = say_in(
            "in a list of choices",
            "{worth} · {choice}",
            worth=worth,
            choice=Capital(in_symbols(in_short(position, option))),
        )
        ranked = say_in("in an order of choices", "{place}. {choice}", place=place, choice=choice)
        if option == then:
            marked = say_in(
                "in a list of choices", "{mark} **{choice}**", mark=CHOSEN, choice=ranked
            )
            yield Line(marked)
        elif every or place <= FEW_SHOWN:
            yield Line(ranked, "quiet")
    yield Line(say("{then} chosen in the game", then=CHOSEN), "quiet")


def in_short(position: Position, option: PositionChoice) -> Text:
    """Return a short name of a choice, for one line on a phone: of a reroll, the kept dice."""
    mark, action = position.screen.mark, option.advice.action
    if mark is None or action.verb != "reroll":
        return option.name
    kept = (face for place, face in enumerate(mark.faces, 1) if str(place) not in action.on)
    faces = tuple(sorted(kept, reverse=True))
    if not faces:
        return option.name
    return say_in("a list of choices", "keep {kept}", kept=Faces(faces, mark.face_set))
