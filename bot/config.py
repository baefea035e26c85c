"""The host's settings: one table with the kind, the default and the sentence of each.

A setting has the name of its field in capitals: `TURN_MINUTES`. `load` reads them from the
environment, which goes first, and from `.env`; `python -m bot.env_example` writes `.env.example`.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from io import StringIO
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Literal

from dotenv.main import resolve_variables
from dotenv.parser import Binding, parse_stream

from bot.language.languages import LANGUAGES

ENV_FILE = Path(".env")
"""The file of settings, in the working directory."""

PORTAL_INSTRUCTIONS = (
    "copy the token from https://discord.com/developers/applications "
    "(your application, Bot, Reset Token) and give it to dice-poker setup, or write it into .env "
    "or the file of your service"
)
"""The remedy for a missing or wrong bot token."""

RETIRED = frozenset(
    {
        *("OPEN_ROUNDS_PER_MEMBER", "OPENINGS_PER_MEMBER", "PINGS_PER_MEMBER", "BACKUP_KEEP"),
        *("LOG_FILE", "DEVELOPMENT_SERVER", "ON_FAULT"),
    }
)
"""The settings of 1.0.0 that are no longer read."""

OTHERS = ("HEALTH_ADDRESS", "NO_PROXY", "POSTGRES_PASSWORD", "COMPOSE_")
"""The beginnings of other names in `.env`: one that is read until 3.0, and those of compose."""

MOST_MINUTES = 1440
"""The most minutes of a turn: a day."""

LONGEST_REPEATED = 20
"""The most characters of a faulty value that its message repeats."""

SIMILARITY = 0.85
"""How similar to a setting's name a misspelt one is, as `difflib` measures it, from 0 to 1."""


class ConfigError(Exception):
    """Raised for faulty settings; `faults` holds one message per fault, each a single line."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of value; `requirement` describes it, following the words "must be".

    `read` converts a text that is not empty, and raises ValueError if it is not valid.
    """

    requirement: str
    read: Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Setting:
    """The description of a field of `Config`; the value of a secret one is never repeated."""

    kind: Kind
    default: Any
    sentence: str
    secret: bool

    @property
    def written_default(self) -> str:
        """The default as it stands in `.env`, empty if there is none."""
        return "" if self.default is None else str(self.default)


def _setting(kind: Kind, default: Any, sentence: str, *, secret: bool = False) -> Any:
    setting = Setting(kind, default, sentence, secret)
    return field(default=default, repr=not secret, metadata={"setting": setting})


def _database_url(text: str) -> str:
    if not re.fullmatch(r"sqlite(\+pysqlite)?://(/[^?]*)?|postgres(ql)?(\+psycopg)?://.+", text):
        raise ValueError
    return re.sub(r"^postgres(ql)?://", "postgresql+psycopg://", text)


def _choice(*choices: str, empty: bool = False) -> Kind:
    def read(text: str) -> str:
        for choice in choices:
            if choice.lower() == text.lower():
                return choice
        raise ValueError

    *most, last = (*choices, "empty") if empty else choices
    return Kind(f"{', '.join(most)} or {last}", read)


def _whole_number(requirement: str, highest: int) -> Kind:
    def read(text: str) -> int:
        number = int(text)
        if not 1 <= number <= highest:
            raise ValueError
        return number

    return Kind(requirement.format(highest), read)


def _minutes(text: str) -> float:
    number = float(text)
    if not 0 < number <= MOST_MINUTES:  # "nan" is within no limits
        raise ValueError
    return number


def _address_and_port(text: str) -> tuple[str, int]:
    """Read `port` or `address:port`, with an IPv6 address in brackets."""
    address, _, port = text.rpartition(":")
    if not 1 <= int(port) <= 65535:
        raise ValueError
    return str(ip_address(address.strip("[]") or "127.0.0.1")), int(port)


def _proxy(text: str) -> str:
    """Read the address of a proxy as aiohttp takes it: with user and password, if it has them."""
    from yarl import URL  # noqa: PLC0415 - few hosts set a proxy

    url = URL(text if "://" in text else f"http://{text}")
    is_known = url.scheme in ("http", "https") and url.host and url.port
    if not is_known or " " in str(url.host) or url.raw_path_qs not in ("", "/"):
        raise ValueError
    if ":" in (url.user or "") or "#" in text:  # which would end the host
        raise ValueError
    f"{url.user}{url.password}".encode("latin1")  # so aiohttp writes them
    return str(url).removesuffix("/")


