"""Long computations in pieces: generators that yield between two pieces and return the result."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Pieces: TypeAlias = Generator[None, None, T]
"""A computation that yields after each piece and returns its result at the end."""


def whole(pieces: Pieces[T]) -> T:
    """Run all pieces of a computation and return its result.

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
