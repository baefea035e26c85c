"""Try my mistakes again, and a finished round step by step, as private messages.

Nothing of the round changes. All state stands in the custom ids and in the record,
so that the buttons work after a restart; positions are computed in the analysis process.
"""

from __future__ import annotations

import logging

from bot.play.interactions import Interactions
from bot.review import position_pages
from bot.review.hint_and_review import HintAndReview
from bot.review.position_choices import asked
from bot.review.positions import Page, Position, page, position
from bot.table.refusals import NotSeated, Stale
from bot.table.stored_round import StoredRound
from bot.ui import layout
from bot.ui.components import Drawing
from bot.ui.custom_ids import CustomId, selection_of
from bot.ui.response import Response
from rules.screen import Action, Seat
from rules.text import say

log = logging.getLogger(__name__)


class LookBack:
    """Answers the buttons Try my mistakes again and Step by step, and those of their messages."""

    def __init__(self, interactions: Interactions, hint_and_review: HintAndReview) -> None:
        self._interactions, self._hint_and_review = interactions, hint_and_review
        self._live = interactions.live

    async def mistakes(self, response: Response, pressed: CustomId) -> None:
        """Show a member the first of their costliest positions. Raises Stale or NotSeated."""
        stored = await self._interactions.finished(response, pressed.round)
        seat = _seat(stored, response)
        await response.defer_private()
        numbers = (await self._hint_and_review.reviewed(response, stored)).mistakes[seat.index]
        if numbers:
            found = await self._position(response, stored, numbers[0])
            drawing = self._question(response, stored, found, numbers, ())
        else:
            kind = say("Nothing was given away: every choice of yours was good.")
            drawing = layout.message([kind], response.renderer)
        await response.show_private(drawing)
        log.info("round=%d game=%s seat=%d mistakes", stored.id, stored.game, seat.index)

    async def step_by_step(self, response: Response, pressed: CustomId) -> None:
        """Show a member the first page of a round that is over. Raises Stale."""
        await self.begin(response, await self._interactions.finished(response, pressed.round))

    async def begin(self, response: Response, stored: StoredRound) -> None:
        """Show a member the first page of a round that is over."""
        await response.defer_private()
        found = await self._page(response, stored, 0)
        await response.show_private(position_pages.of_page(response, stored, found))
        log.info("round=%d game=%s step by step", stored.id, stored.game)

    async def press(self, response: Response, pressed: CustomId) -> None:
        """Turn to a page, select dice in a position, or choose again in it.

        Raises Stale, NotSeated, BadCode or NotLegal.
        """
        stored = await self._interactions.finished(response, pressed.round)
        if pressed.kind == "walk":
            found = await self._page(response, stored, pressed.moment)
            every = pressed.what.endswith(position_pages.ALL)
            drawing = position_pages.of_page(response, stored, found, every=every)
        else:
            drawing = await self._again(response, stored, pressed)
        await (response.redraw(drawing) if response.private else response.show_private(drawing))

    async def _again(self, response: Response, stored: StoredRound, pressed: CustomId) -> Drawing:
        """Return the position of a press with its selected dice, or what the choice is worth."""
        seat = _seat(stored, response)
        numbers = (await self._hint_and_review.reviewed(response, stored)).mistakes[seat.index]
        if pressed.moment not in numbers:
            raise Stale
        found = await self._position(response, stored, pressed.moment)
        if pressed.kind == "retry":
            selected = selection_of(pressed.what)
            return self._question(response, stored, found, numbers, selected)
        chosen = next(iter(response.chosen), "")
        action = Action.parse(chosen if pressed.kind == "pick" else pressed.what)
        every = pressed.kind == "every"
        return position_pages.answer(response, stored, found, numbers, action, every=every)

    def _question(
        self,
        response: Response,
        stored: StoredRound,
        found: Position,
        numbers: tuple[int, ...],
        selected: tuple[int, ...],
    ) -> Drawing:
        heading = asked(found, 1 + numbers.index(found.number), len(numbers))
        return position_pages.question(response, stored, found, heading, selected)

    async def _position(self, response: Response, stored: StoredRound, number: int) -> Position:
        key = ("position", stored.id, number)
        question = (await self._hint_and_review.played(stored), number)
        return await self._live.analyse(response.user, key, position, *question, keep=True)

    async def _page(self, response: Response, stored: StoredRound, place: int) -> Page:
        seats = stored.seats_of(response.user)
        viewer = seats[0] if seats else None
        key = ("page", stored.id, viewer, place)
        question = (await self._hint_and_review.played(stored), viewer, place)
        return await self._live.analyse(response.user, key, page, *question, keep=True)


def _seat(stored: StoredRound, response: Response) -> Seat:
    """Return the seat of a member. Raises NotSeated."""
    seats = stored.seats_of(response.user)
    if not seats:
        raise NotSeated
    return seats[0]
