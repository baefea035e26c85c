"""The types of the arrays of exact play."""

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
