"""Log lines of a fault that lasts: one a minute, so that they do not fill the disk."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

LOG_AGAIN_AFTER = 60.0
"""Seconds between two log lines about the same lasting fault."""


class FaultLog:
    """Writes errors to a logger, at most one within `LOG_AGAIN_AFTER` seconds.

    Logs that are `shared` with another one count its lines as theirs: where the database
    is away, one of those who look for work there tells it.
    """

    def __init__(
        self,
        log: logging.Logger,
        monotonic: Callable[[], float] | None = None,
        *,
        shared: FaultLog | None = None,
    ) -> None:
        self._log = log
        self._monotonic = monotonic or time.monotonic
        self._written: list[float] = (
            [float("-inf")] if shared is None else shared._written  # noqa: SLF001 — of its own class
        )

    def error(self, message: str, *arguments: object) -> None:
        """Write an error, unless one was written a moment ago."""
        now = self._monotonic()
        if now - self._written[0] >= LOG_AGAIN_AFTER:
            self._written[0] = now
            self._log.error(message, *arguments)
