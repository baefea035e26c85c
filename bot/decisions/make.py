"""`python -m bot.decisions.make`: writes the positions that ship with the bot.

They come from rounds of the level Medium with the dice of a fixed seed, so every run gives the same
ones. `python -m bot.decisions.make 20` prints the first 20 of each game instead.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import count, islice
from pathlib import Path

from bot.decisions.shipped import FILE, Shipped, of_state, packed
from bot.table.luck import SeededLuck
from rules import registry
from rules.decisions import of_rounds

SEED = sha256(b"dice-poker positions 1").digest()


def made(game: str) -> Iterator[Shipped]:
    """Yield the positions of a game endlessly, in the order of the rounds."""
    played = registry.game(game)
    if played.decisions is None:
        raise ValueError(f"{game} has no positions for practice")
    lucks = (SeededLuck(SEED, f"{game}/{number}") for number in count())
    for one in of_rounds(played, played.decisions, lucks):
        yield of_state(game, one.solved, one.state)


def main(arguments: list[str]) -> None:
    """Write the file, or print the first positions."""
    found: list[Shipped] = []
    for key, game in registry.games().items():
        if game.decisions is None:
            continue
        most = int(arguments[0]) if arguments else game.decisions.ships
        of_game = islice(made(key), most)
        found += (
            sorted(of_game, key=lambda one: (one.solved, one.key)) if not arguments else of_game
        )
    if arguments:
        sys.stdout.writelines(f"{one.key} {one.line}\n" for one in found)
        return
    Path(__file__).with_name(FILE).write_bytes(packed(found))


if __name__ == "__main__":
    main(sys.argv[1:])
