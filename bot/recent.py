"""A mapping of bounded size, for what may be forgotten."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(OrderedDict[K, V]):
    """A mapping that keeps the `most` keys that were set or used most recently.

    >>> names = Recent(2)
    >>> names["a"], names["b"] = 1, 2
    >>> names.use("a")
    1
    >>> names["c"] = 3
    >>> list(names)
    ['a', 'c']
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: V) -> None:
        """Set a key; the one that was set or used least recently is forgotten if need be."""
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)

    def use(self, key: K) -> V | None:
        """Return the value of a key that is used now, None where it is not kept."""
        if key not in self:
            return None
        self.move_to_end(key)
        return self[key]
