"""The command `dice-poker course`, which writes the files of the assignment."""

from __future__ import annotations

import argparse
from pathlib import Path

from bot.exit_codes import EXIT_OK, fail
from course.typed_paths import path_of

FILES = Path(__file__).with_name("files")
"""What is handed out: `starter` and `GAME` to students, `solution` and `checks` to teachers."""

GAME = FILES / "poker_dice.py"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Write the files with which students begin: dice.py and score_dice.py with "
        "docstrings and empty bodies, test_score_dice.py with two tests, and poker_dice.py, a "
        "game that plays on them. If one of them is there already, nothing is written."
    )
    parser.add_argument("folder", metavar="FOLDER", help="the folder, which may be new")
    others = parser.add_mutually_exclusive_group()
    others.add_argument(
        "--solution", action="store_true", help="write them solved, for teachers, instead"
    )
    others.add_argument(
        "--checks",
        action="store_true",
        help="write the checks of what is handed in instead: they need Python 3.9, pytest and "
        "flake8, and nothing of this program",
    )
    parser.set_defaults(func=lambda args: write_course(args.folder, _sources(args)))


def _sources(args: argparse.Namespace) -> list[Path]:
    if args.checks:
        checks = FILES / "checks"
        return sorted([*checks.glob("*.py"), checks / "pytest.ini"])
    return [GAME, *sorted((FILES / ("solution" if args.solution else "starter")).glob("*.py"))]


def write_course(folder: str, sources: list[Path]) -> int:
    """Copy these files into a folder; return the exit code.

    If one of them exists there already, nothing is written.
    """
    try:
        target = path_of(folder)
        for source in sources:
            there = target / source.name
            if there.exists():
                return fail(f"{there} exists already and stays as it is: give another folder")
        target.mkdir(parents=True, exist_ok=True)
        for source in sources:
            with (target / source.name).open("x", encoding="utf-8") as file:
                file.write(source.read_text(encoding="utf-8"))
    except OSError as error:
        return fail(f"{folder} cannot be written: {error.strerror or error}")
    print(f"{folder} has {', '.join(source.name for source in sources)} now.")
    return EXIT_OK
