"""The cost of the pictures of a round: `python -m bench.analyses.animation`.

A round of each game with the fewest and with the most seats, played by `house` from a seed, in
English. Printed are the milliseconds of processor time of its scenes, which are exact play, and of
its picture, the median of several times; how many frames the picture has and how large it is.
`first` is the time of the scenes including the tables of exact play, `all` that of everything
without the tables. `share` is the picture of *Share*, in milliseconds and KiB, once the review is
kept. `--game` and `--seats` choose one round; `--frames FOLDER` writes its frames, to look at or to
compare.
"""

from __future__ import annotations

import argparse
from io import BytesIO
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from PIL import Image, ImageSequence

from bench.seeded import Seeded
from bot.review.animation.gif import gif
from bot.review.animation.scenes import Story, story
from bot.review.played_round import Played, Reviewee
from bot.review.share import shared
from bot.ui.emoji import PICTURES
from rules import registry
from rules.engine import begin, play_automatic
from rules.levels import HOUSE
from rules.screen import Seat

TIMES = 3


def played(key: str, seats: int) -> tuple[Played, Any]:
    """Return a finished round and the screen of its end."""
    game, luck = registry.game(key), Seeded(1)
    levels = {Seat(index): HOUSE.key for index in range(seats)}
    over = play_automatic(begin(game, seats, {}, luck), levels, luck)
    ended = None if over.over is None else over.over.outcome
    people = tuple(Reviewee(f"Player {number}") for number in range(1, seats + 1))
    return Played(game, {}, over.steps, people, True, ended), game.screen(over.state, None)


def timed(whole: Played, end: Any) -> tuple[Story, float]:
    """Return the scenes of a round, and the seconds of processor time that they took."""
    begun = process_time()
    told = story(whole, end)
    return told, process_time() - begun


def drawn(whole: Played, told: Story) -> tuple[bytes, float]:
    """Return the picture of a round, and the seconds of processor time that it took."""
    names = [f"Player {number}" for number in range(1, len(told.reviews) + 1)]
    begun = process_time()
    picture = gif(whole, told, names, "en", PICTURES)
    return picture, process_time() - begun


def share(whole: Played, end: Any, told: Story) -> tuple[float, int]:
    """Return the seconds of processor time that the picture of *Share* takes, and its bytes."""
    worths = tuple(one.worths for one in told.reviews)
    begun = process_time()
    found = shared(whole, end, worths, "en", PICTURES)
    return process_time() - begun, len(found.picture)


def measure(key: str, seats: int) -> bytes:
    """Draw a round, print the cost, and return its picture."""
    whole, end = played(key, seats)
    _, first = timed(whole, end)
    told, again = timed(whole, end)
    pictures = [drawn(whole, told) for _ in range(TIMES)]
    picture, taken = pictures[0][0], median(seconds for _, seconds in pictures)
    sharing, size = share(whole, end, told)
    with Image.open(BytesIO(picture)) as file:
        frames = file.n_frames  # type: ignore[attr-defined]
    print(
        f"{key:<12}{seats:>5}{first * 1000:>8.0f}{again * 1000:>8.0f}{taken * 1000:>9.0f}"
        f"{(again + taken) * 1000:>8.0f}{frames:>8}{len(picture) / 1024:>8.0f}"
        f"{sharing * 1000:>8.0f}{size / 1024:>6.0f}",
        flush=True,
    )
    return picture


def main() -> None:
    parser = argparse.ArgumentParser(description="What the animation of a round costs.")
    parser.add_argument("--game", choices=registry.games(), help="this game alone")
    parser.add_argument("--seats", type=int, help="the number of seats")
    parser.add_argument("--frames", type=Path, metavar="FOLDER", help="write the frames here")
    chosen = parser.parse_args()
    print("milliseconds of processor time; KiB")
    print("game        seats   first  scenes  picture     all  frames     KiB   share   KiB")
    picture = b""
    for key, game in registry.games().items():
        if chosen.game in (None, key):
            seats = game.info.seats
            for many in [chosen.seats] if chosen.seats else sorted({seats.start, seats.stop - 1}):
                picture = measure(key, many)
    if chosen.frames is not None:
        chosen.frames.mkdir(parents=True, exist_ok=True)
        with Image.open(BytesIO(picture)) as file:
            for number, frame in enumerate(ImageSequence.Iterator(file), 1):
                frame.convert("RGB").save(chosen.frames / f"{number:03}.png")


if __name__ == "__main__":
    main()
