"""The picture of a member's form: their skill rating over the last rounds."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.render import PlainRenderer, render
from rules.levels import HOUSE
from rules.skill import Rating, RoundSkill, SkillSums, rating
from rules.text import Argument, Text, say, say_count

FEWEST = 3
"""The fewest rounds that are drawn."""

MOST = 100
"""The most rounds in a picture."""

WINDOW = 20
"""The number of rounds behind each point of the line: the round and those before it."""


class FormPicture:
    """The `picture` (PNG) of some rounds, oldest first, and its description, `shows`."""

    def __init__(self, rounds: Sequence[RoundSkill], language: str) -> None:
        """Draw the rounds; `language` is that of the captions."""
        # Pillow is slow to import: only here, in the analysis process
        from bot.statistics.form_chart import FormCaptions, chart  # noqa: PLC0415

        def plain(text: Text) -> str:
            return render(text, language, PlainRenderer(language))

        ratings = moving(rounds)
        captions = FormCaptions(
            plain(_title(len(ratings))),
            plain(say("Band: where it most likely lies")),
            plain(say("games")),
            plain(say("perfect play")),
            plain(say("level “{level}”", level=HOUSE.name)),
        )
        self.picture = chart([(one.low, one.value, one.high) for one in ratings], captions)
        first, last = ratings[0], ratings[-1]
        said: dict[str, Argument] = {
            "first": str(first.value),
            "last": str(last.value),
            "low": str(last.low),
            "high": str(last.high),
        }
        self.shows = _shows(len(ratings), said)


def _title(rounds: int) -> Text:
    if rounds <= WINDOW:
        return say("Skill so far")
    return say_count(
        "Each point: the last {n} game",
        "Each point: the last {n} games",
        WINDOW,
    )


def _shows(rounds: int, said: dict[str, Argument]) -> Text:
    """Return the description of the picture; each point covers all rounds if they are few."""
    if rounds <= WINDOW:
        return say_count(
            "A line plot of skill over {n} game, at each point that of all up to it: "
            "it goes from {first} to {last}, and now most likely lies between {low} and {high}.",
            "A line plot of skill over {n} games, at each point that of all up to it: "
            "it goes from {first} to {last}, and now most likely lies between {low} and {high}.",
            rounds,
            **said,
        )
    return say_count(
        "A line plot of skill over {n} game, at each point that of the last {window} games: "
        "it goes from {first} to {last}, and now most likely lies between {low} and {high}.",
        "A line plot of skill over {n} games, at each point that of the last {window} games: "
        "it goes from {first} to {last}, and now most likely lies between {low} and {high}.",
        rounds,
        window=str(WINDOW),
        **said,
    )


def moving(rounds: Sequence[RoundSkill]) -> list[Rating]:
    """Return the rating after each round, computed from the last `WINDOW` rounds."""
    return [
        rating(SkillSums.of(rounds[max(0, end - WINDOW) : end]))
        for end in range(1, len(rounds) + 1)
    ]