def _bypasses_proxy(names: str) -> bool:
    """Return whether Discord is among the names of NO_PROXY, as the standard library reads them."""
    from urllib import request  # noqa: PLC0415 - few hosts set a proxy

    matches = request.proxy_bypass_environment  # type: ignore[attr-defined]  # unknown to typeshed
    return bool(matches("discord.com:443", {"no": names}))


_PART = re.compile(r"(any|\d{1,5})/([1-9]\d{0,4})")
"""What 1.0.0 took for a list of shard ids: a part, by its number or any, and how many there are."""


def _shard_ids(text: str) -> str:
    if not re.fullmatch(r"\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?)*", text) or not numbers_in(text):
        raise ValueError
    return text


@dataclass(frozen=True, kw_only=True)
class Config:
    """The settings. The constructor checks nothing; `load` reads and checks them."""

    discord_token: str = _setting(
        Kind("the bot's token, not the application's id, public key or client secret", str),
        "",
        "The bot's token; needed to run on Discord. Keep it secret: whoever has it is the bot. "
        "In the Developer Portal: your application, Bot, Reset Token.",
        secret=True,
    )
    discord_token_file: str = _setting(
        Kind("the name of a file, or empty", os.path.expanduser),
        "",
        "A file that holds the token alone, in place of DISCORD_TOKEN: a secret of a container, or "
        "a credential of systemd. DISCORD_TOKEN goes first. Empty: none.",
    )
    database_url: str = _setting(
        Kind(
            "an address that begins with sqlite:/// and names a file by a path without ?, or with "
            "postgresql:// and names a database",
            _database_url,
        ),
        "sqlite:///dice-poker.sqlite3",
        "The database of the rounds. A file suits one process; "
        "postgresql://name:password@host/database suits several.",
        secret=True,
    )
    public_language: str = _setting(
        _choice(*LANGUAGES, empty=True),
        "",
        "The language of public messages where a server chose none. Empty: a Community server's "
        "own language, elsewhere that of the member who opens a round.",
    )
    turn_minutes: float = _setting(
        Kind("a number of minutes above 0 and at most 1440, such as 10 or 0.5", _minutes),
        10,
        "How many minutes a player has for a turn where a server chose no others, and a round "
        "waits for its players. Alone, a round rests after them.",
    )
    daily: Literal["on", "off"] = _setting(
        _choice("on", "off"),
        "on",
        "Whether there is a daily challenge, /daily, the same dice for everybody once a day.",
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"] = _setting(
        _choice("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"),
        "INFO",
        "How much is logged, on standard error. INFO is a line for every act at a table.",
    )
    log_format: Literal["text", "json"] = _setting(
        _choice("text", "json"),
        "text",
        "How a line of the log looks: text, or json, one object a line with the fields time, "
        "level, logger and message, and those of the act: round, game, seat, action.",
    )
    keep_rounds_days: int | None = _setting(
        _whole_number("a whole number of days from 1 to {}, or empty (never)", 36_500),
        None,
        "After how many days the moves of ended rounds are deleted; their results stay. Such "
        "rounds cannot be reviewed any more.",
    )
    backup_dir: str = _setting(
        Kind("the name of a folder, or empty", os.path.expanduser),
        "",
        "A folder for backups. Of SQLite the bot makes one a day, and the newest seven stay; "
        "empty: none are made, and dice-poker backup makes one. Of PostgreSQL it makes none: "
        "deploy/postgresql-backup writes its dumps there, and the bot says how old the newest is.",
    )
    health_port: tuple[str, int] | None = _setting(
        Kind(
            "a port such as 8080, an address in digits and a port such as 0.0.0.0:8080, or empty",
            _address_and_port,
        ),
        None,
        "A port for /healthz, /readyz and /metrics over HTTP. 8080 is served to this machine "
        "alone, 0.0.0.0:8080 on every network that it is in. Empty: none.",
    )
    https_proxy: str = _setting(
        Kind(
            "an address such as http://proxy:3128 or http://user:password@proxy:3128, or empty",
            _proxy,
        ),
        "",
        "A proxy for everything that is asked of Discord, unless NO_PROXY names discord.com. Signs "
        "such as @ and / in its password are written as %40 and %2F. Empty: none.",
        secret=True,
    )
    shards: int | None = _setting(
        _whole_number("a whole number from 1 to {}, or empty", 10_000),
        None,
        "How many connections to Discord (shards) share the servers. Empty: as many as Discord "
        "advises, which suits every bot on fewer than 2500 servers.",
    )
    shard_ids: str = _setting(
        Kind("a list of shard ids below SHARDS, such as 0-3 or 0,2, or empty", _shard_ids),
        "",
        "Which of these connections this process holds, where several processes share one "
        "PostgreSQL database, each with its own. Needs SHARDS. Empty: all of them.",
    )
    not_read: str = field(default="", compare=False)
    """A warning that names what is set but no setting, empty if there is nothing of the kind."""

    @property
    def held_shards(self) -> list[int] | None:
        """The ids of the shards that this process runs; None for all of them."""
        return numbers_in(self.shard_ids) or None

    @property
    def unserved(self) -> str:
        """A warning of servers whose shards no process can hold, empty if there are none."""
        held = self.held_shards
        if held is None or len(held) == self.shards or not self.database_url.startswith("sqlite"):
            return ""
        return (
            f"SHARD_IDS names {len(held)} of {self.shards} shards, and SQLite serves one process "
            "alone, so that the servers of the other shards have no bot: leave SHARD_IDS empty, or "
            "move to PostgreSQL"
        )

    @property
    def proxy(self) -> str:
        """The address of the proxy to be shown, without user and password; empty for none."""
        scheme, _, rest = self.https_proxy.partition("://")
        return f"{scheme}://{rest.rpartition('@')[2]}" if rest else ""


