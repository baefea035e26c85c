"""Caching of the tables of exact play: computed on first use, once per process, read-only."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from threading import RLock
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.intp]
BoolArray: TypeAlias = NDArray[np.bool_]

T = TypeVar("T")


def cached_once(build: Callable[..., T]) -> Callable[..., T]:
    """Return `build` with a cache that builds each table once, also with several threads.

    Threads that call it during the build wait for the result (`functools.cache`
    would build twice). Arguments are positional and hashable. `__wrapped__` is
    the function without the cache.

    >>> table = cached_once(lambda size: list(range(size)))
    >>> table(3) is table(3)
    True
    """
    lock = RLock()
    built: dict[tuple[Hashable, ...], T] = {}

    @wraps(build)
    def table(*key: Hashable) -> T:
        if key not in built:
            with lock:
                if key not in built:
                    built[key] = build(*key)
        return built[key]

    return table


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """Make `array` read-only and return it."""
    array.flags.writeable = False
    return array
