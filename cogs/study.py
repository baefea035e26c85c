"""Hint and Review: what exact play says of a decision, and of a round that is over.

Both may take long when a game is asked for the first time, so they are promised
first and thought about on a thread of their own, outside the round's lock:
presses are answered meanwhile.
"""

from __future__ import annotations

import logging
from io import BytesIO
from typing import TYPE_CHECKING, Any

import discord

from bot.frame import names
from bot.hint import hint
from bot.refusals import Stale
from bot.review import Reviewed
from bot.rounds import Kept
from cogs import layout
from rules.screen import Action, Seat
from rules.text import say

if TYPE_CHECKING:
    from bot.worker import Worker
    from cogs.answer import Answer

log = logging.getLogger(__name__)


async def give_hint(
    answer: Answer, worker: Worker, kept: Kept, seat: Seat, chosen: Action | None
) -> None:
    """Tell a seat that is to choose its best choices, in private; `chosen` is its present one."""
    play: Any = kept.play
    await answer.promise()
    told = await worker.study(hint, play.game, play.state, seat, chosen)
    words = answer.words.naming(names(kept))
    await answer.show(layout.page(say("Hint"), told, words))
    log.info("round=%d game=%s seat=%d hint", kept.id, kept.game, seat.index)


async def give_review(answer: Answer, worker: Worker, round_id: int) -> None:
    """Show a member where a round that is over was won, and where it was lucky."""
    kept = await worker.look(round_id)
    if kept.status != "over":
        raise Stale
    await answer.promise()
    record = await worker.ask(lambda storage: storage.rounds.record(round_id))
    told = await worker.study(Reviewed, kept, record, answer.language)
    words = answer.words.naming(names(kept))
    page = layout.page(say("Review"), told.blocks, words)
    shows = " ".join(words.say(text) for text in told.shows)
    picture = discord.File(BytesIO(told.picture), "review.png", description=shows)
    await answer.show(layout.with_picture(page, picture), picture)
    log.info("round=%d game=%s review", kept.id, kept.game)