SETTINGS: Mapping[str, Setting] = {
    each.name.upper(): each.metadata["setting"] for each in fields(Config) if each.metadata
}
"""The settings by their names, in order."""


def load(file: Path = ENV_FILE, *, needs_token: bool = True, any_token: bool = False) -> Config:
    """Read the settings from the environment and from `file`, which may be absent.

    Raises ConfigError with all faults; with `needs_token`, a missing token is one of them, and with
    `any_token` a faulty one is none. No message repeats a secret value.
    """
    lines = _lines_of(file)
    in_file = resolve_variables(
        ((line.key, line.value) for line in lines if line.key), override=True
    )
    texts = {**_by_name(in_file), **_by_name(os.environ)}
    values, faults = read_settings(texts)
    if any_token:
        faults = {name: faults[name] for name in faults if not name.startswith("DISCORD_TOKEN")}
    if needs_token and not {"DISCORD_TOKEN", "DISCORD_TOKEN_FILE"} & texts.keys():
        faults["DISCORD_TOKEN"] = f"is missing: {PORTAL_INSTRUCTIONS}"
    messages = [
        f"{file}, line {line.original.line}, cannot be understood: write it as NAME=value."
        for line in lines
        if line.error or (line.key and not _is_assignment(line))
    ]
    messages += [f"{name} {faults[name]}." for name in SETTINGS if name in faults]
    not_read = _warn_of_unread(
        [line.key.upper() for line in lines if line.key and _is_assignment(line)]
    )
    if messages:
        raise ConfigError((*messages, not_read) if not_read else tuple(messages))
    return Config(**{name.lower(): value for name, value in values.items()}, not_read=not_read)


