"""The command line: `dice-poker COMMAND`, such as `dice-poker run`.

Each function in `COMMANDS` adds the parser of one command. The parser's default
`func` runs the command with the parsed arguments and returns the exit code. Modules
that only one command needs are imported when it is named or runs: playing in the terminal
does not import discord.py, and `dice-poker health`, which a container asks every half minute,
imports no game.

Exit codes: 0 success; 2 wrong arguments or settings, explained on standard error in
one line for each fault, or input that ended at a question; 130 interrupted by Ctrl-C; 1 any
other error, output whose reader has closed it, and a proof that `verify` finds wrong.
"""

from __future__ import annotations

import argparse
import os
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from errno import ENOSPC
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from bot import plain_letters
from bot.commands.doctor.command import doctor_command
from bot.commands.maintenance.commands import (
    backup_command,
    move_command,
    restore_command,
    restored_command,
    verify_command,
)
from bot.commands.setup.command import setup_command
from bot.exit_codes import EXIT_INTERRUPTED, EXIT_MISTAKE, EXIT_OK, EXIT_RETRY, fail, one_line
from bot.language.languages import LANGUAGES

if TYPE_CHECKING:
    from rules.game import Game, Option
    from rules.screen import Block

PROGRAM = "dice-poker"


class Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line.

    It repeats no argument where one is an address: a shell may have split it within the password.
    """

    def __init__(self, **arguments: Any) -> None:
        super().__init__(allow_abbrev=False, **arguments)
        self._secret = False

    def parse_known_args(  # type: ignore[override]  # the overloads concern other namespaces
        self, args: Sequence[str] | None = None, namespace: Namespace | None = None
    ) -> tuple[Namespace, list[str]]:
        """Parse the arguments; report unrecognized ones with the usage of this command."""
        self._secret = any(
            "://" in argument for argument in (sys.argv[1:] if args is None else args)
        )
        parsed, rest = super().parse_known_args(args, namespace)
        if rest:
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        return parsed, rest

    def error(self, message: str) -> NoReturn:
        """Write the error and how to get help, and exit with code 2."""
        explanation = "the arguments are not understood" if self._secret else one_line(message)
        self.exit(EXIT_MISTAKE, f"{self.prog}: {explanation}. See: {self.prog} --help\n")


# add_subparsers returns a private type of argparse
Commands: TypeAlias = "argparse._SubParsersAction[Parser]"  # noqa: SLF001


def run_command(commands: Commands) -> None:
    """`dice-poker run`: the bot on Discord."""
    parser = commands.add_parser(
        "run",
        help="run the bot on Discord",
        description="Run the bot on Discord. Its settings are environment variables or lines in "
        "a file called .env; .env.example explains each. Stop it with Ctrl-C.",
    )

    parser.add_argument(
        "--stay",
        action="store_true",
        help="after a fault that the host has to correct, such as a wrong token, stay as a process "
        "that is not ready and leaves Discord alone; the container does so, for it is started "
        "again whatever the exit code is",
    )

    def func(args: Namespace) -> int:
        from bot.commands.run import garbage  # noqa: PLC0415 - see the module docstring
        from bot.config import load  # noqa: PLC0415

        settings = load()
        with garbage.pause():
            from bot.commands.run.command import run  # noqa: PLC0415

            garbage.exempt_objects()
            return run(settings, stays=args.stay)

    parser.set_defaults(func=func)


def health_command(commands: Commands) -> None:
    """`dice-poker health`: check whether the running bot is well."""
    parser = commands.add_parser(
        "health",
        help="ask the running bot whether it is well",
        description="Ask the bot that runs with the same settings whether it is well, through "
        "HEALTH_PORT. The exit code is 0 if it is, 1 if it is not, 2 if the setting is not there.",
    )
    parser.add_argument(
        "--ready", action="store_true", help="ask whether members can play: Discord and database"
    )

    def func(args: Namespace) -> int:
        from bot.commands.health import probe  # noqa: PLC0415
        from bot.config import load  # noqa: PLC0415

        served = load(needs_token=False).health_port
        if served is None:
            return fail("Set HEALTH_PORT for the bot and for this command.")
        fault = probe.fault(*served, ready=args.ready)
        if not fault:
            print(probe.WELL)
        return fail(fault, code=EXIT_RETRY) if fault else EXIT_OK

    parser.set_defaults(func=func)


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
        help="how many minutes a player has for a turn (default: 10)",
    )

    def func(args: Namespace) -> int:
        try:
            from bot.commands.demo import run  # noqa: PLC0415

            code: int = run(args.port, not args.no_open, args.language, args.turn_minutes)
        except ModuleNotFoundError as missing:
            if (missing.name or "").partition(".")[0] in ("bot", "cogs", "course", "rules"):
                raise
            return fail(
                f"the demo needs {missing.name}, which is not installed: pip install '.[demo]'"
            )
        return code

    parser.set_defaults(func=func)


def play_command(commands: Commands) -> None:
    """`dice-poker play GAME`: a round in the terminal."""
    parser = commands.add_parser(
        "play",
        help="play a round in this terminal",
        description="Play a round in this terminal, alone or with others at one keyboard. Type ? "
        "for help, q to leave.",
    )
    game_commands = parser.add_subparsers(metavar="GAME", dest="game", required=True, title="games")
    from rules.registry import games  # noqa: PLC0415

    for game in games().values():
        play_game(game_commands, game)


def play_game(commands: Commands, game: Game[Any]) -> None:
    """`dice-poker play <game>`: a round of one game, with its levels, seats and options."""
    info = game.info
    summary = info.summary.template
    parser = commands.add_parser(
        info.key, help=summary.replace("%", "%%"), description=f"{summary}."
    )
    parser.add_argument(
        "--level",
        choices=[level.key for level in info.levels],
        help=f"how the computer plays (default: {game.level(None)})",
    )
    parser.add_argument(
        "--seats", nargs="+", metavar="NAME", help="the names of the players at this keyboard"
    )
    for option in info.options:
        add_option(parser, option)
    add_language(parser)

    def func(args: Namespace) -> int:
        from bot.commands import terminal  # noqa: PLC0415

        return terminal.run(
            info.key,
            level=args.level,
            seats=args.seats,
            options={option.key: vars(args)[f"option {option.key}"] for option in info.options},
            language=args.language,
        )

    parser.set_defaults(func=func)


def rules_command(commands: Commands) -> None:
    """`dice-poker rules GAME`: the rules of a game."""
    from rules.registry import games  # noqa: PLC0415

    parser = commands.add_parser(
        "rules",
        help="show the rules of a game",
        description="Show the rules of a game: how it is played, what each row or rank needs, how "
        "often it comes, and what decides between equal hands.",
    )
    parser.add_argument("game", metavar="GAME", choices=[*games()], help=", ".join(games()))
    add_language(parser)

    def func(args: Namespace) -> int:
        from bot.commands import terminal  # noqa: PLC0415

        return terminal.show(games()[args.game].rules, language=args.language)

    parser.set_defaults(func=func)


def odds_command(commands: Commands) -> None:
    """`dice-poker odds DICE`: how good a hand is, and its chances."""
    from rules.registry import games  # noqa: PLC0415

    parser = commands.add_parser(
        "odds",
        help="show how good a hand is, and its chances",
        description="Show how rare a hand is and its chances with rerolls, or its chances to beat "
        "another hand. Dice are written like 66331, QQ99A or 6 6 3 3 1. Without dice, show how "
        "often each rank comes.",
    )
    parser.add_argument(
        "dice", nargs="*", metavar="DICE", help="five dice, then those of the hand to beat, if any"
    )
    ranking = [game for game in games().values() if game.info.rank_orders]
    keys = ", ".join(game.info.key for game in ranking)
    parser.add_argument(
        "--game", metavar="GAME", help=f"the game whose hand ranks are used: {keys}"
    )
    options = {option.key: option for game in ranking for option in game.info.options}
    for option in options.values():
        add_option(parser, option)
    add_language(parser)

    def func(args: Namespace) -> int:
        from bot.commands import terminal  # noqa: PLC0415
        from rules.odds import frequencies, odds, order_of  # noqa: PLC0415

        dice, beat = split_hands(args.dice)
        chosen = {
            key: value
            for key, option in options.items()
            if (value := vars(args)[f"option {key}"]) != option.values[0].key
        }

        def answer_blocks() -> tuple[Block, ...]:
            order = order_of(args.game, chosen)
            return odds(dice, beat, order) if dice else frequencies(order)

        return terminal.show(answer_blocks, language=args.language)

    parser.set_defaults(func=func)


def contest_command(commands: Commands) -> None:
    """`dice-poker contest six-card FILE`: play a function over many deals."""
    from course.contest import add_parser  # noqa: PLC0415

    add_parser(commands)


def course_command(commands: Commands) -> None:
    """`dice-poker course FOLDER`: the files of the assignment."""
    from course.course_files import add_parser  # noqa: PLC0415

    add_parser(commands)


COMMANDS: Mapping[str, Callable[[Commands], None]] = {
    "setup": setup_command,
    "run": run_command,
    "health": health_command,
    "doctor": doctor_command,
    "demo": demo_command,
    "play": play_command,
    "rules": rules_command,
    "odds": odds_command,
    "contest": contest_command,
    "course": course_command,
    "backup": backup_command,
    "restore": restore_command,
    "restored": restored_command,
    "move": move_command,
    "verify": verify_command,
}
"""The commands in the order of the help, each with the function that adds its parser."""


def add_commands(commands: Commands, names: Iterable[str] = COMMANDS) -> None:
    """Add the parsers of some commands."""
    for name in names:
        COMMANDS[name](commands)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command named in `argv`, by default `sys.argv[1:]`; return the exit code.

    Handles the errors that can end any command: faulty settings, the keyboard, and closed output.
    What the console cannot write becomes plain letters; what it cannot read, question marks.
    """
    from bot.config import ConfigError  # noqa: PLC0415

    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace" if stream is sys.stdin else plain_letters.HANDLER)
    try:
        code = run_command_line(sys.argv[1:] if argv is None else argv)
        print(end="", flush=True)  # a reader that is gone is noticed here at the latest
    except ConfigError as error:
        return fail(*error.faults)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except EOFError:
        print()  # the question stands in an open line
        return fail(
            "The input ended at a question: answer it, or give the answer as an option (--help)."
        )
    except BrokenPipeError:  # the reader has closed its end, as after `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_RETRY
    except OSError as error:
        if error.errno != ENOSPC:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return fail("There is no space left to write on: free some, or write elsewhere.")
    return code


