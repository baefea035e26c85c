"""Proofs as what stands in their files."""

from __future__ import annotations

import json
from typing import Any

from bot import verify
from bot.play.fair.proof_rules import fault


def verified(file: bytes) -> dict[str, Any]:
    """Return what stands in a file that `bot.verify` takes. Raises Wrong for another one."""
    verify.verify(file)
    found: dict[str, Any] = json.loads(file)
    return found


def fault_of(file: bytes) -> str:
    """Return why the rules refuse a file that `bot.verify` takes, "" if they do not."""
    return fault(verify.verify(file))
