"""Analyses on threads: what most tests use instead of a process of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from bot.thinking.process import Restarting
from rules.pieces import Pieces, whole

T = TypeVar("T")


def _answer(question: Callable[..., Pieces[T] | T], *args: Any) -> T:
    answer = question(*args)
    return whole(answer) if isinstance(answer, Generator) else answer


class ThreadAnalysis:
    """Answers questions side by side on threads named "analysis"."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(4, thread_name_prefix="analysis")
        self._closed = False

    async def ask(
        self, question: Callable[..., Pieces[T] | T], *args: Any, later: bool = False
    ) -> T:
        if self._closed:
            raise Restarting
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, _answer, question, *args
        )

    def ask_from_thread(self, question: Callable[..., T], *args: Any, seconds: float) -> T:
        """Return the answer to a question; the calling thread waits for it."""
        if self._closed:
            raise Restarting
        return self._thread.submit(question, *args).result(seconds)

    def close(self) -> None:
        """End after the question under way."""
        self._closed = True
        self._thread.shutdown(cancel_futures=True)
