"""The pages of a day: that of today, and the choices of perfect play once it is past."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.daily.controls import control
from bot.daily.judging import SheetJudgement
from bot.daily.private_round_pages import more_button, result_lines, result_of, review_button, title
from bot.daily.shared_dice import SharedDice
from bot.table.stored_round import StoredRound
from bot.ui.drawing import components, layout
from bot.ui.drawing.components import Component, Drawing
from bot.ui.drawing.discord_renderer import DiscordRenderer
from rules.screen import Block, Divider, Line
from rules.text import Text, say, say_count, say_in


def today_page(  # noqa: PLR0917 — what stands on it, from the top
    renderer: DiscordRenderer,
    day: SharedDice,
    own: StoredRound | None,
    standings: Sequence[Block],
    seals: Sequence[Text],
    before: Sequence[Component],
) -> Drawing:
    """Return the page of /daily: *Play* or the member's `own` round, and the `standings`."""
    if own is None:
        label = say_in("a button", "Play")
    else:
        label = say("Your result") if own.finished else say("Continue")
    play = components.button(control(day.day, "today"), renderer.text(label), components.SUCCESS)
    about = say("The same dice for everybody, once a day. The most points win.")
    small_print = [
        say("Where points tie, accuracy ranks."),
        *seals,
    ]
    blocks = [
        Line(about, "quiet"),
        *standings,
        Divider(),
        *(Line(text, "quiet") for text in small_print),
    ]
    buttons = [*([] if day.sheet is None else [play]), *before]
    return layout.page(title(day.day, day.sheet), blocks, renderer, buttons=buttons)


def best_choices_page(
    renderer: DiscordRenderer,
    day: SharedDice,
    choices: tuple[Text, ...],
    own: StoredRound | None,
    judgement: SheetJudgement | None,
) -> Drawing:
    """Return the choices of perfect play, below the result of the member's `own` round."""
    mine: tuple[Block, ...] = ()
    if own is not None and own.finished:
        mine = (*result_lines(own, judgement, result_of(own)), Divider())
    blocks = (
        *mine,
        Line(say("What perfect play chose, without knowing the dice to come:"), "strong"),
        *map(Line, choices),
        *_perfect_points(day),
    )
    buttons = [] if own is None else [*review_button(own, renderer), more_button(own, renderer)]
    return layout.page(title(day.day, day.sheet), blocks, renderer, buttons=buttons)


def _perfect_points(day: SharedDice) -> Iterator[Line]:
    """Yield the points of perfect play with the dice of a day."""
    if day.perfect is not None:
        text = say_count(
            "Perfect play made {n} point.", "Perfect play made {n} points.", day.perfect
        )
        yield Line(text, "quiet")
