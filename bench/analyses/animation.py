"""What the animation of a round costs: `python -m bench.analyses.animation [seats, 6 unless told]`.

A round of the game in which most sheets are filled, played by `house` from a seed. Printed are the
milliseconds of processor time that its scenes take, which is exact play, and its picture, the
median of several times; how many frames the picture has and how large it is. `--frames FOLDER`
writes the frames, to look at or to compare.
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
from bot.ui.emoji import PICTURES
from rules import registry
from rules.engine import begin, play_automatic
from rules.levels import HOUSE
from rules.screen import Seat

TIMES = 5


def played(key: str, seats: int) -> tuple[Played, Any]:
    """Return a round that is over, and the Screen of its end."""
    game, luck = registry.game(key), Seeded(1)
    levels = {Seat(index): HOUSE.key for index in range(seats)}
    over = play_automatic(begin(game, seats, {}, luck), levels, luck)
    ended = None if over.over is None else over.over.outcome
    people = tuple(Reviewee(f"Player {number}") for number in range(1, seats + 1))
    return Played(game, {}, over.steps, people, True, ended), game.screen(over.state, None)


def drawn(whole: Played, told: Story) -> tuple[bytes, float]:
    """Return the picture of a round, and the seconds of processor time that it took."""
    names = [f"Player {number}" for number in range(1, len(told.reviews) + 1)]
    begun = process_time()
    picture = gif(whole, told, names, "en", PICTURES)
    return picture, process_time() - begun


def main() -> None:
    """Draw the animation and print what it cost."""
    parser = argparse.ArgumentParser(description="What the animation of a round costs.")
    parser.add_argument("seats", nargs="?", type=int, default=6)
    parser.add_argument("--game", default="nine", choices=registry.games())
    parser.add_argument("--frames", type=Path, metavar="FOLDER", help="write the frames here")
    chosen = parser.parse_args()
    whole, end = played(chosen.game, chosen.seats)
    begun = process_time()
    told = story(whole, end)
    print(f"scenes  {(process_time() - begun) * 1000:8.0f} ms")
    pictures = [drawn(whole, told) for _ in range(TIMES)]
    taken = [seconds * 1000 for _, seconds in pictures]
    print(f"picture {median(taken):8.0f} ms, at least {min(taken):.0f}")
    with Image.open(BytesIO(pictures[0][0])) as picture:
        frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(picture)]
    print(f"{len(frames)} frames, {len(pictures[0][0]):,} bytes")
    if chosen.frames is not None:
        chosen.frames.mkdir(parents=True, exist_ok=True)
        for number, frame in enumerate(frames, 1):
            frame.save(chosen.frames / f"{number:03}.png")


if __name__ == "__main__":
    main()
