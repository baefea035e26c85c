"""The command `dice-poker course`, which writes the handouts in `course/files`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from bot.exit_codes import EXIT_OK, fail
from course.words import Commands, add_language, words
from rules.text import Text, say

FILES = Path(__file__).with_name("files")
GAME = FILES / "poker_dice.py"


@cache
def solution() -> Mapping[str, str]:
    """Return the sources of the solved dice.py and score_dice.py by their names."""
    return MappingProxyType(
        {
            name: (FILES / "solution" / name).read_text(encoding="utf-8")
            for name in ("dice.py", "score_dice.py")
        }
    )


def add_parser(commands: Commands) -> None:
    parser = commands.add_parser(
        "course",
        help="write the files of the coursework into a folder",
        description="Write the files with which students begin: dice.py and score_dice.py with "
        "docstrings and empty bodies, test_score_dice.py with two tests, and poker_dice.py, a "
        "game that plays on them. Files that are there already stay.",
    )
    parser.add_argument("folder", metavar="FOLDER", help="the folder, which may be new")
    parser.add_argument(
        "--solution", action="store_true", help="write them solved, for teachers, instead"
    )
    add_language(parser)
    parser.set_defaults(
        func=lambda args: write_course(args.folder, solved=args.solution, language=args.language)
    )


def write_course(folder: str, *, solved: bool, language: str) -> int:
    """Write the files of the assignment into a folder; return the exit code.

    They are the starter files, or the `solved` ones, and the game that uses them. If one of them
    exists already, nothing is written.
    """
    place = Path(folder).expanduser()
    sources = [GAME, *sorted((FILES / ("solution" if solved else "starter")).glob("*.py"))]
    for source in sources:
        if (place / source.name).exists():
            return _fail(
                say(
                    "{file} exists already and stays as it is: give another folder",
                    file=str(place / source.name),
                ),
                language,
            )
    try:
        place.mkdir(parents=True, exist_ok=True)
        for source in sources:
            with (place / source.name).open("x", encoding="utf-8") as file:
                file.write(source.read_text(encoding="utf-8"))
    except OSError as error:
        reason = error.strerror or str(error)
        sentence = say("{folder} cannot be written: {reason}", folder=folder, reason=reason)
        return _fail(sentence, language)
    names = ", ".join(source.name for source in sources)
    print(words(say("{folder} has {names} now.", folder=folder, names=names), language))
    return EXIT_OK


def _fail(sentence: Text, language: str) -> int:
    return fail(words(sentence, language))
