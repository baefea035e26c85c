"""Names of players for pictures; the message completes names that do not fit."""

from __future__ import annotations

from bot.pictures.font import without_emoji
from bot.review.played_round import PlayedRound
from bot.review.player_names import fitting_names, whole_names
from bot.ui.drawing.short_names import short_names
from rules.screen import Seat


def picture_names(
    played: PlayedRound, language: str, width: int
) -> tuple[tuple[str, ...], tuple[tuple[str, Seat], ...]]:
    """Return the names of all seats in at most `width` letters, and the shortened names by seat.

    A name with letters that the font lacks, or that run from right to left, becomes the letter of
    its seat.
    """
    columns = fitting_names(played, language, width)
    names = short_names([without_emoji(name) for name in columns], width)
    whole = whole_names(played, language)
    short = (
        (name, Seat(index))
        for index, name in enumerate(names)
        if name not in (whole[index], without_emoji(whole[index]))
    )
    return names, tuple(short)
