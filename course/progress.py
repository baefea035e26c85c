"""The progress bar of long commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def with_progress(results: Iterable[T], total: int, step: int) -> Iterator[T]:
    """Yield the results, `total` ones; show a bar if standard error is a terminal.

    The bar moves every `step` results and disappears at the end.
    """
    # rich is slow to import, so only long commands load it
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    hidden = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as progress:
        bar = progress.add_task("", total=total)
        for done, result in enumerate(results, 1):
            yield result
            if done % step == 0 or done == total:
                progress.update(bar, completed=done)
