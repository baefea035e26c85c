"""The output of the log, by LOG_LEVEL, LOG_FORMAT and LOG_FILE.

Lines go to standard error, and to LOG_FILE if it is set. All formats hide the tokens of
interactions, and all levels the contents of requests and events: names of members, their words.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import IO, Any

import discord
from yarl import URL

from bot.config import Config
from bot.env_file import ConfigError

FILE_BYTES = 10_000_000
"""The size in bytes at which a new LOG_FILE is begun."""

KEPT_FILES = 5
"""The number of full files that are kept, as LOG_FILE.1 (the newest) to LOG_FILE.5."""

TELL_AGAIN_AFTER = 60.0
"""The seconds between two lines on standard error about a file that cannot be written."""

_IN_ADDRESS = re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/?\s'\"]+")
_IN_EVENT = re.compile(r"""(["']token["']: ?["'])[^"']+""")
_ARGUMENT = re.compile(r"%%|(?:\b(\w+)=)?%[-#0 +]*\d*(?:\.\d+)?[a-zA-Z]")


_TO_JSON = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


_OF_EVENT = ("op", "t", "s")
"""What is shown of an event of the gateway: its kind, name and number."""

_MOST_SHOWN = 300
"""How many characters discord.py may tell in one piece."""


def set_up(settings: Config) -> None:
    """Configure the log by the settings. Raises ConfigError if LOG_FILE cannot be written."""
    level = logging.getLevelName(settings.log_level)
    as_json = settings.log_format == "json"
    handler = logging.StreamHandler()
    handler.addFilter(without_bodies)
    formatter = WithoutTokens(JsonLines() if as_json else _plain())
    if sys.stderr.isatty() and not as_json:  # discord.py's colours, always on in Docker
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
        file.addFilter(without_bodies)
        logging.getLogger().addHandler(file)


def _plain() -> logging.Formatter:
    return logging.Formatter(
        "[{asctime}] [{levelname:<8}] {name}: {message}", "%Y-%m-%d %H:%M:%S", style="{"
    )


class ErrorCount(logging.Handler):
    """Counts the lines of the log that tell an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines = 0

    def emit(self, record: logging.LogRecord) -> None:  # noqa: ARG002 - logging's argument
        """Count a line."""
        self.lines += 1


class JsonLines(logging.Formatter):
    """Writes each record as one JSON object in one line.

    It has `time` (UTC), `level`, `logger` and `message`, and each name=value of the message under
    its name: `round`, `game`, `seat`, `action` and others.
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
    """Yield name and value of each name=value in the message of a record."""
    arguments = iter(record.args if isinstance(record.args, tuple) else ())
    for found in _ARGUMENT.finditer(str(record.msg)):
        if found.group() == "%%":
            continue
        value = next(arguments, None)
        if found.group(1):
            yield found.group(1), value


def without_bodies(record: logging.LogRecord) -> bool:
    """Take from a record of discord.py what Discord sent or was sent; every record is written.

    At DEBUG the library logs requests, answers and events with all that is in them.
    """
    if record.name.startswith("discord") and record.levelno <= logging.DEBUG:
        given, record.msg = record.args, str(record.msg)
        if isinstance(given, Mapping):  # logging takes the only argument out of its tuple
            shown = _without_body(given)
            record.args = shown if isinstance(shown, dict) else (shown,)
        else:
            record.args = tuple(map(_without_body, given or ()))
    return True


def _without_body(argument: object) -> object:
    if isinstance(argument, Mapping):
        return {key: argument[key] for key in _OF_EVENT if key in argument} or "…"
    if isinstance(argument, str):
        is_body = argument.lstrip()[:1] in ("{", "[", "<", '"') or len(argument) > _MOST_SHOWN
        return "…" if is_body else argument
    return argument if isinstance(argument, int | float | URL | None) else "…"


class WithoutTokens(logging.Formatter):
    """A formatter that hides the tokens of interactions in the lines of another one.

    With a token anybody can answer in the bot's name for fifteen minutes. discord.py logs the
    addresses of requests and the events of the gateway at DEBUG. A record for several handlers is
    formatted once.
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
    """A log file that only its owner can read, with some full ones beside it.

    A fault of the disk is reported on standard error once a minute; the bot plays on.
    """

    def __init__(self, file: Path) -> None:
        self._told = float("-inf")
        super().__init__(file, maxBytes=FILE_BYTES, backupCount=KEPT_FILES, encoding="utf-8")

    def _open(self) -> IO[Any]:  # type: ignore[override]  # the name of logging
        def private(path: str, flags: int) -> int:
            return os.open(path, flags, 0o600)

        return open(self.baseFilename, self.mode, encoding=self.encoding, opener=private)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: ARG002, N802 - logging's name
        """Report that the file cannot be written."""
        now = time.monotonic()
        if now - self._told >= TELL_AGAIN_AFTER:
            self._told = now
            sys.stderr.write(
                f"dice-poker: {self.baseFilename} cannot be written: {sys.exc_info()[1]}\n"
            )
