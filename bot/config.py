"""The settings of a host, read from the environment and from `.env`.

A setting is called like its field in capitals: `TURN_MINUTES`. Where both name one,
the environment wins. Everything that is wrong is told at once, a line each, with its
remedy; secrets are never repeated. `.env.example` is kept equal to this file.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
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

from bot.words import LANGUAGES

T = TypeVar("T")

FILE = Path(".env")
"""Where a host keeps the settings: in the directory in which the bot is started."""

COPY_IT = (
    "copy the token from https://discord.com/developers/applications "
    "(your application, Bot, Reset Token) into .env"
)


class Misconfigured(Exception):
    """Raised when settings are faulty; `faults` are the sentences for the host, one line each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class Settings(BaseModel):
    """What a host may decide. Made directly it reads nothing: `load` reads the settings."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)

    discord_token: SecretStr = Field(
        SecretStr(""),
        description="The bot's token; needed to run on Discord. Keep it secret: whoever has it is "
        "the bot. In the Developer Portal: your application, Bot, Reset Token.",
    )
    database_url: str = Field(
        "sqlite:///dice-poker.sqlite3",
        repr=False,
        description="Where rounds are kept. A file beside the bot suits one process; "
        "postgresql://name:password@host/database suits several.",
    )
    language: str = Field(
        "",
        description="The language that the bot speaks in public where a server chose none: en or "
        "ro. Empty: a Community server's own language, elsewhere that of whoever opens the round.",
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
        description="How many minutes a seat may think before it is played for, and a round may "
        "wait for its players; at most 1440, a day. Ten leave time to fetch a drink.",
    )
    nudge_seconds: float = Field(
        60,
        ge=0,
        le=86400,
        allow_inf_nan=False,
        description="After how many seconds a member whose turn it is gets one short ping, because "
        "an edited message notifies nobody. 0: never.",
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
        description="How many connections to Discord share the servers. Empty: as many as Discord "
        "advises, which suits everybody below 2500 servers.",
    )
    shard_ids: str = Field(
        "",
        description="Which of these connections this process holds, such as 0-3 or 0,2, where "
        "several processes share one PostgreSQL database. Needs SHARDS. Empty: all of them.",
    )

    @model_validator(mode="before")
    @classmethod
    def _tidy(cls, given: Any) -> Any:
        """Strip what was pasted around a value; an empty value takes the default."""
        if not isinstance(given, dict):
            return given
        tidied = {name: stripped(value) for name, value in given.items()}
        return {name: value for name, value in tidied.items() if value != ""}

    @field_validator("language", mode="after")
    @classmethod
    def _spoken(cls, language: str) -> str:
        if language.lower() not in ("", *LANGUAGES):
            raise ValueError
        return language.lower()

    @field_validator("log_level", mode="before")
    @classmethod
    def _loud(cls, level: Any) -> Any:
        return level.upper() if isinstance(level, str) else level

    @field_validator("database_url", mode="after")
    @classmethod
    def _kept(cls, url: str) -> str:
        if not re.fullmatch(r"sqlite(\+pysqlite)?://(/.*)?|postgres(ql)?(\+psycopg)?://.+", url):
            raise ValueError
        return re.sub(r"^postgres(ql)?://", "postgresql+psycopg://", url)

    @field_validator("shard_ids", mode="after")
    @classmethod
    def _held(cls, given: str, others: ValidationInfo) -> str:
        if not given:
            return given
        shards = others.data.get("shards")
        if shards is None or not re.fullmatch(r"\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?)*", given):
            raise ValueError
        held = numbers_in(given)
        if not held or max(held) >= shards:
            raise ValueError
        return given

    @property
    def held_shards(self) -> list[int] | None:
        """The connections that this process holds; None for all of them."""
        return numbers_in(self.shard_ids) or None

    @field_validator("discord_token", mode="after")
    @classmethod
    def _token(cls, token: SecretStr) -> SecretStr:
        fault = fault_of_token(token.get_secret_value())
        if fault:
            raise ValueError(fault)
        return token


class _Surroundings(Settings, BaseSettings):
    """The same settings, filled from the environment and from `.env`."""

    model_config = SettingsConfigDict(
        env_file_encoding="utf-8-sig", env_ignore_empty=True, extra="ignore"
    )


class _ForDiscord(_Surroundings):
    """The same settings, with a token that has to be there."""

    discord_token: SecretStr


MUST = {
    "database_url": "must begin with sqlite:/// and name a file, or with postgresql:// and name a "
    "database",
    "language": "must be en, ro or empty",
    "development_server": "must be the id of a server (Discord, developer mode, right click on the "
    "server, Copy Server ID) or empty",
    "turn_minutes": "must be a number of minutes above 0 and at most 1440, such as 10 or 0.5",
    "nudge_seconds": "must be a number of seconds from 0 (never) to 86400, such as 60",
    "log_level": "must be DEBUG, INFO, WARNING, ERROR or CRITICAL",
    "shards": "must be a whole number from 1 to 10000, or empty",
    "shard_ids": "must name connections below SHARDS, such as 0-3 or 0,2, or be empty",
}
"""What a value that was refused should have been. The token tells its own faults."""

PRIVATE = ("database_url", "discord_token")
"""Fields whose values may hold a password and are never repeated."""


def stripped(value: T) -> T | str:
    """Return a text without the spaces, line ends and quotes around it, anything else as it is.

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
    """Return the numbers that "0-2,5" names, rising.

    >>> numbers_in("0-2,5")
    [0, 1, 2, 5]
    """
    found: set[int] = set()
    for part in filter(None, ranges.split(",")):
        first, _, last = part.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return sorted(found)


