"""The page of a past day: the choices of perfect play."""

from __future__ import annotations

from collections.abc import Iterator

from bot.daily.attempt_pages import card, look_back, more_button, result_of, title
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
    """Return the choices of perfect play, below the card of the member's `own` attempt."""
    mine: tuple[Block, ...] = ()
    if own is not None and own.finished:
        mine = (*card(own, judged, result_of(own)), Divider())
    blocks = (
        *mine,
        Line(say("What perfect play chose, without knowing the dice to come:"), "strong"),
        *map(Line, choices),
        *_told(day),
    )
    buttons = [] if own is None else [*look_back(own, renderer), more_button(own, renderer)]
    return layout.page(title(day.day, day.sheet), blocks, renderer, buttons=buttons)


def _told(day: SharedSet) -> Iterator[Line]:
    """Yield the points of perfect play with the dice of a day."""
    if day.perfect is not None:
        made = say_count(
            "Perfect play made {n} point.", "Perfect play made {n} points.", day.perfect
        )
        yield Line(made, "quiet")
