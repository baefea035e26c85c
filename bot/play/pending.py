"""What members asked for and have not decided yet, kept in memory until they press a button."""

from __future__ import annotations

from typing import Generic, TypeVar

from cachetools import LRUCache

from rules.text import say

T = TypeVar("T")

REMEMBERED = 1024
"""How many requests are remembered; the oldest is forgotten first, all of them by a restart."""

NOT_REMEMBERED = say("This was done already, or you asked for it too long ago. Please ask again.")
"""The refusal of a button whose request is not remembered any more."""


class Pending(Generic[T]):
    """Requests by member, and by the number that their buttons carry."""

    def __init__(self) -> None:
        self._requests: LRUCache[tuple[int, int], T] = LRUCache(REMEMBERED)

    def keep(self, user: int, number: int, request: T) -> None:
        """Remember a request, or what has become of it."""
        self._requests[user, number] = request

    def get(self, user: int, number: int) -> T | None:
        """Return a member's request, None if it is not remembered."""
        return self._requests.get((user, number))

    def take(self, user: int, number: int) -> T | None:
        """Return a member's request and forget it, so that it is carried out once."""
        return self._requests.pop((user, number), None)

    def forget(self, user: int) -> None:
        """Forget all requests of a member."""
        for key in [key for key in self._requests if key[0] == user]:
            del self._requests[key]

    def forget_all(self) -> None:
        """Forget all requests of all members."""
        self._requests.clear()
