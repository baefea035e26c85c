"""Checks the proof of a round: that its dice follow from a seed committed before.

    python verify.py FILE

This file needs Python's standard library and nothing else of the project, so that you
can read it, copy it and run it anywhere. It computes every landing and every mixed choice
anew from the seed, the players' part and a label. Compare the commitment that it prints
with the one that `/fair` or the lobby showed before the round, and the digest with the
one below the result. docs/fair-dice.md of the project tells what that proves, and what not.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import sys
from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any

FIELDS = [
    *("format", "channel", "number", "previous", "commitment", "committed_before", "seed"),
    *("round", "game", "options", "seats", "part", "ended", "record", "digest"),
]


class Wrong(Exception):
    """Raised where a file does not prove what it claims."""


def verify(file: bytes) -> dict[str, Any]:
    """Return what a proof says, once all of it has been checked. Raises Wrong."""
    body = file[:-80]
    digest = hashlib.sha256(body).hexdigest()
    end = f' "digest": "{digest}"\n}}\n'.encode()
    check(file == body + end, "the digest is not that of the file")
    try:
        proof: dict[str, Any] = json.loads(file, object_pairs_hook=distinct)
        check(list(proof) == FIELDS and proof["format"] == "dice-poker/1", "the format is unknown")
        seed = bytes.fromhex(proof["seed"])
        check(len(seed) == 32, "the seed has not 32 bytes")
        committed = hashlib.sha256(seed).hexdigest()
        check(committed == proof["commitment"], "the seed is not the one that was committed")
        check_part(proof)
        check_record(proof, seed)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise Wrong(f"the file is damaged: {error!r}") from error
    return proof


def check(holds: bool, otherwise: str) -> None:
    """Raise Wrong unless something holds."""
    if not holds:
        raise Wrong(otherwise)


def distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return pairs as a dictionary. Raises Wrong if a key comes twice."""
    check(len(dict(pairs)) == len(pairs), "a key stands twice in the file")
    return dict(pairs)


def check_part(proof: dict[str, Any]) -> None:
    """Check that the players' part tells this round, and ends with ids of interactions."""
    options = [f"{key}={value}" for key, value in sorted(proof["options"].items())]
    told = [str(proof["round"]), proof["game"], *options, *proof["seats"]]
    ids = proof["part"][len(told) :]
    check(proof["part"][: len(told)] == told, "the players' part is that of another round")
    check(bool(ids) and all(re.fullmatch("[0-9]+", one) for one in ids), "an id is no number")


def check_record(proof: dict[str, Any], seed: bytes) -> None:
    """Check everything that landed and every mixed choice against the seed."""
    lines = "".join(f"{line}\n" for line in proof["part"])
    part = hashlib.sha256(lines.encode("ascii")).hexdigest()
    labels = set()
    for number, step in enumerate(proof["record"], 1):
        check(step["step"] == number, f"step {number} is missing")
        if "label" not in step:  # a person's choice, or the only one that a computer had
            continue
        label = step["label"]
        check(re.fullmatch("[a-z0-9/.-]+", label) is not None, f"step {number} has no label")
        check(label not in labels, f"{label} comes twice")
        labels.add(label)
        stream = stream_of(seed, part, label)
        if "weights" in step:
            weights = [(action, Fraction(weight)) for action, weight in step["weights"]]
            check(chosen(stream, weights) == step["action"], f"{label} chooses another action")
        elif "deck" in step:
            check(shuffled(stream, step["deck"]) == step["cards"], f"{label} gives other cards")
        else:
            faces = [1 + below(stream, 6) for _ in step["faces"]]
            check(faces == step["faces"], f"{label} gives other faces: {faces}")


def stream_of(seed: bytes, part: str, label: str) -> Iterator[int]:
    """Yield the bytes of a label, block after block."""
    block = 0
    while True:
        message = f"dice-poker/1\n{part}\n{label}\n{block}".encode("ascii")
        yield from hmac.new(seed, message, hashlib.sha256).digest()
        block += 1


def below(stream: Iterator[int], bound: int) -> int:
    """Return a number below `bound`; bytes that would favour small ones are skipped."""
    return next(byte % bound for byte in stream if byte < 256 // bound * bound)


def shuffled(stream: Iterator[int], deck: list[int]) -> list[int]:
    """Return a deck in its new order (Fisher and Yates, from the last card)."""
    cards = list(deck)
    for last in range(len(cards) - 1, 0, -1):
        other = below(stream, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def chosen(stream: Iterator[int], weights: list[tuple[str, Fraction]]) -> str:
    """Return the action that a mixed choice comes to."""
    check(sum(weight for _, weight in weights) == 1, "the weights do not sum to 1")
    check(min(weight for _, weight in weights) >= 0, "a weight is less than 0")
    common = lcm(*(weight.denominator for _, weight in weights))
    bits = (common - 1).bit_length()
    number = common
    while number >= common:
        drawn = bytes(next(stream) for _ in range((bits + 7) // 8))
        number = int.from_bytes(drawn, "big") % 2**bits
    for action, weight in weights:
        number -= int(weight * common)
        if number < 0:
            return action
    raise AssertionError("weights that sum to 1 leave nothing over")


def told(proof: dict[str, Any]) -> str:
    """Return what has been checked, in words."""
    drawn = [step for step in proof["record"] if "label" in step]
    mixed = sum("weights" in step for step in drawn)
    before = "committed before the round was opened"
    if not proof["committed_before"]:
        before = "made as the round was opened: nothing was committed before it"
    return (
        f"Round {proof['round']}, {proof['game']}, {len(proof['seats'])} seats, ended: "
        f"{proof['ended']}.\n"
        f"Seed {proof['number']} of channel {proof['channel']}, {before}.\n"
        f"Commitment: {proof['commitment']}\n"
        f"Digest of the file: {proof['digest']}\n"
        f"{len(drawn) - mixed} landings and {mixed} mixed choices follow from the seed. "
        "All is well."
    )


def main(arguments: list[str]) -> int:
    """Check the file that is named; return 0 if it proves its dice, else 1."""
    if len(arguments) != 1:
        print("usage: python verify.py FILE", file=sys.stderr)
        return 2
    try:
        print(told(verify(Path(arguments[0]).read_bytes())))
    except (OSError, Wrong) as error:
        print(f"This file proves nothing: {error}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
