"""The exact scores of the levels of Six Card Poker against each other.

    python -m bench.exact.six_card

Prints the table of `rules/games/six_card/README.md`: expected scores, a draw counted as one half,
and the score of the best answer to each strategy. The scores are computed over all deals.
"""

from __future__ import annotations

from fractions import Fraction

from rules.games.six_card.cards import HANDS, high_then_middle, low_then_middle
from rules.games.six_card.equilibrium import EQUILIBRIUM
from rules.games.six_card.strategies import (
    Chances,
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


def chances_between(own: Strategy, other: Strategy) -> Chances:
    """Return the chances of a strategy against another one, over all deals."""
    win = lose = Fraction(0)
    for hand in HANDS:
        chances = chances_against(other, hand)
        for split, weight in own[hand].items():
            share = chance_of(hand) * weight
            win += share * chances[split].win
            lose += share * chances[split].lose
    return Chances(win, 1 - win - lose, lose)


def main() -> None:
    """Print a line for each strategy, then how `house` fares in decided rounds."""
    print(
        f"{'score of':12}" + "".join(f"{'v. ' + level:>12}" for level in LEVELS) + "  best answer"
    )
    for name, own in STRATEGIES.items():
        scores = (chances_between(own, STRATEGIES[level]).score for level in LEVELS)
        cells = "".join(f"{float(score):>12.1%}" for score in scores)
        print(f"{name:12}{cells}{float(best_answer(own)):>13.10f}")
    chances = chances_between(STRATEGIES["house"], STRATEGIES["easy"])
    decided = float(chances.win / (1 - chances.draw))
    print(f"\nhouse wins {decided:.1%} of the decided rounds against easy")


if __name__ == "__main__":
    main()
