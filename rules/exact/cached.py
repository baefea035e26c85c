"""Tables that are built when they are first needed, once per process."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from threading import RLock
from typing import TypeVar

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
