"""Totals and presses of games of sheets, by policy: `python -m bench.levels.presses`.

Each policy plays the same 400 seeded sheets of each game alone (another number may be given):

- first: presses the first button of the board, which is *Keep …, reroll …* while there is one, then
  the first one that writes; where the board has neither, the choice of medium;
- medium, perfect: the choices of these levels of the computer. A choice that has a button is
  one press; any other is made by hand;
- by hand: the choices of medium without those buttons.

Counted are the presses on Discord. By hand a reroll takes one for each die and one for
Reroll, a row two: the menu has to be opened first. Errors are standard errors of the mean.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev
from typing import Any

from bench.seeded import Seeded
from rules import registry
from rules.engine import Round, act, begin
from rules.game import Game
from rules.levels import HOUSE, PERFECT
from rules.screen import Action, Press, Screen
from rules.sheets.flow import Choosing
from rules.sheets.rows import total

GAMES = 400

Policy = Callable[[Game[Any], Round[Any], Screen], Action]
"""Returns the action in a round with this Screen."""


def first(game: Game[Any], playing: Round[Any], screen: Screen) -> Action:
    """Return the action of the first button; without one, the choice of medium."""
    presses = (control.action for control in screen.controls if isinstance(control, Press))
    return next(presses, None) or medium(game, playing, screen)


def level(key: str) -> Policy:
    """Return the policy of a level of the computer; the levels of sheets choose without luck."""

    def choose(game: Game[Any], playing: Round[Any], _screen: Screen) -> Action:
        (seat,) = playing.awaits.seats
        ((action, _weight),) = game.computer(playing.state, seat, key)
        return action

    return choose


medium = level(HOUSE.key)

POLICIES: dict[str, tuple[Policy, bool]] = {
    "first": (first, True),
    "medium": (medium, True),
    "perfect": (level(PERFECT.key), True),
    "by hand": (medium, False),
}
"""What each policy chooses, and whether it uses the buttons that do so at once."""


def presses(action: Action, screen: Screen | None) -> int:
    """Return how many presses an action takes on this screen, or by hand without one."""
    if screen is not None and any(
        isinstance(control, Press) and control.action == action for control in screen.controls
    ):
        return 1
    return len(action.on) + 1 if action.verb == "reroll" else 2


@dataclass(frozen=True)
class Played:
    """The total of each sheet, and the mean presses of a turn."""

    totals: tuple[int, ...]
    presses: float

    @property
    def error(self) -> float:
        """The standard error of the mean total, NaN for a single sheet."""
        if len(self.totals) == 1:
            return float("nan")
        return stdev(self.totals) / sqrt(len(self.totals))


def play(game: Game[Any], name: str, games: int) -> Played:
    """Play seeded sheets by a policy; the same number has the same first dice for each."""
    choose, buttons = POLICIES[name]
    turns = pressed = 0
    totals: list[int] = []
    for number in range(games):
        luck = Seeded(f"{game.info.key} {number}")
        playing = begin(game, 1, {}, luck)
        while not playing.over:
            (seat,) = playing.awaits.seats
            screen = game.screen(playing.state, None)
            action = choose(game, playing, screen)
            turns += action.verb == "write"
            pressed += presses(action, screen if buttons else None)
            playing = act(playing, seat, action, luck)
        totals.append(total(playing.state.sheets[0]))
    return Played(tuple(totals), pressed / turns)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    print(f"{games:,} seeded sheets alone")
    for key, game in registry.games().items():
        if 1 not in game.info.seats or not isinstance(
            begin(game, 1, {}, Seeded(key)).state, Choosing
        ):
            continue
        for name in POLICIES:
            played = play(game, name, games)
            print(
                f"  {key:<10}{name:<9}{mean(played.totals):7.1f} ± {played.error:.1f} points"
                f"{played.presses:7.2f} presses a turn"
            )


if __name__ == "__main__":
    main()
