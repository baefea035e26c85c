"""Figures on the pages that can be computed at once are those of the code."""

from __future__ import annotations

from math import ceil
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
    """Return after how many rounds of a player like `house` 8 v = 16 K is expected: ten at least."""
    return max(10, ceil(16 * k))


def test_how_many_rounds_make_a_rating_ranked() -> None:
    page, added = " ".join((DOCS / "ratings.md").read_text(encoding="utf-8").split()), _added()
    keys = (("dice-poker", 2), ("poker-dice", 3), ("six-card", 2), ("nine", 1))
    dice, poker, cards, nine = (_rounds_until_ranked(added[key]) for key in keys)
    assert (
        f"some {dice} rounds of Dice Poker, {poker} of Poker Dice for three, {cards} of Six Card "
        "Poker, or ten sheets of Nine Categories alone"
    ) in page
    assert nine == 10


def test_how_many_rounds_of_the_measure_every_rating_holds() -> None:
    added = _added()
    page = " ".join((DOCS / "ratings.md").read_text(encoding="utf-8").split())
    of_sheets = [
        added[key, seats]
        for key, seats in added
        if key in ("thirteen", "nine", "yams") and seats > 1
    ]
    assert (
        f"some three in Dice Poker, eight in Six Card Poker; {added['thirteen', 1]:.2f} of a sheet of "
        f"Thirteen Rows alone, {added['yams', 1]:.2f} of Yams and {added['nine', 1]:.2f} of Nine Categories, {min(of_sheets):.2f} to "
        f"{max(of_sheets):.2f} where others play"
    ) in page
    assert round(added["dice-poker", 2]) == 3
    assert round(added["six-card", 2]) == 8
