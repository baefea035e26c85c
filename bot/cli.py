"""The command line: `dice-poker run | demo | play | odds | contest`.

A command is one function below that names its arguments and what is done with them,
and stands in `COMMANDS`. What a command needs is imported when it is done: nobody
who plays in the terminal waits for Discord's library.

Exit codes: 0 all went well, 2 something was asked for or set up wrongly (one line for
each fault, with its remedy), 130 interrupted by Ctrl-C, 1 anything else.
"""

from __future__ import annotations

import argparse
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from bot import contest
from bot.words import LANGUAGES
from rules.registry import games

if TYPE_CHECKING:
    from rules.game import Game

DISTRIBUTION = "dice-poker-discord"

DONE, FAILED, MISTAKEN, INTERRUPTED = 0, 1, 2, 130


class Parser(argparse.ArgumentParser):
    """Understands a command; a mistake is told in one line."""

    def __init__(self, **arguments: Any) -> None:
        super().__init__(allow_abbrev=False, **arguments)

    def parse_known_args(  # type: ignore[override]  # the overloads are about other namespaces
        self, args: Sequence[str] | None = None, namespace: Namespace | None = None
    ) -> tuple[Namespace, list[str]]:
        """Understand every argument; the command that was named tells which it does not know."""
        chosen, rest = super().parse_known_args(args, namespace)
        if rest:
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        return chosen, rest

    def error(self, message: str) -> NoReturn:
        """Tell the mistake and where help is, and stop with exit code 2."""
        self.exit(MISTAKEN, f"{self.prog}: {one_line(message)}. See: {self.prog} --help\n")


# argparse hides the only type that add_subparsers returns
Commands: TypeAlias = "argparse._SubParsersAction[Parser]"  # noqa: SLF001


def run_command(commands: Commands) -> None:
    """`dice-poker run`: the bot on Discord."""
    parser = commands.add_parser(
        "run",
        help="run the bot on Discord",
        description="Run the bot on Discord. Its settings are environment variables or lines in "
        "a file called .env; .env.example explains each. Stop it with Ctrl-C.",
    )

    def do(_: Namespace) -> int:
        from bot.config import load  # noqa: PLC0415 - see the docstring of this module

        settings = load()
        from bot.client import run  # noqa: PLC0415

        return run(settings)

    parser.set_defaults(do=do)


def demo_command(commands: Commands) -> None:
    """`dice-poker demo`: the bot in a browser page, without Discord."""
    parser = commands.add_parser(
        "demo",
        help="try the bot in a browser, without Discord",
        description="Try the bot in a browser page on this machine: no token, no network.",
    )
    parser.add_argument(
        "--port", type=port, help="serve the page on this port (default: a free one)"
    )
    parser.add_argument("--no-open", action="store_true", help="do not open the page in a browser")
    add_language(parser)
    parser.add_argument(
        "--turn-minutes",
        type=minutes,
        default=10.0,
        metavar="M",
        help="how long a seat may think (default: 10)",
    )

    def do(chosen: Namespace) -> int:
        try:
            from bot.demo import run  # noqa: PLC0415

            code: int = run(chosen.port, not chosen.no_open, chosen.language, chosen.turn_minutes)
        except ModuleNotFoundError as missing:
            if (missing.name or "").partition(".")[0] in ("bot", "cogs", "rules"):
                raise
            return complain(
                f"the demo needs {missing.name}, which is not installed: pip install '.[demo]'"
            )
        return code

    parser.set_defaults(do=do)


def play_command(commands: Commands) -> None:
    """`dice-poker play GAME`: a round in the terminal."""
    parser = commands.add_parser(
        "play",
        help="play a round in this terminal",
        description="Play a round in this terminal, alone or with others at one keyboard.",
    )
    found = parser.add_subparsers(metavar="GAME", dest="game", required=True, title="games")
    for game in games().values():
        play_game(found, game)