def run_command_line(arguments: Sequence[str]) -> int:
    """Run the command that the arguments name; return the exit code."""
    parser = Parser(prog=PROGRAM, description="Dice and card games for Discord.")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", parser_class=Parser)
    if arguments and arguments[0] in COMMANDS:
        add_commands(commands, arguments[:1])
    else:
        from bot.version import installed_version  # noqa: PLC0415

        version = f"%(prog)s {installed_version()}"
        parser.add_argument("--version", action="version", version=version)
        add_commands(commands)
    try:
        args = parser.parse_args(arguments)
        if "func" not in args:
            parser.error(f"name a command: {', '.join(commands.choices)}")
    except SystemExit as stop:  # argparse has written its error or the help
        return stop.code if isinstance(stop.code, int) else EXIT_RETRY
    code: int = args.func(args)
    return code


def add_option(parser: Parser, option: Option) -> None:
    """Add an option of a game; its value is the argument `option <key>`."""
    values = [value.key for value in option.values]
    parser.add_argument(
        f"--{option.key}",
        choices=values,
        default=values[0],
        dest=f"option {option.key}",
        help=f"(default: {values[0]})",
    )


def add_language(parser: Parser) -> None:
    """Add the option `--language`."""
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="default: %(default)s")


def split_hands(arguments: Sequence[str]) -> tuple[str, str | None]:
    """Return the dice of a hand and those of the hand to beat, None if only one is given.

    Two hands are two arguments of five dice, or ten arguments of one die each.

    >>> split_hands(["66331", "66441"]), split_hands("6 6 3 3 1".split())
    (('66331', '66441'), ('6 6 3 3 1', None))
    """
    if len(arguments) in (2, 10):
        half = len(arguments) // 2
        return " ".join(arguments[:half]), " ".join(arguments[half:])
    return " ".join(arguments), None


def port(text: str) -> int:
    """Parse a port, 1 to 65535. Raises ArgumentTypeError for any other text."""
    if not (text.isdecimal() and len(text) <= 5 and 1 <= int(text) <= 65535):
        raise ArgumentTypeError(f"a port is a number from 1 to 65535, not {text!r}")
    return int(text)


def minutes(text: str) -> float:
    """Parse a number of minutes, above 0 and at most `MOST_MINUTES`.

    Raises ArgumentTypeError for any other text.
    """
    from bot.config import MOST_MINUTES  # noqa: PLC0415

    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number <= MOST_MINUTES:
        raise ArgumentTypeError(
            f"minutes are a number above 0 and at most {MOST_MINUTES}, not {text!r}"
        )
    return number
