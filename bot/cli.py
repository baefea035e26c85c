"""The command line: `dice-poker COMMAND`, such as `dice-poker run`.

Each function in `COMMANDS` adds the arguments of one command to its parser. The parser's default
`func` runs the command with the parsed arguments and returns the exit code. Arguments are added
where the command is named, and modules that only one command needs are imported then or when it
runs: playing in the terminal does not import discord.py; the help and `dice-poker health`, which a
container asks every half minute, import no game.

Exit codes: 0 success; 2 wrong arguments or settings, explained on standard error in
one line for each fault; 130 interrupted by Ctrl-C; 1 any other error, output whose reader has
closed it, and a proof that `verify` finds wrong.
"""

from __future__ import annotations

import argparse
import os
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Mapping, Sequence
from errno import ENOSPC
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from bot import plain_letters
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


def setup_command(parser: Parser) -> None:
    """`dice-poker setup`: asks for the token and writes the settings."""
    parser.description = (
        "Ask for the bot's token, check it, and write it into the file .env in this folder, whose "
        "other lines stay. Then print the link that invites the bot to a server. Without a "
        "terminal the token is read from standard input; an empty line keeps the present one."
    )

    def func(_: Namespace) -> int:
        from bot.commands.setup.dialogue import run  # noqa: PLC0415 - see the module docstring

        return run()

    parser.set_defaults(func=func)


def run_command(parser: Parser) -> None:
    """`dice-poker run`: the bot on Discord."""
    parser.description = (
        "Run the bot on Discord. Its settings are environment variables or lines in the file .env "
        "in this folder; .env.example explains each. Stop it with Ctrl-C."
    )
    parser.add_argument(
        "--stay",
        action="store_true",
        help="do not exit after a fault that you have to correct, such as a wrong token, but stay, "
        "not ready, and leave Discord alone; this is for containers, which are started again "
        "after any exit",
    )

    def func(args: Namespace) -> int:
        from bot.commands.run import garbage  # noqa: PLC0415
        from bot.commands.signals import exit_on_signals  # noqa: PLC0415
        from bot.config import load  # noqa: PLC0415

        settings = load()
        with exit_on_signals(), garbage.pause():
            from bot.commands.run.command import run  # noqa: PLC0415

            garbage.exempt_objects()
            return run(settings, stays=args.stay)

    parser.set_defaults(func=func)


def doctor_command(parser: Parser) -> None:
    """`dice-poker doctor`: looks at all that a host sets up."""
    parser.description = (
        "Look at everything that a host sets up, and print a line on each, with what to do. The "
        "bot may be running. The exit code is 0 if it can run, 2 if something has to be corrected, "
        "1 if Discord or the database cannot be reached."
    )

    def func(_: Namespace) -> int:
        from bot.commands.doctor.visit import visit  # noqa: PLC0415

        return visit()

    parser.set_defaults(func=func)


def health_command(parser: Parser) -> None:
    """`dice-poker health`: checks whether the running bot is well."""
    parser.description = (
        "Ask the bot that runs with the same settings whether it is well, through HEALTH_PORT. The "
        "exit code is 0 if it is, 1 if it is not, 2 if HEALTH_PORT is not set."
    )
    parser.add_argument(
        "--ready",
        action="store_true",
        help="ask whether members can play, which needs Discord and the database",
    )

    def func(args: Namespace) -> int:
        from bot.commands.health import probe  # noqa: PLC0415
        from bot.config import load  # noqa: PLC0415

        served = load(needs_token=False).health_port
        if served is None:
            return fail("Set HEALTH_PORT for the bot and for this command.")
        fault = probe.fault(*served, ready=args.ready)
        if fault:
            return fail(fault, code=EXIT_RETRY)
        print(probe.WELL)
        return EXIT_OK

    parser.set_defaults(func=func)


def backup_command(parser: Parser) -> None:
    """`dice-poker backup FILE`: copies the database."""
    parser.description = (
        "Copy the database of DATABASE_URL to a file, and check the copy. The bot may be running: "
        "the copy holds everything that was stored at one moment."
    )
    parser.add_argument("file", type=file_name, metavar="FILE", help="the file to write")
    parser.add_argument("--force", action="store_true", help="replace a file that exists")

    def func(args: Namespace) -> int:
        from bot.commands.maintenance.copies import backup  # noqa: PLC0415

        return backup(args.file, replace=args.force)

    parser.set_defaults(func=func)


