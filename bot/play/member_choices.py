"""Choices of members for themselves: switches of the features, a language."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Protocol

from bot.storage.statement import Connection
from bot.storage.thread import StorageThread
from bot.table.store import member_settings
from rules.text import Text

FRESH_SECONDS = 45.0
"""The interval at which choices are read again that members have made in other processes."""

ON = "on"
"""The stored value of a switch that is off by default and turned on."""

OFF = "off"
"""The stored value of a switch that is on by default and turned off."""


@dataclass(frozen=True, slots=True)
class MemberSwitch:
    """A switch that a member turns on and off for themselves, and its effect when it is on.

    `is_on` returns the state of the switch for a member, `turn` stores it.
    """

    name: Text
    about: Text
    is_on: Callable[[int], Awaitable[bool]]
    turn: Callable[[int, bool], Awaitable[None]]


class SetSwitch(Protocol):
    """Stores whether a switch of a member is on."""

    def __call__(self, connection: Connection, user: int, /, *, on: bool) -> None: ...


def stored_switch(
    name: Text,
    about: Text,
    *,
    storage: StorageThread,
    is_on: Callable[[Connection, int], bool],
    turn: SetSwitch,
) -> MemberSwitch:
    """Return a switch that two functions of a store read and write."""

    async def is_on_now(user: int) -> bool:
        return await storage.read(is_on, user)

    async def turn_it(user: int, on: bool) -> None:
        await storage.write(turn, user, on=on)

    return MemberSwitch(name, about, is_on_now, turn_it)


class MemberChoices(dict[int, str]):
    """The choices of members under one key, by member, in memory because every answer needs them.

    `known` are the values that may be chosen; other stored values are left out.
    """

    def __init__(self, storage: StorageThread, key: str, known: Collection[str]) -> None:
        super().__init__()
        self._storage, self._key, self._allowed = storage, key, known

    async def load(self) -> None:
        """Read the choices of all members."""
        stored = await self._storage.read(member_settings.choices, self._key)
        self.clear()
        self.update({user: value for user, value in stored.items() if value in self._allowed})

    async def choose(self, user: int, value: str | None) -> None:
        """Store the choice of a member; None takes it back."""
        if value == self.get(user):
            return
        await self._storage.write(member_settings.choose, user, self._key, value)
        self.forget(user)
        if value is not None:
            self[user] = value

    def forget(self, user: int) -> None:
        self.pop(user, None)


async def load_all(every: Iterable[MemberChoices]) -> None:
    """Read some choices of all members."""
    for choices in every:
        await choices.load()
