"""`dice-poker verify`: checks proofs, also by the rules of their games.

`bot.verify` decides on a file; `bot.play.fair.replay` replays the game and its computers.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bot import verify
from bot.exit_codes import EXIT_FAILED, EXIT_OK, fail
from bot.play.fair.replay import ProofCheck, check_proof
from bot.thinking.shipped_tables import ShippedTables
from rules.exact.kept import keep_with


def verify_files(paths: Sequence[Path]) -> int:
    """Check proofs; return the exit code."""
    keep_with(ShippedTables())
    code = EXIT_OK
    for path in paths:
        before = f"{path}: " if len(paths) > 1 else ""
        try:
            file = verify.content(path)
        except OSError as error:
            code = fail(f"{path} cannot be read: {error.strerror}.")
            continue
        found = check_proof(file)
        if found.proof is None or found.fault:
            code = fail(f"{before}{found.fault}", code=EXIT_FAILED)
            continue
        print(before + _kept(found.proof, found))
        print(verify.verdict(found.proof))
    return code


def _kept(proof: verify.Proof, found: ProofCheck) -> str:
    """Return what the replay of a proof has checked."""
    if not found.replayed:
        return f"This version does not have the game {proof.game}: its rules were not checked."
    kept = f"All {len(proof.steps)} steps follow the rules of {proof.game}"
    if not found.computers:
        return f"{kept}."
    if found.compared:
        return f"{kept}, and the computers chose as their levels do."
    return f"{kept}; computers of another version: their choices are not checked."
