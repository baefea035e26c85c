"""The page of /leaderboard: who has no place is told what is missing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.language.render import PlainRenderer, render
from bot.statistics.leaderboard_page import blocks
from bot.statistics.standing import Standing
from bot.statistics.store.standings import Leaderboard, LeaderboardQuery
from rules.screen import Line

NOW = datetime(2026, 11, 22, tzinfo=UTC)


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
