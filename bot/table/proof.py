"""The proof of a game that has ended: a file with which anybody can check its dice.

docs/fair-dice.md defines it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from bot.table import round_luck
from bot.table.luck import PROTOCOL
from bot.table.seed import Seed
from bot.table.stored_round import StoredRound
from rules import engine
from rules.engine import Landed, Step


def proof_file(stored: StoredRound, record: Sequence[Step], seed: Seed) -> bytes:
    """Return the proof of a round that has ended, from its record and its seed.

    Secret choices that were never shown to all are left out.
    """
    head = {
        "protocol": PROTOCOL,
        "levels": seed.levels,
        "game": stored.game,
        "options": dict(stored.options),
        "seats": seats_of(stored),
        "opened": str(seed.opened),
        "seed": seed.secret.hex(),
        "seal": seed.seal,
        "drawn": seed.drawn.isoformat(timespec="seconds"),
    }
    fields = [f'"{key}": {json.dumps(value)}' for key, value in head.items()]
    steps = ",\n".join(
        f"  {json.dumps(_step_fields(step))}" for step in _public_steps(stored, record)
    )
    return '{{\n{},\n"steps": [\n{}\n]\n}}\n'.format(",\n".join(fields), steps).encode()


def seats_of(stored: StoredRound) -> list[str]:
    """Return for each seat "member", the level of the computer, or "everybody"."""
    return [
        player.level or ("everybody" if player.everybody else "member") for player in stored.players
    ]


def _public_steps(stored: StoredRound, record: Sequence[Step]) -> Sequence[Step]:
    """Return the steps that were shown to all, with the labels under which luck was drawn."""
    labelled = round_luck.label_steps(stored, record)
    play = stored.play
    if play is None or not play.awaits.secret:
        return labelled
    rounds = engine.history(play.game, len(stored.players), stored.options, record)
    return labelled[: len(engine.shown_to_all(rounds)) - 1]


def _step_fields(step: Step) -> dict[str, Any]:
    if isinstance(step, Landed):
        if step.deck:
            return {"label": step.label, "deck": step.deck, "cards": step.faces}
        return {"label": step.label, "faces": step.faces}
    entry = {"seat": step.seat.index + 1, "action": step.action.code}
    if not step.weights:
        return entry
    weights = [(action.code, str(weight)) for action, weight in step.weights]
    return {**entry, "label": step.label, "weights": weights}
