"""What a process remembers between two interactions: bounded, and forgotten by a restart."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from cachetools import LRUCache

K = TypeVar("K")
V = TypeVar("V")

MOST = 4096
"""How many values are remembered unless another number is given."""


class Memory(LRUCache[K, V]):
    """Remembers values by key, `most` of them; what was used least recently is forgotten first.

    Where `member` returns the member of a key, theirs can be forgotten.
    """

    def __init__(self, most: int = MOST, member: Callable[[K], int] | None = None) -> None:
        super().__init__(most)
        self._member = member

    def forget(self, user: int) -> None:
        """Forget what belongs to a member who was erased."""
        if self._member is not None:
            for key in [key for key in self if self._member(key) == user]:
                del self[key]
