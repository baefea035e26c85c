"""Caching of the tables of exact play: computed on first use, once per process, read-only."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.intp]
BoolArray: TypeAlias = NDArray[np.bool_]


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array
