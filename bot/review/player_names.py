"""The names of the players of a round in letters, for pictures."""

from __future__ import annotations

from collections.abc import Iterator

from bot.language.render import PlainRenderer, render
from bot.review.played_round import PlayedRound
from bot.ui.drawing.short_names import cleaned, short_names
from rules.screen import Seat
from rules.text import Text


def fitting_names(played: PlayedRound, language: str, width: int) -> tuple[str, ...]:
    """Return the names of all seats in at most `width` letters.

    The name of a computer that is longer is replaced by its level.
    """
    return short_names([*_names(played, language, width)], width)


def _names(played: PlayedRound, language: str, width: int) -> Iterator[str | None]:
    for player in played.players:
        name = _in_letters(player.name, language)
        if player.level is not None and name is not None and len(name) > width:
            yield _in_letters(player.level, language)
        else:
            yield name


def _in_letters(name: Text | str | None, language: str) -> str | None:
    return render(name, language, PlainRenderer(language)) if isinstance(name, Text) else name


def whole_names(played: PlayedRound, language: str) -> tuple[str, ...]:
    """Return the whole names of all seats, empty where one is not known."""
    return tuple(cleaned(_in_letters(player.name, language) or "") for player in played.players)


def shortened_names(played: PlayedRound, language: str, width: int) -> tuple[tuple[str, Seat], ...]:
    """Return the names in at most `width` letters that are not the whole one, with their seats."""
    return tuple(
        (name, Seat(index))
        for index, (name, whole) in enumerate(
            zip(fitting_names(played, language, width), whole_names(played, language), strict=True)
        )
        if name != whole
    )
