"""`dice-poker verify`: checks proofs, also by the rules of the games.

`bot.verify` decides on a file; `bot.play.fair.proof_rules` replays the game and its computers.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bot import verify
from bot.exit_codes import EXIT_FAILED, EXIT_OK, fail
from bot.play.fair.proof_rules import (
    check_rules,
    choices_of_computers,
    compares_levels,
    fault,
    verified,
)
from bot.thinking.kept_tables import KeptTables, folders
from rules.exact.kept import keep_with

__all__ = ["check_rules", "verify_files"]


def verify_files(paths: Sequence[Path]) -> int:
    """Check proofs, several together; return the exit code."""
    keep_with(KeptTables(folders(None)))
    proofs: list[verify.Proof] = []
    for path in paths:
        name = "This file" if len(paths) == 1 else str(path)
        try:
            told = verified(verify.content(path))
        except OSError as error:
            return fail(f"{path} cannot be read: {error.strerror}.")
        except verify.Wrong as wrong:
            return _wrong(name, str(wrong))
        broken = fault(told)
        if broken:
            return _wrong(name, broken)
        proofs.append(told)
        print(_replayed(told))
        print(verify.told(told))
    if len(proofs) > 1:
        try:
            print(verify.check_together(proofs))
        except verify.Wrong as wrong:
            return _wrong(verify.TOGETHER, str(wrong))
    return EXIT_OK


def _replayed(told: verify.Proof) -> str:
    steps = sum(map(len, told.record))
    kept = f"{steps} steps keep the rules of the game and its labels."
    choices = choices_of_computers(told)
    if not choices:
        return kept
    if compares_levels(told):
        return f"{kept} {choices} choices of computers were computed anew."
    return f"{kept} {choices} choices of computers, of another version, were not compared."


def _wrong(name: str, why: str) -> int:
    return fail(f"{name} proves nothing: {why}.", code=EXIT_FAILED)
