"""The end of a round as one picture: its dice or sheets, and the lines of all seats."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bot.pictures.png import png
from bot.review.animation.drawing import PictureRenderer, drawable
from bot.review.animation.plot import plot_of
from bot.review.animation.scene_picture import DIE, Painter
from bot.review.animation.scenes import end_scene
from bot.review.played_round import Played
from rules.review import SeatReview
from rules.screen import Screen, Seat


def still(
    played: Played,
    end: Screen,
    reviews: tuple[SeatReview, ...],
    names: Sequence[str],
    *,
    language: str,
    pictures: Path,
) -> bytes:
    """Return a PNG of 540×600 pixels of the `end` that the board of a round shows.

    `names` are those of the seats, `pictures` is the folder with those of the faces.
    """
    known = (drawable(name) or Seat(index).letter for index, name in enumerate(names))
    renderer = PictureRenderer(language, tuple(known))
    plot = plot_of(played, reviews, renderer)
    painter = Painter(played.game.info.name, 1, DIE, plot, renderer, pictures)
    scene = end_scene(len(reviews[0].worths) - 1, 1, end)
    return png(painter.picture(scene, None))
