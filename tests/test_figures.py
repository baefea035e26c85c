"""Figures on the pages that can be computed at once are those of the code."""

from __future__ import annotations

from pathlib import Path

from rules.registry import games

DOCS = Path(__file__).parents[1] / "docs"


def test_how_many_rounds_of_the_measure_every_rating_holds() -> None:
    """K = v / 2, with the variance v in squared mean losses: docs/ratings.md, The number."""
    added = {
        (game.info.key, seats): skill.variance / skill.mean**2 / 2
        for game in games().values()
        if game.exact is not None
        for seats, skill in game.exact.house_skill.items()
    }
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
