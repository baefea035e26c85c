"""A store for tables that are expensive to build, set by the program.

The rules do not access the disk. A program that keeps tables passes a `Keeper` to `keep_with`;
without one every process builds its own tables.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Keeper(Protocol):
    """The interface of a store for tables."""

    def table(self, name: str, given: str, build: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        """Return the table stored under this name for these inputs, or build and store it.

        `given` describes the inputs of the table, apart from the code of the rules.
        """


class _Nowhere:
    def table(self, _name: str, _given: str, build: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        return build()


_keepers: list[Keeper] = [_Nowhere()]


def keep_with(keeper: Keeper) -> None:
    """Use `keeper` for the tables of this process from now on."""
    _keepers[:] = [keeper]


def kept(name: str, given: str, build: Callable[[], NDArray[Any]]) -> NDArray[Any]:
    """Return a table from the store; a missing one is built."""
    return _keepers[0].table(name, given, build)
