"""Reads the settings from the environment and from `.env`.

The environment takes precedence over the file; the token may stand in a file of its own,
which DISCORD_TOKEN_FILE names. All faults are reported at once, misspelt
names among them, one line each, with a remedy; secret values are never printed.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from io import StringIO
from pathlib import Path
from typing import Any

from dotenv.main import resolve_variables
from dotenv.parser import Binding, parse_stream

from bot.config import PORTAL_INSTRUCTIONS, SETTINGS, Config, read_settings

ENV_FILE = Path(".env")
"""The file of settings, in the working directory."""

SIMILARITY = 0.85
"""How similar to a setting's name a misspelt one is, as `difflib` measures it, from 0 to 1."""


class ConfigError(Exception):
    """Raised for faulty settings; `faults` holds one message per fault, each a single line."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


def load(file: Path = ENV_FILE, *, needs_token: bool = True) -> Config:
    """Read the settings from the environment and from `file`, which may be absent.

    Raises ConfigError with all faults; with `needs_token`, a missing token is one of them.
    """
    lines = _lines_of(file)
    in_file = resolve_variables(((one.key, one.value) for one in lines if one.key), override=True)
    values, faults = read_settings({**_by_field(in_file), **_by_field(os.environ)})
    _read_token(values, faults)
    if needs_token and not {"discord_token", "discord_token_file"} & {*values, *faults}:
        faults = {"discord_token": f"is missing: {PORTAL_INSTRUCTIONS}", **faults}
    told = (
        *_faults_of_lines(file, lines),
        *(f"{field.upper()} {fault}." for field, fault in faults.items()),
    )
    if told:
        raise ConfigError(told)
    return Config(**values)


def _read_token(values: dict[str, Any], faults: dict[str, str]) -> None:
    """Add the token from the file named for it, unless a token is given as well."""
    file = values.get("discord_token_file")
    if not file or "discord_token" in {**values, **faults}:
        return
    path = Path(file)
    if path.exists() and not path.is_file():  # a device or pipe may have no end
        why = f"names {file}, which is a folder, a pipe or a device"
        faults["discord_token_file"] = f"{why}: make it a file that the bot may read"
        return
    try:
        text = path.read_text("utf-8-sig")
    except UnicodeDecodeError:
        faults["discord_token_file"] = f"names {file}, which is not UTF-8 text: save it as such"
        return
    except OSError as error:
        why = f"names {file}, which cannot be read ({error.strerror})"
        faults["discord_token_file"] = f"{why}: make it a file that the bot may read"
        return
    found, wrong = read_settings({"discord_token": text})
    values.update(found)
    if not found:
        fault = wrong.get("discord_token", f"is missing: {PORTAL_INSTRUCTIONS}")
        faults["discord_token_file"] = f"names {file}; the token in it {fault}"


def meant_by(name: str, names: Iterable[str] = ()) -> str:
    """Return the setting whose name is misspelt as `name`; an empty string if there is none.

    Settings that are given as well, among `names` or in the environment, are excluded, and so are
    those to which a name only adds something, such as TEST_DATABASE_URL: the file may belong
    to other programs too.

    >>> meant_by("TURN_MINUTE"), meant_by("PUBLIC_LANGAUGE"), meant_by("TEST_DATABASE_URL")
    ('TURN_MINUTES', 'PUBLIC_LANGUAGE', '')
    """
    known = [field.upper() for field in SETTINGS]
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


def _lines_of(file: Path) -> tuple[Binding, ...]:
    if not file.exists():
        return ()
    try:
        text = file.read_text("utf-8-sig")
    except UnicodeDecodeError:
        fault = f"{file} is not UTF-8 text: save it again in this encoding."
    except OSError as error:
        fault = f"{file} cannot be read ({error.strerror}): make it a file that you may read."
    else:
        return tuple(parse_stream(StringIO(text)))
    raise ConfigError((fault,))


def _faults_of_lines(file: Path, lines: tuple[Binding, ...]) -> Iterator[str]:
    """Yield a message for each line that cannot be parsed or misspells a setting."""
    names = {one.key.upper() for one in lines if one.key}
    for one in lines:
        line = f"{file}, line {one.original.line}"
        meant = meant_by(one.key or "", names)
        if one.error:
            yield f"{line}, cannot be understood: write it as NAME=value."
        elif meant:
            yield f"{line}: {one.key} is not a setting: write {meant}."


def _by_field(given: Mapping[str, str | None]) -> dict[str, str]:
    """Return the given texts that are not empty, by field of `Config`; names have any case."""
    return {name.lower(): text for name, text in given.items() if text and name.lower() in SETTINGS}
