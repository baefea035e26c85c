"""The proof of a round: everything that its dice came from, as a file that anybody can check.

The format is described in docs/fair-dice.md; `bot/verify.py` checks it. The file is
the same whenever it is made, so its digest can stand under the result.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from hashlib import sha256
from typing import Any, TypeAlias

from bot.table import round_luck
from bot.table.commitment import Block, Commitment
from bot.table.luck import FIRST, SECOND
from bot.table.stored_round import StoredRound
from rules import engine
from rules.engine import Acted, Landed, Step, TakenBack

END = ' "digest": "{digest}"\n}}\n'
"""The end of a proof: the SHA-256 of everything before it."""

Hide: TypeAlias = Callable[[int, str], str]
"""Returns what stands in a proof for the action of a step that is never shown."""


def file_of(
    stored: StoredRound,
    record: Sequence[Step],
    block: Block | None = None,
    hide: Hide | None = None,
) -> bytes:
    """Return the proof of a round that has ended.

    `record` is its record, the steps with their labels; `block` the block of its seed by
    `dice-poker/2`. What members chose in secret and nobody was shown comes as a digest that hides
    it; by `dice-poker/1`, only where `hide` says how. Raises ValueError for a round that can
    still be played, or that has no seed.
    """
    seed = stored.commitment
    if seed is None or not stored.ended:
        raise ValueError(f"round {stored.id} has nothing to show yet")
    labelled, hidden = round_luck.labelled(stored, record), _hidden(stored, record)
    if seed.root is None:
        return sealed(_head_of_chain(stored, seed), listed(labelled, hidden, hide))
    if block is None or block.root != seed.root:
        raise ValueError(f"round {stored.id} has a number of another block")
    head, hide = _head_of_block(stored, seed, block), partial(block.hidden, seed.number)
    return sealed(head, listed(labelled, hidden, hide))


def hides(stored: StoredRound, record: Sequence[Step]) -> bool:
    """Return whether a round that has ended has choices that nobody was shown."""
    return bool(_hidden(stored, record))


def _hidden(stored: StoredRound, record: Sequence[Step]) -> frozenset[int]:
    """Return the numbers of the choices of members that nobody was ever shown."""
    play = stored.play
    if play is None or play.over is not None or not play.awaits.secret:
        return frozenset()
    rounds = engine.history(play.game, len(stored.players), stored.options, record)
    rest = record[len(engine.shown_to_all(rounds)) - 1 :]
    return frozenset(
        step.number
        for step in rest
        if isinstance(step, Acted) and stored.players[step.seat.index].level is None
    )


def sealed(head: Mapping[str, Any], record: str) -> bytes:
    """Return a proof: a line for each part of its head, its record in JSON, and its digest."""
    lines = "".join(f' "{key}": {json.dumps(value)},\n' for key, value in head.items())
    body = f'{{\n{lines} "record": {record},\n'.encode("ascii")
    return body + END.format(digest=sha256(body).hexdigest()).encode("ascii")


def listed(record: Iterable[Step], hidden: Collection[int] = (), hide: Hide | None = None) -> str:
    """Return the steps of a record in JSON, each in a line of its own; `hide` those `hidden`."""
    entries = (
        _hidden_entry(one, hide) if hide and one.number in hidden else _entry(one) for one in record
    )
    steps = ",\n".join(f"  {json.dumps(entry)}" for entry in entries)
    return f"[\n{steps}\n ]" if steps else "[]"


def digest(file: bytes) -> str:
    """Return the digest of a proof, which stands in its last line."""
    return file[-68:-4].decode("ascii")


def _head_of_chain(stored: StoredRound, committed: Commitment) -> dict[str, Any]:
    """Return the head of a proof by `dice-poker/1`."""
    return {
        "format": FIRST,
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


def _head_of_block(stored: StoredRound, committed: Commitment, block: Block) -> dict[str, Any]:
    """Return the head of a proof by `dice-poker/2`."""
    words = round_luck.words_of(stored)
    return {
        "format": SECOND,
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
        **_later(stored, committed.levels or 0),
    }


def _later(stored: StoredRound, levels: int) -> dict[str, Any]:
    """Return the fields that proofs of rounds before `Commitment.levels` do not have."""
    ended = stored.status == "over" and len(stored.players) == 2
    left = [number for number, player in enumerate(stored.players, 1) if player.left]
    return {"levels": levels, "left": left[0] if ended and left else 0}


def _hidden_entry(step: Step, hide: Hide) -> dict[str, Any]:
    assert isinstance(step, Acted)  # noqa: S101 — nothing else is hidden
    digest = hide(step.number, step.action.code)
    return {"step": step.number, "seat": step.seat.index + 1, "hidden": digest}


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
