"""A verifier of proofs written from docs/fair-dice.md alone, by the standard library alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from hmac import digest
from math import lcm
from typing import Any

PROTOCOL = "dice-poker/3"
LARGEST = 999_999_999

NAME = "[a-z0-9][a-z0-9_-]{0,31}"
ACTION = r"[a-z][a-z-]{0,15}(\.[a-z0-9-]{1,24})?"
COUNT = "[1-9][0-9]{0,8}"
OPENED = "0|[1-9][0-9]{0,19}"
BYTES = "[0-9a-f]{64}"
DRAWN = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[+]00:00"
WEIGHT = "(0|[1-9][0-9]{0,63})(/[1-9][0-9]{0,63})?"
DICE_LABEL = f"(seat/({COUNT})/)?turn/({COUNT})/roll/({COUNT})"
LOT_LABEL = f"choose/seat/({COUNT})/moment/(0|{COUNT})"

PROOF_KEYS = {
    "protocol", "levels", "game", "options", "seats", "opened", "seed", "seal", "drawn", "steps",
}  # fmt: skip
DICE_KEYS = {"label", "faces"}
CARDS_KEYS = {"label", "deck", "cards"}
CHOICE_KEYS = {"seat", "action"}
LOT_KEYS = {"seat", "action", "label", "weights"}


def holds(data: bytes) -> bool:
    """Return whether the bytes are a proof that holds."""
    try:
        _check(_read(data))
    except (ValueError, RecursionError):
        return False
    return True


def need(held: bool) -> None:
    """Refuse the proof unless this held."""
    if not held:
        raise ValueError


# ── How it is written ─────────────────────────────────────────────────────────────────────────────


def _read(data: bytes) -> Any:
    need(len(data) <= 1_000_000)
    need(re.search(b"[0-9]{65}", data) is None)
    return json.loads(data.decode("utf-8-sig"), object_pairs_hook=_object)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    need(len(dict(pairs)) == len(pairs))
    return dict(pairs)


def is_number(value: Any, low: int, high: int) -> bool:
    """Return whether it is a whole number of this range; `1.0` and `true` are none."""
    return type(value) is int and low <= value <= high


def is_string(value: Any, pattern: str) -> bool:
    """Return whether it is a string that matches the pattern from end to end."""
    return isinstance(value, str) and re.fullmatch(pattern, value) is not None


def is_list(value: Any) -> bool:
    """Return whether it is a list of a length that is allowed."""
    return isinstance(value, list) and 1 <= len(value) <= 256


def numbers(value: Any, high: int) -> bool:
    """Return whether it is a list of whole numbers from 1."""
    return is_list(value) and all(is_number(one, 1, high) for one in value)


# ── What follows from the seed ────────────────────────────────────────────────────────────────────


class Luck:
    """What one seed lets land in the game that one interaction opened."""

    def __init__(self, seed: str, opened: str) -> None:
        self.seed = bytes.fromhex(seed)
        self.opened = opened

    def faces(self, label: str, dice: int) -> list[int]:
        """Return the faces of some dice."""
        stream = self._stream(label)
        return [1 + below(6, stream) for _ in range(dice)]

    def cards(self, label: str, deck: list[int]) -> list[int]:
        """Return the deck shuffled."""
        stream, cards = self._stream(label), list(deck)
        for place in range(len(cards) - 1, 0, -1):
            other = below(place + 1, stream)
            cards[place], cards[other] = cards[other], cards[place]
        return cards

    def action(self, label: str, weights: list[tuple[str, Fraction]]) -> str:
        """Return the action on which the lot falls."""
        stream = self._stream(label)
        common = lcm(*(weight.denominator for _, weight in weights))
        bits = (common - 1).bit_length()
        number = common
        while number >= common:
            taken = bytes(next(stream) for _ in range((bits + 7) // 8))
            number = int.from_bytes(taken, "big") % 2**bits
        so_far = Fraction(0)
        for action, weight in weights:
            so_far += weight
            if so_far * common > number:
                return action
        raise ValueError

    def _stream(self, label: str) -> Iterator[int]:
        block = 0
        while True:
            message = "\n".join([PROTOCOL, self.opened, label, str(block)])
            yield from digest(self.seed, message.encode("ascii"), "sha256")
            block += 1


def below(bound: int, stream: Iterator[int]) -> int:
    """Return the next number below a bound of up to 256."""
    while (byte := next(stream)) >= 256 - 256 % bound:
        pass
    return byte % bound


# ── What has to hold ──────────────────────────────────────────────────────────────────────────────


def _check(proof: Any) -> None:
    need(isinstance(proof, dict) and proof.keys() == PROOF_KEYS)
    need(proof["protocol"] == PROTOCOL)
    need(is_number(proof["levels"], 0, LARGEST))
    need(is_string(proof["game"], NAME))
    options, seats = proof["options"], proof["seats"]
    need(isinstance(options, dict))
    need(all(is_string(one, NAME) for pair in options.items() for one in pair))
    need(is_list(seats) and all(is_string(one, NAME) for one in seats))
    need(is_string(proof["opened"], OPENED))
    need(is_string(proof["seed"], BYTES) and is_string(proof["seal"], BYTES))
    need(is_string(proof["drawn"], DRAWN))
    need(isinstance(proof["steps"], list))

    need(proof["seal"] == sha256(bytes.fromhex(proof["seed"])).hexdigest())
    luck = Luck(proof["seed"], proof["opened"])
    for step in proof["steps"]:
        _check_step(step, len(seats), luck)
    labels = [step["label"] for step in proof["steps"] if "label" in step]
    need(len({*labels}) == len(labels))
    _check_dice_labels([step["label"] for step in proof["steps"] if "faces" in step], len(seats))


def _check_step(step: Any, seats: int, luck: Luck) -> None:
    need(isinstance(step, dict))
    keys = step.keys()
    if keys == DICE_KEYS:
        need(is_string(step["label"], DICE_LABEL) and numbers(step["faces"], 6))
        need(step["faces"] == luck.faces(step["label"], len(step["faces"])))
    elif keys == CARDS_KEYS:
        need(step["label"] == "deal")
        need(numbers(step["deck"], LARGEST) and numbers(step["cards"], LARGEST))
        need(step["cards"] == luck.cards(step["label"], step["deck"]))
    else:
        need(keys in (CHOICE_KEYS, LOT_KEYS))
        need(is_number(step["seat"], 1, seats) and is_string(step["action"], ACTION))
        if keys == LOT_KEYS:
            need(is_string(step["label"], LOT_LABEL))
            need(step["label"].split("/")[2] == str(step["seat"]))
            need(step["action"] == luck.action(step["label"], _weights(step["weights"])))


def _weights(told: Any) -> list[tuple[str, Fraction]]:
    need(is_list(told))
    for pair in told:
        need(isinstance(pair, list) and len(pair) == 2)
        need(is_string(pair[0], ACTION) and is_string(pair[1], WEIGHT))
    weights = [(action, Fraction(weight)) for action, weight in told]
    need(sum(weight for _, weight in weights) == 1)
    return weights


def _check_dice_labels(labels: list[str], seats: int) -> None:
    """Refuse dice of seats that there are not, and turns and rolls that do not follow."""
    last: dict[str | None, tuple[int, int]] = {}
    for label in labels:
        found = re.fullmatch(DICE_LABEL, label)
        assert found is not None
        seat, turn, roll = found[2], int(found[3]), int(found[4])
        need(seats == 1 if seat is None else int(seat) <= seats)
        if seat in last:
            before, rolled = last[seat]
            need((turn, roll) in ((before, rolled + 1), (before + 1, 1)))
        else:
            need((turn, roll) == (1, 1))
        last[seat] = turn, roll
    need(None not in last or len(last) == 1)
