"""Checks proofs of rounds and of daily attempts: their dice follow from seeds committed before.

    python verify.py FILE [FILE ...]

This file needs Python's standard library and nothing else of the project, so that you
can read it, copy it and run it anywhere. It checks the form of every field, derives all
labels from the record, and computes what landed from the seed, the players' part and the
label; several files are checked together. Compare the root or commitment that it prints with the
one shown before the round, your word with yours, and the digest with the one that others were
told. docs/fair-dice.md of the project defines all of it, and tells what a proof proves.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from math import lcm
from pathlib import Path
from typing import Any

BYTES, DEPTH, DIGITS, STEPS = 1_000_000, 20, 64, 4096
"""The limits of a file: its size, how deep brackets nest, digits of a number, steps."""

HASH, ID, NAME = "[0-9a-f]{64}", "0|[1-9][0-9]{0,19}", "[a-z0-9][a-z0-9_-]{0,31}"
ACTION, WEIGHT = r"[a-z][a-z-]{0,15}(\.[a-z0-9-]{1,24})?", "[0-9]{1,64}(/[1-9][0-9]{0,63})?"
ENDS = ("closed", "declined", "withdrawn", "lapsed", "over")

WORD = "([0-9a-f]{2}){1,128}"
HEAD = (
    {"format": "dice-poker/2", "channel": ID, "block": range(1, 2**31), "root": HASH}
    | {"committed_before": bool, "number": range(1, 1025), "seed": HASH}
    | {"path": [HASH, range(10, 11)], "round": range(1, 2**63), "game": NAME, "options": dict}
    | {"seats": [NAME, range(1, 17)], "words": [WORD, range(17)], "own": [bool, range(17)]}
    | {"part": [".*", range(BYTES)], "ended": "|".join(ENDS), "levels": range(2**31)}
    | {"left": range(3), "record": [dict, range(STEPS)], "digest": HASH}
)
"""The fields of a proof of a round and the form of each (`fits`)."""

SET = (
    {
        "format": "dice-poker/1",
        "set": "daily/[0-9]{4}(-[0-9]{2}){2}|set/(0|[1-9][0-9]{0,8})",
        "previous": HASH,
    }
    | {"commitment": HASH, "seed": HASH, "game": NAME, "options": dict}
    | {"seats": [NAME, range(1, 17)], "seat": range(1, 17), "hands": range(1, 100)}
    | {"part": [".*", range(1, 2)], "ended": "finished|closed", "levels": range(2**31)}
    | {"record": [[dict, range(1, STEPS)], range(1, 100)], "digest": HASH}
)
"""The same of an attempt at what many play with the same dice: one record for each hand."""

STEP = (
    {"step": range(1, BYTES), "label": "[a-z0-9/.-]{1,64}", "seat": range(1, 17)}
    | {
        "action": ACTION,
        "hidden": HASH,
        "back_to": range(BYTES),
        "faces": [range(1, 7), range(1, 10)],
    }
    | {"deck": [range(1, 99), range(1, 99)], "cards": [range(1, 99), range(1, 99)]}
    | {"weights": [[f"{ACTION}|{WEIGHT}", range(2, 3)], range(2, 99)]}
)
KINDS = "label faces, label deck cards, seat action, seat action label weights, seat hidden, "
KINDS += "seat back_to"
"""The fields that each kind of step has after its number."""

TOGETHER = "What the files say together"
"""The subject of a sentence about several files."""

SPLIT = "split[.](...)-(..)-(.)"
DECK = [card for card in (4, 3, 2, 1) for _ in range(4)]
"""The cards before the deal: the first six are those of seat 1, the next six those of seat 2."""

BOTH = "three-of-a-kind four-of-a-kind full-house small-straight large-straight five-of-a-kind "
OTHERS = ("chance ones twos threes fours fives sixes", "chance one-pair two-pair")
SHEETS = [{*(BOTH + others).split()} for others in OTHERS]
"""The rows of the sheets: a round is over when every seat has written all rows of one."""


class Wrong(Exception):
    """Raised where a file does not prove what it claims."""


def content(path: Path) -> bytes:
    """Return the bytes of a file, one more than a proof may have at most. Raises OSError."""
    if path.exists() and not path.is_file():  # what may have no end, or none that comes
        raise OSError(0, "it is a folder, a pipe or a device")
    with path.open("rb") as file:
        return file.read(BYTES + 1)


def verify(file: bytes) -> dict[str, Any]:
    """Return what a proof says, once all of it has been checked. Raises Wrong."""
    proof = read(file)
    check_labels(proof)
    return proof


def read(file: bytes) -> dict[str, Any]:
    """Return what a proof says, once all but its labels has been checked. Raises Wrong."""
    check(len(file) <= BYTES, "the file is larger than 1 MB")
    body = file[:-80]
    end = f' "digest": "{hashlib.sha256(body).hexdigest()}"\n}}\n'.encode()
    check(file == body + end, "the digest is not that of the file")
    proof = parsed(file)
    check_head(proof)
    for record in records(proof):
        for number, step in enumerate(record, 1):
            check_step(number, step, len(proof["seats"]))
    check_draws(proof)
    return proof


def records(proof: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Return the records of a proof: that of its round, or one for each hand of an attempt."""
    return list(proof["record"]) if "set" in proof else [proof["record"]]


