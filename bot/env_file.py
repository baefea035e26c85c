"""Reads the settings from the environment and from `.env`.

The environment takes precedence over the file. All faults are reported at once, misspelt
names among them, one line each, with a remedy; secret values are never printed.
"""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from io import StringIO
from pathlib import Path
from typing import Any

from dotenv.parser import parse_stream
from pydantic import SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.config import PORTAL_INSTRUCTIONS, REQUIREMENTS, SECRET_FIELDS, Config

ENV_FILE = Path(".env")
"""The file of settings, in the working directory."""

SIMILARITY = 0.85
"""How similar to a setting's name a misspelt one is, as `difflib` measures it, from 0 to 1."""


class ConfigError(Exception):
    """Raised for faulty settings; `faults` holds one message per fault, each a single line."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class _EnvironmentSettings(Config, BaseSettings):
    """Settings read from the environment and from `.env`."""

    model_config = SettingsConfigDict(
        env_file_encoding="utf-8-sig", env_ignore_empty=True, extra="ignore"
    )


class _DiscordSettings(_EnvironmentSettings):
    """Settings read from the environment and from `.env`, with a required token."""

    discord_token: SecretStr


def load(file: Path = ENV_FILE, *, needs_token: bool = True) -> Config:
    """Read the settings from the environment and from `file`, which may be absent.

    Raises ConfigError with all faults; with `needs_token`, a missing token is one of them.
    """
    faults = faults_of_file(file)
    reader: Any = _DiscordSettings if needs_token else _EnvironmentSettings
    try:
        with _logger_disabled("dotenv.main"):  # faults_of_file reports the same lines
            settings: Config = reader(_env_file=file)
    except ValidationError as error:
        errors = error.errors(include_url=False, include_context=False)
        faults += tuple(_fault(str(each["loc"][0]), each["msg"], each["input"]) for each in errors)
    if faults:
        raise ConfigError(faults)
    return settings


def faults_of_file(file: Path) -> tuple[str, ...]:
    """Return a message for each faulty line of `file`; none if it is absent.

    Faulty are lines that cannot be parsed and misspelt settings. Raises ConfigError if the
    file cannot be read.
    """
    if not file.exists():
        return ()
    try:
        text = file.read_text("utf-8-sig")
    except UnicodeDecodeError:
        fault = f"{file} is not UTF-8 text: save it again in this encoding."
    except OSError as error:
        fault = f"{file} cannot be read ({error.strerror}): make it a file that you may read."
    else:
        bindings = tuple(parse_stream(StringIO(text)))
        names = {binding.key.upper() for binding in bindings if binding.key}
        faults = []
        for binding in bindings:
            line = f"{file}, line {binding.original.line}"
            meant = meant_by(binding.key or "", names)
            if binding.error:
                faults.append(f"{line}, cannot be understood: write it as NAME=value.")
            elif meant:
                faults.append(f"{line}: {binding.key} is not a setting: write {meant}.")
        return tuple(faults)
    raise ConfigError((fault,))


def meant_by(name: str, names: Iterable[str] = ()) -> str:
    """Return the setting whose name is misspelt as `name`; an empty string if there is none.

    Settings that are given as well, among `names` or in the environment, are not meant, nor
    those to which a name only adds something, such as TEST_DATABASE_URL: the file may belong
    to other programs too.

    >>> meant_by("TURN_MINUTE"), meant_by("LANGAUGE"), meant_by("TEST_DATABASE_URL")
    ('TURN_MINUTES', 'LANGUAGE', '')
    """
    known = [field.upper() for field in Config.model_fields]
    if name.upper() in known:
        return ""
    for meant in get_close_matches(name.upper(), known, n=1, cutoff=SIMILARITY):
        longer = meant in name.upper() and len(name) > len(meant) + 1
        if not longer and meant not in names and meant not in os.environ:
            return meant
    return ""


def exposure_of(file: Path) -> str:
    """Return a warning if every user of the machine may read `file`, else an empty string."""
    try:
        mode = file.stat().st_mode
    except OSError:
        return ""
    if os.name != "posix" or not mode & stat.S_IROTH:
        return ""
    return f"{file} can be read by every user of this machine: protect it with chmod 600 {file}"


def _fault(field: str, message: str, value: object) -> str:
    """Return the message for a faulty setting: its name, its value unless secret, the remedy."""
    name = field.upper()
    if field == "discord_token" and message == "Field required":
        return f"{name} is missing: {PORTAL_INSTRUCTIONS}."
    if field == "discord_token":
        return f"{name} {message.removeprefix('Value error, ')}."
    if field in SECRET_FIELDS or len(str(value)) > 20:
        return f"{name} {REQUIREMENTS[field]}."
    shown = "".join(letter if letter.isprintable() else "?" for letter in str(value))
    return f"{name} is “{shown}” but {REQUIREMENTS[field]}."


@contextmanager
def _logger_disabled(name: str) -> Iterator[None]:
    """Disable a logger inside the `with` block."""
    log = logging.getLogger(name)
    before, log.disabled = log.disabled, True
    try:
        yield
    finally:
        log.disabled = before
