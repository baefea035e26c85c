"""When Python collects garbage: not while the bot starts, and seldom afterwards.

Modules leave next to no garbage when they load, and stay as long as the bot runs. Collections
that visit them would take a sixth of a start, and later keep presses waiting for about a tenth
of a second.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

ALLOCATED = 5_000
"""How many more objects there are than after the last collection when the next one comes."""


@contextmanager
def uncollected() -> Iterator[None]:
    """Collect nothing inside, unless `collect_from_now_on` is called there."""
    usual = gc.get_threshold()
    gc.disable()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*usual)
        gc.enable()


def spare() -> None:
    """Exempt what there is from all collections to come, garbage too."""
    gc.freeze()


def collect_from_now_on() -> None:
    """Collect once, exempt what is left, and let Python collect what comes."""
    gc.collect()
    spare()
    gc.set_threshold(ALLOCATED)
    gc.enable()
