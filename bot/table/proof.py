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
from bot.table.commitment import Block, Commitment
from bot.table.luck import OF_ROUNDS, OF_SETS
from bot.table.stored_round import StoredRound
from rules import engine
from rules.engine import Acted, Landed, Step, TakenBack

END = ' "digest": "{digest}"\n}}\n'
"""The end of a proof: the SHA-256 of everything before it."""


def file_of(stored: StoredRound, record: Sequence[Step], block: Block) -> bytes:
    """Return the proof of a round that has ended.

    `record` is its record, the steps with their labels; `block` the block of its seed. What
    members chose in secret and nobody was shown comes as a digest that hides it. Raises ValueError
    for a round that can still be played, or that has no seed.
    """
    seed = stored.commitment
    if seed is None or not stored.ended:
        raise ValueError(f"round {stored.id} has nothing to show yet")
    if block.root != seed.root:
        raise ValueError(f"round {stored.id} has a number of another block")
    hidden = {
        step.number: block.hidden(seed.number, step.number, step.action.code)
        for step in _hidden(stored, record)
    }
    labelled = round_luck.labelled(stored, record)
    return sealed(_head(stored, seed, block), listed(labelled, hidden))


def _hidden(stored: StoredRound, record: Sequence[Step]) -> list[Acted]:
    """Return the choices of members that nobody was ever shown."""
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


def sealed(head: Mapping[str, Any], record: str) -> bytes:
    """Return a proof: a line for each part of its head, its record in JSON, and its digest."""
    lines = "".join(f' "{key}": {json.dumps(value)},\n' for key, value in head.items())
    body = f'{{\n{lines} "record": {record},\n'.encode("ascii")
    return body + END.format(digest=sha256(body).hexdigest()).encode("ascii")


def listed(record: Iterable[Step], hidden: Mapping[int, str] | None = None) -> str:
    """Return the steps of a record in JSON, each in a line of its own.

    `hidden` tells by the number of a step what stands in the place of its action.
    """
    entries = (_entry(step, (hidden or {}).get(step.number)) for step in record)
    steps = ",\n".join(f"  {json.dumps(entry)}" for entry in entries)
    return f"[\n{steps}\n ]" if steps else "[]"


def file_of_set(stored: StoredRound, record: Sequence[Step], previous: str, levels: int) -> bytes:
    """Return the proof of a private round whose set is revealed.

    `record` is its record, `previous` the commitment of the set before, "" without one, and
    `levels` the version of the computers' levels, 0 if it changed. Raises ValueError before the
    set is revealed.
    """
    seed, play = stored.set_seed, stored.play
    if seed is None or play is None or not (seed.revealed and stored.ended):
        raise ValueError(f"round {stored.id} has nothing to show yet")
    head: dict[str, Any] = {
        "format": OF_SETS,
        "set": seed.lines[0],
        "previous": previous or None,
        "commitment": seed.digest,
        "seed": seed.seed.hex(),
        "game": stored.game,
        "options": {},
        "seats": list(round_luck.seats_of(stored)),
        "seat": stored.seats_of(stored.opener)[0].index + 1,
        "hands": play.game.hands,
        "part": list(seed.lines),
        "ended": "finished" if stored.status == "over" else "closed",
        "levels": levels,
    }
    hands = engine.by_hands(round_luck.labelled(stored, record))
    return sealed(head, f"[{', '.join(map(listed, hands))}]")


def digest(file: bytes) -> str:
    """Return the digest of a proof, which stands in its last line."""
    return file[-68:-4].decode("ascii")


def _head(stored: StoredRound, committed: Commitment, block: Block) -> dict[str, Any]:
    words = round_luck.words_of(stored)
    return {
        "format": OF_ROUNDS,
        "channel": str(committed.channel),
        "block": committed.ordinal,
        "root": block.root,
        "committed_before": committed.early,
        "number": committed.number,
        "seed": committed.seed.hex(),
        "path": list(block.path(committed.number)),
        "round": stored.id,
        "game": stored.game,
        "options": dict(sorted(stored.options.items())),
        "seats": list(round_luck.seats_of(stored)),
        "words": [word.encode("utf-8").hex() for word, _ in words],
        "own": [own for _, own in words],
        "part": list(round_luck.lines_of(stored)),
        "ended": stored.status,
        "levels": committed.levels,
        "left": _left(stored),
    }


def _left(stored: StoredRound) -> int:
    """Return the seat of two that ended a round by leaving, counted from 1, else 0."""
    ended = stored.status == "over" and len(stored.players) == 2
    left = [number for number, player in enumerate(stored.players, 1) if player.left]
    return left[0] if ended and left else 0


def _entry(step: Step, hidden: str | None) -> dict[str, Any]:
    match step:
        case Landed(number, faces, label, deck):
            entry: dict[str, Any] = {"step": number, "label": label}
            if deck:
                return {**entry, "deck": list(deck), "cards": list(faces)}
            return {**entry, "faces": list(faces)}
        case TakenBack(number, seat, to):
            return {"step": number, "seat": seat.index + 1, "back_to": to}
        case Acted(number, seat) if hidden:
            return {"step": number, "seat": seat.index + 1, "hidden": hidden}
        case Acted(number, seat, action, label, weights):
            entry = {"step": number, "seat": seat.index + 1, "action": action.code}
            if not label:
                return entry
            return {**entry, "label": label, "weights": _weights(weights)}


def _weights(weights: Iterable[tuple[Any, Fraction]]) -> list[list[str]]:
    return [[action.code, str(weight)] for action, weight in weights]
