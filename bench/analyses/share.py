"""The cost of the picture of *Share*: `python -m bench.analyses.share`.

A round of each game with the fewest and with the most seats, played by `house` from a seed, in
English. Printed are the milliseconds of processor time of the picture once the review is kept, the
median of several times, and its size. `--game` and `--seats` choose one round; `--picture FILE`
writes its picture, to look at or to compare.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from bench.seeded import Seeded
from bot.review.played_round import PlayedRound, Reviewee
from bot.review.review_page import review_in_pieces
from bot.review.share import round_picture
from bot.ui.drawing.emoji import PICTURES
from rules import registry
from rules.engine import begin, play_automatic
from rules.levels import HOUSE
from rules.pieces import whole
from rules.screen import Seat

TIMES = 3


def played(key: str, seats: int) -> tuple[PlayedRound, Any]:
    """Return a finished round and the screen of its end."""
    game, luck = registry.game(key), Seeded(1)
    levels = {Seat(index): HOUSE.key for index in range(seats)}
    over = play_automatic(begin(game, seats, {}, luck), levels, luck)
    ended = None if over.over is None else over.over.outcome
    people = tuple(Reviewee(f"Player {number}") for number in range(1, seats + 1))
    return PlayedRound(game, {}, over.steps, people, True, ended), game.screen(over.state, None)


def measure(key: str, seats: int) -> bytes:
    """Draw a round, print the cost, and return its picture."""
    finished, end = played(key, seats)
    worths = whole(review_in_pieces(finished, "en")).worths
    taken = []
    for _ in range(TIMES):
        begun = process_time()
        picture = round_picture(finished, end, worths, "en", PICTURES).png
        taken.append(process_time() - begun)
    print(
        f"{key:<12}{seats:>5}{median(taken) * 1000:>8.0f}{len(picture) / 1024:>6.0f}",
        flush=True,
    )
    return picture


def main() -> None:
    parser = argparse.ArgumentParser(description="What the picture of Share costs.")
    parser.add_argument("--game", choices=registry.games(), help="this game alone")
    parser.add_argument("--seats", type=int, help="the number of seats")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="write the last picture here")
    chosen = parser.parse_args()
    print("milliseconds of processor time; KiB")
    print("game        seats   share   KiB")
    picture = b""
    for key, game in registry.games().items():
        if chosen.game in (None, key):
            seats = game.info.seats
            for many in [chosen.seats] if chosen.seats else sorted({seats.start, seats.stop - 1}):
                picture = measure(key, many)
    if chosen.picture is not None:
        chosen.picture.write_bytes(picture)


if __name__ == "__main__":
    main()
