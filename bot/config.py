"""The settings of a host, read from the environment and from `.env`.

The name of a setting is that of its field in capitals: `TURN_MINUTES`. The environment
takes precedence over the file. Validation reports all faults at once, misspelt names
among them, one line each, with a remedy; it never prints secret values. A test compares
`.env.example` with the descriptions of the fields.
"""

from __future__ import annotations

import logging
import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from io import StringIO
from pathlib import Path
from typing import Any, Literal, TypeVar

from dotenv.parser import parse_stream
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.language.languages import LANGUAGES

T = TypeVar("T")

ENV_FILE = Path(".env")
"""The file of settings, in the working directory."""

PORTAL_INSTRUCTIONS = (
    "copy the token from https://discord.com/developers/applications "
    "(your application, Bot, Reset Token) into .env"
)
"""The remedy for a missing or wrong bot token."""


class ConfigError(Exception):
    """Raised for faulty settings; `faults` holds one message per fault, each a single line."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class Settings(BaseModel):
    """The settings. The constructor reads neither the environment nor `.env`; `load` does."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)

    discord_token: SecretStr = Field(
        SecretStr(""),
        description="The bot's token; needed to run on Discord. Keep it secret: whoever has it is "
        "the bot. In the Developer Portal: your application, Bot, Reset Token.",
    )
    database_url: str = Field(
        "sqlite:///dice-poker.sqlite3",
        repr=False,
        description="The database of the rounds. A file suits one process; "
        "postgresql://name:password@host/database suits several.",
    )
    language: str = Field(
        "",
        description="The language of public messages where a server chose none: en or "
        "ro. Empty: a Community server's own language, elsewhere that of the member who opens a "
        "round.",
    )
    development_server: int | None = Field(
        None,
        gt=0,
        lt=2**63,
        description="The id of one server that gets changed commands at once, while developing. "
        "Empty: commands go to every server.",
    )
    turn_minutes: float = Field(
        10,
        gt=0,
        le=1440,
        allow_inf_nan=False,
        description="How many minutes a player has for a turn at normal pace, and a round waits "
        "for its players; at most 1440, a day. Alone, a round rests after them.",
    )
    nudge_seconds: float = Field(
        60,
        ge=0,
        le=86400,
        allow_inf_nan=False,
        description="After how many seconds a member for whom others wait gets one short ping at "
        "normal pace, because an edited message notifies nobody. 0: never, at any pace.",
    )
    open_rounds_per_member: int = Field(
        20,
        ge=0,
        le=100_000,
        description="How many rounds that a member opened may be open at the same time, in all "
        "channels together; resting rounds do not count. 0: no limit.",
    )
    pings_per_member: int = Field(
        3,
        ge=0,
        le=1000,
        description="How many times in ten minutes a member may ping the same other member with "
        "challenges; further ones are posted without a ping. 0: no limit.",
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"] = Field(
        "INFO",
        description="How much is logged: DEBUG, INFO, WARNING, ERROR or CRITICAL. INFO is a line "
        "for every act at a table.",
    )
    shards: int | None = Field(
        None,
        ge=1,
        le=10_000,
        description="How many connections to Discord (shards) share the servers. Empty: as many as "
        "Discord advises, which suits every bot on fewer than 2500 servers.",
    )
    shard_ids: str = Field(
        "",
        description="Which of these connections this process holds, such as 0-3 or 0,2, where "
        "several processes share one PostgreSQL database. Needs SHARDS. Empty: all of them.",
    )

    @model_validator(mode="before")
    @classmethod
    def _strip_values(cls, given: Any) -> Any:
        """Strip spaces and quotes around each value; drop empty ones, which take their default."""
        if not isinstance(given, dict):
            return given
        values = {name: stripped(value) for name, value in given.items()}
        return {name: value for name, value in values.items() if value != ""}

    @field_validator("language", mode="after")
    @classmethod
    def _check_language(cls, language: str) -> str:
        if language.lower() not in ("", *LANGUAGES):
            raise ValueError
        return language.lower()

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper_case_level(cls, level: Any) -> Any:
        return level.upper() if isinstance(level, str) else level

    @field_validator("database_url", mode="after")
    @classmethod
    def _check_database_url(cls, url: str) -> str:
        if not re.fullmatch(r"sqlite(\+pysqlite)?://(/.*)?|postgres(ql)?(\+psycopg)?://.+", url):
            raise ValueError
        return re.sub(r"^postgres(ql)?://", "postgresql+psycopg://", url)

    @field_validator("shard_ids", mode="after")
    @classmethod
    def _check_shard_ids(cls, ranges: str, info: ValidationInfo) -> str:
        if not ranges:
            return ranges
        shards = info.data.get("shards")
        if shards is None or not re.fullmatch(r"\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?)*", ranges):
            raise ValueError
        ids = numbers_in(ranges)
        if not ids or max(ids) >= shards:
            raise ValueError
        return ranges

    @property
    def held_shards(self) -> list[int] | None:
        """The ids of the shards that this process runs; None for all of them."""
        return numbers_in(self.shard_ids) or None

    @field_validator("discord_token", mode="after")
    @classmethod
    def _check_token(cls, token: SecretStr) -> SecretStr:
        fault = fault_of_token(token.get_secret_value())
        if fault:
            raise ValueError(fault)
        return token


