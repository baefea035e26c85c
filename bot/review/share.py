"""The picture of the end of a round, which *Share* posts.

The picture itself is drawn by `share_picture`, which only the analysis process loads.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from bot.language.render import PlainRenderer, render
from bot.review.played_round import PlayedRound
from bot.review.review_page import plot_description
from rules.dice import Roll
from rules.review import SeatReview
from rules.screen import Screen, Seat
from rules.text import Text, say, say_in

NAME_WIDTH = 24
"""The most letters of a name."""

NO_AVATARS: Mapping[int, bytes] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class RoundPicture:
    """The picture of the end of a round, its description, and the full names of shortened ones."""

    png: bytes
    description: str
    full_names: tuple[Text, ...]


def round_picture(
    played: PlayedRound,
    end: Screen,
    worths: tuple[tuple[float, ...], ...],
    language: str,
    pictures: Path,
    *,
    avatars: Mapping[int, bytes] = NO_AVATARS,
    headline: Text | None = None,
    roll: Roll = (),
) -> RoundPicture:
    """Return the picture of the end of a round; `worths` are those of `RoundReview`, or empty.

    `end` is the Screen of its board, with the `headline` above it, `pictures` the folder of the
    pictures of faces; `avatars` are PNG files by seat.
    """
    # Pillow is slow to import: only in the analysis process.
    from bot.review.share_names import picture_names  # noqa: PLC0415
    from bot.review.share_picture import has_curve, share_picture  # noqa: PLC0415

    reviews = tuple(SeatReview(Seat(index), one, (), ()) for index, one in enumerate(worths))
    names, short = picture_names(played, language, NAME_WIDTH)
    renderer = PlainRenderer(language, names)
    board = say("The end of a game: {title}.", title=end.title)
    first = () if headline is None else (say_in("a headline", "{headline}.", headline=headline),)
    curve = plot_description(played, reviews, names) if has_curve(played, reviews) else ()
    sentences = (*first, board, *curve)
    description = " ".join(render(text, language, renderer) for text in sentences)
    picture = share_picture(
        *(played, end, reviews, names, avatars),
        headline=headline,
        roll=roll,
        language=language,
        pictures=pictures,
    )
    full_names = tuple(say("{letter}: {seat}", letter=name, seat=seat) for name, seat in short)
    return RoundPicture(picture, description, full_names)
