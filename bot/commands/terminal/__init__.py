"""Rounds in a terminal: Screens drawn as text, and typed actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rich.console import Console

from bot.commands.terminal.draw import draw_blocks
from bot.commands.terminal.keyboard import Keyboard, Quit
from bot.commands.terminal.play import play, plays_again
from bot.commands.terminal.seating import move_on, seat_players
from bot.exit_codes import EXIT_INTERRUPTED, EXIT_MISTAKE, EXIT_OK
from bot.language.render import PlainRenderer
from bot.table.luck import draw_luck
from bot.thinking.shipped_tables import ShippedTables
from rules import registry
from rules.engine import Luck
from rules.errors import Refusal
from rules.exact.table_store import use_tables
from rules.screen import Block
from rules.text import Text, say


def run(
    game: str,
    *,
    level: str | None = None,
    seats: Sequence[str] | None = None,
    options: Mapping[str, str] | None = None,
    language: str = "en",
    luck: Luck | None = None,
    console: Console | None = None,
    ask: Callable[[str], str] = input,
) -> int:
    """Play a round in this terminal, again as often as wanted; return the exit code.

    `seats` holds the names of the people at the keyboard, in the order of the seats (in Dice Poker:
    the dealer, then the player); with a `level` a computer plays too. Without `seats` one person
    plays: against the computer at `level`, by default the default level of the game, or alone if
    the game allows it and `level` is None.

    The code is `EXIT_OK` when the round has ended or was left (`q`, Ctrl-D),
    `EXIT_INTERRUPTED` after Ctrl-C, `EXIT_MISTAKE` when the arguments were refused.
    """
    use_tables(ShippedTables())
    out = console or Console(highlight=False)
    try:
        definition = registry.game(game)
        players = seat_players(definition, level=level, names=seats, language=language)
        while True:
            keyboard = Keyboard(players, language, out, ask)
            play(definition, players, options or {}, luck or draw_luck(), keyboard)
            if not plays_again(keyboard):
                return EXIT_OK
            players = move_on(definition, players, language)
    except Refusal as refusal:
        _print_text(refusal.text, language, out)
        return EXIT_MISTAKE
    except (Quit, EOFError, KeyboardInterrupt) as end:
        out.print()
        _print_text(say("The round ends here. Thank you for playing!"), language, out)
        return EXIT_INTERRUPTED if isinstance(end, KeyboardInterrupt) else EXIT_OK


def show(
    prepare: Callable[[], tuple[Block, ...]],
    *,
    language: str = "en",
    console: Console | None = None,
) -> int:
    """Draw the blocks that `prepare` returns; return the exit code, `EXIT_MISTAKE` on a Refusal."""
    out = console or Console(highlight=False)
    try:
        out.print(draw_blocks(prepare(), PlainRenderer(language)))
    except Refusal as refusal:
        _print_text(refusal.text, language, out)
        return EXIT_MISTAKE
    return EXIT_OK


def _print_text(text: Text, language: str, console: Console) -> None:
    console.print(PlainRenderer(language).render(text), markup=False, highlight=False)
