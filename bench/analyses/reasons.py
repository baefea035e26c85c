"""Positions with the reasons for choices, printed for review by a strong player.

    python -m bench.analyses.reasons 80 60 60

The numbers are positions of Thirteen Rows, Nine Categories and Dice Poker, from games of the level
Medium: those in which Medium and the natural choice are clearly wrong. Below each stands, for both
of these choices, the loss and the reason. At most ten of 200 may be wrong or beside the point.
"""

from __future__ import annotations

import argparse
from itertools import count, islice

from bench.seeded import Seeded
from bot.language.render import PlainRenderer, render
from rules import registry
from rules.decisions import Puzzle, of_rounds
from rules.game import Game
from rules.levels import HOUSE
from rules.screen import Dice, Mark, with_dice
from rules.sheets.flow import Choosing
from rules.text import Text

GAMES = ("thirteen", "nine", "dice-poker")


def main(counts: list[int], seed: str) -> None:
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


def _position(game: Game[object], one: Puzzle) -> str:
    """Return a position in a line: the dice; on a sheet the number of the roll and open rows."""
    dice = [
        " ".join(block.face_set.symbols[face - 1] for face in sorted(block.faces))
        for block in with_dice(game.screen(one.state, one.seat))
        if isinstance(block, Dice | Mark)
    ]
    position = f"{' against '.join(dice)} · solved {one.solved:.2f}"
    if not isinstance(one.state, Choosing):
        return position
    actions = [choice.actions[0] for choice in one.choices]
    opened = sorted(action.on for action in actions if action.verb == "write")
    return f"{position} · roll {len(one.state.rolled.rolls)} · open: {' '.join(opened)}"


def _explain(game: Game[object], one: Puzzle, natural: str) -> None:
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