def check(holds: bool, otherwise: str) -> None:
    """Raise Wrong unless something holds."""
    if not holds:
        raise Wrong(otherwise)


def parsed(file: bytes) -> dict[str, Any]:
    """Return the JSON object in a file. Raises Wrong."""
    depth, bare = 0, re.sub(rb'"(?:[^"\\]|\\.)*("|\Z)', b"", file, flags=re.DOTALL)
    check(not re.search(rb"[0-9]{%d}" % (DIGITS + 1), bare), f"a number has over {DIGITS} digits")
    for bracket in re.findall(rb"[][{}]", bare):
        depth += 1 if bracket in b"[{" else -1
        check(depth <= DEPTH, f"brackets are nested deeper than {DEPTH}")
    try:
        found = json.loads(file.decode("ascii"), object_pairs_hook=distinct)
    except ValueError as error:
        raise Wrong("the file is damaged: it is no JSON in ASCII") from error
    check(fits(found, dict), "the file is damaged: it is no JSON object")
    return dict(found)


def distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return pairs as a dictionary. Raises Wrong if a key comes twice."""
    check(len(dict(pairs)) == len(pairs), "a key stands twice in the file")
    return dict(pairs)


def fits(value: Any, form: Any) -> bool:
    """Return whether a value has a form: a pattern, a range, a type, [form, range of length]."""
    if isinstance(form, str):
        return type(value) is str and re.fullmatch(form, value) is not None
    if isinstance(form, range):
        return type(value) is int and value in form
    if isinstance(form, list):
        long = type(value) is list and len(value) in form[1]
        return long and all(fits(one, form[0]) for one in value)
    return type(value) is form


def check_head(proof: dict[str, Any]) -> None:
    """Check all fields of a proof but the steps, its commitment and its players' part."""
    heads = [head for head in (HEAD, SET) if [*proof] == [*head]]
    check(bool(heads) and proof["format"] == heads[0]["format"], "the format is unknown")
    check(fits(proof["seed"], HASH), "the seed has not 32 bytes")
    for name, value in proof.items():
        first = name == "previous" and value is None
        check(first or fits(value, heads[0][name]), f"{name} is damaged")
    names = [name for option in proof["options"].items() for name in option]
    check(fits(names, [NAME, range(33)]), "options is damaged")
    committed = proof["root"] if "root" in proof else proof["commitment"]
    check(climbed(proof) == committed, "the seed is not the one that was committed")
    alone, number = proof["seats"] == ["member"], number_of_set(proof)
    if "set" in proof:
        check(proof["part"] == [proof["set"]], "the part is that of another set")
        named = proof["set"] == number or proof["set"].startswith("daily/")
        check(named, "the number is that of another set")
        return
    check_words(proof)
    if alone and proof["part"] == [number]:  # a sheet filled alone, which others may play, too
        check(not any(proof["own"]), "a word does not count for a set")
        return
    options = [f"{key}={value}" for key, value in sorted(proof["options"].items())]
    told = [proof["game"], *options, *proof["seats"], *proof["words"]]
    told = [proof["root"], str(proof["number"]), *told]
    check(proof["part"] == told, "the players' part is that of another round")


