"""The output of the log on standard error, by LOG_LEVEL and LOG_FORMAT.

All formats hide the tokens of interactions and the passwords in addresses, and all levels the
contents of requests and events: names of members, what they typed.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import discord
from prometheus_client import Counter
from yarl import URL

from bot.config import Config

_IN_ADDRESS = re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/?\s'\"]+")
_IN_EVENT = re.compile(r"""(["']token["']: ?["'])[^"']+""")
_PASSWORD = re.compile(r"(://)[^/@\s'\"]+@")
_IN_HEADERS = re.compile(r"(Authorization['\"]: ?['\"]\w+ )[^'\"\s]+")
_ARGUMENT = re.compile(r"%%|(?:\b(\w+)=)?%[-#0 +]*\d*(?:\.\d+)?[a-zA-Z]")


_TO_JSON = json.JSONEncoder(allow_nan=False)  # in ASCII, which every console can write


_OF_EVENT = ("op", "t", "s")
"""What is shown of an event of the gateway: its kind, name and number."""

_MOST_SHOWN = 300
"""How many characters discord.py may tell in one piece."""


def set_up(settings: Config) -> None:
    level = logging.getLevelName(settings.log_level)
    as_json = settings.log_format == "json"
    handler = logging.StreamHandler()
    handler.addFilter(without_bodies)
    formatter = TokenHider(JsonLines() if as_json else _plain())
    if sys.stderr.isatty() and not as_json:  # discord.py's colours, always on in Docker
        discord.utils.setup_logging(handler=handler, level=level)
        handler.setFormatter(TokenHider(handler.formatter or logging.Formatter()))
    else:
        discord.utils.setup_logging(handler=handler, formatter=formatter, level=level)


def _plain() -> logging.Formatter:
    return logging.Formatter(
        "[{asctime}] [{levelname:<8}] {name}: {message}", "%Y-%m-%d %H:%M:%S", style="{"
    )


class ErrorCount(logging.Handler):
    """Counts the lines of the log that tell an error in `counter`."""

    def __init__(self, counter: Counter) -> None:
        super().__init__(logging.ERROR)
        self._counter = counter

    def emit(self, record: logging.LogRecord) -> None:  # noqa: ARG002 - logging's argument
        self._counter.inc()


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
            logged = value if isinstance(value, int | float) else without_tokens(str(value))
            line.setdefault(name, logged)
        if record.exc_info:
            line["exception"] = without_tokens(self.formatException(record.exc_info))
        return _TO_JSON.encode(line)


def fields_of(record: logging.LogRecord) -> Iterator[tuple[str, object]]:
    """Yield name and value of each name=value in the message of a record."""
    arguments = iter(record.args if isinstance(record.args, tuple) else ())
    for match in _ARGUMENT.finditer(str(record.msg)):
        if match.group() == "%%":
            continue
        value = next(arguments, None)
        if match.group(1):
            yield match.group(1), value


def without_bodies(record: logging.LogRecord) -> bool:
    """Take from a record of discord.py what Discord sent or was sent; every record is written.

    At DEBUG the library logs requests, answers and events with all that is in them.
    """
    if record.name.startswith("discord") and record.levelno <= logging.DEBUG:
        arguments, record.msg = record.args, str(record.msg)
        if isinstance(arguments, Mapping):  # logging takes the only argument out of its tuple
            argument = _without_body(arguments)
            record.args = argument if isinstance(argument, dict) else (argument,)
        else:
            record.args = tuple(map(_without_body, arguments or ()))
    return True


def _without_body(argument: object) -> object:
    if isinstance(argument, Mapping):
        return {key: argument[key] for key in _OF_EVENT if key in argument} or "…"
    if isinstance(argument, str):
        is_body = argument.lstrip()[:1] in ("{", "[", "<", '"') or len(argument) > _MOST_SHOWN
        return "…" if is_body else argument
    return argument if isinstance(argument, int | float | URL | None) else "…"


class TokenHider(logging.Formatter):
    """A formatter that hides the tokens of interactions in the lines of another one.

    With a token anybody can answer in the bot's name for fifteen minutes. discord.py logs the
    addresses of requests and the events of the gateway at DEBUG.
    """

    def __init__(self, formatter: logging.Formatter) -> None:
        super().__init__()
        self._formatter = formatter

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record, with its traceback."""
        return without_tokens(self._formatter.format(record))


def without_tokens(line: str) -> str:
    """Return a line of the log without the tokens of interactions, and without passwords.

    >>> without_tokens("POST /api/v10/interactions/12/aW50.x-Y_z/callback with None")
    'POST /api/v10/interactions/12/…/callback with None'
    >>> without_tokens("{'id': '12', 'token': 'aW50.x-Y_z', 'type': 3}")
    "{'id': '12', 'token': '…', 'type': 3}"
    >>> without_tokens("proxy=URL('http://user:secret@proxy:3128')")
    "proxy=URL('http://…@proxy:3128')"
    >>> without_tokens("headers={'Proxy-Authorization': 'Basic dXNlcjpzZWNyZXQ='}")
    "headers={'Proxy-Authorization': 'Basic …'}"
    """
    for pattern in (_IN_ADDRESS, _IN_EVENT, _IN_HEADERS):
        line = pattern.sub(r"\1…", line)
    return _PASSWORD.sub(r"\1…@", line)
