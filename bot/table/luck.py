"""The luck of rounds: dice, shuffles and mixed choices.

`SeededLuck` is the luck of a committed seed: what lands follows from the seed, the
players' part and the label of the landing, and from nothing else, so anybody with
these can check it (docs/fair-dice.md). `SecureLuck` takes its numbers from the
operating system. Tests pass their own implementation of `rules.engine.Luck`.
"""

from __future__ import annotations

import hmac
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import accumulate
from math import lcm
from typing import TypeAlias

from rules.dice import Roll
from rules.screen import Seat

SEED_BYTES = 32

PROTOCOL = "dice-poker/2"
"""The version of the rule by which dice follow from a seed, the lines of a part and a label."""
SET_NUMBERS = 10**9
"""How many numbers sets have."""

_FACE_OF = bytes(1 + byte % 6 for byte in range(256))
_NO_FACES = bytes(range(252, 256))
"""The bytes that are skipped, so that each face corresponds to 42 of the others."""

Take: TypeAlias = Callable[[int], bytes]
"""Returns the given number of bytes, the next ones with every call."""


class DrawnLuck(ABC):
    """Implements `rules.engine.Luck` with bytes, without bias: bytes out of range are skipped."""

    @abstractmethod
    def _bytes(self, label: str) -> Take:
        """Return the source of the bytes of a label."""

    def roll(self, label: str, count: int) -> Roll:
        """Return `count` faces, each uniform from 1 to 6."""
        take = self._bytes(label)
        return tuple(1 + _below(take, 6) for _ in range(count))

    def shuffle(self, label: str, cards: Roll) -> Roll:
        """Return the cards, at most 256, in a random order; all orders are equally likely."""
        take = self._bytes(label)
        deck = list(cards)
        for last in range(len(deck) - 1, 0, -1):
            other = _below(take, last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)

    def choose(self, label: str, weights: Sequence[Fraction]) -> int:
        """Return an index of `weights`; the probability of each index is its weight.

        Raises ValueError unless the weights are at least 0 and sum to 1.
        """
        if any(weight < 0 for weight in weights) or sum(weights) != 1:
            raise ValueError(f"weights are at least 0 and sum to 1, these do not: {weights}")
        denominator = lcm(*(weight.denominator for weight in weights))
        number = _of_bits(self._bytes(label), denominator)
        return next(
            index for index, upper in enumerate(accumulate(weights)) if number < upper * denominator
        )


class SecureLuck(DrawnLuck):
    """Luck from the operating system. `random_bytes(n)` returns n random bytes."""

    def __init__(self, random_bytes: Take = secrets.token_bytes) -> None:
        self._random_bytes = random_bytes

    def _bytes(self, label: str) -> Take:  # noqa: ARG002 — every call draws new bytes
        return self._random_bytes


class SeededLuck(DrawnLuck):
    """The luck of a committed seed: equal labels give equal bytes.

    `part` is the players' part of a round, or the part of a set (`part_of` its lines).
    """

    def __init__(self, seed: bytes, part: str) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, this one {len(seed)}")
        self._seed = seed
        self._begins = f"{PROTOCOL}\n{part}"

    def roll(self, label: str, count: int) -> Roll:
        """Return `count` faces from the bytes of a label, a block at a time."""
        faces, block = b"", 0
        while len(faces) < count:
            faces += self._block(label, block).translate(_FACE_OF, _NO_FACES)
            block += 1
        return tuple(faces[:count])

    def _block(self, label: str, number: int) -> bytes:
        message = f"{self._begins}\n{label}\n{number}".encode("ascii")
        return hmac.digest(self._seed, message, "sha256")

    def _bytes(self, label: str) -> Take:
        """Return the stream of a label: its blocks 0, 1, 2 … one after the other."""
        stream, block, used = b"", 0, 0

        def take(count: int) -> bytes:
            nonlocal stream, block, used
            while len(stream) < used + count:
                stream += self._block(label, block)
                block += 1
            used += count
            return stream[used - count : used]

        return take