def read_settings(named_texts: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Read the texts of settings, by name; none of them is empty.

    Returns the values, and for each faulty setting what is wrong with its text: a clause
    that follows the name of the setting.
    """
    texts = {name: named_texts[name] for name in SETTINGS if name in named_texts}
    address = named_texts.get("HEALTH_ADDRESS")  # a setting of 1.0.0, read until 3.0
    if address and texts.get("HEALTH_PORT", "").isdecimal():
        texts["HEALTH_PORT"] = f"{address}:{texts['HEALTH_PORT']}"
    values: dict[str, Any] = {}
    faults: dict[str, str] = {}
    for name, text in texts.items():
        try:
            values[name] = SETTINGS[name].kind.read(text)
        except ValueError:
            faults[name] = _refusal(SETTINGS[name], text)
    _read_token(values, faults)
    if "HTTPS_PROXY" in values and _bypasses_proxy(named_texts.get("NO_PROXY", "")):
        del values["HTTPS_PROXY"]
    if "SHARD_IDS" in texts:
        _check_shard_ids(texts["SHARD_IDS"], values, faults)
    return values, faults


def _read_token(values: dict[str, Any], faults: dict[str, str]) -> None:
    """Check the token; where none is given, add that of the file named for it."""
    if "DISCORD_TOKEN" in values:
        fault = fault_of_token(values["DISCORD_TOKEN"])
        if fault:
            faults["DISCORD_TOKEN"] = fault
        return
    name = values.get("DISCORD_TOKEN_FILE")
    if not name:
        return
    values["DISCORD_TOKEN"], fault = _token_in(Path(name))
    if fault:
        faults["DISCORD_TOKEN_FILE"] = f"names {name}{fault}"


def _token_in(file: Path) -> tuple[str, str]:
    """Return the token in a file, and what is wrong with the file, following its name."""
    remedy = "make it a file that the bot may read"
    if file.exists() and not file.is_file():  # a device or pipe may have no end
        return "", f", which is a folder, a pipe or a device: {remedy}"
    try:
        token = strip_quotes(file.read_text("utf-8-sig"))
    except UnicodeDecodeError:
        return "", ", which is not UTF-8 text: save it as such"
    except OSError as error:
        return "", f", which cannot be read ({error.strerror}): {remedy}"
    fault = fault_of_token(token) if token else f"is missing: {PORTAL_INSTRUCTIONS}"
    return token, fault and f"; the token in it {fault}"


def _check_shard_ids(text: str, values: Mapping[str, Any], faults: dict[str, str]) -> None:
    """Check that the shards of a list exist; for a part of 1.0.0, name the list to write."""
    if "SHARDS" not in {*values, *faults}:
        faults["SHARD_IDS"] = (
            "needs SHARDS: set it too, to the number of all shards, the same for every process"
        )
        return
    if "SHARDS" in faults:  # which says nothing of the list
        return
    shards, part = values["SHARDS"], _PART.fullmatch(text)
    if part is not None and int(part[2]) <= shards:
        count = int(part[2])
        lists = [",".join(map(str, range(first, shards, count))) for first in range(count)]
        if part[1] == "any":
            faults["SHARD_IDS"] = f"is a list now: give each process its own, {'; '.join(lists)}"
        else:
            faults["SHARD_IDS"] = f"is a list now: write {lists[int(part[1]) % count]}"
    elif max(numbers_in(values.get("SHARD_IDS", "")), default=-1) >= shards:
        faults["SHARD_IDS"] = _refusal(SETTINGS["SHARD_IDS"], text)


def _refusal(setting: Setting, text: str) -> str:
    requirement = f"must be {setting.kind.requirement}"
    if setting.secret or len(text) > LONGEST_REPEATED:
        return requirement
    printable = "".join(letter if letter.isprintable() else "?" for letter in text)
    return f"is “{printable}” but {requirement}"


def _by_name(texts: Mapping[str, str | None]) -> dict[str, str]:
    """Return the texts that are not empty, by their names in capitals."""
    stripped_texts = {name.upper(): strip_quotes(text or "") for name, text in texts.items()}
    return {name: text for name, text in stripped_texts.items() if text}


def _is_assignment(line: Binding) -> bool:
    """Return whether a line sets a name; another one may be a secret in the wrong place."""
    return line.value is not None and re.fullmatch(r"[A-Za-z_]\w*", line.key or "") is not None


def _warn_of_unread(in_file: Sequence[str]) -> str:
    """Return one line that names what is set in vain, empty if nothing is.

    Of the file, whose names are given, that is every name that is no setting; of the environment,
    which belongs to other programs too, a retired setting or a misspelt one.
    """
    unread = []
    environment = {name.upper() for name in os.environ}
    if os.environ.get("ON_FAULT", "").lower() == "stay":  # so say the compose files of 1.0.0
        environment.remove("ON_FAULT")
    for name in sorted({*in_file, *environment} - {*SETTINGS}):
        if name.startswith(OTHERS):
            continue
        meant = _similar_setting(name)
        if meant and meant not in in_file and meant not in environment:
            unread.append(f"{name} (is it {meant}?)")
        elif name in in_file or name in RETIRED:
            unread.append(name)
    if not unread:
        return ""
    names = ", ".join(unread)
    return f"These are no settings of the bot and are not read: {names}. .env.example has them all."


def _similar_setting(name: str) -> str:
    """Return the setting whose name is misspelt as `name`, empty if there is none.

    A name that only adds something to a setting, such as TEST_DATABASE_URL, is another program's.
    """
    for meant in get_close_matches(name, SETTINGS, n=1, cutoff=SIMILARITY):
        if meant not in name or len(name) <= len(meant) + 1:
            return meant
    return ""


def _lines_of(file: Path) -> Sequence[Binding]:
    try:
        text = file.read_text("utf-8-sig") if file.exists() else ""
        return tuple(parse_stream(StringIO(text)))
    except UnicodeDecodeError:
        fault = f"{file} is not UTF-8 text: save it again in this encoding."
    except OSError as error:
        fault = f"{file} cannot be read ({error.strerror}): make it a file that you may read."
    raise ConfigError((fault,))


def exposure_of(file: Path) -> str:
    """Return a warning if every user of the machine may read `file`, else an empty string."""
    try:
        mode = file.stat().st_mode
    except OSError:
        return ""
    if os.name != "posix" or not mode & stat.S_IROTH:
        return ""
    return f"{file} can be read by every user of this machine: protect it with chmod 600 {file}"


def strip_quotes(text: str) -> str:
    """Return a text without surrounding whitespace and quotes.

    >>> strip_quotes(' "abc" ')
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
