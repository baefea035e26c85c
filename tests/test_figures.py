"""Figures on the pages that can be computed at once are those of the code."""

from __future__ import annotations

from itertools import count
from math import log2, sqrt
from pathlib import Path

from rules.registry import games

DOCS = Path(__file__).parents[1] / "docs"


def _added() -> dict[tuple[str, int], float]:
    """K = v / 2, with the variance v in squared mean losses: docs/ratings.md, The number."""
    return {
        (game.info.key, seats): skill.variance / skill.mean**2 / 2
        for game in games().values()
        if game.exact is not None
        for seats, skill in game.exact.house_skill.items()
    }


def _rounds_until_ranked(k: float) -> int:
    """Return after how many rounds of a player like `house` the interval is 400 points wide."""
    for n in count(1):
        t, z = sqrt(2 * k / (n + k)) / 3, 1.96 + 2.37 / (n + k)
        bounds = [max(0.0, 1 - t * t + side * z * t) ** 3 for side in (-1, 1)]
        if 400 * (log2(1 + bounds[1]) - log2(1 + bounds[0])) <= 400:
            return n
    raise AssertionError


def test_how_many_rounds_make_a_rating_ranked() -> None:
    """The interval of docs/ratings.md, with Q = 1 and losses that scatter as those of `house`."""
    page, added = (DOCS / "ratings.md").read_text(encoding="utf-8"), _added()
    dice, cards = (_rounds_until_ranked(added[key, 2]) for key in ("dice-poker", "six-card"))
    assert f"some {dice} rounds of Dice Poker, {cards} of Six Card Poker" in page


def test_how_many_rounds_of_the_measure_every_rating_holds() -> None:
    added = _added()
    page = " ".join((DOCS / "ratings.md").read_text(encoding="utf-8").split())
    of_sheets = [
        added[key, seats] for key, seats in added if key in ("thirteen", "nine") and seats > 1
    ]
    assert (
        f"some three in Dice Poker, eight in Six Card Poker; {added['thirteen', 1]:.2f} of a sheet of "
        f"Thirteen Rows alone and {added['nine', 1]:.2f} of Nine Categories, {min(of_sheets):.2f} to "
        f"{max(of_sheets):.2f} where others play"
    ) in page
    assert round(added["dice-poker", 2]) == 3
    assert round(added["six-card", 2]) == 8
