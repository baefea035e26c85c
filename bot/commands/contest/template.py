"""Writes the template of a strategy, for people to begin with."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from bot.commands.contest.strategies import ContestError
from rules.contest import Contest
from rules.game import Game


def write_template(game: Game[Any], contest: Contest[Any], place: str) -> str:
    """Write a new file with the template of the game; return the command that plays it.

    Raises ContestError if the name does not end in .py, the file exists already, or
    it cannot be written.
    """
    path = Path(place).expanduser()
    if path.suffix != ".py":
        raise ContestError(
            f"a strategy is a Python file: give a name that ends in .py, not {place}"
        )
    if not path.parent.is_dir():
        raise ContestError(f"there is no folder {path.parent} for the template")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(contest.template.source)
    except FileExistsError as error:
        raise ContestError(
            f"{place} exists already and stays as it is: give another name"
        ) from error
    except OSError as error:
        raise ContestError(f"the template cannot be written: {error}") from error
    side = next(side for side in contest.sides if side.seat == contest.scored)
    strategy = shlex.quote(f"{place}:{contest.template.function}")
    return f"dice-poker contest {game.info.key} --{side.key} {strategy}"
