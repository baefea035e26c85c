"""What the levels of Six Card Poker score against each other, exactly: `python bench/six_card.py`.

Prints the table of `rules/games/six_card/README.md`: expected scores, a draw
counted as one half, and what the best answer to each strategy scores. Nothing is
played, everything is counted.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from rules.games.six_card.cards import HANDS, high_then_middle, low_then_middle
from rules.games.six_card.equilibrium import EQUILIBRIUM
from rules.games.six_card.strategies import (
    Strategy,
    always,
    arranged_at_random,
    best_answer,
    chance_of,
    chances_against,
)

STRATEGIES: dict[str, Strategy] = {
    "easy": always(high_then_middle),
    "house": always(low_then_middle),
    "perfect": EQUILIBRIUM,
    "at random": arranged_at_random(),
}
LEVELS = ("easy", "house", "perfect")


def chances(own: Strategy, other: Strategy) -> tuple[Fraction, Fraction]:
    """Return how likely `own` wins and draws a round."""
    win = draw = Fraction(0)
    for hand in HANDS:
        for split, achieved in chances_against(other, hand).items():
            weight = chance_of(hand) * own[hand].get(split, 0)
            win += weight * achieved.win
            draw += weight * achieved.draw
    return win, draw


def main() -> None:
    """Print a line for each strategy, then how `house` fares in decided rounds."""
    print(
        f"{'score of':12}" + "".join(f"{'v. ' + level:>12}" for level in LEVELS) + "  best answer"
    )
    for name, own in STRATEGIES.items():
        scores = (chances(own, STRATEGIES[level]) for level in LEVELS)
        cells = "".join(f"{float(win + draw / 2):>12.1%}" for win, draw in scores)
        print(f"{name:12}{cells}{float(best_answer(own)):>13.10f}")
    win, draw = chances(STRATEGIES["house"], STRATEGIES["easy"])
    print(f"\nhouse wins {float(win / (1 - draw)):.1%} of the decided rounds against easy")


if __name__ == "__main__":
    main()
