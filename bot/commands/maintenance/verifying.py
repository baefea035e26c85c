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
from rules.exact.table_store import use_tables


def verify_files(paths: Sequence[Path]) -> int:
    """Check proofs; return the exit code."""
    use_tables(ShippedTables())
    code = EXIT_OK
    for path in paths:
        before = f"{path}: " if len(paths) > 1 else ""
        try:
            file = verify.content(path)
        except OSError as error:
            code = fail(f"{path} cannot be read: {error.strerror}.")
            continue
        result = check_proof(file)
        if result.proof is None or result.fault:
            code = fail(f"{before}{result.fault}", code=EXIT_FAILED)
            continue
        print(before + _replay_sentence(result.proof, result))
        print(verify.verdict(result.proof))
    return code


def _replay_sentence(proof: verify.Proof, result: ProofCheck) -> str:
    """Return what the replay of a proof has checked."""
    if not result.replayed:
        return f"This version does not have the game {proof.game}: its rules were not checked."
    follows = f"All {len(proof.steps)} steps follow the rules of {proof.game}"
    if not result.computers:
        return f"{follows}."
    if result.compared:
        return f"{follows}, and the computers chose as their levels do."
    return f"{follows}; computers of another version: their choices are not checked."
