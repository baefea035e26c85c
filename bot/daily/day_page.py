"""Draws a day of the daily challenge whose seed is revealed: what perfect play chose."""

from __future__ import annotations

from collections.abc import Iterator

from bot.daily.attempt_pages import amount, card, fair_button, look_back, title
from bot.daily.judging import Judged
from bot.daily.sets import SharedSet
from bot.table.stored_round import StoredRound
from bot.ui import layout
from bot.ui.components import Drawing
from bot.ui.discord_renderer import DiscordRenderer
from rules.screen import Block, Divider, Line
from rules.text import Text, say, say_count


def explained(
    renderer: DiscordRenderer,
    day: SharedSet,
    choices: tuple[Text, ...],
    own: StoredRound | None,
    judged: Judged | None,
) -> Drawing:
    """Return what perfect play chose, below the card of the member's `own` finished attempt."""
    finished = own is not None and own.finished
    mine: tuple[Block, ...] = () if own is None or not finished else (*card(own, judged), Divider())
    blocks = (
        *mine,
        Line(say("What perfect play chose, without knowing the dice to come:"), "strong"),
        *map(Line, choices),
        *_told(day),
    )
    buttons = [] if own is None else look_back(own, renderer)
    buttons.append(fair_button(day.day, day.plan, renderer))
    return layout.page(title(day.day, day.plan), blocks, renderer, buttons=buttons)


def _told(day: SharedSet) -> Iterator[Line]:
    """Yield what perfect play made of the dice of a day, and the most that they allowed."""
    plan, story = day.plan, day.story
    if plan is None or story is None:
        return
    perfect, most = amount(story.perfect), amount(story.most)
    if plan.unit == "points":
        text = say_count(
            "Perfect play made {n} point; whoever knew all dice beforehand could make {most}.",
            "Perfect play made {n} points; whoever knew all dice beforehand could make {most}.",
            int(story.perfect),
            most=most,
        )
    else:
        text = say(
            "Perfect play won {perfect} of {hands}; whoever knew everything beforehand could win "
            "{most}.",
            perfect=perfect,
            hands=str(plan.hands),
            most=most,
        )
    yield Line(text, "quiet")
