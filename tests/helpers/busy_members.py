"""Members of a simulated day: what they see, what they like to press, and what they type.

A member reads private pages, boards and the last messages of their server's channels, and presses
there what can be pressed, some things more gladly than others. What they press is refused where it
is not their turn, or too late: members are like that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Any, NamedTuple, TypeAlias

from bot.play.opening.play_options import entries
from bot.ui import custom_ids
from messages_read import components
from rules import registry

BUTTON, MENU, MEMBER_MENU = 2, 3, 5
"""Types of components."""

EPHEMERAL = 1 << 6
"""The flag of a private message."""

GLADLY = {
    "menu": 12,
    "press": 8,
    "submit": 16,
    "peek": 12,
    "mark": 3,
    "today": 6,
    "join": 5,
    "rematch": 3,
    "again": 3,
    "review": 2,
    "more": 2,
    "share": 2,
    "offer": 30,
    "beat": 30,
    "table": 3,
    "everybody": 8,
    "rules": 0.3,
    "proof": 0.5,
    "continue": 5,
    "leave": 0.3,
    "close": 0.3,
    "withdraw": 0.5,
    "decline": 1,
    "setting": 0.2,
    "own": 0.5,
    "remind": 0.3,
    "stay": 0.5,
}
"""How gladly a control is pressed, by its verb or that of the lobby; 1 where nothing stands here."""

NEVER = ("erase", "erase-now")
"""What is pressed by the schedule of the day alone."""

LEVELS = ("easy", "house", "perfect")

ENTRIES = tuple(one.key for one in entries(registry.games().values()))


class Press(NamedTuple):
    """A press of a control; `values` are those chosen from a menu, a member or the keys of lines."""

    message: Any
    custom_id: str
    values: Any = None


class Command(NamedTuple):
    """A command typed in a channel, with its options."""

    channel: Any
    name: str
    options: dict[str, Any]


Act: TypeAlias = Press | Command


@dataclass
class Server:
    """A server: its channels and members, the first of whom moderates it."""

    guild: Any
    channels: list[Any]
    members: list[Member] = field(default_factory=list)

    @property
    def moderator(self) -> Member:
        return self.members[0]


@dataclass
class Member:
    """A member with habits.

    `page` is the private message that they read, `active_until` when they put the phone away;
    `faithful` is how often they come back when others wait for them.
    """

    actor: Any
    server: Server
    random: Random
    faithful: float
    page: Any = None
    active_until: datetime | None = None
    pressed: list[Press] = field(default_factory=list)

    @property
    def id(self) -> int:
        return self.actor.id  # type: ignore[no-any-return]

    def next_act(self, seen: Channels, own_boards: Sequence[Any]) -> Act:
        """Return what the member presses or types next; `own_boards` wait for them."""
        chance = self.random.random()
        if chance < 0.05 and (again := [one for one in self.pressed if seen.has(one)]):
            return self.random.choice(again)
        if self.page is not None and (press := self._of_page(seen)) is not None:
            return press
        if own_boards and chance < 0.9:
            press = self._any_control(self.random.choice(own_boards))
            if press is not None:
                return press
        if chance < 0.45 and (message := self._recent(seen)) is not None:
            press = self._any_control(message)
            if press is not None:
                return press
        return self._command()

    def _of_page(self, seen: Channels) -> Press | None:
        """Return a press on the page; without any, or once it is dull, the page is put aside."""
        page = seen.message(self.page)
        press = None if page is None else self._any_control(page)
        plays = press is not None and custom_ids.read(press.custom_id).kind in custom_ids.OF_GAME  # type: ignore[union-attr]
        if press is None or self.random.random() < (0.02 if plays else 0.25):
            self.page = None
            return None
        return press

    def _recent(self, seen: Channels) -> Any:
        """Return one of the last messages of a channel on the member's server."""
        messages = seen.last_messages(self.random.choice(self.server.channels))
        return self.random.choice(messages) if messages else None

    def _any_control(self, message: Any) -> Press | None:
        """Return a press of something on a message, None if nothing there can be pressed."""
        shown = [one for one in components(message) if is_pressable(one)]
        weights = [gladly(one["custom_id"]) for one in shown]
        if not sum(weights):
            return None
        (one,) = self.random.choices(shown, weights)
        values: Any = None
        if one["type"] == MENU:
            values = [self.random.choice(one["options"])["value"]]
        elif one["type"] == MEMBER_MENU:
            values = self.random.choice(self.server.members).actor
        return Press(message, one["custom_id"], values)

    def _command(self) -> Command:
        channel = self.random.choice(self.server.channels)
        name = self.random.choices(
            ("play", "daily", "stats", "rounds", "settings"), (12, 3, 1, 1, 0.5)
        )[0]
        options: dict[str, Any] = {}
        other = self.random.choice(self.server.members).actor
        if name == "play":
            options = self._chosen(other)
        elif name == "stats" and self.random.random() < 0.5:
            options = {"member": other}
        return Command(channel, name, options)

    def _chosen(self, other: Any) -> dict[str, Any]:
        """Return the options of /play; not every game has each of them."""
        if self.random.random() < 0.1:
            return {}
        options: dict[str, Any] = {"game": self.random.choice(ENTRIES)}
        match self.random.choices(("alone", "computer", "member", "open"), (3, 4, 4, 3))[0]:
            case "computer":
                options["level"] = self.random.choices(LEVELS, (4, 4, 1))[0]
            case "member":
                options["opponent"] = other
            case "open":
                options["open"] = True
        if self.random.random() < 0.1:
            options["slow"] = True
        return options


class Channels:
    """What stands in the channels of the simulated Discord."""

    def __init__(self, backend: Any) -> None:
        self._backend = backend

    def message(self, message: Any) -> Any:
        """Return a message as it stands now, None if it is gone."""
        return self.at(message.channel_id, message.id)

    def has(self, act: Act) -> bool:
        """Return whether the message of a press still stands."""
        return not isinstance(act, Press) or self.message(act.message) is not None

    def at(self, channel: int, message: int | None) -> Any:
        """Return the message with these ids as it stands now, None if it is gone."""
        return self._backend.messages.get(channel, {}).get(message)

    def last_messages(self, channel: Any) -> list[Any]:
        """Return the last six public messages of a channel, and of its last two threads."""
        guild = self._backend.guilds.get(channel.guild.id)
        threads = [] if guild is None else guild.thread_ids
        inside = [one for one in threads if self._backend.channels[one].parent_id == channel.id]
        found = list[Any]()
        for place in (channel.id, *inside[-2:]):
            everything = [*self._backend.messages.get(place, {}).values()][-40:]
            found += [one for one in everything if not one.flags & EPHEMERAL][-6:]
        return found


def is_pressable(component: dict[str, Any]) -> bool:
    """Return whether a component is a control that is not disabled."""
    return (
        component["type"] in (BUTTON, MENU, MEMBER_MENU)
        and "custom_id" in component
        and not component.get("disabled")
    )


def verb_of(custom_id: str) -> str:
    """Return the verb of a control: for a lobby what it does, else that of the custom id."""
    control = custom_ids.read(custom_id)
    assert control is not None, custom_id
    if control.kind in ("lobby", "privacy"):
        return control.what.partition(".")[0]
    return control.verb


def gladly(custom_id: str) -> float:
    """Return how gladly a control is pressed."""
    verb = verb_of(custom_id)
    return 0 if verb in NEVER else GLADLY.get(verb, 1)
