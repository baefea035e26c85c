"""A round that is over as an animated picture, with its description.

The picture itself is drawn by `gif`, which only the analysis process loads.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bot.review.amounts import number, tenths
from bot.review.animation.scenes import Story, story
from bot.review.played_round import Played
from bot.review.review_tables import column_names, shortened_names
from rules.review import seen_alike
from rules.screen import Screen
from rules.text import Placeholder, Text, say

NAME_WIDTH = 24
"""The letters of a name."""


@dataclass(frozen=True, slots=True)
class Animated:
    """An animated `picture` (GIF), its description, `shows`, and who has a short name there."""

    picture: bytes
    shows: tuple[Text, ...]
    letters: tuple[Text, ...]


def animated(played: Played, end: Screen, language: str, pictures: Path) -> Animated:
    """Return a round that is over as an animated picture; raises as `scenes.story` does.

    `end` is what its board shows, `pictures` the folder with those of the faces.
    """
    # Pillow is slow to import: only in the analysis process.
    from bot.review.animation.gif import gif  # noqa: PLC0415

    told = story(played, end)
    names = column_names(played, language, NAME_WIDTH)
    letters = tuple(
        say("{letter}: {seat}", letter=short, seat=seat)
        for short, seat in shortened_names(played, language, NAME_WIDTH)
    )
    picture = gif(played, told, names, language, pictures)
    return Animated(picture, _shows(played, told, names), letters)


def _worth(played: Played, worth: float) -> Placeholder:
    return number(played.unit, tenths(played.unit, worth))


def _course(played: Played, name: str, start: Placeholder, result: Placeholder) -> Text:
    if played.unit == "points":
        return say(
            "{name} could expect {start} points at first and {result} at the end.",
            name=name,
            start=start,
            result=result,
        )
    return say(
        "{name} had a chance to win of {start} at first and {result} at the end.",
        name=name,
        start=start,
        result=result,
    )


def _shows(played: Played, told: Story, names: tuple[str, ...]) -> tuple[Text, ...]:
    """Return the description of the picture, for screen readers."""
    if not told.reviews or not seen_alike(told.reviews, played.unit):
        return (
            say(
                "An animation of a round of {game}: the dice or cards, and each choice.",
                game=played.game.info.name,
            ),
        )
    return (
        say(
            "An animation of a round of {game}: the dice or cards, each choice with its verdict, "
            "and what each player could expect.",
            game=played.game.info.name,
        ),
        *(
            _course(played, name, _worth(played, one.start), _worth(played, one.result))
            for name, one in zip(names, told.reviews, strict=True)
        ),
    )
