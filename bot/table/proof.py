"""The proof of a round: a file with which anybody can check its dice.

The format is described in docs/proof-format.md; `bot/verify.py` checks it. Rounds and attempts at
sets have the same format. The file is the same whenever it is made, so its digest can be shown
under the result.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any

from bot.table import round_luck
from bot.table.commitment import Block, Commitment, OpeningNumber
from bot.table.luck import PROTOCOL
from bot.table.stored_round import StoredRound
from rules import engine, levels
from rules.engine import Acted, Landed, Step

END = ' "digest": "{digest}"\n}}\n'
"""The end of a proof: the SHA-256 of everything before it."""


@dataclass(frozen=True, slots=True)
class Source:
    """The seed of a proof, and the commitment to it.

    It has the `number` and the `path` in a `block`. `block` is None for a seed that was drawn
    alone, which is its own root.
    """

    seed: bytes
    root: str
    opening: OpeningNumber
    number: int = 1
    path: tuple[str, ...] = ()
    block: Block | None = None


def source_of(seed: Commitment, block: Block) -> Source:
    """Return the source of a round, `block` being that of its seed. Raises ValueError."""
    if block.root != seed.root:
        raise ValueError(f"number {seed.number} is one of another block")
    return Source(seed.seed, seed.root, seed.opening, seed.number, block.path(seed.number), block)


def file_of(stored: StoredRound, record: Sequence[Step], block: Block) -> bytes:
    """Return the proof of a round that has ended.

    `record` is its record, the steps with their labels; `block` the block of its seed. Secret
    choices of members that were never shown are replaced by a digest. Raises ValueError for a round
    that can still be played, or that has no seed.
    """
    seed = stored.commitment
    if seed is None or not stored.ended:
        raise ValueError(f"round {stored.id} has nothing to show yet")
    source = source_of(seed, block)
    hidden = {
        step.number: block.hidden(seed.number, step.number, step.action.code)
        for step in _hidden(stored, record)
    }
    labelled = round_luck.labelled(stored, record)
    return sealed(_head(stored, source, seed.levels), [listed(labelled, hidden)])


def file_of_set(stored: StoredRound, record: Sequence[Step], source: Source | None = None) -> bytes:
    """Return the proof of a private round whose set is revealed.

    `record` is its record, and `source` that of the sheet whose dice it has; None where the seed
    was drawn for the set. Raises ValueError before the set is revealed.
    """
    seed = stored.set_seed
    if seed is None or not (seed.revealed and stored.ended):
        raise ValueError(f"round {stored.id} has nothing to show yet")
    drawn = OpeningNumber(seed.opened, "interaction") if seed.opened else OpeningNumber()
    source = source or Source(seed.seed, seed.digest, drawn)
    labelled = round_luck.labelled(stored, record)
    return sealed(_head(stored, source, levels.VERSION), [listed(labelled)])


def _hidden(stored: StoredRound, record: Sequence[Step]) -> list[Acted]:
    """Return the choices of members that were never shown."""
    play = stored.play
    if play is None or play.over is not None or not play.awaits.secret:
        return []
    rounds = engine.history(play.game, len(stored.players), stored.options, record)
    rest = record[len(engine.shown_to_all(rounds)) - 1 :]
    return [
        step
        for step in rest
        if isinstance(step, Acted) and stored.players[step.seat.index].level is None
    ]


def sealed(head: Mapping[str, Any], hands: Iterable[str]) -> bytes:
    """Return a proof: a line for each field of its head, its hands in JSON, and its digest."""
    lines = "".join(f' "{key}": {json.dumps(value)},\n' for key, value in head.items())
    body = f'{{\n{lines} "record": [{", ".join(hands)}],\n'.encode("ascii")
    return body + END.format(digest=sha256(body).hexdigest()).encode("ascii")


def listed(record: Iterable[Step], hidden: Mapping[int, str] | None = None) -> str:
    """Return the steps of a hand in JSON, each in a line of its own.

    `hidden` maps the number of a step to the replacement of its action.
    """
    entries = (_entry(step, (hidden or {}).get(step.number)) for step in record)
    steps = ",\n".join(f"  {json.dumps(entry)}" for entry in entries)
    return f"[\n{steps}\n ]" if steps else "[]"


def digest(file: bytes) -> str:
    """Return the digest of a proof, which stands in its last line."""
    return file[-68:-4].decode("ascii")


def _head(stored: StoredRound, source: Source, version: int) -> dict[str, Any]:
    """Return all fields of a proof but the record and the digest.

    `version` is that of the computers' levels.
    """
    of_set, block = stored.is_set, source.block
    words = () if of_set else round_luck.words_of(stored)
    part = round_luck.lines_of(stored)
    return {
        "format": PROTOCOL,
        "set": part[0] if of_set else "",
        "channel": str(block.channel if block else 0),
        "block": block.number if block else 0,
        "root": source.root,
        "place": str(block.place if block else 0),
        "message": str(block.message if block else 0),
        "number": source.number,
        "seed": source.seed.hex(),
        "path": list(source.path),
        "opened": str(source.opening.number),
        "opened_by": source.opening.by,
        "round": stored.id,
        "game": stored.game,
        "options": dict(sorted(stored.options.items())),
        "seats": list(round_luck.seats_of(stored)),
        "seat": round_luck.member_of(stored).index + 1 if of_set else 0,
        "hands": 1,
        "words": [word.encode("utf-8").hex() for word, _ in words],
        "own": [own for _, own in words],
        "part": list(part),
        "ended": stored.status,
        "levels": version,
        "left": _left(stored),
    }


def _left(stored: StoredRound) -> int:
    """Return the seat that ended a round by leaving, counted from 1, else 0.

    In a round of two it is the seat that left, otherwise that of the last member who left.
    """
    ended = stored.status == "over" and (len(stored.players) == 2 or not stored.people)
    return stored.left_last + 1 if ended and stored.leavers else 0


def _entry(step: Step, hidden: str | None) -> dict[str, Any]:
    match step:
        case Landed(number, faces, label, deck):
            entry: dict[str, Any] = {"step": number, "label": label}
            if deck:
                return {**entry, "deck": list(deck), "cards": list(faces)}
            return {**entry, "faces": list(faces)}
        case Acted(number, seat) if hidden:
            return {"step": number, "seat": seat.index + 1, "hidden": hidden}
        case Acted(number, seat, action, label, weights):
            entry = {"step": number, "seat": seat.index + 1, "action": action.code}
            if not label:
                return entry
            return {**entry, "label": label, "weights": _weights(weights)}


def _weights(weights: Iterable[tuple[Any, Fraction]]) -> list[list[str]]:
    return [[action.code, str(weight)] for action, weight in weights]
