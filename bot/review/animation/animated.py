"""The animated picture of a round that is over, with its description.

The picture itself is drawn by `gif`, which only the analysis process loads.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bot.review.amounts import number, tenths
from bot.review.animation.scenes import Story, story
from bot.review.played_round import Played
from rules.review import seen_alike
from rules.screen import Screen
from rules.text import Placeholder, Text, say

NAME_WIDTH = 24
"""The most letters of a name."""


@dataclass(frozen=True, slots=True)
class Animated:
    """An animated `picture` (GIF), its description `shows`, and the names behind short ones."""

    picture: bytes
    shows: tuple[Text, ...]
    letters: tuple[Text, ...]


def animated(
    played: Played, end: Screen, language: str, pictures: Path, *, judged: bool = True
) -> Animated:
    """Return the animated picture of a round that is over; raises the errors of `scenes.story`.

    With `judged`, the picture has verdicts; a public picture has none. `end` is the Screen of the
    board, `pictures` the folder of the pictures of faces.
    """
    # Pillow is slow to import: only in the analysis process.
    from bot.review.animation.gif import gif  # noqa: PLC0415
    from bot.review.animation.picture_names import picture_names  # noqa: PLC0415

    told = story(played, end, judged=judged)
    names, shortened = picture_names(played, language, NAME_WIDTH)
    letters = tuple(say("{letter}: {seat}", letter=short, seat=seat) for short, seat in shortened)
    picture = gif(played, told, names, language, pictures)
    return Animated(picture, _shows(played, told, names, judged=judged), letters)


def _worth(played: Played, worth: float) -> Placeholder:
    return number(played.unit, tenths(played.unit, worth))


def _course(played: Played, name: str, start: Placeholder, result: Placeholder) -> Text:
    if played.unit == "points":
        return say(
            "Expected points of {name}: {start} at the start, {result} at the end.",
            name=name,
            start=start,
            result=result,
        )
    return say(
        "Chance to win of {name}: {start} at the start, {result} at the end.",
        name=name,
        start=start,
        result=result,
    )


def _shows(
    played: Played, told: Story, names: tuple[str, ...], *, judged: bool
) -> tuple[Text, ...]:
    """Return the description of the picture, for screen readers."""
    if not told.reviews or not seen_alike(told.reviews, played.unit):
        return (
            say(
                "An animation of a game of {game}: the dice or cards, and each choice.",
                game=played.game.info.name,
            ),
        )
    game = played.game.info.name
    shown = (
        say(
            "An animation of a game of {game}: the dice or cards, each choice with its verdict, "
            "and what each player could expect.",
            game=game,
        )
        if judged
        else say(
            "An animation of a game of {game}: the dice or cards, each choice, and what each "
            "player could expect.",
            game=game,
        )
    )
    return (
        shown,
        *(
            _course(played, name, _worth(played, one.start), _worth(played, one.result))
            for name, one in zip(names, told.reviews, strict=True)
        ),
    )
