"""Recordings of Discord's answers during a rehearsal, made anonymous.

Ids become numbers in order of appearance, names become "name 1" and so on, tokens and signatures
are removed, and only headers that affect requests are kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
from yarl import URL

HEADERS = ("Content-Type", "Retry-After", "Via")
"""The headers that are kept in addition to those of rate limits."""

NAMES = {
    *("username", "global_name", "name", "nick", "display_name", "topic", "description"),
    *("avatar", "banner", "icon", "tag"),
}
"""The keys of names of persons and servers."""

SHORTEST_NAME = 3
"""The least length of a name that is replaced in other texts, too."""

SECRETS = {"token", "email", "phone", "verify_key", "ip"}
"""The keys whose values are dropped."""

_ID = re.compile(r"(?<![0-9])[0-9]{17,20}(?![0-9])")
_FIRST_ID = 100_000_000_000_000_000


class Anonymous:
    """Replaces ids and names by consistent stand-ins."""

    def __init__(self, token: str) -> None:
        self._token = token
        self._ids: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def text(self, text: str) -> str:
        """Return a text without the token, with ids and names replaced."""
        text = text.replace(self._token, "TOKEN")
        for name, put in sorted(self._names.items(), key=lambda one: -len(one[0])):
            if len(name) < SHORTEST_NAME:
                continue
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", put, text)
        return _ID.sub(lambda found: self._id(found[0]), text)

    def value(self, value: Any, key: str = "") -> Any:
        """Return JSON, the value of `key`, with personal data replaced."""
        match value:
            case _ if key in SECRETS:
                return None
            case dict():
                return {self.text(one): self.value(inner, one) for one, inner in value.items()}
            case list():
                return [self.value(one, key) for one in value]
            case str() if key in NAMES:
                return self._name(value)
            case str() if value.startswith(("https://", "http://")):
                return self.text(str(URL(value).with_query(None)))
            case str():
                return self.text(value)
            case bool():
                return value
            case int() if _ID.fullmatch(str(value)):
                return int(self._id(str(value)))
        return value

    def _id(self, number: str) -> str:
        return self._ids.setdefault(number, str(_FIRST_ID + len(self._ids) + 1))

    def _name(self, name: str) -> str:
        if not name:
            return name
        return self._names.setdefault(name, f"name {len(self._names) + 1}")


class Recorder:
    """Keeps the answers of each step in a file of a folder."""

    def __init__(self, folder: Path, token: str) -> None:
        self._folder = folder
        self._anonymous = Anonymous(token)
        self._answers: list[tuple[str, str, int, Mapping[str, str], str]] = []
        self._steps = 0

    def trace(self) -> aiohttp.TraceConfig:
        """Return the trace configuration that records the answers of an aiohttp session."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._note)
        return config

    async def _note(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        ended: aiohttp.TraceRequestEndParams,
    ) -> None:
        answer = ended.response
        headers = {
            name: value
            for name, value in answer.headers.items()
            if name in HEADERS or name.lower().startswith("x-ratelimit-")
        }
        body = await answer.text(encoding="utf-8")
        path = ended.url.path.removeprefix("/api/v10")
        self._answers.append((ended.method, path, answer.status, headers, body))

    def forget(self) -> None:
        self._answers.clear()

    def keep(self, step: str) -> None:
        """Write the answers of a step. Raises OSError."""
        self._steps += 1
        answers = [
            {
                "method": method,
                "path": self._anonymous.text(path),
                "status": status,
                "headers": {name: self._anonymous.text(value) for name, value in headers.items()},
                "body": self._body(body),
            }
            for method, path, status, headers, body in self._answers
        ]
        self._answers.clear()
        slug = re.sub(r"\W+", "-", step.lower()).strip("-")
        file = self._folder / f"{self._steps:02}-{slug}.json"
        written = {"step": step, "answers": answers}
        file.write_text(json.dumps(written, ensure_ascii=False, indent=1) + "\n", "utf-8")

    def _body(self, body: str) -> Any:
        try:
            found = json.loads(body)
        except ValueError:
            return self._anonymous.text(body)
        self._anonymous.value(found)  # names first, since earlier texts may contain them
        return self._anonymous.value(found)
