"""A store of tables that are expensive to solve, set by the program.

The rules do not access the disk. A program that has tables passes a `Keeper` to `keep_with`;
without one every process solves its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Keeper(Protocol):
    """The interface of a store for tables."""

    def table(self, name: str, given: str, build: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        """Return the table of this name for these inputs, or `build` it.

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
    """Return a table from the store; one that is missing there is built."""
    return _keepers[0].table(name, given, build)
