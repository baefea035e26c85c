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
"""How many rounds a picture shows at most."""

WINDOW = 20
"""How many rounds each point of the line is made of: the round and those before it."""


class Form:
    """The `picture` (PNG) of some rounds, oldest first, and `shows`, its description."""

    def __init__(self, rounds: Sequence[RoundSkill], language: str) -> None:
        """Draw the rounds; `language` is that of the captions."""
        # Pillow is slow to import: only here, in the analysis process
        from bot.statistics.form_chart import Captions, chart  # noqa: PLC0415

        def plain(text: Text) -> str:
            return render(text, language, PlainRenderer(language))

        ratings = moving(rounds)
        captions = Captions(
            plain(_title(len(ratings))),
            plain(say("Band: where it most likely lies")),
            plain(say("rounds")),
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
    return say_count("Skill in the last {n} round", "Skill in the last {n} rounds", WINDOW)


def _shows(rounds: int, said: dict[str, Argument]) -> Text:
    """Return what the picture shows; each point is made of all rounds where they are few."""
    if rounds <= WINDOW:
        return say_count(
            "A line plot of skill over {n} round, at each point that of all up to it: "
            "it goes from {first} to {last}, and now most likely lies between {low} and {high}.",
            "A line plot of skill over {n} rounds, at each point that of all up to it: "
            "it goes from {first} to {last}, and now most likely lies between {low} and {high}.",
            rounds,
            **said,
        )
    return say_count(
        "A line plot of skill over {n} round, at each point that of the last {window} rounds: "
        "it goes from {first} to {last}, and now most likely lies between {low} and {high}.",
        "A line plot of skill over {n} rounds, at each point that of the last {window} rounds: "
        "it goes from {first} to {last}, and now most likely lies between {low} and {high}.",
        rounds,
        window=str(WINDOW),
        **said,
    )


def moving(rounds: Sequence[RoundSkill]) -> list[Rating]:
    """Return the rating after each round, made of the last `WINDOW` rounds."""
    return [
        rating(SkillSums.of(rounds[max(0, end - WINDOW) : end]))
        for end in range(1, len(rounds) + 1)
    ]
