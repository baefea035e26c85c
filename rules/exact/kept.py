"""Tables that take long to build, kept from one process to the next where a program says so.

The rules touch no disk. A program that wants tables to be kept gives a `Keeper`
to `keep_with`; without one every process builds its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Keeper(Protocol):
    """Where tables are kept."""

    def table(self, name: str, given: str, build: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        """Return the table that was kept under this name for what it is built from, or build it.

        `given` says what it is built from, beyond the code of the rules.
        """


class _Nowhere:
    def table(self, _name: str, _given: str, build: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        return build()


_keepers: list[Keeper] = [_Nowhere()]


def keep_with(keeper: Keeper) -> None:
    """Keep the tables of this process with `keeper` from now on."""
    _keepers[:] = [keeper]


def kept(name: str, given: str, build: Callable[[], NDArray[Any]]) -> NDArray[Any]:
    """Return a table from where tables are kept; one that is not kept yet is built."""
    return _keepers[0].table(name, given, build)
