"""A store of tables that are expensive to solve, set by the program.

The rules do not access the disk. A program that has tables passes a `TableStore` to `use_tables`;
without one every process solves its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from numpy.typing import NDArray


class TableStore(Protocol):
    """The interface of a store for tables."""

    def table(self, name: str, inputs: str, build: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        """Return the table of this name for these inputs, or `build` it.

        `inputs` describes the inputs of the table, apart from the code of the rules.
        """


class _NoTables:
    def table(self, _name: str, _inputs: str, build: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        return build()


_stores: list[TableStore] = [_NoTables()]


def use_tables(store: TableStore) -> None:
    """Use `store` for the tables of this process from now on."""
    _stores[:] = [store]


def table_of(name: str, inputs: str, build: Callable[[], NDArray[Any]]) -> NDArray[Any]:
    """Return a table from the store; one that is missing there is built."""
    return _stores[0].table(name, inputs, build)
