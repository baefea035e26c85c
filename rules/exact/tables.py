"""Tables of exact play: built when first needed, once per process, then only read."""

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


def once(build: Callable[..., T]) -> Callable[..., T]:
    """Return `build` with a memory: each table is built once, whoever asks first.

    Others who ask meanwhile wait for it (`functools.cache` would build twice).
    Arguments are positional and hashable. The bare builder stays in reach as
    `__wrapped__`.

    >>> table = once(lambda size: list(range(size)))
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
    """Return the same array, which from now on refuses to be written to."""
    array.flags.writeable = False
    return array
