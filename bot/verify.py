"""Checks proofs of games: that what landed follows from a seed, and which seal that seed has.

    python verify.py FILE [FILE ...]

This file needs Python 3.8 and its standard library, nothing else of the project, so that you can
read it, copy it and run it anywhere. It has no rules of any game: `dice-poker verify` replays them.
docs/fair-dice.md defines a proof. Compare what is printed with what you know: the seal with the one
that *Fair dice?* showed before the game was opened, the number of the opening with Discord's.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from pathlib import Path
from typing import Any

PROTOCOL = "dice-poker/3"


class BadProof(Exception):
    """Raised for a file that is no proof or proves nothing; its text consists of sentences."""


def require(holds: object, otherwise: str) -> None:
    """Raise BadProof unless a condition holds."""
    if not holds:
        raise BadProof(otherwise)


# A proof


@dataclass(frozen=True)
class Landing:
    """A step: dice landed."""

    label: str
    faces: list[int]


@dataclass(frozen=True)
class Shuffle:
    """A step: cards were shuffled. `deck` has them before, `cards` after."""

    label: str
    deck: list[int]
    cards: list[int]


@dataclass(frozen=True)
class Move:
    """A step: a seat, counted from 1, chose. A computer's choice by lot has a label and weights."""

    seat: int
    action: str
    label: str = ""
    weights: tuple[tuple[str, Fraction], ...] = ()


@dataclass(frozen=True)
class Proof:
    """The fields of a file."""

    protocol: str
    levels: int
    game: str
    options: dict[str, str]
    seats: list[str]
    opened: int
    seed: bytes
    seal: str
    drawn: str
    steps: list[Landing | Shuffle | Move]


# What follows from a seed


def stream(proof: Proof, label: str) -> Iterator[int]:
    """Yield the bytes of a label, block after block, without end."""
    block = 0
    while True:
        message = f"{PROTOCOL}\n{proof.opened}\n{label}\n{block}".encode("ascii")
        yield from hmac.new(proof.seed, message, hashlib.sha256).digest()
        block += 1


def below(source: Iterator[int], bound: int) -> int:
    """Return a number below `bound`, at most 256; bytes that favour small ones are skipped."""
    return next(byte % bound for byte in source if byte < 256 - 256 % bound)


def roll_dice(source: Iterator[int], count: int) -> list[int]:
    """Return the faces of so many dice."""
    return [1 + below(source, 6) for _ in range(count)]


