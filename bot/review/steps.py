"""A finished round step by step: of each choice the board, one sentence, and what it was worth.

Secrets are not shown to a member before they were shown to all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from bot.language.render import in_symbols
from bot.review.amounts import number, tenths
from bot.review.past_form import past_form
from bot.review.played_round import PlayedRound
from bot.review.review_page import MAX_SEATS_WITH_DICE
from rules.engine import Acted, Round, history
from rules.game import Advice, Unit
from rules.screen import Block, Divider, Line, Seat, with_dice
from rules.text import Placeholder, Text, say, say_in


@dataclass(frozen=True, slots=True)
class StepPage:
    """A page of a round step by step: `blocks` for a choice, none for the end of the round.

    `place` counts from 0.
    """

    place: int
    places: int
    blocks: tuple[Block, ...]


def step_page(played: PlayedRound, viewer: Seat | None, place: int) -> StepPage:
    """Return a page of a round step by step for the member on a seat, or for others (None).

    Open choices and the member's own come in order, then the end of the round, then, if it was
    played to its end, the secret choices of others. A `place` beyond the last is the last. The
    first call may take long, while the tables of exact play are computed.
    """
    rounds = history(played.game, len(played.players), played.options, played.record)
    choices = _choices(rounds, viewer, over=played.over)
    place = min(place, len(choices) - 1)
    step = choices[place]
    blocks = () if step is None else tuple(_blocks(played, rounds[step.number - 1], step))
    return StepPage(place, len(choices), blocks)


def _choices(
    rounds: Sequence[Round[Any]], viewer: Seat | None, *, over: bool
) -> list[Acted | None]:
    """Return the choice of each page in order; None is the end of the round."""
    choices: list[Acted | None] = []
    secret: list[Acted | None] = []
    for before, after in pairwise(rounds):
        step = after.steps[-1]
        if isinstance(step, Acted):
            visible = step.seat == viewer or not before.awaits.secret
            (choices if visible else secret).append(step)
    return [*choices, None, *(secret if over else ())]


def _blocks(played: PlayedRound, before: Round[Any], step: Acted) -> Iterator[Block]:
    """Yield the board on which a choice was made, the choice, and its worth with exact play."""
    game, state = played.game, before.state
    screen = game.screen(state, step.seat if before.awaits.secret else None)
    for block in with_dice(screen):
        if not isinstance(block, Line):
            yield block
        elif not block.instruction and block.size != "quiet":
            # Many seats have many dice, which are shorter as symbols.
            many = len(played.players) > MAX_SEATS_WITH_DICE
            yield replace(block, text=in_symbols(block.text)) if many else block
    yield Divider()
    yield Line(past_form(step.seat, game.name(state, step.seat, step.action)), "strong")
    if game.exact is not None:
        advice = game.exact.advise(state, step.seat)
        choice = next(option for option in advice if option.action == step.action)
        yield Line(_worth(played.unit, choice))


def _worth(unit: Unit, choice: Advice) -> Text:
    """Return the worth of a choice under perfect later play, called an estimate if it is one."""
    worth: Placeholder | Text = number(unit, tenths(unit, choice.worth))
    if not choice.exact:
        worth = say_in("an amount", "about {amount}", amount=worth)
    if unit == "points":
        return say("Expected points after it: {points}", points=worth)
    return say("Chance to win after it: {chance}", chance=worth)