def play_game(found: Commands, game: Game[Any]) -> None:
    """`dice-poker play <game>`: with the levels, seats and options that this game has."""
    info = game.info
    summary = info.summary.template
    parser = found.add_parser(info.key, help=summary.replace("%", "%%"), description=f"{summary}.")
    parser.add_argument(
        "--level",
        choices=[level.key for level in info.levels],
        help=f"how the computer plays (default: {game.level(None)})",
    )
    if info.seat_names:
        parser.add_argument(
            "--seat",
            choices=[seat.key for seat in info.seat_names],
            help=f"where the first person sits (default: {info.seat_names[info.opener.index].key})",
        )
    parser.add_argument(
        "--seats", nargs="+", metavar="NAME", help="the people who share this keyboard, in order"
    )
    for option in info.options:
        values = [value.key for value in option.values]
        parser.add_argument(
            f"--{option.key}",
            choices=values,
            default=values[0],
            dest=f"option {option.key}",
            help=f"(default: {values[0]})",
        )
    add_language(parser)

    def do(chosen: Namespace) -> int:
        from bot import terminal  # noqa: PLC0415

        return terminal.run(
            info.key,
            level=chosen.level,
            seat=getattr(chosen, "seat", None),
            seats=chosen.seats,
            options={option.key: vars(chosen)[f"option {option.key}"] for option in info.options},
            language=chosen.language,
        )

    parser.set_defaults(do=do)


def odds_command(commands: Commands) -> None:
    """`dice-poker odds DICE`: how good a hand is, and its chances."""
    parser = commands.add_parser(
        "odds",
        help="tell how good a hand is, and its chances",
        description="Tell how rare a hand is and what rerolls make of it, or its chances to beat "
        "another. Dice are written like 66331, QQ99A or 6 6 3 3 1.",
    )
    parser.add_argument(
        "dice", nargs="+", metavar="DICE", help="five dice, then those of the hand to beat, if any"
    )
    parser.add_argument("--game", metavar="GAME", help="the game whose ranks count")
    add_language(parser)

    def do(chosen: Namespace) -> int:
        from bot import terminal  # noqa: PLC0415
        from bot.odds import odds  # noqa: PLC0415

        dice, beat = hands(chosen.dice)
        return terminal.show(lambda: odds(dice, beat, chosen.game), language=chosen.language)

    parser.set_defaults(do=do)


COMMANDS: tuple[Callable[[Commands], None], ...] = (
    run_command,
    demo_command,
    play_command,
    odds_command,
    contest.add_parser,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the arguments say, by default those of this process; return the exit code."""
    parser = Parser(prog="dice-poker", description="Dice and card games for Discord.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {installed()}")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", parser_class=Parser)
    for command in COMMANDS:
        command(commands)
    try:
        chosen = parser.parse_args(argv)
        if "do" not in chosen:
            parser.error(f"say what to do: {', '.join(commands.choices)}")
    except SystemExit as stop:  # argparse has said why, or has given the help that was asked for
        return stop.code if isinstance(stop.code, int) else FAILED
    return done(chosen)


def done(chosen: Namespace) -> int:
    """Do a command that was understood; a host's mistake becomes one line for each fault."""
    from bot.config import Misconfigured  # noqa: PLC0415

    try:
        code: int = chosen.do(chosen)
    except Misconfigured as mistake:
        return complain(*mistake.faults)
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def complain(*faults: str) -> int:
    """Write each fault on a line of its own and return the exit code for mistakes."""
    for fault in faults:
        print(f"dice-poker: {one_line(fault)}", file=sys.stderr)
    return MISTAKEN


def one_line(text: str) -> str:
    """Return a text in one line, cut where somebody pasted a novel.

    >>> one_line("  one   two ")
    'one two'
    """
    line = " ".join(text.split())[:500]
    return "".join(letter if letter.isprintable() else "?" for letter in line)


def add_language(parser: Parser) -> None:
    """Let the language be chosen."""
    parser.add_argument(
        "--language", choices=LANGUAGES, default="en", help="en or ro (default: %(default)s)"
    )


def hands(words: Sequence[str]) -> tuple[str, str | None]:
    """Return the dice of a hand and, where two hands are written, of the hand to beat.

    Two hands are two words, or ten words of one die each.

    >>> hands(["66331", "66441"]), hands("6 6 3 3 1".split())
    (('66331', '66441'), ('6 6 3 3 1', None))
    """
    if len(words) in (2, 10):
        half = len(words) // 2
        return " ".join(words[:half]), " ".join(words[half:])
    return " ".join(words), None


def port(text: str) -> int:
    """Read a port. Raises ArgumentTypeError for what is none."""
    if not (text.isdecimal() and len(text) <= 5 and 1 <= int(text) <= 65535):
        raise ArgumentTypeError(f"a port is a number from 1 to 65535, not {text!r}")
    return int(text)


def minutes(text: str) -> float:
    """Read a number of minutes, at most a day. Raises ArgumentTypeError for what is none."""
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number <= 1440:
        raise ArgumentTypeError(f"minutes are a number above 0 and at most 1440, not {text!r}")
    return number


def installed() -> str:
    """Return the version that is installed."""
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "(not installed: pip install -e .)"
