"""The settings of a server, which its managers choose in `/settings`.

A setting is one field of `ServerSettings`: its kind defines the possible choices, the format in
which the choice is stored as text, and its control in the panel. The first value is the default,
and a default is not stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeAlias

from bot.language.languages import KNOWN, LANGUAGES
from bot.table.opening import OpenRequest
from bot.table.time_limits import DAY, HOUR
from rules import registry
from rules.game import NamedKey
from rules.text import Text, say, say_count, say_in

AUTOMATIC = "auto"
"""The value of a setting that is determined automatically."""

MINUTES = (2, 3, 5, 10, 15, 30, HOUR, 3 * HOUR, 12 * HOUR, DAY)
"""The minutes of a turn that a server can choose."""

MOST_CHANNELS = 25
"""The largest number of channels in a menu of Discord."""


@dataclass(frozen=True, slots=True)
class ChoiceSetting:
    """One of several values; its type is `str`."""

    about: Text
    values: Callable[[], tuple[NamedKey, ...]]

    @property
    def default(self) -> str:
        """The key of the first value."""
        return self.values()[0].key

    def parse(self, text: str) -> str:
        """Return the value stored as `text`; the default if it is unknown."""
        return text if text in {value.key for value in self.values()} else self.default

    def format(self, value: str) -> str:
        """Return a value as it is stored."""
        return value


STATES = {"on": True, "off": False}
"""The states of a switch, as they are stored and as the control that turns it names them."""


@dataclass(frozen=True, slots=True)
class SwitchSetting:
    """On or off; its type is `bool`."""

    about: Text
    default: bool

    def parse(self, text: str) -> bool:
        """Return the value stored as `text`."""
        return STATES.get(text, self.default)

    def format(self, value: bool) -> str:
        """Return a value as it is stored."""
        return "on" if value else "off"


@dataclass(frozen=True, slots=True)
class SeveralSetting:
    """Any of several values; an empty choice stands for all. Its type is a tuple of `str`."""

    about: Text
    none: Text
    values: Callable[[], tuple[NamedKey, ...]]
    default: tuple[str, ...] = ()

    def parse(self, text: str) -> tuple[str, ...]:
        """Return the values stored as `text`, in their order, without unknown ones."""
        chosen = text.split(",")
        return tuple(value.key for value in self.values() if value.key in chosen)

    def format(self, value: tuple[str, ...]) -> str:
        """Return values as they are stored."""
        return ",".join(value)


@dataclass(frozen=True, slots=True)
class ChannelsSetting:
    """Up to `most` channels of the server, by their ids. Its type is a tuple of `int`.

    `none` is the text for an empty choice, `gone` the text if the chosen channels were deleted.
    """

    about: Text
    none: Text
    gone: Text
    most: int = MOST_CHANNELS
    default: tuple[int, ...] = ()

    def parse(self, text: str) -> tuple[int, ...]:
        """Return the ids stored as `text`."""
        return tuple(int(part) for part in text.split(",") if part.isdecimal())[: self.most]

    def format(self, value: tuple[int, ...]) -> str:
        """Return ids as they are stored."""
        return ",".join(map(str, value))


Setting: TypeAlias = ChoiceSetting | SwitchSetting | SeveralSetting | ChannelsSetting


def _languages() -> tuple[NamedKey, ...]:
    own = (
        NamedKey(key, say_in("a language, by its own name", "{name}", name=language.name))
        for key, language in KNOWN.items()
    )
    return (NamedKey(AUTOMATIC, say("automatic")), *own)


def _games() -> tuple[NamedKey, ...]:
    return tuple(NamedKey(key, game.info.name) for key, game in registry.games().items())


def _times() -> tuple[NamedKey, ...]:
    times = (NamedKey(str(minutes), _duration(minutes)) for minutes in MINUTES)
    return (NamedKey(AUTOMATIC, say("as usual")), *times)


def _duration(minutes: int) -> Text:
    if minutes == DAY:
        return say("a day")
    if minutes < HOUR:
        return say_count("{n} minute", "{n} minutes", minutes)
    return say_count("{n} hour", "{n} hours", minutes // HOUR)


def _setting(kind: Setting) -> Any:
    return field(default=kind.default, metadata={"setting": kind})


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The choices of a server's managers; each field is one setting."""

    language: str = _setting(ChoiceSetting(say_in("setting", "Language"), _languages))
    channels: tuple[int, ...] = _setting(
        ChannelsSetting(
            say_in("setting", "Channels to play in"),
            say("every channel"),
            say("⚠️ The chosen channels do not exist any more: nothing can be opened."),
        )
    )
    games: tuple[str, ...] = _setting(
        SeveralSetting(say_in("setting", "Games to choose from"), say("all games"), _games)
    )
    minutes: str = _setting(ChoiceSetting(say_in("setting", "Time for a turn"), _times))
    reminders: bool = _setting(SwitchSetting(say_in("setting", "Reminders"), default=True))
    card: tuple[int, ...] = _setting(
        ChannelsSetting(
            say_in("setting", "Card of the daily challenge in"),
            say("the channel where it is shared"),
            say("⚠️ The chosen channel does not exist any more: nobody can share the day."),
            most=1,
        )
    )

    @property
    def chosen_language(self) -> str | None:
        """The language of new rounds, None where it is left to the members."""
        return self.language if self.language in LANGUAGES else None

    def plays_in(self, places: tuple[int, ...]) -> bool:
        """Return whether rounds may be opened in a channel.

        `places` are its id and, for a thread, that of the channel that holds it.
        """
        return not self.channels or bool({*places} & {*self.channels})

    def offers(self, game: str) -> bool:
        """Return whether rounds of a game may be opened."""
        return not self.games or game in self.games

    def complete(self, request: OpenRequest) -> OpenRequest:
        """Return a request with the minutes for a turn that the server has chosen."""
        minutes = None if self.minutes == AUTOMATIC else int(self.minutes)
        return replace(request, minutes=minutes)


SETTINGS: Mapping[str, Setting] = {
    each.name: each.metadata["setting"] for each in fields(ServerSettings)
}
"""The settings by their keys, in the order of the panel."""


def read_settings(stored: Mapping[str, str]) -> ServerSettings:
    """Return the stored settings; unknown keys are ignored.

    >>> read_settings({"minutes": "30", "channels": "5,7", "unknown": "x"}).channels
    (5, 7)
    """
    values: dict[str, Any] = {
        key: SETTINGS[key].parse(text) for key, text in stored.items() if key in SETTINGS
    }
    return ServerSettings(**values)


def stored_value(key: str, value: Any) -> str | None:
    """Return the value of a setting as it is stored, None for the default.

    >>> stored_value("reminders", False), stored_value("reminders", True)
    ('off', None)
    >>> stored_value("games", ("a", "b"))
    'a,b'
    """
    setting = SETTINGS[key]
    return None if value == setting.default else setting.format(value)
