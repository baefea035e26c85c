"""What members choose for themselves in `/settings`: switches of the features, and a language."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.language.languages import KNOWN
from bot.storage.thread import StorageThread
from bot.table.store import member_settings
from rules.text import Text

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Switch:
    """Something that a member turns on and off for themselves, and what it does when it is on.

    `is_on` tells how it stands for a member, `turn` stores it.
    """

    name: Text
    about: Text
    is_on: Callable[[int], Awaitable[bool]]
    turn: Callable[[int, bool], Awaitable[None]]


class MemberLanguages:
    """The languages that members have chosen, all of them in memory: every answer asks for one."""

    def __init__(self, storage: StorageThread) -> None:
        self._storage = storage
        self._chosen: dict[int, str] = {}

    async def load(self) -> None:
        """Read who has chosen which language; those that are not known any more are left out."""
        stored = await self._storage.read(member_settings.languages)
        self._chosen = {user: key for user, key in stored.items() if key in KNOWN}

    def of(self, user: int) -> str | None:
        """Return the language of a member, None for that of their Discord."""
        return self._chosen.get(user)

    async def choose(self, user: int, language: str | None) -> None:
        """Store the language of a member; None leaves it to their Discord."""
        await self._storage.write(member_settings.set_language, user, language)
        self._chosen.pop(user, None)
        if language is not None:
            self._chosen[user] = language

    def forget(self, user: int) -> None:
        """Forget a member who was erased."""
        self._chosen.pop(user, None)

    async def forget_all(self) -> None:
        """Read all of them again, after another process has erased members."""
        await self.load()
