"""What members choose for themselves: switches of the features, a language, their hints."""

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


class MemberChoices(dict[int, str]):
    """What members have chosen under one key, by member: every answer asks for it.

    `known` are the values that may be chosen; stored ones that are not known any more are left
    out.
    """

    def __init__(self, storage: StorageThread, key: str, known: Collection[str]) -> None:
        super().__init__()
        self._storage, self._key, self._known = storage, key, known

    async def load(self) -> None:
        """Read who has chosen what."""
        stored = await self._storage.read(member_settings.choices, self._key)
        self.clear()
        self.update({user: value for user, value in stored.items() if value in self._known})

    async def choose(self, user: int, value: str | None) -> None:
        """Store what a member chooses; None takes it back."""
        if value == self.get(user):
            return
        await self._storage.write(member_settings.choose, user, self._key, value)
        self.forget(user)
        if value is not None:
            self[user] = value

    def forget(self, user: int) -> None:
        """Forget a member who was erased."""
        self.pop(user, None)
