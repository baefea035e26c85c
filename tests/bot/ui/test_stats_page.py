"""The page of /stats: how rounds are counted in words."""

from __future__ import annotations

import pytest

from bot.language.render import PlainRenderer, render
from bot.storage.standings import Against
from bot.table.standing import Standing
from bot.ui.stats_page import Stats, blocks
from rules.screen import Line


def lines(standing, against=(), language="en"):
    """Return the lines of the page over all games."""
    stats = Stats(1, "", standing, against, None, {}, hidden=False)
    renderer = PlainRenderer(language)
    return [render(one.text, language, renderer) for one in blocks(stats) if isinstance(one, Line)]


@pytest.mark.parametrize(
    ("standing", "language", "line"),
    [
        (Standing(rounds=12), "en", "12 rounds"),
        (Standing(rounds=3, won=1, lost=2), "en", "3 rounds: 1 win · 2 losses"),
        (
            Standing(rounds=78, won=32, drawn=1, lost=33),
            "en",
            "78 rounds, 12 of them alone: 32 wins · 1 draw · 33 losses",
        ),
        (
            Standing(rounds=78, won=32, drawn=1, lost=33),
            "ro",
            (
                "78 de partide, dintre care 12 de unul singur: "
                "32 de victorii · 1 egal · 33 de înfrângeri"
            ),
        ),
    ],
)
def test_rounds_add_up(standing, language, line):
    assert line in lines(standing, language=language)


def test_opponents_stand_in_the_order_of_their_strength():
    against = tuple(
        Against(key, 1, 0, 0) for key in ("perfect", "house", "later", "member", "easy")
    )
    told = lines(Standing(rounds=5, won=5), against)
    assert [one for one in told if one.startswith("against")] == [
        "against members: 1 win · 0 losses",
        "against level “Easy”: 1 win · 0 losses",
        "against level “Medium”: 1 win · 0 losses",
        "against level “Perfect”: 1 win · 0 losses",
        "against later: 1 win · 0 losses",
    ]
