"""A finished round step by step: a page of its review, or all of it without exact play.

The round does not change. All state is in the custom ids and in the record, so that the buttons
work after a restart; positions are computed in the analysis process.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.review import position_pages
from bot.review.hint_and_review import HintAndReview
from bot.review.positions import Page, page
from bot.table.stored_round import StoredRound
from bot.ui.custom_ids import CustomId
from bot.ui.response import Response

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

log = logging.getLogger(__name__)


class LookBack:
    """Answers *Step by step*, a page of a review, and the buttons on it."""

    def __init__(self, bot: DicePokerBot, hint_and_review: HintAndReview) -> None:
        self._acts, self._live, self._hint_and_review = bot.acts, bot.live, hint_and_review

    async def begin(self, response: Response, stored: StoredRound) -> None:
        """Show a member the first page of a round that is over."""
        await response.defer_private()
        found = await self._page(response, stored, 0)
        await response.show_private(position_pages.of_page(response, stored, found))
        log.info("round=%d game=%s step by step", stored.id, stored.game)

    async def press(self, response: Response, pressed: CustomId) -> None:
        """Turn to a page. Raises Stale."""
        stored = await self._acts.finished(response, pressed.round)
        found = await self._page(response, stored, pressed.moment)
        every = pressed.what.endswith(position_pages.ALL)
        drawing = position_pages.of_page(response, stored, found, every=every)
        await response.turn_to(drawing)

    async def _page(self, response: Response, stored: StoredRound, place: int) -> Page:
        seats = stored.seats_of(response.user)
        viewer = seats[0] if seats else None
        key = ("page", stored.id, viewer, place)
        question = (await self._hint_and_review.played(stored), viewer, place)
        return await self._live.analyse(response.user, key, page, *question, keep=True)
