"""Tasks that nobody waits for: each is held until it has ended, as the event loop holds none."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class UnderWay(set[asyncio.Task[Any]]):
    """The tasks that were begun and have not ended."""

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin a task and hold it until it has ended."""
        task = asyncio.create_task(work)
        self.add(task)
        task.add_done_callback(self.discard)
        return task
