"""A verifier of proofs by docs/fair-dice.md alone, which shares no code with `bot.verify`.

It checks what the page says of rounds: digest, root, words, players' part, labels and everything
that landed. It replays no rules.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from fractions import Fraction
from typing import Any

SHEET = 3
"""Rolls of a turn in which a row is written, or which stands alone."""


class Refused(Exception):
    """Raised where a file proves nothing."""


def need(fact: bool, what: str) -> None:
    if not fact:
        raise Refused(what)


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def is_set(proof: dict[str, Any]) -> bool:
    """Return whether a proof is that of a sheet filled alone, whose part is the number of a set."""
    seed = sha(bytes.fromhex(proof["seed"]))
    number = f"set/{int(seed.hex(), 16) % 10**9}"
    return bool(proof["seats"] == ["member"] and proof["part"] == [number])


class Stream:
    """The bytes of a label."""

    def __init__(self, proof: dict[str, Any], label: str) -> None:
        self.key = bytes.fromhex(proof["seed"])
        lines = b"".join(line.encode("ascii") + b"\n" for line in proof["part"])
        protocol = "dice-poker/1" if is_set(proof) else proof["format"]
        self.head = f"{protocol}\n{sha(lines).hex()}\n{label}\n".encode("ascii")
        self.block, self.left = 0, bytearray()

    def byte(self) -> int:
        if not self.left:
            message = self.head + str(self.block).encode("ascii")
            self.left += hmac.new(self.key, message, hashlib.sha256).digest()
            self.block += 1
        return self.left.pop(0)

    def place(self, places: int) -> int:
        largest = 256 - 256 % places
        while (byte := self.byte()) >= largest:
            pass
        return byte % places

    def faces(self, count: int) -> list[int]:
        return [1 + self.place(6) for _ in range(count)]

    def cards(self, deck: list[int]) -> list[int]:
        cards = list(deck)
        at = len(cards) - 1
        while at > 0:
            to = self.place(at + 1)
            cards[at], cards[to] = cards[to], cards[at]
            at -= 1
        return cards

    def choice(self, weights: list[list[str]]) -> str:
        shares = [(code, Fraction(weight)) for code, weight in weights]
        need(sum(share for _, share in shares) == 1, "weights")
        common = 1
        while any((share * common).denominator != 1 for _, share in shares):
            common += 1
        bits = len(f"{common - 1:b}") if common > 1 else 0
        while True:
            number = 0
            for _ in range(-(-bits // 8)):
                number = number * 256 + self.byte()
            number &= (1 << bits) - 1
            if number < common:
                break
        for code, share in shares:
            number -= int(share * common)
            if number < 0:
                return code
        raise AssertionError


def verified(file: bytes) -> dict[str, Any]:
    """Return what a proof says. Raises Refused."""
    proof: dict[str, Any] = json.loads(file)
    before = file[: file.rindex(b' "digest"')]
    need(sha(before).hex() == proof["digest"], "digest")
    options = [f"{key}={proof['options'][key]}" for key in sorted(proof["options"])]
    told = [proof["game"], *options, *proof["seats"]]
    need(proof["format"] == "dice-poker/2", "format")
    climb(proof)
    told = [proof["root"], str(proof["number"]), *told, *words(proof)]
    need(proof["part"] == told or (is_set(proof) and not any(proof["own"])), "part")
    for step, game_label in zip(proof["record"], labels(proof), strict=True):
        label = game_label
        if label is not None and is_set(proof):
            label = label.removeprefix("seat/1/")
        need(step.get("label") == label, f"label of step {step['step']}")
        stream = Stream(proof, label or "")
        if "cards" in step:
            need(stream.cards(step["deck"]) == step["cards"], "cards")
        elif "faces" in step:
            need(stream.faces(len(step["faces"])) == step["faces"], "faces")
        elif "weights" in step:
            need(stream.choice(step["weights"]) == step["action"], "choice")
    return proof


def climb(proof: dict[str, Any]) -> None:
    """Check the way from the seed to the root."""
    node, number = sha(bytes.fromhex(proof["seed"])), proof["number"] - 1
    need(len(proof["path"]) == 10 and 0 <= number < 1024, "path")
    for level, beside in enumerate(proof["path"]):
        on_the_right = (number >> level) & 1 == 0
        other = bytes.fromhex(beside)
        node = sha(node + other) if on_the_right else sha(other + node)
    need(node.hex() == proof["root"], "root")


def words(proof: dict[str, Any]) -> list[str]:
    """Return the words, once those that are drawn have been drawn again."""
    members = [at + 1 for at, seat in enumerate(proof["seats"]) if seat == "member"]
    need(len(members) == len(proof["words"]) == len(proof["own"]), "words")
    for at, member in enumerate(members):
        word = bytes.fromhex(proof["words"][at]).decode("utf-8")
        key, message = bytes.fromhex(proof["seed"]), f"dice-poker/2\nword/{member}"
        drawn = hmac.digest(key, message.encode(), "sha256").hex()[:16]
        need(proof["own"][at] is (word != drawn), "drawn word")
        need(1 <= len(word) <= 32, "length of a word")
    return list(proof["words"])


def labels(proof: dict[str, Any]) -> list[str | None]:
    """Return the label of each step, None where nothing is drawn, as the page derives them."""
    record, seats = proof["record"], proof["seats"]
    if any("deck" in step for step in record):
        return [_of_cards(step, seats) for step in record]
    writes = any(step.get("action", "").startswith("write.") for step in record)
    turns = sum("/roll/1" in step.get("label", "") for step in record)
    hands = not writes and turns > 1
    together = "faces" in (record[1] if len(record) > 1 else {})
    return _of_dice(record, seats, last=2 if hands and together else SHEET, hands=hands)


def _of_cards(step: dict[str, Any], seats: list[str]) -> str | None:
    if "deck" in step:
        return "deal"
    mixed = "weights" in step and seats[step["seat"] - 1] != "member"
    return f"choose/seat/{step['seat']}/moment/0" if mixed else None


def _of_dice(
    record: list[dict[str, Any]], seats: list[str], *, last: int, hands: bool
) -> list[str | None]:
    """Walk through a record of dice. What is kept of each place is how the round stood there."""
    found: list[str | None] = []
    stands: list[tuple[int, tuple[tuple[int, int], ...], bool]] = [(0, (), False)]
    back = 0
    for step in record:
        begun, turns, rerolls = stands[-1]  # first rolls; seat and rolls of open turns
        label = None
        if "back_to" in step:
            begun, turns, rerolls = stands[step["back_to"]]
            back += 1
        elif "faces" in step and rerolls:
            (seat, rolls), *others = turns
            label = f"seat/{seat}/turn/{-(-(begun - seat + 1) // len(seats))}/roll/{rolls + 1}"
            ended = hands and rolls + 1 == last
            turns, rerolls = (*(() if ended else ((seat, rolls + 1),)), *others), False
        elif "faces" in step:
            seat = begun % len(seats) + 1
            label = f"seat/{seat}/turn/{begun // len(seats) + 1}/roll/1"
            begun, turns = begun + 1, (*turns, (seat, 1))
        elif step["action"].startswith("reroll."):
            rerolls = True
        else:
            turns = turns[1:]
        stands.append((begun, turns, rerolls))
        found.append(f"{label}/again/{back}" if label and back else label)
    return found
