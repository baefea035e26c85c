"""The colours of charts and other pictures."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

BACKGROUND, FOREGROUND = "#2b2d31", "#f2f3f5"
GRID = "#3f4147"

LINES = (
    "#56b4e9",
    "#f0a63a",
    "#3fcf9b",
    "#ff7a6b",
    "#f2e35b",
    "#e58fc0",
    "#a99bff",
    "#e3e5e8",
)
"""The colours of the seats' lines, in order."""

VERDICTS: Mapping[str, str] = MappingProxyType(
    {
        "best": "#3fcf9b",
        "good": "#8fd694",
        "inaccuracy": "#f2e35b",
        "mistake": "#f0a63a",
        "blunder": "#ff7a6b",
    }
)
"""The colours of the verdicts, on which dark letters stand."""