def number_of_set(proof: dict[str, Any]) -> str:
    """Return the line that names a set which is no day: its number follows from the seed."""
    return f"set/{int(hashlib.sha256(bytes.fromhex(proof['seed'])).hexdigest(), 16) % 10**9}"


def climbed(proof: dict[str, Any]) -> str:
    """Return the SHA-256 of the seed of a proof or, with a path, the root to which it leads."""
    node, place = hashlib.sha256(bytes.fromhex(proof["seed"])).digest(), proof.get("number", 1) - 1
    for beside in map(bytes.fromhex, proof.get("path", ())):
        node = hashlib.sha256(beside + node if place % 2 else node + beside).digest()
        place //= 2
    return node.hex()


def check_words(proof: dict[str, Any]) -> None:
    """Check that each member has a word, and that those not their own follow from the seed."""
    members = [seat for seat, level in enumerate(proof["seats"], 1) if level == "member"]
    fitting = len(members) == len(proof["words"]) == len(proof["own"])
    check(fitting, "there is not a word for each member")
    for seat, word, own in zip(members, proof["words"], proof["own"], strict=True):
        message = f"dice-poker/2\nword/{seat}".encode("ascii")
        digits = hmac.new(bytes.fromhex(proof["seed"]), message, hashlib.sha256).hexdigest()[:16]
        drawn = word == digits.encode("ascii").hex()
        check(own or drawn, f"the word of seat {seat} is not the drawn one")
        check(not (own and drawn), f"the word of seat {seat} is the drawn one, not their own")
        fitting = drawn or 0 < len(read_word(word)) <= 32
        check(fitting, f"the word of seat {seat} has not 1 to 32 letters")


def read_word(word: str) -> str:
    """Return a word of a proof as it was set. Raises Wrong."""
    try:
        return bytes.fromhex(word).decode("utf-8")
    except ValueError as error:
        raise Wrong("a word is no text") from error


def check_step(number: int, step: dict[str, Any], seats: int) -> None:
    """Check the fields of a step."""
    kinds = [["step", *kind.split()] for kind in KINDS.split(",")]
    check([*step] in kinds, f"step {number} is damaged: it is of no kind")
    check(step["step"] == number, f"step {number} is missing")
    for name, value in step.items():
        check(fits(value, STEP[name]), f"step {number} has no {name}")
    pairs = [fits(one, ACTION) and fits(part, WEIGHT) for one, part in step.get("weights", ())]
    check(all(pairs) and step.get("seat", 1) <= seats, f"step {number} is damaged")


def check_draws(proof: dict[str, Any]) -> None:
    """Check everything that landed and every mixed choice against seed, part and label."""
    seed = bytes.fromhex(proof["seed"])
    part = hashlib.sha256("".join(f"{line}\n" for line in proof["part"]).encode()).hexdigest()
    protocol = "dice-poker/1" if proof["part"][0].startswith("set/") else proof["format"]
    labels = set()
    for step in (step for record in records(proof) for step in record):
        if "label" not in step:  # a person's choice, or the only one that a computer had
            continue
        label = step["label"]
        check(label not in labels, f"{label} comes twice")
        labels.add(label)
        stream = stream_of(seed, part, label, protocol)
        if "weights" in step:
            weights = [(action, Fraction(weight)) for action, weight in step["weights"]]
            check(chosen(stream, weights) == step["action"], f"{label} chooses another action")
        elif "deck" in step:
            check(shuffled(stream, step["deck"]) == step["cards"], f"{label} gives other cards")
        else:
            faces = [1 + below(stream, 6) for _ in step["faces"]]
            check(faces == step["faces"], f"{label} gives other faces: {faces}")


