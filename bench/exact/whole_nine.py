"""Nine Categories for two against the optimum of the whole round.

    python -m bench.exact.whole_nine [rounds, 1000 unless told] [file]

The round is solved from its first turn on, by the induction that the game itself
uses from five open rows on: 37 million columns, four minutes and a gigabyte. Then
`perfect` plays against this optimum in either seat. Its share is the optimum's less
what its choices give away, counted exactly, so that the dice play no part: behind
it stands the half width of the interval of 95 of 100. "without the exact end"
plays by the estimate until the last round of turns. A second argument names a file in
which the solved round is kept.

At last the optimum plays against itself and is reviewed: what the review charges a
player for whom there is nothing to charge, and what stands in its line "estimate".
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean, stdev
from time import process_time
from typing import Any, TypeAlias

import numpy as np

from bench.seeded import Seeded
from rules import registry
from rules.dice import SELECTIONS
from rules.engine import Acted, Landed, Step
from rules.exact.rerolls import index, keeps_of
from rules.exact.turns import Turn, follow
from rules.game import Over, Rolls
from rules.review import Kind, review
from rules.screen import Action, Seat
from rules.sheets import winning
from rules.sheets.duel import Duel, row_points
from rules.sheets.flow import Choosing, acting
from rules.sheets.rows import open_rows, total
from rules.turns import ROLLS, reroll_of

ROUNDS = 1000
"""Rounds of each kind."""

KINDS: tuple[Kind, ...] = ("luck", "skill", "estimate")
"""The lines of a review that are printed."""

GAME = registry.game("nine")
SCORES: Any = GAME.exact.advise.__self__.scores  # type: ignore[union-attr]
ALL_ROWS = (1 << len(SCORES)) - 1

Player: TypeAlias = Callable[[Any, Seat], Action]


class Optimum:
    """The solved round: plays perfectly, and says what a choice gives away."""

    def __init__(self, duel: Duel) -> None:
        self.duel = duel
        self._turns: dict[tuple[int, int, int], tuple[Turn, dict[int, Any]]] = {}

    @classmethod
    def solved(cls, file: Path | None) -> Optimum:
        """Return the solved round, from a file that a run before has written where there is one."""
        if file is not None and file.exists():
            return cls(pickle.loads(file.read_bytes()))  # noqa: S301 — the host of the bench named it
        duel = Duel(SCORES, ALL_ROWS, ALL_ROWS, 0)
        if file is not None:
            file.write_bytes(pickle.dumps(duel))
        return cls(duel)

    @property
    def share(self) -> float:
        """The share of the first seat, if both play so."""
        return self.duel.share(ALL_ROWS, ALL_ROWS, 0)

    def __call__(self, state: Choosing, _seat: Seat) -> Action:
        """Return the best action."""
        shares = self.shares(state)
        return max(shares, key=lambda action: shares[action])

    def given_away(self, state: Choosing, action: Action) -> float:
        """Return the share that an action gives away."""
        shares = self.shares(state)
        return max(shares.values()) - shares[action]

    def shares(self, state: Choosing) -> dict[Action, float]:
        """Return the share of the mover after each action."""
        turn, written = self._turn(state)
        rolled = state.rolled
        place = index(rolled.dice)
        rows: Any = GAME.legal(state, acting(state))
        names = [action for action in rows if action.verb == "write"]
        shares = {
            action: float(written[row][place]) for action, row in zip(names, written, strict=True)
        }
        if not rolled.last:
            keeps = turn.keeps[ROLLS - len(rolled.rolls)][:, 0]
            by_keep = zip(keeps_of(rolled.dice), SELECTIONS, strict=True)
            shares |= {
                reroll_of(positions): float(keeps[keep]) for keep, positions in by_keep if positions
            }
        return shares

    def _turn(self, state: Choosing) -> tuple[Turn, dict[int, Any]]:
        """Return the mover's turn and, for each open row in order, its share by roll."""
        mover = acting(state).index
        masks = [sum(1 << row for row in open_rows(sheet)) for sheet in state.sheets]
        mine, others = masks[mover], masks[1 - mover]
        ahead = total(state.sheets[mover]) - total(state.sheets[1 - mover])
        known = self._turns.get((mine, others, ahead))
        if known is None:
            written = {
                row: self.duel.after(mine ^ (1 << row), others, ahead + sheet.points)[sheet.places]
                for row, sheet in enumerate(row_points(SCORES))
                if mine >> row & 1
            }
            best = np.max([*written.values()], axis=0)
            self._turns.clear()
            known = self._turns[mine, others, ahead] = follow(best[:, None]), written
        return known


