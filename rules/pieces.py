"""Long computations in pieces: generators that stop between two choices and return the result."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Pieces: TypeAlias = Generator[None, None, T]
"""A computation that yields after each piece and returns its result at the end."""


def whole(pieces: Pieces[T]) -> T:
    """Return the result of a computation, all pieces of it at once.

    >>> def two_pieces():
    ...     yield
    ...     return "done"
    >>> whole(two_pieces())
    'done'
    """
    while True:
        try:
            next(pieces)
        except StopIteration as end:
            result: T = end.value
            return result
