"""Judges the choices of members in idle time, from the records of their games.

The analysis process judges some games at a time, the oldest first. The queue stands in the
database, so games left by an earlier process are treated like all others.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

import discord

from bot.play.idle_time import IdleTime
from bot.statistics.store import to_judge
from bot.statistics.store.to_judge import UnjudgedRound
from bot.storage.errors import StorageFailed
from bot.storage.shards import Shards
from bot.storage.thread import StorageThread
from bot.table.counts import choices_end
from bot.thinking.process import Restarting
from bot.thinking.questions import Analysis
from rules import losses, registry
from rules.errors import Unreadable
from rules.losses import Judgement

log = logging.getLogger(__name__)

JUDGING_SECONDS = 10.0
"""The interval at which games are judged, and the most seconds that this goes on."""

REST_SECONDS = 600.0
"""The interval at which games that have rested for a day are found."""

GAMES_AT_ONCE = 16
"""The most games that are loaded, judged and stored together."""


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
        while unjudged := await self._load_oldest():
            if not await self._judge_games(unjudged):
                return count
            count += len(unjudged)
            if self._monotonic() >= until:
                return count
        return count

    async def _load_oldest(self) -> list[UnjudgedRound]:
        await self._idle.quiet()
        return await self._storage.read(to_judge.load_oldest, GAMES_AT_ONCE, self._held())

    async def _judge_games(self, unjudged: Sequence[UnjudgedRound]) -> bool:
        """Judge games together, one by one where that fails; return whether to go on."""
        try:
            judgements = await self._judgements(unjudged)
        except (Restarting, StorageFailed):
            raise
        except Exception as error:  # noqa: BLE001 — of any game
            if isinstance(error.__cause__, OSError):  # there is no analysis process
                return False
            if len(unjudged) > 1:
                for each in unjudged:
                    if not await self._judge_games([each]):
                        return False
                return True
            if not self._counts_for_nothing(unjudged[0].stored.id, error):
                return False
            judgements = {}
        self._failed.difference_update(each.stored.id for each in unjudged)
        judged = [(each, judgements.get(each.stored.id, {})) for each in unjudged]
        await self._storage.write(to_judge.store_judgements, judged)
        return True

    def _counts_for_nothing(self, round_id: int, error: Exception) -> bool:
        """Return whether a game that could not be judged is not tried again."""
        if isinstance(error, Unreadable):
            log.warning("round=%d cannot be judged: %s", round_id, error)
            return True
        log.warning("round=%d could not be judged: %r", round_id, error)
        failed_before = round_id in self._failed
        self._failed.add(round_id)
        return failed_before

    async def _judgements(
        self, unjudged: Sequence[UnjudgedRound]
    ) -> Mapping[int, Mapping[int, Judgement]]:
        """Return the judgements by round and seat, where there are moves and exact play."""
        games, questions = registry.games(), {}
        for each in unjudged:
            stored, game = each.stored, games.get(each.stored.game)
            if game is not None and game.exact is not None and each.record:
                ends = choices_end(stored)
                by_seat = {seat: ends[seat] for seat in each.seats}
                questions[stored.id] = (game, len(ends), stored.options, each.record, by_seat)
        if not questions:
            return {}
        return await self._analysis.ask(losses.judge_rounds, questions, later=True)
