"""The positions that ship with the bot, with their difficulties.

`positions.xz` is UTF-8 text, compressed by LZMA: a line that names the format, then a line for
each position: the key of its game, the chance in thousandths that a noisy player finds the
best choice, and its state as JSON (`rules.codec`), between tabs. Games stand in the order in
which they are listed, the positions of each from the hardest to the easiest.
`python -m bot.decisions.make` writes it.
"""

from __future__ import annotations

import json
import lzma
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from rules import registry
from rules.codec import decode, encode
from rules.game import Game
from rules.screen import Seat

FORMAT = "dice-poker positions 1"
FILE = "positions.xz"

KEY_DIGITS = 10
"""The hexadecimal digits of a position's key, of its SHA-256."""


@dataclass(frozen=True, slots=True)
class Shipped:
    """A position: the key of its game, the chance that a noisy player solves it, its state.

    >>> Shipped("nine", 0.25, "{}").key
    '1653c4674b'
    """

    game: str
    solved: float
    stored: str

    @property
    def key(self) -> str:
        """The permanent key of the position, independent of the rest of the file."""
        return sha256(f"{self.game}\t{self.stored}".encode()).hexdigest()[:KEY_DIGITS]

    @property
    def line(self) -> str:
        return f"{self.game}\t{round(1000 * self.solved)}\t{self.stored}"

    @property
    def state(self) -> Any:
        """The state of its game. Raises Unreadable if the game has changed."""
        return decode(registry.game(self.game).state, json.loads(self.stored))

    @property
    def seat(self) -> Seat:
        """The seat that is to choose."""
        return awaited(registry.game(self.game), self.state)


def awaited(game: Game[Any], state: Any) -> Seat:
    """Return the seat that is to choose in a state. Raises ValueError without one."""
    turn = game.turn(state)
    seats = getattr(turn, "seats", ())
    if not seats:
        raise ValueError("no seat is to choose in this state")
    return Seat(seats[0].index)


def of_state(game: str, solved: float, state: Any) -> Shipped:
    return Shipped(game, solved, json.dumps(encode(state), separators=(",", ":")))


def packed(positions: Iterable[Shipped]) -> bytes:
    text = "\n".join((FORMAT, *(one.line for one in positions)))
    return lzma.compress(f"{text}\n".encode(), preset=9)


def unpacked(data: bytes) -> tuple[Shipped, ...]:
    """Return the positions of a file. Raises ValueError for another format."""
    first, *lines = lzma.decompress(data).decode().splitlines()
    if first != FORMAT:
        raise ValueError(f"not a file of positions: {first[:40]!r}")
    return tuple(
        Shipped(game, int(solved) / 1000, stored)
        for game, solved, stored in (line.split("\t") for line in lines)
    )


def _data() -> bytes:
    return files("bot.decisions").joinpath(FILE).read_bytes()


@cache
def positions() -> dict[str, tuple[Shipped, ...]]:
    """Return all positions by the key of their game, the hardest first."""
    found: dict[str, list[Shipped]] = {}
    for one in unpacked(_data()):
        found.setdefault(one.game, []).append(one)
    return {game: tuple(of_game) for game, of_game in found.items() if game in registry.games()}


@cache
def by_key() -> dict[str, Shipped]:
    return {one.key: one for of_game in positions().values() for one in of_game}


@cache
def by_chance() -> tuple[Shipped, ...]:
    """Return all positions, the hardest first."""
    return tuple(sorted(by_key().values(), key=lambda one: (one.solved, one.key)))


def nearest(solved: float, most: int, without: set[str]) -> tuple[Shipped, ...]:
    """Return the positions nearest to a chance of being solved, leaving out those in `without`."""
    ordered = by_chance()
    up = bisect_left(ordered, solved, key=lambda one: one.solved)
    down = up - 1
    found: list[Shipped] = []
    while len(found) < most and (down >= 0 or up < len(ordered)):
        higher = ordered[up] if up < len(ordered) else None
        lower = ordered[down] if down >= 0 else None
        if lower is None or (higher and higher.solved - solved <= solved - lower.solved):
            one, up = ordered[up], up + 1
        else:
            one, down = lower, down - 1
        if one.key not in without:
            found.append(one)
    return tuple(found)