def shuffle_cards(source: Iterator[int], deck: Sequence[int]) -> list[int]:
    """Return cards in their new order: from the last on, each is swapped with one up to itself."""
    cards = list(deck)
    for last in range(len(cards) - 1, 0, -1):
        other = below(source, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def choose_by_lot(source: Iterator[int], lot: Move) -> str:
    """Return the action on which a lot falls: a number below the common denominator is drawn."""
    common = 1
    for _, weight in lot.weights:
        common *= weight.denominator // gcd(common, weight.denominator)
    shares = [weight.numerator * (common // weight.denominator) for _, weight in lot.weights]
    require(sum(shares) == common, f"The weights of {lot.label} do not sum to 1.")
    bits, number = (common - 1).bit_length(), common
    while number >= common:
        taken = bytes(next(source) for _ in range((bits + 7) // 8))
        number = int.from_bytes(taken, "big") % 2**bits
    index = 0
    while number >= shares[index]:
        number -= shares[index]
        index += 1
    return lot.weights[index][0]


# The checks


def check(proof: Proof) -> None:
    """Check the seal, the labels and all that landed. Raises BadProof."""
    seal = hashlib.sha256(proof.seed).hexdigest()
    require(seal == proof.seal, f"The seal is not that of the seed, which has {seal}.")
    check_labels(proof)
    for number, step in enumerate(proof.steps, 1):
        source = stream(proof, step.label)
        if isinstance(step, Landing):
            here, due = str(step.faces), str(roll_dice(source, len(step.faces)))
        elif isinstance(step, Shuffle):
            here, due = str(step.cards), str(shuffle_cards(source, step.deck))
        elif step.weights:
            here, due = step.action, choose_by_lot(source, step)
        else:  # a choice without a lot is free
            continue
        wrong = f"Step {number}, {step.label}: {here} in this file, {due} by the seed."
        require(here == due, wrong)


def check_labels(proof: Proof) -> None:
    """Check that no label comes twice, and that turns and rolls count from 1. Raises BadProof."""
    labels: set[str] = set()
    latest: dict[int, tuple[int, int]] = {}  # turn and roll by seat, 0 for labels without a seat
    for number, step in enumerate(proof.steps, 1):
        require(step.label not in labels, f"Step {number}: the label {step.label} comes twice.")
        labels |= {step.label} - {""}
        seat = 0
        if isinstance(step, Move):
            seat = step.seat
            own = not step.label or step.label.startswith(f"choose/seat/{seat}/")
            require(own, f"Step {number}: {step.label} is the label of another seat.")
        elif isinstance(step, Landing):
            seat, turn, roll = (int(part or 0) for part in re.findall(ROLL, step.label)[0])
            before, rolls = latest.get(seat, (0, 0))
            counted = (turn, roll) in ((before, rolls + 1), (before + 1, 1))
            wrong = f"Step {number}: {step.label} follows on turn {before}, roll {rolls}."
            require(counted, wrong)
            latest[seat] = turn, roll
        require(seat <= len(proof.seats), f"Step {number}: there is no seat {seat}.")
    alone = len(proof.seats) == len(latest) == 1
    require(0 not in latest or alone, "A label names no seat where there are several.")


def verify(data: bytes) -> Proof:
    """Return the proof in a file, once all of it has been checked. Raises BadProof."""
    proof = read(data)
    check(proof)
    return proof


# The form of a file

COUNT = "[1-9][0-9]{0,8}"
NAME = "[a-z0-9][a-z0-9_-]{0,31}"
HASH = "[0-9a-f]{64}"
ROLL = f"(?:seat/({COUNT})/)?turn/({COUNT})/roll/({COUNT})"
LOT = f"choose/seat/{COUNT}/moment/(0|{COUNT})"
SEAT, CARD = range(1, 10**9), range(1, 10**9)
ACTION = r"[a-z][a-z-]{0,15}(\.[a-z0-9-]{1,24})?"
WEIGHT = "(0|[1-9][0-9]{0,63})(/[1-9][0-9]{0,63})?"

FIELDS = {
    "protocol": PROTOCOL,
    "levels": range(10**9),
    "game": NAME,
    "seats": [NAME],
    "opened": "0|[1-9][0-9]{0,19}",
    "seed": HASH,
    "seal": HASH,
    "drawn": r"[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}\+00:00",
}
"""The forms of the fields, but for `options` and `steps`."""

STEPS = (
    {"label": ROLL, "faces": [range(1, 7)]},
    {"label": "deal", "deck": [CARD], "cards": [CARD]},
    {"seat": SEAT, "action": ACTION},
    {"seat": SEAT, "action": ACTION, "label": LOT, "weights": [(ACTION, WEIGHT)]},
)
"""The forms of the kinds of steps."""


def fits(value: Any, form: Any) -> bool:
    """Return whether a value of JSON has a form.

    A string matches a pattern, a number is in a range. A list has 1 to 256 items of the form in a
    list, or those of a tuple. An object has the keys of a dictionary, with values of these forms.
    """
    if isinstance(form, str):
        return type(value) is str and re.fullmatch(form, value) is not None
    if isinstance(form, range):
        return type(value) is int and value in form
    if isinstance(form, dict):
        alike = type(value) is dict and set(value) == set(form)
        return alike and all(fits(value[key], form[key]) for key in form)
    if type(value) is not list or not 0 < len(value) <= 256:
        return False
    forms = form if isinstance(form, tuple) else form * len(value)
    return len(value) == len(forms) and all(map(fits, value, forms))


def read(data: bytes) -> Proof:
    """Return the proof in a file whose fields have their forms; nothing else is checked."""
    raw = parse_object(data)
    require(set(raw) == {*FIELDS, "options", "steps"}, f"This file has not the fields {CHANGED}")
    for name, form in FIELDS.items():
        require(fits(raw[name], form), f"The field {name} has not the form {CHANGED}")
    options, steps = raw["options"], raw["steps"]
    named = type(options) is dict and all(fits([*item], (NAME, NAME)) for item in options.items())
    require(named, f"The field options has not the form {CHANGED}")
    require(type(steps) is list, f"The field steps has not the form {CHANGED}")
    for number, step in enumerate(steps, 1):
        fitting = any(fits(step, form) for form in STEPS)
        require(fitting, f"Step {number} has not the form {CHANGED}")
    raw.update(opened=int(raw["opened"]), seed=bytes.fromhex(raw["seed"]))
    return Proof(**{**raw, "steps": [step_of(step) for step in steps]})


def step_of(raw: dict[str, Any]) -> Landing | Shuffle | Move:
    """Return a step that has one of the forms."""
    if "faces" in raw:
        return Landing(**raw)
    if "deck" in raw:
        return Shuffle(**raw)
    weights = [(action, Fraction(weight)) for action, weight in raw.get("weights", ())]
    return Move(**{**raw, "weights": tuple(weights)})


# The file

BYTES = 1_000_000
"""The size that a file may have."""

AGAIN = "Download it again, as the bot sent it."
CHANGED = f"of a proof. It was changed or damaged. {AGAIN}"
EARLIER = "the bot/verify.py of the commit 4fb9f854 of this project"


def content(path: Path) -> bytes:
    """Return the bytes of a file, one more than a proof may have at most. Raises OSError."""
    if path.exists() and not path.is_file():  # a device or a pipe may have no end
        raise OSError(0, "it is a folder, a pipe or a device")
    with path.open("rb") as file:
        return file.read(BYTES + 1)


def parse_object(data: bytes) -> dict[str, Any]:
    """Return the JSON object of a proof of this version. Raises BadProof for any other file."""
    require(data.strip(b"\xef\xbb\xbf\0\t\n\r "), f"This file is empty. {AGAIN}")
    require(data[:2] != b"PK", "This file is a zip. Unpack it, and check the files in it.")
    require(len(data) <= BYTES, "This file has more than 1,000,000 bytes: it is no proof.")
    require(not re.search(b"[0-9]{65}", data), "This file has 65 digits in a row: it is no proof.")
    try:
        raw = json.loads(data.decode("utf-8-sig"), object_pairs_hook=object_of_pairs)
    except (ValueError, RecursionError):
        raise BadProof(f"This file is no JSON, or was damaged on its way. {AGAIN}") from None
    protocol = raw.get("protocol", raw.get("format")) if type(raw) is dict else None
    other = "This file is JSON, but no proof. Take the file that *Fair dice?* hands out."
    require(fits(protocol, "dice-poker/[0-9]{1,9}"), other)
    old = protocol in ("dice-poker/1", "dice-poker/2")
    reader = EARLIER if old else "the verify.py that was handed out with it"
    require(raw.get("protocol") == PROTOCOL, f"This is a proof of {protocol}. Use {reader}.")
    return dict(raw)


def object_of_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON. Raises BadProof if a key comes twice."""
    require(len(dict(pairs)) == len(pairs), f"A key comes twice. This is not the form {CHANGED}")
    return dict(pairs)


# The report


def report(proof: Proof) -> str:
    """Return the lines about a checked proof: its game, its seed and the verdict."""
    opened = f"the interaction {proof.opened} of Discord" if proof.opened else "no interaction"
    lots = sum(isinstance(step, Move) and bool(step.weights) for step in proof.steps)
    return f"""\
A game of {proof.game} ({", ".join(proof.seats)}), opened by {opened}.
The bot says that the seed was drawn at {proof.drawn}. Choices by lot that follow from it: {lots}.
The rules, and what computers chose, were not checked here: `dice-poker verify` does that.
{verdict(proof)}"""


def verdict(proof: Proof) -> str:
    """Return the sentences about what a checked proof proves."""
    seed = f"the seed with the seal {proof.seal}"
    landed = [step for step in proof.steps if not isinstance(step, Move)]
    dice = all(isinstance(step, Landing) for step in landed)
    if not landed:
        return f"This game ended before anything landed from {seed}."
    follow, them = f"All {len(landed)} {'rolls' if dice else 'landings'} follow", "them"
    if len(landed) == 1:
        follow, them = f"The {'roll' if dice else 'deal'} follows", "it"
    if not proof.opened:  # without Discord's number the seed can be drawn until the dice suit
        return f"{follow} from {seed}."
    knows = f"Whoever saw that seal before the game was opened knows that nobody chose {them}."
    return f"{follow} from {seed}.\n{knows}"


def main(arguments: Sequence[str]) -> int:
    """Check the named files; return 0 if all prove what they say, 1 if not, 2 without a name."""
    faults = 0
    for argument in arguments:
        name = "".join(letter if " " <= letter <= "~" else "?" for letter in argument)
        heading = f"{name}:\n" if len(arguments) > 1 else ""
        try:
            print(heading + report(verify(content(Path(argument)))))
            continue
        except BadProof as wrong:
            fault = str(wrong)
        except OSError as error:
            fault = f"{name} cannot be read: {error.strerror or error}."
        print(heading + fault, file=sys.stderr)
        faults += 1
    if not arguments:
        print("usage: python verify.py FILE [FILE ...]", file=sys.stderr)
        return 2
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
