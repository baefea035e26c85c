"""Hint and Review as private messages.

Exact play may compute for long when a game is asked for the first time, so the
response is deferred and computed in the analysis process, outside the round's
lock: presses are answered meanwhile.
"""

from __future__ import annotations

import logging
from io import BytesIO
from typing import Any

import discord

from bot.analysis.hint import hint
from bot.analysis.review import Reviewed
from bot.table.frame import names
from bot.table.refusals import Stale
from bot.table.stored_round import StoredRound
from bot.ui import layout
from bot.ui.response import Response
from bot.worker import Worker
from rules.screen import Action, Seat
from rules.text import say

log = logging.getLogger(__name__)


async def give_hint(
    response: Response, worker: Worker, stored: StoredRound, seat: Seat, chosen: Action | None
) -> None:
    """Show a seat that is to choose its best choices; `chosen` is its present one."""
    play: Any = stored.play
    await response.defer_private()
    key = ("hint", stored.id, stored.version, seat, chosen)
    blocks = await worker.analyse(response.user, key, hint, play.game, play.state, seat, chosen)
    renderer = response.renderer.naming(names(stored))
    await response.show_private(layout.page(say("Hint"), blocks, renderer))
    log.info("round=%d game=%s seat=%d hint", stored.id, stored.game, seat.index)


async def give_review(response: Response, worker: Worker, stored: StoredRound) -> None:
    """Show a member where a finished round was won, and where it was lucky."""
    if stored.status != "over":
        raise Stale
    await response.defer_private()
    record = await worker.storage(lambda storage: storage.rounds.record(stored.id))
    key = ("review", stored.id, response.language)
    reviewed = await worker.analyse(
        response.user, key, Reviewed, stored, record, response.language, keep=True
    )
    renderer = response.renderer.naming(names(stored))
    shows = " ".join(renderer.text(text) for text in reviewed.shows)
    picture = discord.File(BytesIO(reviewed.picture), "review.png", description=shows)
    page = layout.page(say("Review"), reviewed.blocks, renderer, picture)
    await response.show_private(page, picture)
    log.info("round=%d game=%s review", stored.id, stored.game)
