"""Where the log is written and how a line looks: LOG_LEVEL, LOG_FORMAT and LOG_FILE.

Lines go to standard error, and to a file of their own where LOG_FILE names one. No
format shows a token of an interaction.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import IO, Any

import discord

from bot.config import Config
from bot.env_file import ConfigError

FILE_BYTES = 10_000_000
"""How long LOG_FILE grows before a new one is begun."""

KEPT_FILES = 5
"""How many full files are kept beside it, as LOG_FILE.1 (the newest) to LOG_FILE.5."""

TELL_AGAIN_AFTER = 60.0
"""Seconds between two lines on standard error about a file that cannot be written."""

_IN_ADDRESS = re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/?\s'\"]+")
_IN_EVENT = re.compile(r"""(["']token["']: ?["'])[^"']+""")
_ARGUMENT = re.compile(r"%%|(?:\b(\w+)=)?%[-#0 +]*\d*(?:\.\d+)?[a-zA-Z]")


_TO_JSON = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def set_up(settings: Config) -> None:
    """Write the log as the settings say. Raises ConfigError if LOG_FILE cannot be written."""
    level = logging.getLevelName(settings.log_level)
    as_json = settings.log_format == "json"
    handler = logging.StreamHandler()
    formatter = WithoutTokens(JsonLines() if as_json else _plain())
    if sys.stderr.isatty() and not as_json:  # discord.py's colours, which it always has in Docker
        discord.utils.setup_logging(handler=handler, level=level)
        handler.setFormatter(WithoutTokens(handler.formatter or logging.Formatter()))
    else:
        discord.utils.setup_logging(handler=handler, formatter=formatter, level=level)
    if settings.log_file:
        try:
            file = PrivateLogFile(Path(settings.log_file))
        except OSError as error:
            fault = f"LOG_FILE cannot be written ({error.strerror}): name a file in a folder that "
            raise ConfigError((f"{fault}there is, where this user may write.",)) from error
        file.setFormatter(formatter)
        logging.getLogger().addHandler(file)


def _plain() -> logging.Formatter:
    return logging.Formatter(
        "[{asctime}] [{levelname:<8}] {name}: {message}", "%Y-%m-%d %H:%M:%S", style="{"
    )


class JsonLines(logging.Formatter):
    """Writes each record as one JSON object in one line.

    It has `time` (UTC), `level`, `logger` and `message`, and what the message tells
    as name=value under its own name: `round`, `game`, `seat`, `action` and others.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the object of a record; a traceback is its `exception`."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": without_tokens(record.getMessage()),
        }
        for name, value in fields_of(record):
            shown = value if isinstance(value, int | float) else without_tokens(str(value))
            line.setdefault(name, shown)
        if record.exc_info:
            line["exception"] = without_tokens(self.formatException(record.exc_info))
        return _TO_JSON.encode(line)


def fields_of(record: logging.LogRecord) -> Iterator[tuple[str, object]]:
    """Yield name and value of each name=value that the message of a record is made of."""
    arguments = iter(record.args if isinstance(record.args, tuple) else ())
    for found in _ARGUMENT.finditer(str(record.msg)):
        if found.group() == "%%":
            continue
        value = next(arguments, None)
        if found.group(1):
            yield found.group(1), value


class WithoutTokens(logging.Formatter):
    """Writes what another formatter writes, but no token of an interaction.

    A token allows its holder to answer in the bot's name for fifteen minutes.
    discord.py logs the addresses of requests and the events of the gateway at DEBUG.
    A record that several handlers write is formatted once.
    """

    def __init__(self, formatter: logging.Formatter) -> None:
        super().__init__()
        self._formatter = formatter
        self._last: tuple[logging.LogRecord | None, str] = (None, "")

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record, with its traceback."""
        last, line = self._last
        if record is not last:
            line = without_tokens(self._formatter.format(record))
            self._last = record, line
        return line


def without_tokens(line: str) -> str:
    """Return a line of the log without the tokens of interactions.

    >>> without_tokens("POST /api/v10/interactions/12/aW50.x-Y_z/callback with None")
    'POST /api/v10/interactions/12/…/callback with None'
    >>> without_tokens("{'id': '12', 'token': 'aW50.x-Y_z', 'type': 3}")
    "{'id': '12', 'token': '…', 'type': 3}"
    """
    return _IN_EVENT.sub(r"\1…", _IN_ADDRESS.sub(r"\1…", line))


class PrivateLogFile(RotatingFileHandler):
    """A log file that its owner alone can read; full ones are kept beside it for a while.

    A fault of the disk is told on standard error once a minute; the bot plays on.
    """

    def __init__(self, file: Path) -> None:
        self._told = float("-inf")
        super().__init__(file, maxBytes=FILE_BYTES, backupCount=KEPT_FILES, encoding="utf-8")

    def _open(self) -> IO[Any]:  # type: ignore[override]  # the name of logging
        def private(path: str, flags: int) -> int:
            return os.open(path, flags, 0o600)

        return open(self.baseFilename, self.mode, encoding=self.encoding, opener=private)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: ARG002, N802 - logging's name
        """Tell that the file cannot be written."""
        now = time.monotonic()
        if now - self._told >= TELL_AGAIN_AFTER:
            self._told = now
            sys.stderr.write(
                f"dice-poker: {self.baseFilename} cannot be written: {sys.exc_info()[1]}\n"
            )
