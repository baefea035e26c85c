"""The settings of a host: what each is for, its default, and what a valid value is.

The name of a setting is that of its field in capitals: `TURN_MINUTES`. They are read by
`bot.env_file`. A test compares `.env.example` with the descriptions of the fields.
"""

from __future__ import annotations

import re
from ipaddress import ip_address
from typing import Any, Literal, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationInfo,
    field_validator,
    model_validator,
)

from bot.language.languages import LANGUAGES

T = TypeVar("T")

PORTAL_INSTRUCTIONS = (
    "copy the token from https://discord.com/developers/applications "
    "(your application, Bot, Reset Token) into your settings (.env, or the file of your service)"
)
"""The remedy for a missing or wrong bot token."""


class Config(BaseModel):
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
    daily: Literal["on", "off"] = Field(
        "on",
        description="Whether there is a daily challenge, /daily, the same dice for everybody once "
        "a day: on or off.",
    )
    daily_hour: int = Field(
        0,
        ge=0,
        le=23,
        description="The hour, in UTC, at which a day of the daily challenge ends and the next "
        "begins.",
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"] = Field(
        "INFO",
        description="How much is logged: DEBUG, INFO, WARNING, ERROR or CRITICAL. INFO is a line "
        "for every act at a table.",
    )
    log_format: Literal["text", "json"] = Field(
        "text",
        description="How a line of the log looks: text, or json, one object a line with the "
        "fields time, level, logger and message, and those of the act: round, game, seat, action.",
    )
    log_file: str = Field(
        "",
        description="A file for the log, beside standard error. At 10 MB a new one is begun, and "
        "five full ones are kept. Empty: no file.",
    )
    keep_rounds_days: int | None = Field(
        None,
        ge=1,
        le=36_500,
        description="After how many days the moves of ended rounds are deleted; their results "
        "stay. Such rounds cannot be reviewed any more. Empty: never.",
    )
    backup_dir: str = Field(
        "",
        description="A folder for backups of an SQLite database: one a day, the last seven stay. "
        "Empty: none are made, and dice-poker backup makes one.",
    )
    health_port: int | None = Field(
        None,
        ge=1,
        le=65535,
        description="A port for /healthz, /readyz and /metrics over HTTP. Empty: none.",
    )
    health_address: str = Field(
        "127.0.0.1",
        description="The address of this machine on which HEALTH_PORT is served: 127.0.0.1 for "
        "this machine alone, 0.0.0.0 for every network that it is in.",
    )
    health_file: str = Field(
        "",
        description="A file that says every five seconds how the bot does, for dice-poker health "
        "where no port is served. Empty: none.",
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

    @field_validator("health_address", mode="after")
    @classmethod
    def _check_health_address(cls, address: str) -> str:
        return str(ip_address(address))

    @field_validator("log_format", "daily", mode="before")
    @classmethod
    def _lower_case(cls, given: Any) -> Any:
        return given.lower() if isinstance(given, str) else given

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
    "daily": "must be on or off",
    "daily_hour": "must be a whole hour from 0 to 23",
    "log_level": "must be DEBUG, INFO, WARNING, ERROR or CRITICAL",
    "log_format": "must be text or json",
    "log_file": "must name a file, or be empty",
    "keep_rounds_days": "must be a whole number of days from 1 to 36500, or empty (never)",
    "backup_dir": "must name a folder, or be empty",
    "health_port": "must be a port from 1 to 65535, such as 8080, or empty",
    "health_address": "must be an address of this machine, such as 127.0.0.1 or 0.0.0.0",
    "health_file": "must name a file, or be empty",
    "shards": "must be a whole number from 1 to 10000, or empty",
    "shard_ids": "must list shard ids below SHARDS, such as 0-3 or 0,2, or be empty",
}
"""What a valid value is, by field; `fault_of_token` describes faults of the token."""

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