def fault_of_token(token: str) -> str:
    """Say what else than a bot's token this is; an empty string means that it may be one.

    >>> fault_of_token("123456789012345678").startswith("is the application's id")
    True
    """
    if re.search(r"\s", token):
        return f"has spaces or line ends inside: {COPY_IT}, in one piece"
    if not token.isascii():
        return f"has characters that no token has: {COPY_IT}"
    if token.isdigit():
        return f"is the application's id, not the bot's token: {COPY_IT}"
    if re.fullmatch(r"[0-9a-f]{64}", token):
        return f"is the application's public key, not the bot's token: {COPY_IT}"
    if re.fullmatch(r"[\w-]{32}", token):
        return f"is the OAuth2 client secret, not the bot's token: {COPY_IT}"
    return ""


def load(file: Path = FILE, *, needs_token: bool = True) -> Settings:
    """Read the settings from the environment and from `file`, which need not exist.

    Raises Misconfigured with every fault, a missing token among them where one is needed.
    """
    faults = faults_of_file(file)
    reader: Any = _ForDiscord if needs_token else _Surroundings
    try:
        with _unlogged("dotenv.main"):  # what it would complain about is in faults_of_file
            settings: Settings = reader(_env_file=file)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False)
        faults += tuple(_fault(str(each["loc"][0]), each["msg"], each["input"]) for each in found)
    if faults:
        raise Misconfigured(faults)
    return settings


def faults_of_file(file: Path) -> tuple[str, ...]:
    """Say which lines of a file of settings cannot be understood; one that is absent has none.

    Raises Misconfigured if the file cannot be read at all.
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
        return tuple(
            f"{file}, line {found.original.line}, cannot be understood: write it as NAME=value."
            for found in parse_stream(StringIO(text))
            if found.error
        )
    raise Misconfigured((fault,))


def _fault(field: str, told: str, value: object) -> str:
    """Name a faulty setting as the host writes it, and how to mend it."""
    name = field.upper()
    if field == "discord_token" and told == "Field required":
        return f"{name} is missing: {COPY_IT}."
    if field == "discord_token":
        return f"{name} {told.removeprefix('Value error, ')}."
    if field in PRIVATE or len(str(value)) > 20:
        return f"{name} {MUST[field]}."
    shown = "".join(letter if letter.isprintable() else "?" for letter in str(value))
    return f"{name} is “{shown}” but {MUST[field]}."


@contextmanager
def _unlogged(name: str) -> Iterator[None]:
    """Keep one logger silent for a while."""
    log = logging.getLogger(name)
    before, log.disabled = log.disabled, True
    try:
        yield
    finally:
        log.disabled = before
