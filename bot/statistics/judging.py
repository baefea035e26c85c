"""Judges what the choices of members lost, in idle time, from the records of their games.

The analysis process judges one choice at a time, the oldest game first. What is to be judged stands
in the database, so games left by an earlier process are treated like all others.
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
from bot.statistics.store.to_judge import Judgement, ToJudge
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

TOGETHER = 50
"""The number of games that are found by one query."""


class Judging:
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
        until, done = self._monotonic() + seconds, 0
        while rounds := await self._storage.read(to_judge.oldest, TOGETHER, self._held()):
            for round_id in rounds:
                if not await self._judge_round(round_id):
                    return done
                done += 1
                if self._monotonic() >= until:
                    return done
        return done

    async def _judge_round(self, round_id: int) -> bool:
        """Judge the seats of a round and store that; return whether to go on."""
        await self._idle.quiet()
        given = await self._storage.read(to_judge.load, round_id)
        if given is None:
            return True
        try:
            judged = await self._judged(given)
        except (Restarting, StorageFailed):
            raise
        except Unreadable as error:
            log.warning("round=%d cannot be judged: %s", round_id, error)
            judged = {}
        except Exception as error:  # noqa: BLE001 — of any game
            if isinstance(error.__cause__, OSError):  # there is no analysis process
                return False
            log.warning("round=%d could not be judged: %r", round_id, error)
            if round_id not in self._failed:
                self._failed.add(round_id)
                return False
            judged = {}
        self._failed.discard(round_id)
        every = {seat: judged.get(seat, Judgement()) for seat in given.seats}
        await self._storage.write(to_judge.store, given, every)
        return True

    async def _judged(self, given: ToJudge) -> Mapping[int, Judgement]:
        """Return the judgement by seat, empty where there are no moves or no exact play."""
        game = registry.games().get(given.stored.game)
        if game is None or game.exact is None or not given.record:
            return {}
        ends = choices_end(given.stored)
        seats = [(seat, ends[seat]) for seat in given.seats]
        asked = (game, len(ends), given.stored.options, given.record, seats)
        found = await self._analysis.ask(counted, *asked, later=True)
        return {
            seat: Judgement(len(one.choices), await self._lost(game, one), one.par)
            for seat, one in zip(given.seats, found, strict=True)
        }

    async def _lost(self, game: Game[Any], one: CountedChoices) -> float:
        lost = 0.0
        for choice in one.choices:
            await self._idle.quiet()
            lost += await self._analysis.ask(losses.loss, game, choice, later=True)
        return lost


def counted(
    game: Game[Any],
    seats: int,
    options: Mapping[str, str],
    record: Sequence[Step],
    of: Sequence[tuple[int, int | None]],
) -> list[CountedChoices]:
    """Return the choices that count of some seats, each with the step from which on none does.

    Raises Unreadable if the record does not fit the game.
    """
    rounds = shown_to_all(history(game, seats, options, record))
    return [losses.choices_that_count(rounds, seats, options, Seat(seat), end) for seat, end in of]
