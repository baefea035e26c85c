"""Log lines about a lasting fault, limited to one a minute to spare the disk."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from bot.storage.errors import StorageFailed

LOG_AGAIN_AFTER = 60.0
"""Seconds between two log lines about the same lasting fault."""


class FaultLog:
    """Writes errors to a logger, at most one within `LOG_AGAIN_AFTER` seconds."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._written = float("-inf")

    def error(self, message: str, *arguments: object, cause: Exception | None = None) -> None:
        """Log an error, with the traceback of its cause, unless one was logged a moment ago."""
        now = time.monotonic()
        if now - self._written >= LOG_AGAIN_AFTER:
            self._written = now
            self._log.error(message, *arguments, exc_info=cause)

    @contextmanager
    def caught(self, what: str) -> Iterator[None]:
        """Catch and log any exception of the block; `what` names the failure."""
        try:
            yield
        except StorageFailed as error:
            self.error("%s: %s", what, error)
        except Exception as error:  # noqa: BLE001 — an exception would end the loop
            self.error("%s: %r", what, error, cause=error)
