"""The timing of Python's garbage collection: not during the start, and seldom later.

Loading modules leaves almost no garbage, and modules stay in memory. Collections that visit them
would take a sixth of a start, and later delay presses by about a tenth of a second.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

ALLOCATED = 5_000
"""The growth in objects since the last collection that starts the next one."""


@contextmanager
def pause() -> Iterator[None]:
    """Disable collection inside the block, until `resume` is called."""
    usual = gc.get_threshold()
    gc.disable()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*usual)
        gc.enable()


def exempt_objects() -> None:
    """Exempt all present objects, including garbage, from later collections."""
    gc.freeze()


def resume() -> None:
    """Collect once, exempt the remaining objects, and enable collection."""
    gc.collect()
    exempt_objects()
    gc.set_threshold(ALLOCATED)
    gc.enable()
