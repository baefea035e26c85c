"""Log lines of a fault that lasts: one a minute, so that they do not fill the disk."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

LOG_AGAIN_AFTER = 60.0
"""Seconds between two log lines about the same lasting fault."""


class FaultLog:
    """Writes errors to a logger, at most one within `LOG_AGAIN_AFTER` seconds."""

    def __init__(self, log: logging.Logger, monotonic: Callable[[], float] | None = None) -> None:
        self._log = log
        self._monotonic = monotonic or time.monotonic
        self._written = float("-inf")

    def error(self, message: str, *arguments: object) -> None:
        """Write an error, unless one was written a moment ago."""
        now = self._monotonic()
        if now - self._written >= LOG_AGAIN_AFTER:
            self._written = now
            self._log.error(message, *arguments)
