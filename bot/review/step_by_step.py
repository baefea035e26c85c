"""A finished round step by step: a page of its review, or all of it without exact play.

The round does not change. All state is in the custom ids and in the record, so that the buttons
work after a restart; pages are computed in the analysis process.
"""

from __future__ import annotations

import logging

from bot.play.rounds import Rounds
from bot.review.hint_and_review import OVERVIEW, HintAndReview
from bot.review.played_round import only_member
from bot.review.steps import StepPage, step_page
from bot.table.frame import frame, names
from bot.table.stored_round import StoredRound
from bot.thinking.questions import Questions
from bot.ui.answer import Answer
from bot.ui.custom_ids import CustomId, tool
from bot.ui.drawing import components, layout
from bot.ui.drawing.components import Component, Drawing
from bot.ui.drawing.discord_renderer import DiscordRenderer
from rules.screen import Line, with_dice
from rules.text import say, say_in

log = logging.getLogger(__name__)


class StepByStep:
    """Answers *Step by step* and the buttons on its pages."""

    def __init__(
        self, *, rounds: Rounds, hint_and_review: HintAndReview, questions: Questions
    ) -> None:
        self._rounds, self._hint_and_review, self._questions = rounds, hint_and_review, questions

    async def show_first_page(self, answer: Answer, stored: StoredRound) -> None:
        """Show a member the first page of a round that is over."""
        answer.defer_in_private()
        page = await self._page(answer, stored, 0)
        await answer.show_private(draw_page(answer, stored, page))
        log.info("round=%d game=%s step by step", stored.id, stored.game)

    async def turn_page(self, answer: Answer, pressed: CustomId) -> None:
        """Turn to a page. Raises Stale."""
        stored = await self._rounds.load_finished(answer, pressed.round)
        page = await self._page(answer, stored, pressed.moment)
        await answer.turn_to(draw_page(answer, stored, page))

    async def _page(self, answer: Answer, stored: StoredRound, place: int) -> StepPage:
        seats = stored.seats_of(answer.user)
        viewer = seats[0] if seats else None
        key = ("page", stored.id, viewer, place)
        question = (await self._hint_and_review.played_round(stored), viewer, place)
        return await self._questions.answer(answer.user, key, step_page, *question, keep=True)


def draw_page(answer: Answer, stored: StoredRound, page: StepPage) -> Drawing:
    """Return a page of a round step by step, with buttons to the other pages."""
    renderer = answer.renderer.naming(names(stored), only_member(stored, answer.user))
    if page.blocks:
        blocks = page.blocks
        title = say("Step {place} of {places}", place=page.place + 1, places=page.places)
    else:
        screen = frame(stored).screen
        blocks = (Line(screen.title, "strong"), *with_dice(screen))
        title = say("The end of the game")
    buttons = _page_buttons(stored, page, renderer)
    drawing = layout.page(title, blocks, renderer, buttons=buttons)
    parts = drawing.to_components()
    if stored.has_advice:
        review = components.button(tool(stored, OVERVIEW), renderer.text(say("Review")))
        parts += components.rows([review])
    return Drawing(parts)


def _page_buttons(
    stored: StoredRound, page: StepPage, renderer: DiscordRenderer
) -> list[Component]:
    last, here = page.places - 1, page.place
    targets = (
        ("first", "⏮", 0),
        ("back", renderer.text(say_in("a page", "Back")), max(here - 1, 0)),
        ("next", renderer.text(say_in("a page", "Next")), min(here + 1, last)),
        ("last", "⏭", last),
    )
    return [
        components.button(
            CustomId("walk", stored.id, place, what),
            label,
            components.SUCCESS if what == "next" and place != here else components.SECONDARY,
            disabled=place == here,
        )
        for what, label, place in targets
    ]