def restore_command(parser: Parser) -> None:
    """`dice-poker restore FILE`: puts a backup in place of the database."""
    parser.description = (
        "Check a backup and put it in place of the database of DATABASE_URL. The bot must not be "
        "running. The database before it is kept beside it."
    )
    parser.add_argument("file", type=file_name, metavar="FILE", help="the backup")

    def func(args: Namespace) -> int:
        from bot.commands.maintenance.copies import restore  # noqa: PLC0415

        return restore(args.file)

    parser.set_defaults(func=func)


def restored_command(parser: Parser) -> None:
    """`dice-poker restored`: the last step after `pg_restore`."""
    parser.description = (
        "Adapt the PostgreSQL database of DATABASE_URL after a dump was put back: members who were "
        "erased since are erased again, and no id and no dice of later games are given again. "
        "dice-poker restore FILE names the commands to run before. The bot must not be running. "
        "This command may be repeated."
    )

    def func(_: Namespace) -> int:
        from bot.commands.maintenance.copies import restored  # noqa: PLC0415

        return restored()

    parser.set_defaults(func=func)


def move_command(parser: Parser) -> None:
    """`dice-poker move URL`: copies the database to PostgreSQL, or back to SQLite."""
    parser.description = (
        "Copy the database of DATABASE_URL from SQLite to an empty database of PostgreSQL, or from "
        "PostgreSQL to a new file of SQLite, and compare them row by row. The bot must not be "
        "running. Interrupted at any moment, it has copied nothing, and the same command begins "
        "again. The old database stays as it is."
    )
    parser.add_argument(
        "url",
        metavar="URL",
        help="postgresql://user:password@host/database or sqlite:///file, or - to read it from "
        "standard input",
    )

    def func(args: Namespace) -> int:
        from bot.commands.maintenance.copies import move  # noqa: PLC0415

        return move(args.url)

    parser.set_defaults(func=func)


def demo_command(parser: Parser) -> None:
    """`dice-poker demo`: the bot in a browser page, without Discord."""
    parser.description = (
        "Try the bot in a browser page on this machine: it needs no token and no network."
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
                f"the demo needs {missing.name}, which is not installed: install it with "
                ".venv/bin/pip install -c constraints.txt '.[demo]'"
            )
        return code

    parser.set_defaults(func=func)


def play_command(parser: Parser) -> None:
    """`dice-poker play GAME`: a round in the terminal."""
    from rules.registry import games  # noqa: PLC0415

    parser.description = (
        "Play a game in this terminal: alone, against the computer, or with others at one "
        "keyboard. Type ? for help, q to leave."
    )
    game_parsers = parser.add_subparsers(metavar="GAME", dest="game", required=True, title="games")
    for game in games().values():
        summary = game.info.summary.template
        game_parser = game_parsers.add_parser(game.info.key, help=summary.replace("%", "%%"))
        game_parser.description = f"{summary}."
        play_game(game_parser, game)


def play_game(parser: Parser, game: Game[Any]) -> None:
    """`dice-poker play <game>`: a round of one game, with its levels, seats and options."""
    info = game.info
    levels = {level.name.template.lower(): level.key for level in info.levels}
    names = {key: name for name, key in levels.items()}
    parser.add_argument(
        "--level",
        choices=levels,
        help=f"how the computer plays (default: {names[game.level(None)]})",
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
            level=levels.get(args.level),
            seats=args.seats,
            options={option.key: vars(args)[f"option {option.key}"] for option in info.options},
            language=args.language,
        )

    parser.set_defaults(func=func)


def rules_command(parser: Parser) -> None:
    """`dice-poker rules GAME`: the rules of a game."""
    from rules.registry import games  # noqa: PLC0415

    parser.description = (
        "Show the rules of a game: how it is played, what each row or rank needs, how often it "
        "comes, and what decides between equal hands."
    )
    parser.add_argument("game", metavar="GAME", choices=[*games()], help=", ".join(games()))
    add_language(parser)

    def func(args: Namespace) -> int:
        from bot.commands import terminal  # noqa: PLC0415

        return terminal.show(games()[args.game].rules, language=args.language)

    parser.set_defaults(func=func)


def odds_command(parser: Parser) -> None:
    """`dice-poker odds DICE`: how good a hand is, and its chances."""
    from rules.registry import games  # noqa: PLC0415

    parser.description = (
        "Show how rare a hand is and its chances with rerolls, or its chances to beat another "
        "hand. Dice are written like 66331, QQ99A or 6 6 3 3 1. Without dice, show how often each "
        "rank comes."
    )
    parser.add_argument(
        "dice", nargs="*", metavar="DICE", help="five dice, then those of the hand to beat, if any"
    )
    ranking = [game for game in games().values() if game.info.rank_orders]
    keys = ", ".join(game.info.key for game in ranking)
    parser.add_argument("--game", metavar="GAME", help=f"the game whose ranks are used: {keys}")
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


