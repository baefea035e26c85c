"""Members' questions to the analysis process: limited, deduplicated, with some answers cached.

Each member has one at a time, and equal questions are computed once.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeVar

from cachetools import LRUCache

from rules.errors import Refusal
from rules.pieces import Pieces
from rules.text import say

T = TypeVar("T")

KEPT_ANSWERS = 64
"""The number of answers in the cache."""

KEPT_BYTES = 16_000_000
"""The size of the cache in bytes, pickled."""

ONE_AT_A_TIME = say("Your last question is still being computed. Ask again once it is answered.")


class Analysis(Protocol):
    """Where questions that may take long are answered (`bot.thinking.process`)."""

    async def ask(
        self, question: Callable[..., Pieces[T] | T], *args: Any, later: bool = False
    ) -> T:
        """Return the answer to a question; one for `later` waits until no other one does."""

    def ask_from_thread(self, question: Callable[..., T], *args: Any, seconds: float) -> T:
        """Return the answer to a question. Raises TimeoutError after a number of seconds."""

    def close(self) -> None:
        """End; questions under way raise a refusal. It may be called twice."""


@dataclass(frozen=True, slots=True)
class _CachedAnswer:
    """An answer in the cache, and its size in bytes."""

    answer: Any
    size: int


class Questions:
    """Answers members' questions with the analysis process."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._asking: set[int] = set()
        self._pending: dict[Hashable, asyncio.Future[Any]] = {}
        self._answers: LRUCache[Hashable, _CachedAnswer] = LRUCache(
            KEPT_BYTES, lambda cached: cached.size
        )

    async def answer(
        self,
        user: int,
        key: Hashable,
        question: Callable[..., Pieces[T] | T],
        *args: Any,
        keep: bool = False,
    ) -> T:
        """Return the answer to a member's question, from the analysis process.

        Equal keys are the same question: it is computed once. With `keep` its
        answer stays in memory, and other questions are computed first. Another question
        of the member is refused meanwhile.
        """
        cached = self._answers.get(key)
        if cached is not None:
            cached_answer: T = cached.answer
            return cached_answer
        if user in self._asking:
            raise Refusal(ONE_AT_A_TIME)
        self._asking.add(user)
        try:
            pending = self._pending.get(key)
            if pending is None:
                pending = asyncio.ensure_future(self._analysis.ask(question, *args, later=keep))
                self._pending[key] = pending
                pending.add_done_callback(partial(self._keep, key, keep))
            answer: T = await asyncio.shield(pending)
        finally:
            self._asking.discard(user)
        return answer

    def _keep(self, key: Hashable, keep: bool, pending: asyncio.Future[Any]) -> None:
        """Remove a question that is no longer being computed, and cache its answer if requested."""
        self._pending.pop(key, None)
        if pending.cancelled() or pending.exception() is not None or not keep:
            return
        answer = pending.result()
        cached = _CachedAnswer(answer, len(pickle.dumps(answer)))
        if cached.size <= KEPT_BYTES:
            self._answers[key] = cached
        if len(self._answers) > KEPT_ANSWERS:
            self._answers.popitem()

    def forget(self) -> None:
        """Drop the cached answers."""
        self._answers.clear()