def half_width(numbers: Sequence[float]) -> float:
    """Return half the width of the interval that holds the mean in 95 of 100 cases."""
    width: float = 1.96 * stdev(numbers) / len(numbers) ** 0.5
    return width


def perfect(state: Any, seat: Seat) -> Action:
    """Return the choice of the level `perfect`."""
    ((action, _),) = GAME.computer(state, seat, "perfect")
    return action


def played(players: Sequence[Player], seed: str, until_rows: int = 0) -> list[tuple[Any, Step]]:
    """Return the steps of a round, each with the state before it.

    It ends before the turn in which no sheet has more than `until_rows` open rows.
    """
    luck, state, steps = Seeded(seed), GAME.start(2, {}), list[tuple[Any, Step]]()
    while until_rows < max(len(open_rows(sheet)) for sheet in state.sheets):
        number = len(steps) + 1
        match GAME.turn(state):
            case Over():
                return steps
            case Rolls(count):
                faces = luck.roll(str(number), count)
                steps.append((state, Landed(number, faces)))
                state = GAME.land(state, faces)
            case _:
                seat = acting(state)
                action = players[seat.index](state, seat)
                steps.append((state, Acted(number, seat, action)))
                state = GAME.play(state, seat, action)
    return steps


def exact_rows() -> int:
    """Return with how many open rows `perfect` begins to play exactly."""
    rows: int = vars(winning)["EXACT_ROWS"]
    return rows


def lost(optimum: Optimum, seat: int, seed: str) -> float:
    """Return what `perfect` gives away in a round in this seat against the optimum.

    Once it plays exactly, it plays the optimum, too.
    """
    players: list[Player] = [optimum, optimum]
    players[seat] = perfect
    return sum(
        optimum.given_away(state, step.action)
        for state, step in played(players, seed, exact_rows())
        if isinstance(step, Acted) and step.seat.index == seat
    )


def against(optimum: Optimum, rounds: int, name: str) -> None:
    """Print the share of `perfect` against the optimum, in either seat."""
    for seat, best in enumerate((optimum.share, 1 - optimum.share)):
        found = [100 * lost(optimum, seat, f"{seat} {number}") for number in range(rounds)]
        share, width = 100 * best - mean(found), half_width(found)
        print(f"perfect{name} in seat {seat + 1}: {share:.3f} ± {width:.3f}", flush=True)


def charged(optimum: Optimum, rounds: int) -> None:
    """Print what the reviews of the optimum against itself say, seat by seat."""
    records = [played((optimum, optimum), f"own {number}") for number in range(rounds)]
    reviews = [review(GAME, 2, {}, [step for _, step in record]) for record in records]
    for seat in range(2):
        for kind in KINDS:
            found = [100 * one[seat].total(kind) for one in reviews]
            width = half_width(found)
            print(f"{kind:<9}in seat {seat + 1}: mean {mean(found):6.2f} ± {width:.2f}, ", end="")
            print(f"spread {stdev(found):.2f}", flush=True)


def main() -> None:
    """Print all figures, in wins of 100."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    file = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    begun = process_time()
    optimum = Optimum.solved(file)
    took = process_time() - begun
    print(f"{optimum.duel.columns:,} columns, {took:.0f} s; {rounds:,} rounds of each kind")
    print(f"the optimum against itself in seat 1: {100 * optimum.share:.3f}", flush=True)
    against(optimum, rounds, "")
    charged(optimum, rounds)
    vars(winning)["EXACT_ROWS"] = 1
    winning.solve_turn.cache_clear()
    against(optimum, rounds, " without the exact end")


if __name__ == "__main__":
    main()
