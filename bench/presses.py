"""How many presses a turn takes in the games of sheets: `python bench/presses.py`.

One seat plays 400 seeded games of each (another number may be given). It rerolls twice and
then writes the row with the most points; it keeps what the button keeps, or else its
largest group of equal dice, always. Counted are the presses on Discord: one for each
button, two for a line of a menu, which has to be opened first. "By hand" presses every
die, Reroll and the menu instead.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.seeded import Seeded
from rules import registry
from rules.dice import Roll, most_shown
from rules.engine import act, begin
from rules.game import Game
from rules.screen import Action, Press, Screen
from rules.sheets.flow import Choosing
from rules.sheets.keeping import all_but, usual_reroll
from rules.turns import reroll_of

GAMES = 400


def presses(action: Action, screen: Screen | None) -> int:
    """Return how many presses an action takes on this screen, or by hand without one."""
    if screen is not None and any(
        isinstance(control, Press) and control.action == action for control in screen.controls
    ):
        return 1
    return len(action.on) + 1 if action.verb == "reroll" else 2


def largest_group(dice: Roll) -> tuple[int, ...]:
    """Return the positions of all dice but those of the most frequent face, the higher of two."""
    return all_but(dice, (most_shown(dice),))


POLICIES: dict[str, Callable[[Roll], tuple[int, ...]]] = {
    "what the button keeps": usual_reroll,
    "the largest group": largest_group,
}


def a_turn(
    game: Game[Any], reroll: Callable[[Roll], tuple[int, ...]], games: int
) -> tuple[float, float]:
    """Return the mean presses of a turn, with the buttons and by hand."""
    turns = with_buttons = by_hand = 0
    for number in range(games):
        luck = Seeded(f"{game.info.key} {number}")
        playing = begin(game, 1, {}, luck)
        while not playing.over:
            (seat,) = playing.awaits.seats
            screen = game.screen(playing.state, None)
            rolled = playing.state.rolled
            rerolled = () if rolled.last else reroll(rolled.dice)
            action = reroll_of(rerolled) if rerolled else game.idle(playing.state, seat)
            turns += action.verb == "write"
            with_buttons += presses(action, screen)
            by_hand += presses(action, None)
            playing = act(playing, seat, action, luck)
    return with_buttons / turns, by_hand / turns


def main() -> None:
    """Print a line for each game and policy."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    print(f"presses a turn, {games:,} seeded games alone")
    for key, game in registry.games().items():
        if 1 not in game.info.seats or not isinstance(
            begin(game, 1, {}, Seeded(key)).state, Choosing
        ):
            continue
        for name, reroll in POLICIES.items():
            buttons, hand = a_turn(game, reroll, games)
            print(f"  {key:<12}{name:<24}{buttons:5.2f} with the buttons   {hand:5.2f} by hand")


if __name__ == "__main__":
    main()
