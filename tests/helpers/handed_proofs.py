"""Proofs that *Fair dice?* hands out."""

from __future__ import annotations

import json
from typing import Any

from bot import verify
from bot.play.fair.replay import check_proof
from simulated import Sim, components
from words import Words

LATER = Words(
    {
        "en": "Others may still play these dice, so the proof can be had after <t:{}:f>.",
        "ro": "Alții mai pot juca aceste zaruri, așa că dovada se poate cere după <t:{}:f>.",
    }
)
"""What is said instead of a proof; `{}` is a time in seconds of Unix."""


async def asked_for(sim: Sim, member: Any, page: Any) -> Any:
    """Press *Proof* below a page of *Fair dice?*; return the private answer."""
    return sim.reread_private(await sim.press_id(member, page, "fair:*:proof"))


async def proof_of(sim: Sim, member: Any, page: Any) -> tuple[Any, dict[str, Any]]:
    """Press *Proof*; return the answer, and what stands in the proof, which holds."""
    handed = await asked_for(sim, member, page)
    file = await handed.attachments[0].read()
    verify.verify(file)
    assert check_proof(file).fault == ""
    return handed, json.loads(file)


def offers_proof(page: Any) -> bool:
    """Return whether *Proof* is below a page."""
    return any(one.get("custom_id", "").endswith(":proof") for one in components(page))
