"""Judges in the background the attempts whose members did not wait for it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from bot.daily import judging, store
from bot.daily.attempt import Judged
from bot.daily.sets import Key
from bot.storage.thread import StorageThread
from bot.thinking.process import AnalysisCrashed
from bot.thinking.questions import Analysis
from rules.errors import Refusal

T = TypeVar("T")

log = logging.getLogger(__name__)

TOGETHER = 5
"""How many attempts are judged as one question, for which those of members wait."""

AGAIN_AFTER = 600.0
"""Seconds after which an attempt is tried again that could not be judged."""


class BackgroundJudging:
    """Judges attempts in the analysis process, once no member asks it anything."""

    def __init__(self, storage: StorageThread, analysis: Analysis) -> None:
        self._storage, self._analysis = storage, analysis
        self._failed: dict[int, float] = {}

    async def judge(self) -> None:
        """Judge all that have ended, and tell the stories of their sets."""
        now = time.monotonic()
        self._failed = {one: at for one, at in self._failed.items() if now - at < AGAIN_AFTER}
        while left := await self._storage.read(store.not_judged, TOGETHER, self._failed):
            asked = [(one.plan, one.record) for one in left]
            judged: list[Judged | None] = [*(await self.asked(judging.judge_all, asked) or ())]
            if not judged:  # one of them may be the cause
                judged = [await self.asked(judging.judge, *one) for one in asked]
            pairs = [(one, of) for one, of in zip(left, judged, strict=True) if of is not None]
            await self._storage.write(store.judge_all, pairs)
            done = {one.id for one, _ in pairs}
            self._failed |= {one.id: now for one in left if one.id not in done}
            for key in {one.key for one, _ in pairs}:
                await self._tell_story(key)

    async def asked(
        self, question: Callable[..., T], *args: object, later: bool = True
    ) -> T | None:
        """Return an answer of the analysis process, None where there is none."""
        try:
            return await self._analysis.ask(question, *args, later=later)
        except (AnalysisCrashed, Refusal) as error:
            log.warning("daily: not computed yet: %s", error)
            return None

    async def _tell_story(self, key: Key) -> None:
        """Store what perfect play made of the dice of a set, unless it is stored."""
        shared = await self._storage.read(store.load_set, key)
        plan = None if shared is None else shared.plan
        if shared is None or plan is None or shared.story is not None:
            return
        story = await self.asked(judging.tell_story, shared, plan)
        if story is not None:
            await self._storage.write(store.tell, key, story)
