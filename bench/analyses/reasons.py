"""Mistakes with the reasons against them, printed for review by a strong player.

    python -m bench.analyses.reasons 80 60 60

The numbers are mistakes of the level Medium in Thirteen Rows, Nine Categories and Dice Poker, in
the order of its games. Below each position stands the better choice with the loss and the reason.
At most ten of 200 may be wrong or beside the point.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

from bench.seeded import Seeded
from bot.language.render import PlainRenderer, render
from rules import registry
from rules.engine import Round, act, begin, history
from rules.game import Game
from rules.levels import HOUSE
from rules.review import Decision, review_of
from rules.screen import Dice, Mark, Seat, with_dice
from rules.sheets.flow import Choosing
from rules.text import Text

SEATS = {"thirteen": 1, "nine": 1, "dice-poker": 2}


def main(counts: list[int], seed: str) -> None:
    number = 0
    for (key, seats), most in zip(SEATS.items(), counts, strict=True):
        for before, seat, slip in islice(_slips(registry.game(key), seats, seed), most):
            number += 1
            print(f"{number}. {_position(before, seat)}")
            _explain(before, seat, slip)


def _slips(game: Game[Any], seats: int, seed: str) -> Iterator[tuple[Round[Any], Seat, Decision]]:
    """Yield mistakes of the level `house`, with the round before each and the seat."""
    for number in count():
        luck = Seeded(f"{seed} {game.info.key} {number}")
        play = begin(game, seats, {}, luck)
        while play.over is None:
            seat = play.awaits.seats[0]
            play = act(play, seat, game.computer(play.state, seat, HOUSE.key)[0][0], luck)
        rounds = history(game, seats, {}, play.steps)
        for one in review_of(rounds, seats):
            for slip in one.mistakes:
                yield rounds[slip.number - 1], one.seat, slip


def _position(before: Round[Any], seat: Seat) -> str:
    """Return a position in a line: the dice; on a sheet the number of the roll and open rows."""
    game, state = before.game, before.state
    dice = [
        " ".join(block.face_set.symbols[face - 1] for face in sorted(block.faces))
        for block in with_dice(game.screen(state, seat))
        if isinstance(block, Dice | Mark)
    ]
    position = " against ".join(dice)
    if not isinstance(state, Choosing):
        return position
    opened = sorted(action.on for action in game.legal(state, seat) if action.verb == "write")
    return f"{position} · roll {len(state.rolled.rolls)} · open: {' '.join(opened)}"


def _explain(before: Round[Any], seat: Seat, slip: Decision) -> None:
    game, state = before.game, before.state
    best, chosen = (_plain(game.name(state, seat, one)) for one in (slip.best, slip.action))
    why = None if game.exact is None else game.exact.why(state, seat, slip.best, slip.action)
    print(f"   {best} · not {chosen} (-{slip.loss:.3f})")
    print(f"      {'–' if why is None else _plain(why)}")


def _plain(text: Text) -> str:
    return render(text, "en", PlainRenderer("en"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("counts", type=int, nargs=len(SEATS), help="how many mistakes in each")
    parser.add_argument("--seed", default="reasons", help="the dice")
    asked = parser.parse_args()
    main(asked.counts, asked.seed)
