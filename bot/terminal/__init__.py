"""A round in a terminal: Screens become letters and boxes, typed words become actions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from io import TextIOWrapper

from rich.console import Console

from bot.luck import DiceCup
from bot.terminal.draw import draw_blocks
from bot.terminal.play import Keyboard, Quit, play
from bot.terminal.sit import sit
from bot.words import Plain, speak
from rules import registry
from rules.engine import Luck
from rules.errors import Refusal
from rules.screen import Block
from rules.text import Text, say

LEFT, REFUSED, INTERRUPTED = 0, 2, 130
"""The exit codes: after a round or a goodbye, for what cannot be played, for Ctrl-C."""


def run(
    game: str,
    *,
    level: str | None = None,
    seat: str | None = None,
    seats: Sequence[str] | None = None,
    options: Mapping[str, str] | None = None,
    language: str = "en",
    luck: Luck | None = None,
    console: Console | None = None,
    ask: Callable[[str], str] = input,
) -> int:
    """Play one round in this terminal and return the exit code.

    `seats` names the people who share the keyboard, in the order of the seats
    (of Dice Poker: first the dealer, then the player); with a `level` the
    computer plays along. Without `seats` one person plays against the computer
    at `level`, by default the game's usual one, or alone where the game can be
    played alone and no level was named. `seat` is the part of the first person.

    The code is 0 when the round has ended or was left (`quit`, Ctrl-D), 130
    after Ctrl-C, 2 when such a round cannot be played.
    """
    out = console or _console()
    try:
        found = registry.game(game)
        sittings = sit(found, level=level, seat=seat, names=seats, language=language)
        keyboard = Keyboard(sittings, language, out, ask)
        play(found, sittings, options or {}, luck or DiceCup(), keyboard)
    except Refusal as refusal:
        _tell(refusal.text, language, out)
        return REFUSED
    except (Quit, EOFError):
        out.print()
        _tell(say("The round ends here. Thank you for playing!"), language, out)
        return LEFT
    except KeyboardInterrupt:
        out.print()
        _tell(say("The round ends here. Thank you for playing!"), language, out)
        return INTERRUPTED
    return LEFT


def show(
    prepare: Callable[[], tuple[Block, ...]],
    *,
    language: str = "en",
    console: Console | None = None,
) -> int:
    """Draw the blocks that `prepare` returns; what it refuses is told, with exit code 2."""
    out = console or _console()
    try:
        out.print(draw_blocks(prepare(), language, Plain(language)))
    except Refusal as refusal:
        _tell(refusal.text, language, out)
        return REFUSED
    return LEFT


def _tell(text: Text, language: str, console: Console) -> None:
    console.print(speak(text, language, Plain(language)), markup=False, highlight=False)


def _console() -> Console:
    """Return a console on the standard streams; what they cannot show becomes a question mark."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    return Console(highlight=False)