class SetLuck:
    """Implements `rules.engine.Luck` for a set.

    The label of a landing leaves out the member's own seat, so that all members who keep the same
    dice get the same faces. `lines` are those of its part, `seat` is that of the member.
    """

    def __init__(self, seed: bytes, lines: Sequence[str], seat: Seat) -> None:
        self._luck = SeededLuck(seed, part_of(lines))
        self._seat = seat

    def label(self, label: str) -> str:
        """Return the label of the set for a label of the game."""
        return without_seat(label, self._seat)

    def roll(self, label: str, count: int) -> Roll:
        """Return the faces of a landing."""
        return self._luck.roll(self.label(label), count)

    def shuffle(self, label: str, cards: Roll) -> Roll:
        """Return the cards in the order of the set."""
        return self._luck.shuffle(self.label(label), cards)

    def choose(self, label: str, weights: Sequence[Fraction]) -> int:
        """Return the index of a mixed choice."""
        return self._luck.choose(self.label(label), weights)


def without_seat(label: str, seat: Seat = Seat(0)) -> str:
    """Return the label of a set for a label of the game: without the member's own seat.

    >>> without_seat("seat/1/turn/2/roll/1"), without_seat("deal")
    ('turn/2/roll/1', 'deal')
    """
    return label.replace(f"seat/{seat.index + 1}/", "", 1)


def lines_of_words(
    root: str,
    number: int,
    opened: int,
    game: str,
    *,
    options: Mapping[str, str],
    seats: Iterable[str],
    words: Iterable[str],
) -> tuple[str, ...]:
    """Return the lines of the players' part.

    `root` and `number` are those of the seed, `opened` the number with which the round was opened,
    `seats` holds "member" or the level of the computer for each seat in order, `words` those of
    the members in that order.

    >>> seats = ("member", "house")
    >>> lines_of_words("0f", 7, 12, "nine", options={"a": "b"}, seats=seats, words=("șah",))
    ('0f', '7', 'opened 12', 'nine', 'a=b', 'member', 'house', 'c8996168')
    """
    told = (word.encode("utf-8").hex() for word in words)
    return (root, str(number), f"opened {opened}", game, *_chosen(options), *seats, *told)


def drawn_word(seed: bytes, seat: int) -> str:
    """Return the word drawn for a member without a word that counts; seats are counted from 1.

    It follows from the seed, so that no person can choose it. It proves nothing.
    """
    return hmac.digest(seed, f"{PROTOCOL}\nword/{seat}".encode("ascii"), "sha256").hex()[:16]


def _chosen(options: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(f"{key}={value}" for key, value in sorted(options.items()))


def lines_of_set(key: str, opened: int = 0) -> tuple[str, ...]:
    """Return the lines of the part of a set, by its key as it is stored.

    `opened` is the number with which it was dealt, or its sheet was opened; days have 0.

    >>> lines_of_set("2026-11-21"), lines_of_set("s12", 34)
    (('daily/2026-11-21', 'opened 0'), ('set/12', 'opened 34'))
    """
    name = f"set/{key[1:]}" if key.startswith("s") else f"daily/{key}"
    return (name, f"opened {opened}")


def set_number(digest: str) -> int:
    """Return the number of a set: the remainder of its commitment divided by 10⁹.

    The number cannot be chosen, and thereby neither can the dice.
    """
    return int(digest, 16) % SET_NUMBERS


def part_of(lines: Iterable[str]) -> str:
    """Return the SHA-256 of lines, each with a line feed at its end, in hex."""
    return sha256("".join(f"{line}\n" for line in lines).encode("ascii")).hexdigest()


def _below(take: Take, bound: int) -> int:
    """Return a uniform number from 0 to `bound` - 1, `bound` at most 256."""
    limit = 256 - 256 % bound
    while True:
        number = take(1)[0]
        if number < limit:
            return number % bound


def _of_bits(take: Take, bound: int) -> int:
    """Return a uniform number from 0 to `bound` - 1 from as many bits as it needs."""
    bits = (bound - 1).bit_length()
    mask = (1 << bits) - 1
    while True:
        number = int.from_bytes(take((bits + 7) // 8), "big") & mask
        if number < bound:
            return number
