"""Faces, positions and rolls.

A face is an int from 1 to 6 in every game; a `FaceSet` holds its symbol and
names. A position is an int from 1 to 5, a roll a tuple of faces in order of
position.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import TypeAlias

from rules.text import Placeholder, Text, say_in

Roll: TypeAlias = tuple[int, ...]

FACES: Roll = (1, 2, 3, 4, 5, 6)
POSITIONS: tuple[int, ...] = (1, 2, 3, 4, 5)

DIFFERENT_ROLLS: tuple[Roll, ...] = tuple(combinations_with_replacement(FACES, 5))
"""The 252 different rolls of five dice if order is ignored; the faces of each are rising."""

ALL_ROLLS = len(FACES) ** len(POSITIONS)
"""The number of equally likely rolls of five dice: 7,776."""

SELECTIONS: tuple[tuple[int, ...], ...] = tuple(
    chosen for size in range(6) for chosen in combinations(POSITIONS, size)
)
"""The 32 sets of positions that can be rerolled, smallest sets first, positions rising."""


@dataclass(frozen=True, slots=True)
class FaceSet:
    """The symbols and names of the faces 1, 2, ….

    `singular` holds the name of one face ("King"), `plural` that of several
    ("Kings"). `cards` says that cards have them, not dice.
    """

    key: str
    symbols: tuple[str, ...]
    singular: tuple[Text, ...]
    plural: tuple[Text, ...]
    cards: bool = False

    def singular_of(self, face: int) -> Text:
        """Return the name of `face`, 1 to `len(symbols)`."""
        return self.singular[face - 1]

    def plural_of(self, face: int) -> Text:
        """Return the name of several dice that show `face`."""
        return self.plural[face - 1]

    def symbols_of(self, faces: Roll) -> str:
        """Return faces as symbols: "6 6 1"."""
        return " ".join(self.symbols[face - 1] for face in faces)


@dataclass(frozen=True, slots=True)
class Faces(Placeholder):
    """Faces inside a sentence, drawn as small dice or cards."""

    faces: Roll
    face_set: FaceSet


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
"""The ordinary die (README 1.1 of Dice Poker)."""

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
"""The poker die: 9 is face 1, the ace is face 6 (README 2.1 of Poker Dice)."""


def face_counts(faces: Iterable[int]) -> tuple[int, int, int, int, int, int]:
    """Return the numbers of dice that show 1, 2, … 6 (README 1.3 of Dice Poker).

    Raises ValueError for other faces.

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
    """Return the most frequent face, the highest of equally frequent ones.

    >>> most_shown((2, 2, 5, 5, 6))
    5
    """
    return max(faces, key=lambda face: (faces.count(face), face))


def reroll(faces: Roll, positions: Iterable[int], landed: Sequence[int]) -> Roll:
    """Return the roll after `landed` replaced the faces at `positions`, in rising order.

    Raises ValueError unless there is one face for each position.

    >>> reroll((4, 4, 2, 2, 1), (3, 4, 5), (4, 2, 6))
    (4, 4, 4, 2, 6)
    """
    after = list(faces)
    for position, face in zip(sorted(positions), landed, strict=True):
        after[position - 1] = face
    return tuple(after)


def orders(faces: Roll) -> int:
    """Return the number of orders of these faces, which is the number of rolls that show them.

    >>> orders((1, 2, 5, 5, 5))
    20
    """
    return factorial(len(faces)) // prod(factorial(count) for count in face_counts(faces))
