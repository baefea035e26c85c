"""The page of /leaderboard: who has no place is told what is missing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.language.render import PlainRenderer, render
from bot.statistics.leaderboard_page import blocks
from bot.statistics.standing import Standing
from bot.statistics.store.standings import Leaderboard, LeaderboardPlace, LeaderboardQuery
from rules.screen import Line
from rules.skill import RoundSkill, SkillSums

NOW = datetime(2026, 11, 22, tzinfo=UTC)


LONG_AGO = datetime(2026, 8, 1, tzinfo=UTC)


def skilled(rounds, variance=0.1, **parts):
    return Standing(sums=SkillSums.of([RoundSkill(1.0, 1.0, variance)] * rounds), **parts)


@pytest.mark.parametrize(
    ("by", "standing", "language", "told"),
    [
        ("skill", skilled(8), "en", "Not ranked yet: 2 more rated games are needed."),
        # 8 v is 45 rounds that are expected to cost house 1
        (
            "skill",
            skilled(30, 5.625),
            "en",
            "Not ranked yet: about 15 more games are needed to be sure.",
        ),
        (
            "skill",
            skilled(44, 5.625),
            "ro",
            "Încă fără loc în clasament: ca să fie sigur, mai trebuie cam 1 partidă.",
        ),
        (
            "skill",
            skilled(20, broken_off=3, last_counted=NOW),
            "en",
            "Not ranked: more than a tenth of the rated games were left or closed.",
        ),
        (
            "skill",
            skilled(20, last_counted=LONG_AGO),
            "en",
            "Not ranked: your last rated game is more than 90 days old.",
        ),
        (
            "skill",
            skilled(20, last_counted=LONG_AGO),
            "ro",
            "Fără loc în clasament: ultima ta partidă care contează e mai veche de 90 de zile.",
        ),
        (
            "results",
            Standing(among=10, met=2),
            "en",
            "You are not ranked yet: 1 more member must have played with you.",
        ),
        (
            "results",
            Standing(among=7, met=1),
            "en",
            "You are not ranked yet: 3 more games with members are needed.",
        ),
    ],
)
def test_who_has_no_place_by_skill_or_results_is_told_why(by, standing, language, told):
    asked = LeaderboardQuery(1, "", by, "all", NOW, 100)
    found = blocks(asked, Leaderboard((), 0, None, standing), 0, 1)
    renderer = PlainRenderer(language)
    assert told in [render(one.text, language, renderer) for one in found if isinstance(one, Line)]


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "▶ 1\\. @100 2508 · 12 games"), ("ro", "▶ 1\\. @100 2508 · 12 partide")],
)
def test_a_place_by_skill_shows_what_is_proven_and_the_rounds(language, line):
    standing = skilled(12)
    place = LeaderboardPlace(1, 100, 2508, standing)
    asked = LeaderboardQuery(1, "", "skill", "all", NOW, 100)
    found = blocks(asked, Leaderboard((place,), 1, place, standing), 0, 1)
    renderer = PlainRenderer(language)
    assert line in [
        render(one.text, language, renderer).replace("**", "")
        for one in found
        if isinstance(one, Line)
    ]


@pytest.mark.parametrize(
    ("standing", "language", "told"),
    [
        (Standing(), "en", "You have no total here yet."),
        (
            Standing(rounds=9, best=200),
            "en",
            "You are not ranked yet: 1 more finished sheet is needed.",
        ),
        (
            Standing(rounds=7, best=200),
            "ro",
            "Încă nu ești în clasament: mai trebuie 3 foi terminate.",
        ),
    ],
)
def test_who_has_no_best_total_on_the_board_is_told_why(standing, language, told):
    asked = LeaderboardQuery(1, "nine/alone", "best", "all", NOW, 100)
    found = blocks(asked, Leaderboard((), 0, None, standing), 0, 1)
    renderer = PlainRenderer(language)
    assert told in [render(one.text, language, renderer) for one in found if isinstance(one, Line)]
