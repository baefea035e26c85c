"""The host's settings: the meaning, the default and the valid values of each.

A setting has the name of its field in capitals: `TURN_MINUTES`. `bot.env_file` reads the settings;
`python -m bot.settings_pages` writes `.env.example` and the table in docs/hosting.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from ipaddress import ip_address
from typing import Any, Literal

from bot.language.languages import LANGUAGES

PORTAL_INSTRUCTIONS = (
    "copy the token from https://discord.com/developers/applications "
    "(your application, Bot, Reset Token) into your settings (.env, or the file of your service)"
)
"""The remedy for a missing or wrong bot token."""


@dataclass(frozen=True, slots=True)
class Value:
    """A kind of valid value; `told` describes it, following the words "must be".

    `read` converts a text that is not empty, and raises ValueError if it is not valid.
    """

    told: str
    read: Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Setting:
    """The description of a field of `Config`; the value of a secret one is never repeated."""

    about: str
    meaning: str
    value: Value
    default: Any
    secret: bool

    @property
    def written_default(self) -> str:
        """The default as it stands in `.env`, empty if there is none."""
        return "" if self.default is None else str(self.default)


def _setting(default: Any, about: str, meaning: str, value: Value, *, secret: bool = False) -> Any:
    setting = Setting(about, meaning, value, default, secret)
    return field(default=default, repr=not secret, metadata={"setting": setting})


class _ToldFault(ValueError):
    """An error with a clause of its own in place of the description of a valid value."""


def _token(text: str) -> str:
    fault = fault_of_token(text)
    if fault:
        raise _ToldFault(fault)
    return text


def _database_url(text: str) -> str:
    if not re.fullmatch(r"sqlite(\+pysqlite)?://(/.*)?|postgres(ql)?(\+psycopg)?://.+", text):
        raise ValueError
    return re.sub(r"^postgres(ql)?://", "postgresql+psycopg://", text)


def _one_of(*choices: str, empty: bool = False) -> Value:
    def read(text: str) -> str:
        for choice in choices:
            if choice.lower() == text.lower():
                return choice
        raise ValueError

    *most, last = (*choices, "empty") if empty else choices
    return Value(f"{', '.join(most)} or {last}", read)


def _whole(told: str, lowest: int, highest: int) -> Value:
    def read(text: str) -> int:
        number = int(text)
        if not lowest <= number <= highest:
            raise ValueError
        return number

    return Value(told.format(lowest, highest), read)


def _number(told: str, lowest: float, highest: float, *, above: bool = False) -> Value:
    def read(text: str) -> float:
        number = float(text)
        # "nan" is within no limits
        if not lowest <= number <= highest or (above and number == lowest):
            raise ValueError
        return number

    return Value(told.format(lowest, highest), read)


def _shard_ids(text: str) -> str:
    if _PART.fullmatch(text):
        return text
    if not re.fullmatch(r"\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?)*", text) or not numbers_in(text):
        raise ValueError
    return text


_PART = re.compile(r"(any|\d{1,5})/([1-9]\d{0,4})")
"""One part of the shards, by its number or whichever is free, and how many parts there are."""


_FILE = Value("the name of a file, or empty", str)

_CONNECTION = "the connection"
_DATA = "the data"
_PLAY = "play, where a server has not chosen otherwise"
_DAILY = "the daily challenge"
_LIMITS = "limits for each member"
_LOG = "the log"
_HEALTH = "health"


@dataclass(frozen=True, kw_only=True)
class Config:
    """The settings. The constructor checks nothing; `bot.env_file.load` reads and checks them."""

    discord_token: str = _setting(
        "",
        _CONNECTION,
        "The bot's token; needed to run on Discord. Keep it secret: whoever has it is the bot. "
        "In the Developer Portal: your application, Bot, Reset Token.",
        Value("the bot's token, not the application's id, public key or client secret", _token),
        secret=True,
    )
    discord_token_file: str = _setting(
        "",
        _CONNECTION,
        "A file that holds the token alone, in place of DISCORD_TOKEN: a secret of a container, or "
        "a credential of systemd. DISCORD_TOKEN goes first. Empty: none.",
        _FILE,
    )
    database_url: str = _setting(
        "sqlite:///dice-poker.sqlite3",
        _DATA,
        "The database of the rounds. A file suits one process; "
        "postgresql://name:password@host/database suits several.",
        Value(
            "an address that begins with sqlite:/// and names a file, or with postgresql:// and "
            "names a database",
            _database_url,
        ),
        secret=True,
    )
    public_language: str = _setting(
        "",
        _PLAY,
        "The language of public messages where a server chose none. Empty: a Community server's "
        "own language, elsewhere that of the member who opens a round.",
        _one_of(*LANGUAGES, empty=True),
    )
    development_server: int | None = _setting(
        None,
        _CONNECTION,
        "The id of one server that gets changed commands at once, while developing. Empty: "
        "commands go to every server.",
        _whole(
            "the id of a server (Discord, developer mode, right click on the server, Copy Server "
            "ID) or empty",
            1,
            2**63 - 1,
        ),
    )
    turn_minutes: float = _setting(
        10,
        _PLAY,
        "How many minutes a player has for a turn at normal pace, and a round waits for its "
        "players. Alone, a round rests after them.",
        _number(
            "a number of minutes above {} and at most {}, such as 10 or 0.5", 0, 1440, above=True
        ),
    )
    open_rounds_per_member: int = _setting(
        20,
        _LIMITS,
        "How many rounds that a member opened may be open at the same time, in all channels "
        "together; resting rounds do not count.",
        _whole("a whole number from {} (no limit) to {}, such as 20", 0, 100_000),
    )
    openings_per_member: int = _setting(
        20,
        _LIMITS,
        "How many rounds a member may open in a channel and its threads in ten minutes, whatever "
        "became of them. A rematch in which another member sits does not count.",
        _whole("a whole number from {} (no limit) to {}, such as 20", 0, 1000),
    )
    pings_per_member: int = _setting(
        3,
        _LIMITS,
        "How many times in ten minutes a member may ping the same other member with challenges; "
        "further ones are posted without a ping.",
        _whole("a whole number from {} (no limit) to {}, such as 3", 0, 1000),
    )
    daily: Literal["on", "off"] = _setting(
        "on",
        _DAILY,
        "Whether there is a daily challenge, /daily, the same dice for everybody once a day.",
        _one_of("on", "off"),
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"] = _setting(
        "INFO",
        _LOG,
        "How much is logged. INFO is a line for every act at a table.",
        _one_of("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"),
    )
    log_format: Literal["text", "json"] = _setting(
        "text",
        _LOG,
        "How a line of the log looks: text, or json, one object a line with the fields time, "
        "level, logger and message, and those of the act: round, game, seat, action.",
        _one_of("text", "json"),
    )
    log_file: str = _setting(
        "",
        _LOG,
        "A file for the log, beside standard error. At 10 MB a new one is begun, and five full "
        "ones are kept. Empty: no file.",
        _FILE,
    )
    keep_rounds_days: int | None = _setting(
        None,
        _DATA,
        "After how many days the moves of ended rounds are deleted; their results stay. Such "
        "rounds cannot be reviewed any more.",
        _whole("a whole number of days from {} to {}, or empty (never)", 1, 36_500),
    )
    backup_dir: str = _setting(
        "",
        _DATA,
        "A folder for backups. Of SQLite the bot makes one a day, and as many as BACKUP_KEEP says "
        "stay; empty: none are made, and dice-poker backup makes one. Of PostgreSQL it makes none: "
        "deploy/postgresql-backup writes its dumps there, and the bot says how old the newest is.",
        Value("the name of a folder, or empty", str),
    )
    backup_keep: int = _setting(
        7,
        _DATA,
        "How many of the daily backups in BACKUP_DIR stay; older ones are deleted.",
        _whole("a whole number from {} to {}, such as 7", 1, 3650),
    )
    health_port: int | None = _setting(
        None,
        _HEALTH,
        "A port for /healthz, /readyz and /metrics over HTTP. Empty: none.",
        _whole("a port from {} to {}, such as 8080, or empty", 1, 65535),
    )
    health_address: str = _setting(
        "127.0.0.1",
        _HEALTH,
        "The address of this machine on which HEALTH_PORT is served: 127.0.0.1 for this machine "
        "alone, 0.0.0.0 for every network that it is in.",
        Value(
            "an address of this machine, such as 127.0.0.1 or 0.0.0.0",
            lambda text: str(ip_address(text)),
        ),
    )
    on_fault: Literal["exit", "stay"] = _setting(
        "exit",
        _HEALTH,
        "What the bot does where something has to be corrected first, such as the token. exit: "
        "it ends with exit code 2. stay: it goes on as a process that is not ready and leaves "
        "Discord alone, where something would start it again whatever its exit code is; the "
        "container does so.",
        _one_of("exit", "stay"),
    )
    shards: int | None = _setting(
        None,
        _CONNECTION,
        "How many connections to Discord (shards) share the servers. Empty: as many as Discord "
        "advises, which suits every bot on fewer than 2500 servers.",
        _whole("a whole number from {} to {}, or empty", 1, 10_000),
    )
    shard_ids: str = _setting(
        "",
        _CONNECTION,
        "Which of these connections this process holds, where several processes share one "
        "PostgreSQL database. Needs SHARDS. 2/4: every fourth from 2 on, for the process with "
        "number 2, or 6, of four. any/4: those of the first of four such numbers that no other "
        "process has. Empty: all of them.",
        Value(
            "a list of shard ids below SHARDS, such as 0-3 or 0,2, a part of them, such as 2/4 or "
            "any/4, or empty",
            _shard_ids,
        ),
    )

    @property
    def held_shards(self) -> list[int] | None:
        """The ids of the shards that this process runs; None for all of them.

        Raises ValueError if one of the `choices` has to be taken first.
        """
        part = _PART.fullmatch(self.shard_ids)
        if part is None:
            return numbers_in(self.shard_ids) or None
        number, parts = int(part[1]), int(part[2])
        return [*range(number % parts, self.shards or 0, parts)]

    @property
    def choices(self) -> tuple[Config, ...]:
        """The possible settings of this process: one for each part if it may run any of them."""
        part = _PART.fullmatch(self.shard_ids)
        if part is None or part[1] != "any":
            return (self,)
        parts = int(part[2])
        return tuple(replace(self, shard_ids=f"{number}/{parts}") for number in range(parts))


SETTINGS: Mapping[str, Setting] = {one.name: one.metadata["setting"] for one in fields(Config)}
"""The settings by the names of their fields, in order."""


def read_settings(given: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Read texts by the names of fields; an empty one takes its default.

    Returns the values, and for each faulty setting what is wrong with its text: a clause
    that follows the name of the setting.
    """
    values: dict[str, Any] = {}
    faults: dict[str, str] = {}
    for name, setting in SETTINGS.items():
        text = stripped(given.get(name, ""))
        if not text:
            continue
        try:
            values[name] = setting.value.read(text)
        except _ToldFault as error:
            faults[name] = str(error)
        except ValueError:
            faults[name] = _refusal(setting, text)
    if _highest(values.get("shard_ids", "")) >= values.get("shards", 0):
        faults["shard_ids"] = _refusal(SETTINGS["shard_ids"], given["shard_ids"])
    return values, faults


def _highest(shard_ids: str) -> int:
    """Return the highest id that has to be there: each part holds one at least; -1 for none."""
    part = _PART.fullmatch(shard_ids)
    return max(numbers_in(shard_ids), default=-1) if part is None else int(part[2]) - 1


def _refusal(setting: Setting, text: str) -> str:
    requirement = f"must be {setting.value.told}"
    if setting.secret or len(text) > 20:
        return requirement
    shown = "".join(letter if letter.isprintable() else "?" for letter in text)
    return f"is “{shown}” but {requirement}"


def stripped(text: str) -> str:
    """Return a text without surrounding whitespace and quotes.

    >>> stripped(' "abc" ')
    'abc'
    """
    text = text.strip()
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
