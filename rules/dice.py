"""Faces, positions and rolls.

A face is an int from 1 to 6 in every game; what is drawn on it belongs to a
`FaceSet`. A position is an int from 1 to 5, a roll a tuple of faces in order
of position.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import TypeAlias

from rules.text import Spoken, Text, say_in

Roll: TypeAlias = tuple[int, ...]

FACES: Roll = (1, 2, 3, 4, 5, 6)
POSITIONS: tuple[int, ...] = (1, 2, 3, 4, 5)

DIFFERENT_ROLLS: tuple[Roll, ...] = tuple(combinations_with_replacement(FACES, 5))
"""The 252 rolls of five dice that differ when order does not count, each rising."""

SELECTIONS: tuple[tuple[int, ...], ...] = tuple(
    chosen for size in range(6) for chosen in combinations(POSITIONS, size)
)
"""The 32 sets of positions that can be rerolled, fewest dice first, rising."""


@dataclass(frozen=True, slots=True)
class FaceSet:
    """What is drawn on faces 1, 2, …: a `key`, a symbol each, and their names.

    `singular` and `plural` say one face ("King") and several ("Kings").
    """

    key: str
    symbols: tuple[str, ...]
    singular: tuple[Text, ...]
    plural: tuple[Text, ...]

    def one(self, face: int) -> Text:
        """Return the name of `face`, 1 to `len(symbols)`."""
        return self.singular[face - 1]

    def many(self, face: int) -> Text:
        """Return the name of several dice that show `face`."""
        return self.plural[face - 1]


@dataclass(frozen=True, slots=True)
class Faces(Spoken):
    """Some faces inside a sentence, drawn as small dice or cards."""

    faces: Roll
    drawn: FaceSet


PIPS = FaceSet(
    "pips",
    ("1", "2", "3", "4", "5", "6"),
    (
        say_in("a die", "1"),
        say_in("a die", "2"),
        say_in("a die", "3"),
        say_in("a die", "4"),
        say_in("a die", "5"),
        say_in("a die", "6"),
    ),
    (
        say_in("dice", "1s"),
        say_in("dice", "2s"),
        say_in("dice", "3s"),
        say_in("dice", "4s"),
        say_in("dice", "5s"),
        say_in("dice", "6s"),
    ),
)
"""The ordinary die (RULES 1.1)."""

POKER = FaceSet(
    "poker",
    ("9", "10", "J", "Q", "K", "A"),
    (
        say_in("a poker die", "9"),
        say_in("a poker die", "10"),
        say_in("a poker die", "Jack"),
        say_in("a poker die", "Queen"),
        say_in("a poker die", "King"),
        say_in("a poker die", "Ace"),
    ),
    (
        say_in("poker dice", "9s"),
        say_in("poker dice", "10s"),
        say_in("poker dice", "Jacks"),
        say_in("poker dice", "Queens"),
        say_in("poker dice", "Kings"),
        say_in("poker dice", "Aces"),
    ),
)
"""The poker die: 9 is face 1, the ace face 6 (RULES 2.1)."""


def face_counts(faces: Iterable[int]) -> tuple[int, int, int, int, int, int]:
    """Count how often 1, 2, … 6 show (RULES 1.3). Raises ValueError for other faces.

    >>> face_counts((1, 2, 5, 5, 5))
    (1, 1, 0, 0, 3, 0)
    """
    counts = [0, 0, 0, 0, 0, 0]
    for face in faces:
        if face not in FACES:
            raise ValueError(f"a face is a number from 1 to 6, not {face!r}")
        counts[face - 1] += 1
    one, two, three, four, five, six = counts
    return one, two, three, four, five, six


def most_shown(faces: Roll) -> int:
    """Return the face that most dice show, of equally many the highest.

    >>> most_shown((2, 2, 5, 5, 6))
    5
    """
    return max(faces, key=lambda face: (faces.count(face), face))


def reroll(faces: Roll, positions: Iterable[int], landed: Sequence[int]) -> Roll:
    """Return the roll in which `positions`, rising, show the `landed` faces.

    >>> reroll((4, 4, 2, 2, 1), (3, 4, 5), (4, 2, 6))
    (4, 4, 4, 2, 6)
    """
    after = list(faces)
    for position, face in zip(sorted(positions), landed, strict=True):
        after[position - 1] = face
    return tuple(after)


def orders(faces: Roll) -> int:
    """Return in how many orders these faces can land: of 6**n rolls, this many look so.

    >>> orders((1, 2, 5, 5, 5))
    20
    """
    return factorial(len(faces)) // prod(factorial(count) for count in face_counts(faces))
