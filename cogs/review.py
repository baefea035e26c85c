"""Hints and reviews: their buttons."""

from __future__ import annotations

from discord.ext import commands

from bot.play.rounds import Rounds
from bot.review.hint_and_review import FOLLOW, OVERVIEW, HintAndReview
from bot.review.sharing import Sharing
from bot.review.step_by_step import StepByStep
from bot.table.frame import POST_SHARED, SHARE
from bot.ui.answer import Answer
from bot.ui.controls import Controls
from bot.ui.custom_ids import CustomId


class Review(commands.Cog):
    """Answers hints, and reviews of finished rounds."""

    def __init__(
        self,
        *,
        controls: Controls,
        rounds: Rounds,
        hint_and_review: HintAndReview,
        step_by_step: StepByStep,
        sharing: Sharing,
    ) -> None:
        self._controls, self._rounds, self._hint_and_review = controls, rounds, hint_and_review
        self._step_by_step, self._sharing = step_by_step, sharing

    async def cog_load(self) -> None:
        """Register the controls, which do not delay other presses by long analyses."""
        controls = self._controls
        controls.add_tool("hint", self._hint_and_review.show_hint, waits=False)
        controls.add_tool("review", self._review, waits=False)
        controls.add_tool(OVERVIEW, self._hint_and_review.turn_to_overview, waits=False)
        controls.add_tool(SHARE, self._sharing.show_picture, waits=False)
        controls.add_tool(POST_SHARED, self._sharing.post_picture, waits=False)
        # Makes the best choice of a hint.
        controls.add(FOLLOW, self._hint_and_review.make_best_choice)
        # A page of a round step by step.
        controls.add("walk", self._step_by_step.turn_page, waits=False)

    async def _review(self, answer: Answer, pressed: CustomId) -> None:
        """Review a finished round; without exact play, show it step by step."""
        stored = await self._rounds.load_finished(answer, pressed.round)
        if stored.has_advice:
            await self._hint_and_review.show_review(answer, stored)
        else:
            await self._step_by_step.show_first_page(answer, stored)
