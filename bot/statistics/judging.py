"""Judges the choices of members in idle time, from the records of their games.

The analysis process judges one choice at a time, the oldest game first. The queue stands in the
database, so games left by an earlier process are treated like all others.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import discord

from bot.play.idle_time import IdleTime
from bot.statistics.store import to_judge
from bot.statistics.store.to_judge import Judgement, UnjudgedRound
from bot.storage.errors import StorageFailed
from bot.storage.shards import Shards
from bot.storage.thread import StorageThread
from bot.table.counts import choices_end
from bot.thinking.process import Restarting
from bot.thinking.questions import Analysis
from rules import losses, registry
from rules.engine import Step, history, shown_to_all
from rules.errors import Unreadable
from rules.game import Game
from rules.losses import CountedChoices
from rules.screen import Seat

log = logging.getLogger(__name__)

JUDGING_SECONDS = 10.0
"""The interval of the judging of games, which takes it whole if they are many."""

REST_SECONDS = 600.0
"""The interval at which games that have rested for a day are found."""

GAMES_PER_QUERY = 50
"""The number of games that are found by one query."""


class GameJudge:
    """Judges the games of the shards returned by `held`.

    All work is done in `idle` time; `monotonic` measures seconds.
    """

    def __init__(
        self,
        *,
        storage: StorageThread,
        analysis: Analysis,
        held: Callable[[], Shards],
        idle: IdleTime,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._storage, self._analysis, self._held = storage, analysis, held
        self._idle, self._monotonic = idle, monotonic
        self._failed = set[int]()

    async def judge_some(self) -> None:
        """Judge games for one interval, or until the analysis process restarts."""
        with suppress(Restarting):
            await self.judge(JUDGING_SECONDS)

    async def let_rest(self) -> None:
        """Note the games that have rested for a day, in the process of shard 0."""
        if self._held().does_shared_work:
            await self._storage.write(to_judge.let_rest, discord.utils.utcnow())

    async def judge(self, seconds: float) -> int:
        """Judge games until none is left, or these seconds have passed; return their number.

        A game that fails ends this; when it fails a second time, none of its choices counts. Raises
        Restarting and StorageFailed.
        """
        until, count = self._monotonic() + seconds, 0
        while rounds := await self._storage.read(
            to_judge.oldest_rounds, GAMES_PER_QUERY, self._held()
        ):
            for round_id in rounds:
                if not await self._judge_round(round_id):
                    return count
                count += 1
                if self._monotonic() >= until:
                    return count
        return count

    async def _judge_round(self, round_id: int) -> bool:
        """Judge the seats of a round and store that; return whether to go on."""
        await self._idle.quiet()
        unjudged = await self._storage.read(to_judge.load_unjudged, round_id)
        if unjudged is None:
            return True
        try:
            judgements = await self._judge_seats(unjudged)
        except (Restarting, StorageFailed):
            raise
        except Unreadable as error:
            log.warning("round=%d cannot be judged: %s", round_id, error)
            judgements = {}
        except Exception as error:  # noqa: BLE001 — of any game
            if isinstance(error.__cause__, OSError):  # there is no analysis process
                return False
            log.warning("round=%d could not be judged: %r", round_id, error)
            if round_id not in self._failed:
                self._failed.add(round_id)
                return False
            judgements = {}
        self._failed.discard(round_id)
        all_seats = {seat: judgements.get(seat, Judgement()) for seat in unjudged.seats}
        await self._storage.write(to_judge.store_judgements, unjudged, all_seats)
        return True

    async def _judge_seats(self, unjudged: UnjudgedRound) -> Mapping[int, Judgement]:
        """Return the judgement by seat, empty where there are no moves or no exact play."""
        stored, record = unjudged.stored, unjudged.record
        game = registry.games().get(stored.game)
        if game is None or game.exact is None or not record:
            return {}
        ends = choices_end(stored)
        seats = [(seat, ends[seat]) for seat in unjudged.seats]
        question = (choices_that_count, game, len(ends), stored.options, record, seats)
        by_seat = await self._analysis.ask(*question, later=True)
        return {
            seat: Judgement(len(choices.choices), await self._loss(game, choices), choices.par)
            for seat, choices in zip(unjudged.seats, by_seat, strict=True)
        }

    async def _loss(self, game: Game[Any], choices: CountedChoices) -> float:
        """Return the loss of the choices of a seat together."""
        loss = 0.0
        for choice in choices.choices:
            await self._idle.quiet()
            loss += await self._analysis.ask(losses.loss, game, choice, later=True)
        return loss


def choices_that_count(
    game: Game[Any],
    seats: int,
    options: Mapping[str, str],
    record: Sequence[Step],
    ends: Sequence[tuple[int, int | None]],
) -> list[CountedChoices]:
    """Return the choices that count of some seats.

    `ends` has each seat with the step from which on none of its choices counts, None without one.

    Raises Unreadable if the record does not fit the game.
    """
    rounds = shown_to_all(history(game, seats, options, record))
    return [
        losses.choices_that_count(rounds, seats, options, Seat(seat), end) for seat, end in ends
    ]