def stream_of(seed: bytes, part: str, label: str, protocol: str) -> Iterator[int]:
    """Yield the bytes of a label, block after block."""
    block = 0
    while True:
        message = f"{protocol}\n{part}\n{label}\n{block}".encode("ascii")
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
    common = lcm(*(weight.denominator for _, weight in weights))
    bits = (common - 1).bit_length()
    number = common
    while number >= common:
        drawn = bytes(next(stream) for _ in range((bits + 7) // 8))
        number = int.from_bytes(drawn, "big") % 2**bits
    uppers = accumulate(int(weight * common) for _, weight in weights)
    return weights[next(place for place, upper in enumerate(uppers) if number < upper)][0]


# The labels, from the record before them


@dataclass
class Dice:
    """A round of dice after some of its steps.

    `begun` counts first rolls, which go round the seats. `open` holds seat and rolls of each turn
    that is not over, `due` how many dice the first of them rolls again. A turn ends with a row
    written; one of `hands` when all is kept, or after `rolls` rolls: two where all seats roll
    before one of them chooses, else three.
    """

    rows: list[set[str]]
    hands: bool
    rolls: int
    begun: int = 0
    open: list[list[int]] = field(default_factory=list)
    due: int = 0

    def land(self, count: int) -> str:
        """Let so many dice land; return their label. Raises Wrong."""
        seats = len(self.rows)
        check(count == (self.due or 5), "another number of dice lands")
        if not self.due:
            fresh = self.begun < seats if self.hands else not self.stands()[1]
            check(fresh and (self.rolls == 2 or not self.open), "no turn begins there")
            self.open.append([self.begun % seats + 1, 0])
            self.begun += 1
        turn = self.open[0 if self.due else -1]
        turn[1] += 1
        if self.hands and turn[1] == self.rolls:
            self.open.remove(turn)
        self.due = 0
        return f"seat/{turn[0]}/turn/{(self.begun - turn[0]) // seats + 1}/roll/{turn[1]}"

    def act(self, seat: int, action: str) -> None:
        """Let a seat choose. Raises Wrong."""
        check(self.stands()[0] and self.open[0][0] == seat, "another seat chooses")
        verb, _, on = action.partition(".")
        rows, last = self.rows[seat - 1], self.open[0][1] == self.rolls
        if verb == "reroll":
            rising = re.fullmatch("(?=.)1?2?3?4?5?", on) is not None
            check(rising and not last, "nothing is rolled again so")
            self.due = len(on)
            return
        if self.hands:
            check(action == "keep", "all is kept otherwise")
        else:
            fitting = on not in rows and any(rows | {on} <= sheet for sheet in SHEETS)
            check(verb == "write" and fitting, "no open row is written")
            rows.add(on)
        del self.open[0]

    def stands(self) -> tuple[bool, bool]:
        """Return whether a choice is awaited, and whether the game has ended."""
        seats, rolled = len(self.rows), self.rolls == 3 or self.begun == len(self.rows)
        full = self.rows[0] in SHEETS and all(row == self.rows[0] for row in self.rows)
        if self.hands:
            full = not self.open and self.begun == seats > 1
        return bool(self.open) and not self.due and rolled, full


def name_in(proof: dict[str, Any], hand: int) -> Callable[[str], str]:
    """Return what makes a label of a proof of a label of its game.

    In a set nobody has a seat of their own in it, and hands are numbered.
    """
    if "set" not in proof:
        alone = any(line.startswith("set/") for line in proof.get("part", ()))
        return lambda label: label.removeprefix("seat/1/") if alone else label
    own, before = f"seat/{proof['seat']}/", f"hand/{hand}/" if proof["hands"] > 1 else ""
    return lambda label: before + label.removeprefix(own)


def check_labels(proof: dict[str, Any]) -> None:
    """Check labels, turns and end of a proof. Raises Wrong."""
    stands = []
    for hand, record in enumerate(records(proof), 1):
        line = line_of_cards if record and "deck" in record[0] else line_of_dice
        waits, full = line(record, proof["seats"], name_in(proof, hand))
        check(waits or full or not record, "the record stops before the dice have landed")
        stands.append((waits, full))
    (check_end_of_set if "set" in proof else check_end)(proof, *stands[-1], stands[:-1])


def check_end(proof: dict[str, Any], waits: bool, full: bool, _: Any) -> None:
    """Check that a round ended as it says. Raises Wrong."""
    seats, left, ended = proof["seats"], proof["left"], proof["ended"]
    if ended == "over" and waits:  # who left a seat of two has ended the round
        of_member = seats[left - 1 : left] == ["member"]
        check(len(seats) == 2 and of_member, "the record stops before the end")
    else:
        endings = ENDS[-1:] if full else ENDS[:1] if waits else ENDS[:-1]
        check(ended in endings and not left, f"a round does not end so: {ended}")


def check_end_of_set(
    proof: dict[str, Any], _: bool, full: bool, before: list[tuple[bool, bool]]
) -> None:
    """Check that an attempt ended as it says. Raises Wrong."""
    back = any("back_to" in step for record in records(proof) for step in record)
    check(not back, "an attempt takes nothing back")
    own = proof["seats"][proof["seat"] - 1 : proof["seat"]]
    check(own == ["member"] == [one for one in proof["seats"] if one == "member"], "who plays it?")
    check(all(ended for _, ended in before), "a hand stops before its end")
    finished = full and len(before) + 1 == proof["hands"]
    check(finished is (proof["ended"] == "finished"), "the record stops before the end")


def line_of_cards(
    record: list[dict[str, Any]], seats: list[str], name: Callable[[str], str]
) -> tuple[bool, bool]:
    """Check the deal and the splits; return whether one is awaited, and whether all are there."""
    deal, *choices = record
    check(deal["label"] == name("deal"), f"step 1 should be labelled {name('deal')}")
    check(deal["deck"] == DECK and len(seats) == 2, "step 1 shuffles another deck")
    computers = {seat for seat, level in enumerate(seats, 1) if level != "member"}
    chose: set[int] = set()
    for number, step in enumerate(choices, 2):
        awaited = ("action" in step or "hidden" in step) and len(chose) < 2
        check(awaited, f"step {number} is no choice that is awaited")
        seat, split = step["seat"], re.sub(SPLIT, r"\1\2\3", step.get("action", ""))
        label = name(f"choose/seat/{seat}/moment/0") if seat in computers else ""
        check(step.get("label", label) == label, f"step {number} should be labelled {label}")
        turn = seat not in chose if seat in computers else computers <= chose
        check(turn, f"step {number}: computers choose first, and once")
        own = sorted(deal["cards"][6 * seat - 6 : 6 * seat])
        splits = sorted(split) == [str(card) for card in own]
        hidden = "hidden" in step and seat not in computers
        check(splits or hidden, f"step {number} splits other cards")
        chose.add(seat)
    kept = ["hidden" in step for step in choices if step["seat"] not in computers]
    check(len(chose) < 2 or not any(kept), "a choice is hidden that was shown")
    check(len(chose) == 2 or all(kept), "a choice is shown that nobody was shown")
    return len(chose) < 2, len(chose) == 2


def line_of_dice(
    record: list[dict[str, Any]], seats: list[str], name: Callable[[str], str]
) -> tuple[bool, bool]:
    """Check all labels and turns; return whether a choice is awaited, and whether all is over."""
    hands = sum("roll/1" in step.get("label", "") for step in record) > 1
    hands = hands and not any(step.get("action", "").startswith("write.") for step in record)
    now = Dice([set() for _ in seats], hands, 2 if "faces" in [*record, {}, {}][1] else 3)
    places, line, backs, moment = [now], [(0, 0)], [0], 0
    for number, step in enumerate(record, 1):
        seat, expected, again = step.get("seat", 0), "", len(backs) - 1
        check("hidden" not in step, f"step {number} hides what everybody saw")
        now, member = deepcopy(now), seats[seat - 1] == "member"
        line.append((number, seat))
        if "back_to" in step:
            own = [place for place, (_, actor) in enumerate(line[:-1]) if actor == seat]
            may = now.stands()[0] and member and seat not in backs and bool(own)
            check(may, f"step {number} may take nothing back")
            back = line[own[-1] - 1][0]
            check(step["back_to"] == back, f"step {number} should go back to step {back}")
            now = places[back]
            del line[own[-1] :]
            backs.append(seat)
        elif seat:
            if "label" in step:
                check(not member, f"step {number} is a member's and was drawn")
                expected = f"choose/seat/{seat}/moment/{moment}"
            now.act(seat, step["action"])
        else:
            expected = now.land(len(step.get("faces", ())))
        expected = name(expected + (f"/again/{again}" if again else "")) if expected else ""
        check(step.get("label", "") == expected, f"step {number} should be labelled {expected}")
        moment += bool(seat)
        places.append(now)
    return now.stands()


def check_together(proofs: list[dict[str, Any]]) -> str:
    """Check that proofs fit each other; return it in words. Raises Wrong."""
    sets: dict[str, str] = {}
    roots: dict[tuple[str, int], str] = {}
    for proof in proofs:
        if "set" in proof:
            seed = sets.setdefault(proof["set"], proof["commitment"])
            check(seed == proof["commitment"], f"{proof['set']} has two seeds")
        else:
            block = proof["channel"], proof["block"]
            check(roots.setdefault(block, proof["root"]) == proof["root"], "a block has two roots")
    check(len({*roots.values()}) == len(roots), "two blocks have one root")
    of_rounds = [proof for proof in proofs if "set" not in proof]
    numbers = {(proof["channel"], proof["block"], proof["number"]) for proof in of_rounds}
    rounds = {proof["round"] for proof in of_rounds}
    once = len(numbers) == len(rounds) == len(of_rounds)
    check(once, "a seed or a round comes twice")
    return f"{len(numbers)} numbers of {len(roots)} blocks, {len(sets)} sets."


def told(proof: dict[str, Any]) -> str:
    """Return what has been checked, in words."""
    steps = [step for record in records(proof) for step in record]
    drawn = ["weights" in step for step in steps if "label" in step]
    return f"""\
{(what_is_told_of_a_set if "set" in proof else what_is_told_of_a_round)(proof)}
{"Root" if "root" in proof else "Commitment"}: {climbed(proof)}
Digest of the file: {proof["digest"]}
{drawn.count(False)} landings and {sum(drawn)} mixed choices follow from the seed, their labels \
from the record. All is well."""


def what_is_told_of_a_round(proof: dict[str, Any]) -> str:
    """Return which round it is, which seed, and whose words dice follow from."""
    before = "committed before" if proof["committed_before"] else "not committed before: made as"
    left = f", seat {proof['left']} left" if proof["left"] else ""
    seats = f"{len(proof['seats'])} seats, ended: {proof['ended']}{left}."
    seed = f"Seed {proof['number']} of block {proof['block']} of channel {proof['channel']}"
    members = [seat for seat, level in enumerate(proof["seats"], 1) if level == "member"]
    words = [
        f"seat {seat} their own, {read_word(word)!a}" if own else f"seat {seat} a drawn one"
        for seat, word, own in zip(members, proof["words"], proof["own"], strict=True)
    ]
    return f"""\
Round {proof["round"]}, {proof["game"]}, {seats}
{seed}, {before} the round was opened.
Words: {"; ".join(words) or "none"}. A drawn word proves nothing."""


def what_is_told_of_a_set(proof: dict[str, Any]) -> str:
    """Return which set it is, and how far the attempt came."""
    hands = f"hand {len(proof['record'])} of {proof['hands']}"
    return f"An attempt at {proof['set']}, {proof['game']}, {hands}, ended: {proof['ended']}."


def main(arguments: list[str]) -> int:
    """Check the files that are named; return 0 if all prove their dice, else 1."""
    if not arguments:
        print("usage: python verify.py FILE [FILE ...]", file=sys.stderr)
        return 2
    proofs, name = [], ""
    try:
        for name in arguments:
            proofs.append(verify(content(Path(name))))
            print(told(proofs[-1]))
        if len(proofs) > 1:
            name = TOGETHER
            print(check_together(proofs))
    except (OSError, Wrong) as error:
        why = getattr(error, "strerror", None) or str(error)
        line = f"{name if len(arguments) > 1 else 'This file'} proves nothing: {why}."
        print(line.encode("unicode_escape").decode(), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