def verify_command(parser: Parser) -> None:
    """`dice-poker verify FILE …`: checks proofs of rounds."""
    parser.description = (
        "Check proofs that the bot has handed out: that everything that landed follows from the "
        "seed, that the record keeps the rules of its game, and that computers chose what their "
        "levels choose. The exit code is 0 if all is well, 1 if a file proves nothing, 2 if one "
        "cannot be read."
    )
    parser.add_argument("files", type=file_name, nargs="+", metavar="FILE", help="a proof")

    def func(args: Namespace) -> int:
        from bot.commands.maintenance.verifying import verify_files  # noqa: PLC0415

        return verify_files(args.files)

    parser.set_defaults(func=func)


def course_command(parser: Parser) -> None:
    """`dice-poker course FOLDER`: the files of the assignment."""
    from course.course_files import add_arguments  # noqa: PLC0415

    add_arguments(parser)


def contest_command(parser: Parser) -> None:
    """`dice-poker contest six-card FILE`: plays a function over many deals."""
    from course.contest import add_arguments  # noqa: PLC0415

    add_arguments(parser)


COMMANDS: Mapping[str, tuple[str, Callable[[Parser], None]]] = {
    "setup": ("ask for the bot's token, write .env, print the invite link", setup_command),
    "run": ("run the bot on Discord", run_command),
    "doctor": ("look at settings, token, database, backups: what to mend", doctor_command),
    "health": ("ask the running bot whether it is well", health_command),
    "backup": ("copy the database; the bot may be running", backup_command),
    "restore": ("put a backup in place of the database; stop the bot before", restore_command),
    "restored": ("the last step after pg_restore; stop the bot before", restored_command),
    "move": ("copy the database to PostgreSQL, or back; stop the bot before", move_command),
    "demo": ("try the bot in a browser, without Discord", demo_command),
    "play": ("play a game in this terminal", play_command),
    "rules": ("show the rules of a game", rules_command),
    "odds": ("show how good a hand is, and its chances", odds_command),
    "verify": ("check proofs that the dice were fair", verify_command),
    "course": ("write the files of the coursework into a folder", course_command),
    "contest": ("play a strategy of your own over many deals", contest_command),
}
"""The line of each command in the help, and the function that adds its arguments.

A host's commands come first, as a host meets them.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command named in `argv`, by default `sys.argv[1:]`; return the exit code.

    Handles the errors that can end any command: faulty settings, the keyboard, and closed output.
    What the console cannot write becomes plain letters; what it cannot read, question marks.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace" if stream is sys.stdin else plain_letters.HANDLER)
    try:
        from bot.config import ConfigError  # noqa: PLC0415

        code = run_command_line(sys.argv[1:] if argv is None else argv)
        print(end="", flush=True)  # a reader that is gone is noticed here at the latest
    except KeyboardInterrupt:  # first: it may come before ConfigError is known
        return EXIT_INTERRUPTED
    except ConfigError as error:
        return fail(*error.faults)
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
    parser = Parser(
        prog=PROGRAM,
        description="Dice and card games for Discord.",
        epilog=f"{PROGRAM} COMMAND --help explains a command.",
    )
    if arguments and arguments[0] not in COMMANDS:
        from bot.version import installed_version  # noqa: PLC0415

        version = f"%(prog)s {installed_version()}"
        parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(metavar="COMMAND", title="commands")
    for name, (line, add_arguments) in COMMANDS.items():
        command = commands.add_parser(name, help=line)
        if name in arguments:
            add_arguments(command)
    try:
        args = parser.parse_args(arguments)
        if "func" not in args:
            parser.error(f"name a command: {', '.join(COMMANDS)}")
    except SystemExit as stop:  # argparse has written its error or the help
        return stop.code if isinstance(stop.code, int) else EXIT_RETRY
    code: int = args.func(args)
    return code


def add_option(parser: Parser, option: Option) -> None:
    """Add an option of a game; its value is the argument `option <key>`."""
    values = [value.key for value in option.values]
    names = " or ".join(value.name.template for value in option.values)
    parser.add_argument(
        f"--{option.key}",
        choices=values,
        default=values[0],
        dest=f"option {option.key}",
        help=f"{option.name.template}: {names} (default: {values[0]})",
    )


def add_language(parser: Parser) -> None:
    """Add the option `--language`."""
    parser.add_argument(
        "--language", choices=LANGUAGES, default="en", help="English or Romanian (default: en)"
    )


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


def file_name(text: str) -> Path:
    """Parse a FILE. Raises ValueError for an address, which may hold a password to be repeated."""
    if "://" in text:
        raise ValueError
    return Path(text)


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
