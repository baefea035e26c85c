"""Prints positions with what is told of them, for somebody who plays well to read.

    python -m bench.analyses.reasons 80 60 60

The numbers are positions of Thirteen Rows, Nine Categories and Dice Poker, from games of the
level Medium: those in which Medium and the natural choice are clearly wrong. Below each stands,
for both of these choices, what it gives away and why. At most ten of 200 may be wrong or
beside the point.
"""

from __future__ import annotations

import argparse
from itertools import count, islice

from bench.seeded import Seeded
from bot.language.render import PlainRenderer, render
from rules import registry
from rules.decisions import Asked, of_rounds
from rules.game import Game
from rules.levels import HOUSE
from rules.screen import with_dice
from rules.text import Text

GAMES = ("thirteen", "nine", "dice-poker")


def main(counts: list[int], seed: str) -> None:
    """Print so many positions of each game."""
    number = 0
    for key, most in zip(GAMES, counts, strict=True):
        game = registry.game(key)
        decisions = game.decisions
        if decisions is None:
            raise SystemExit(f"{key} has no positions")
        for one in islice(
            of_rounds(game, decisions, (Seeded(f"{seed} {key} {n}") for n in count())), most
        ):
            number += 1
            print(f"{number}. {_position(game, one)}")
            _explain(game, one, decisions.natural)


def _position(game: Game[object], one: Asked) -> str:
    """Return a position in a line: the dice, and what is open."""
    screen = game.screen(one.state, one.seat)
    dice = [
        " ".join(map(str, sorted(block.faces)))
        for block in with_dice(screen)
        if hasattr(block, "faces")
    ]
    opened = [control.label for control in screen.controls if hasattr(control, "label")]
    return f"{' against '.join(dice)} [{', '.join(map(_plain, opened))}] solved {one.solved:.2f}"


def _explain(game: Game[object], one: Asked, natural: str) -> None:
    best = one.choices[0]
    given = (game.computer(one.state, one.seat, level)[0][0] for level in (HOUSE.key, natural))
    for action in dict.fromkeys(given):
        chosen = next(each for each in one.choices if action in each.actions)
        why = (
            None
            if game.exact is None
            else game.exact.why(one.state, one.seat, best.actions[0], action)
        )
        print(f"   {_plain(best.name)} · not {_plain(chosen.name)} (-{chosen.given_away:.3f})")
        print(f"      {'–' if why is None else _plain(why)}")


def _plain(text: Text) -> str:
    return render(text, "en", PlainRenderer("en"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("counts", type=int, nargs=len(GAMES), help="how many positions of each")
    parser.add_argument("--seed", default="reasons", help="the dice")
    asked = parser.parse_args()
    main(asked.counts, asked.seed)