class _EnvironmentSettings(Settings, BaseSettings):
    """Settings read from the environment and from `.env`."""

    model_config = SettingsConfigDict(
        env_file_encoding="utf-8-sig", env_ignore_empty=True, extra="ignore"
    )


class _DiscordSettings(_EnvironmentSettings):
    """Settings read from the environment and from `.env`, with a required token."""

    discord_token: SecretStr


REQUIREMENTS = {
    "database_url": "must begin with sqlite:/// and name a file, or with postgresql:// and name a "
    "database",
    "language": "must be en, ro or empty",
    "development_server": "must be the id of a server (Discord, developer mode, right click on the "
    "server, Copy Server ID) or empty",
    "turn_minutes": "must be a number of minutes above 0 and at most 1440, such as 10 or 0.5",
    "nudge_seconds": "must be a number of seconds from 0 (never) to 86400, such as 60",
    "open_rounds_per_member": "must be a whole number from 0 (no limit) to 100000, such as 20",
    "pings_per_member": "must be a whole number from 0 (no limit) to 1000, such as 3",
    "log_level": "must be DEBUG, INFO, WARNING, ERROR or CRITICAL",
    "shards": "must be a whole number from 1 to 10000, or empty",
    "shard_ids": "must list shard ids below SHARDS, such as 0-3 or 0,2, or be empty",
}
"""What a valid value is, by field; `fault_of_token` describes faults of the token."""

SIMILARITY = 0.85
"""How similar to a setting's name a misspelt one is, as `difflib` measures it, from 0 to 1."""

SECRET_FIELDS = ("database_url", "discord_token")
"""Fields whose values may hold a password and are never repeated."""


def stripped(value: T) -> T | str:
    """Return a string without surrounding whitespace and quotes, any other value unchanged.

    >>> stripped(' "abc" ')
    'abc'
    """
    if not isinstance(value, str):
        return value
    text = value.strip()
    while len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'`":
        text = text[1:-1].strip()
    return text


def numbers_in(ranges: str) -> list[int]:
    """Return the numbers in ranges such as "0-2,5", in rising order.

    >>> numbers_in("0-2,5")
    [0, 1, 2, 5]
    """
    numbers: set[int] = set()
    for part in filter(None, ranges.split(",")):
        first, _, last = part.partition("-")
        numbers.update(range(int(first), int(last or first) + 1))
    return sorted(numbers)


def fault_of_token(token: str) -> str:
    """Return why a text cannot be a bot's token; an empty string if it may be one.

    >>> fault_of_token("123456789012345678").startswith("is the application's id")
    True
    """
    if re.search(r"\s", token):
        return f"has spaces or line ends inside: {PORTAL_INSTRUCTIONS}, in one piece"
    if not token.isascii():
        return f"has characters that no token has: {PORTAL_INSTRUCTIONS}"
    if token.isdigit():
        return f"is the application's id, not the bot's token: {PORTAL_INSTRUCTIONS}"
    if re.fullmatch(r"[0-9a-f]{64}", token):
        return f"is the application's public key, not the bot's token: {PORTAL_INSTRUCTIONS}"
    if re.fullmatch(r"[\w-]{32}", token):
        return f"is the OAuth2 client secret, not the bot's token: {PORTAL_INSTRUCTIONS}"
    return ""


def load(file: Path = ENV_FILE, *, needs_token: bool = True) -> Settings:
    """Read the settings from the environment and from `file`, which may be absent.

    Raises ConfigError with all faults; with `needs_token`, a missing token is one of them.
    """
    faults = faults_of_file(file)
    reader: Any = _DiscordSettings if needs_token else _EnvironmentSettings
    try:
        with _logger_disabled("dotenv.main"):  # faults_of_file reports the same lines
            settings: Settings = reader(_env_file=file)
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
    known = [field.upper() for field in Settings.model_fields]
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
