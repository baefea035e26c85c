"""Days of the daily challenge that have ended: explained, reviewed, gone through step by step.

Nothing is shown before the seed of the day is revealed.
"""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.daily import judging, past_pages, store
from bot.daily.attempt import Attempt
from bot.daily.controls import Control
from bot.daily.past_review import best_choices, played
from bot.daily.sets import SharedSet
from bot.play.live_rounds import LiveRounds
from bot.review.positions import page
from bot.review.review_page import Reviewed
from bot.ui.response import Response
from rules.errors import BadCode, Refusal
from rules.text import Text, say

log = logging.getLogger(__name__)

VERBS = ("story", "review", "walk")
"""The verbs of the controls that look back."""

_NO_DAY = say("There was no challenge on that day, so there is nothing to look back at.")
_NOT_ENDED = say("There is nothing to look back at yet: the day has not ended everywhere.")
_NOT_FINISHED = say("You did not play that day to the end, so there is nothing to look back at.")


class PastDays:
    """Answers the controls of days that have ended."""

    def __init__(self, live: LiveRounds) -> None:
        self._live = live

    async def press(self, response: Response, control: Control) -> None:
        """Explain a day, or review or replay the member's attempt. Raises NotRevealed, BadCode."""
        storage = self._live.storage
        day = await storage.read(store.load_set, control.key)
        attempt = await storage.read(store.load_attempt, control.key, response.user)
        if day is None:
            raise Refusal(_NO_DAY)
        if day.revealed is None:
            raise Refusal(_NOT_ENDED)
        finished = None
        if attempt is not None and attempt.status == "finished":
            finished = await storage.read(store.with_record, attempt)
        if control.verb == "story":
            await response.defer_private()
            choices = await self.choices(response.user, day)
            if finished is not None:
                finished = await self._judged(response.user, finished)
            drawing = past_pages.explained(response.renderer, day, choices, finished)
            await response.show_private(drawing)
        elif finished is None:
            raise Refusal(_NOT_FINISHED)
        elif not 1 <= control.hand <= finished.hand:
            raise BadCode
        elif control.verb == "review":
            await self._review(response, finished, control.hand)
        else:
            await self._walk(response, finished, control)

    async def _judged(self, user: int, attempt: Attempt) -> Attempt:
        """Return a finished attempt with what it gave away by turn or hand."""
        key = ("daily judged", attempt.id)
        question = (judging.judge, attempt.plan, attempt.record)
        return replace(attempt, judged=await self._live.analyse(user, key, *question, keep=True))

    async def choices(self, user: int, day: SharedSet) -> tuple[Text, ...]:
        """Return what perfect play chose on a day; one that is not revealed is refused."""
        plan = day.plan
        if plan is None:
            raise Refusal(_NO_DAY)
        if day.revealed is None:
            raise Refusal(_NOT_ENDED)
        key = ("daily choices", day.day)
        return await self._live.analyse(user, key, best_choices, day, plan, keep=True)

    async def _review(self, response: Response, attempt: Attempt, hand: int) -> None:
        self._live.pictures.take(response.user)
        await response.defer_private()
        key = ("daily review", attempt.id, hand, response.language)
        question = (played(attempt, hand), response.language)
        reviewed = await self._live.analyse(response.user, key, Reviewed, *question, keep=True)
        drawing, picture = past_pages.review(response, attempt, hand, reviewed)
        await response.show_private(drawing, *([] if picture is None else [picture]))
        log.info("set=%s game=%s review", attempt.key, attempt.game)

    async def _walk(self, response: Response, attempt: Attempt, control: Control) -> None:
        seat, place = attempt.plan.seat, control.moment
        key = ("daily page", attempt.id, control.hand, place)
        question = (played(attempt, control.hand), seat, place)
        found = await self._live.analyse(response.user, key, page, *question, keep=True)
        drawing = past_pages.walk(response, attempt, control.hand, found)
        turned = response.private and bool(control.rest)
        await (response.redraw(drawing) if turned else response.show_private(drawing))
