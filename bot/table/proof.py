"""The proof of a round: everything that its dice came from, as a file that anybody can check.

The format is described in docs/fair-dice.md; `bot/verify.py` checks it. The file is
the same whenever it is made, so its digest can stand under the result.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Any

from bot.table import round_luck
from bot.table.commitment import Commitment
from bot.table.stored_round import StoredRound
from rules.engine import Acted, Landed, Step, TakenBack

FORMAT = "dice-poker/1"

END = ' "digest": "{digest}"\n}}\n'
"""The end of a proof: the SHA-256 of everything before it."""


def file_of(stored: StoredRound, record: Sequence[Step]) -> bytes:
    """Return the proof of a round that has ended.

    `record` is its record, the steps with their labels. Raises ValueError for a round
    that can still be played, or that has no seed.
    """
    if stored.commitment is None or not stored.ended:
        raise ValueError(f"round {stored.id} has nothing to show yet")
    return sealed(_head(stored, stored.commitment), listed(record))


def sealed(head: Mapping[str, Any], record: str) -> bytes:
    """Return a proof: a line for each part of its head, its record in JSON, and its digest."""
    lines = "".join(f' "{key}": {json.dumps(value)},\n' for key, value in head.items())
    body = f'{{\n{lines} "record": {record},\n'.encode("ascii")
    return body + END.format(digest=sha256(body).hexdigest()).encode("ascii")


def listed(record: Iterable[Step]) -> str:
    """Return the steps of a record in JSON, each in a line of its own."""
    steps = ",\n".join(f"  {json.dumps(_entry(step))}" for step in record)
    return f"[\n{steps}\n ]" if steps else "[]"


def digest(file: bytes) -> str:
    """Return the digest of a proof, which stands in its last line."""
    return file[-68:-4].decode("ascii")


def _head(stored: StoredRound, committed: Commitment) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "channel": str(committed.channel),
        "number": committed.number,
        "previous": committed.previous,
        "commitment": committed.digest,
        "committed_before": committed.early,
        "seed": committed.seed.hex(),
        "round": stored.id,
        "game": stored.game,
        "options": dict(sorted(stored.options.items())),
        "seats": list(round_luck.seats_of(stored)),
        "part": list(round_luck.lines_of(stored)),
        "ended": stored.status,
        **({} if committed.levels is None else _later(stored, committed.levels)),
    }


def _later(stored: StoredRound, levels: int) -> dict[str, Any]:
    """Return the fields that proofs of rounds before `Commitment.levels` do not have."""
    ended = stored.status == "over" and len(stored.players) == 2
    left = [number for number, player in enumerate(stored.players, 1) if player.left]
    return {"levels": levels, "left": left[0] if ended and left else 0}


def _entry(step: Step) -> dict[str, Any]:
    match step:
        case Landed(number, faces, label, deck):
            entry: dict[str, Any] = {"step": number, "label": label}
            if deck:
                return {**entry, "deck": list(deck), "cards": list(faces)}
            return {**entry, "faces": list(faces)}
        case TakenBack(number, seat, to):
            return {"step": number, "seat": seat.index + 1, "back_to": to}
        case Acted(number, seat, action, label, weights):
            entry = {"step": number, "seat": seat.index + 1, "action": action.code}
            if not label:
                return entry
            return {**entry, "label": label, "weights": _weights(weights)}


def _weights(weights: Iterable[tuple[Any, Fraction]]) -> list[list[str]]:
    return [[action.code, str(weight)] for action, weight in weights]
