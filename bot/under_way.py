"""Background tasks, referenced until they end because the event loop does not reference them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class UnderWay(set[asyncio.Task[Any]]):
    """A set of the tasks that have begun and have not ended."""

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin a task and keep a reference until it has ended."""
        task = asyncio.create_task(work)
        self.add(task)
        task.add_done_callback(self.discard)
        return task
