"""What *Share* posts of a round that is over: a picture of its end.

The picture itself is drawn by `animation.still`, which only the analysis process loads.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bot.language.render import PlainRenderer, render
from bot.review.animation.animated import NAME_WIDTH
from bot.review.played_round import Played
from bot.review.review_page import plot_shows
from bot.review.review_tables import column_names, shortened_names
from rules.review import SeatReview
from rules.screen import Screen, Seat
from rules.text import Text, say


@dataclass(frozen=True, slots=True)
class Shared:
    """A `picture` (PNG), its description in words, `shows`, and who is behind a short name."""

    picture: bytes
    shows: str
    letters: tuple[Text, ...]


def shared(
    played: Played,
    end: Screen,
    worths: tuple[tuple[float, ...], ...],
    language: str,
    pictures: Path,
) -> Shared:
    """Return the picture of the end of a round; `worths` are those of `Reviewed`.

    `end` is what its board shows, `pictures` the folder with those of the faces.
    """
    # Pillow is slow to import: only in the analysis process.
    from bot.review.animation.still import still  # noqa: PLC0415

    reviews = tuple(SeatReview(Seat(index), one, (), ()) for index, one in enumerate(worths))
    names = column_names(played, language, NAME_WIDTH)
    renderer = PlainRenderer(language, names)
    board = say("The end of a round: {title}.", title=end.title)
    shows = (board, *plot_shows(played, reviews, names))
    described = " ".join(render(text, language, renderer) for text in shows)
    picture = still(played, end, reviews, names, language=language, pictures=pictures)
    letters = tuple(
        say("{letter}: {seat}", letter=name, seat=seat)
        for name, seat in shortened_names(played, language, NAME_WIDTH)
    )
    return Shared(picture, described, letters)
