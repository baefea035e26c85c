"""What members choose for themselves: switches of the features, a language, their help."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass

from bot.storage.thread import StorageThread
from bot.table.store import member_settings
from rules.text import Text

log = logging.getLogger(__name__)

ON = "on"
"""What is chosen of a switch that is turned on, where it stands in `MemberChoices`."""


@dataclass(frozen=True, slots=True)
class Switch:
    """Something that a member turns on and off for themselves, and what it does when it is on.

    `is_on` tells how it stands for a member, `turn` stores it.
    """

    name: Text
    about: Text
    is_on: Callable[[int], Awaitable[bool]]
    turn: Callable[[int, bool], Awaitable[None]]


class MemberChoices:
    """What members have chosen under one key, all of it in memory: every answer asks for it.

    `known` are the values that may be chosen; stored ones that are not known any more are left
    out.
    """

    def __init__(self, storage: StorageThread, key: str, known: Collection[str]) -> None:
        self._storage, self._key, self._known = storage, key, known
        self._chosen: dict[int, str] = {}

    async def load(self) -> None:
        """Read who has chosen what."""
        stored = await self._storage.read(member_settings.choices, self._key)
        self._chosen = {user: value for user, value in stored.items() if value in self._known}

    def of(self, user: int) -> str | None:
        """Return what a member has chosen, None for nothing."""
        return self._chosen.get(user)

    async def choose(self, user: int, value: str | None) -> None:
        """Store what a member chooses; None takes it back."""
        if value == self._chosen.get(user):
            return
        await self._storage.write(member_settings.choose, user, self._key, value)
        self._chosen.pop(user, None)
        if value is not None:
            self._chosen[user] = value

    def forget(self, user: int) -> None:
        """Forget a member who was erased."""
        self._chosen.pop(user, None)
