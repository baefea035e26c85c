"""The files that a teacher hands out, from `rules/coursework_files`, and `dice-poker course`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import rules
from bot.commands.coursework.words import words
from bot.exit_codes import EXIT_OK, fail
from rules.text import Text, say

FILES = Path(rules.__file__).with_name("coursework_files")
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


def write_course(folder: str, *, solved: bool, language: str) -> int:
    """Write the files of the assignment into a folder; return the exit code.

    The files to begin with, or those that are `solved`, and the game that plays on
    either. A file that is there already stays, and then nothing is written.
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
