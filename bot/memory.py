"""A bounded cache for values between two interactions, which a restart clears."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from cachetools import LRUCache

K = TypeVar("K")
V = TypeVar("V")

MOST = 4096
"""The default number of values in a cache."""


class Memory(LRUCache[K, V]):
    """A cache of `most` values by key; the least recently used value is dropped first.

    If `member` returns the member to whom a key belongs, their values can be dropped.
    """

    def __init__(self, most: int = MOST, member: Callable[[K], int] | None = None) -> None:
        super().__init__(most)
        self._member = member

    def forget(self, user: int) -> None:
        """Drop the values that belong to a member who was erased."""
        if self._member is not None:
            for key in [key for key in self if self._member(key) == user]:
                del self[key]
