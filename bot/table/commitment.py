"""The seed of a round's luck, and the commitment to it.

The seeds of a channel and its threads are committed to 1,024 at a time: a `Block` of seeds follows
from one secret, and the root of a Merkle tree over their SHA-256 is shown before the rounds. The
seed of a round is shown once the round can no longer be played.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Literal, TypeAlias

BLOCK = 1024
"""The number of seeds in a block."""

KEPT = 32
"""The number of stored nodes of a block's tree: the width of the level that is kept."""

PART = BLOCK // KEPT
"""The number of seeds below each kept node."""


@dataclass(frozen=True, slots=True)
class Block:
    """Seeds that are committed to at once; `number` counts the blocks of a channel from 1.

    The seeds follow from `secret`. `nodes` is the level of the tree that has `KEPT` nodes,
    concatenated; `root` is the root in hex. The root has a message of its own, with the id
    `message` in the channel or thread `place`, posted at `shown`; both ids are 0 without one. `id`
    is 0 until the block is stored.
    """

    channel: int
    number: int
    secret: bytes = field(repr=False)  # no log may hold it
    nodes: bytes = field(repr=False)
    root: str
    shown: datetime | None = None
    place: int = 0
    message: int = 0
    id: int = 0

    def seed(self, number: int) -> bytes:
        """Return a seed; they are numbered from 1."""
        return seed_of(self.secret, number)

    def path(self, number: int) -> tuple[str, ...]:
        """Return the path from a seed's leaf to the root: the neighbours, in hex, lowest first."""
        part, at = divmod(number - 1, PART)
        lower, upper = _levels_of_part(self.secret, part), _levels_above(self.nodes)
        return (*_neighbours(lower, at), *_neighbours(upper, part))

    def hidden(self, number: int, step: int, action: str) -> str:
        """Return the digest that stands in a proof for a choice that is never shown.

        Without the secret of the block, the choice cannot be found by trying all.
        """
        message = f"hidden/{number}/{step}/{action}".encode("ascii")
        return hmac.digest(self.secret, message, "sha256").hex()


def block_of(channel: int, number: int, secret: bytes) -> Block:
    """Return the block of seeds that follow from a secret. It takes some milliseconds."""
    levels = _levels([leaf_of(seed) for seed in _seeds(secret, range(1, BLOCK + 1))])
    nodes = next(b"".join(level) for level in levels if len(level) == KEPT)
    return Block(channel, number, secret, nodes, levels[-1][0].hex())


def drawn_block() -> Block:
    """Return a new block that belongs to no channel yet."""
    return block_of(0, 0, secrets.token_bytes(32))


def seed_of(secret: bytes, number: int) -> bytes:
    """Return a seed of a block: HMAC-SHA256 of its number in decimal, with the secret as key."""
    return next(_seeds(secret, [number]))


def _seeds(secret: bytes, numbers: Iterable[int]) -> Iterator[bytes]:
    """Yield seeds of a block; its key is prepared once for all of them."""
    keyed = hmac.new(secret, digestmod="sha256")
    for number in numbers:
        message = keyed.copy()
        message.update(str(number).encode("ascii"))
        yield message.digest()


def leaf_of(seed: bytes) -> bytes:
    """Return the leaf of a seed: its SHA-256."""
    return sha256(seed).digest()


@lru_cache(maxsize=256)  # rounds that follow each other in a channel are of one part
def _levels_of_part(secret: bytes, part: int) -> list[list[bytes]]:
    """Return the levels of the tree below one of the kept nodes, which are numbered from 0."""
    numbers = range(part * PART + 1, part * PART + PART + 1)
    return _levels([leaf_of(seed) for seed in _seeds(secret, numbers)])


@lru_cache(maxsize=256)
def _levels_above(nodes: bytes) -> list[list[bytes]]:
    """Return the levels of the tree from the kept nodes to the root."""
    size = len(nodes) // KEPT
    return _levels([nodes[at : at + size] for at in range(0, len(nodes), size)])


def _levels(lowest: list[bytes]) -> list[list[bytes]]:
    """Return a level and those above it: the SHA-256 of each two neighbours, to the only one."""
    levels = [lowest]
    while len(below := levels[-1]) > 1:
        levels.append(
            [sha256(below[at] + below[at + 1]).digest() for at in range(0, len(below), 2)]
        )
    return levels


def _neighbours(levels: Sequence[Sequence[bytes]], at: int) -> Iterator[str]:
    """Yield the neighbours of a node and of those above it, in hex, without the only one."""
    for height, level in enumerate(levels[:-1]):
        yield level[(at >> height) ^ 1].hex()


OpenedBy: TypeAlias = Literal["interaction", "board", "before", "nothing"]
"""The source of the number in the part of a round (`OpeningNumber`)."""


@dataclass(frozen=True, slots=True)
class OpeningNumber:
    """A number from Discord that dates the opening of a round, and its source.

    It is that of the `interaction` that posted the board, which Discord prints there; that of the
    `board` itself, posted after the root; or that of an interaction `before` a board that the bot
    posts by itself. 0 stands for `nothing` of these.
    """

    number: int = 0
    by: OpenedBy = "nothing"


@dataclass(frozen=True, slots=True)
class Commitment:
    """The seed of a round, and the commitment to it.

    It is that of a `number` of the block `block` of a channel and its threads, the `ordinal`-th
    there, whose root is `root`; `opening` tells when the round was opened. `levels` is the version
    of the computers' levels (`rules.levels.VERSION`) with which the round was opened and, once it
    has ended, also played to its end; 0 if that was another one. Once the round has ended, `proof`
    is the digest of its proof. `made` is a new block that is to be stored with the round.
    """

    channel: int
    number: int
    seed: bytes = field(repr=False)  # no log may hold it
    root: str
    block: int
    ordinal: int
    levels: int
    opening: OpeningNumber = OpeningNumber()
    proof: str | None = None
    made: Block | None = field(default=None, repr=False, compare=False)

    @property
    def digest(self) -> str:
        """The SHA-256 of the seed, in hex."""
        return leaf_of(self.seed).hex()


@dataclass(frozen=True, slots=True)
class SetSeed:
    """The seed of a private round's set.

    It was committed to by its SHA-256, the `digest`; `lines` are those of the set's part. `opened`
    is the number of the interaction that dealt it, or with which its sheet was opened, else 0.
    """

    seed: bytes = field(repr=False)  # no log may hold it
    digest: str
    lines: tuple[str, ...]
    revealed: bool = False
    opened: int = 0


@dataclass(frozen=True, slots=True)
class Word:
    """The word of a member that counts for a block, "" if none does.

    `early` says that the member has a word that does not count, because it was set before the root
    was posted.
    """

    text: str = ""
    early: bool = False


@dataclass(frozen=True, slots=True)
class Reserved:
    """The reservation for a round before its first die lands: its seed, and its members' words.

    `words` holds the word of each member who may sit there, and `stored` the stored text of it.
    """

    commitment: Commitment
    words: Mapping[int, Word] = field(default_factory=dict)
    stored: Mapping[int, str | None] = field(default_factory=dict)
