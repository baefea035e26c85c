"""Checks proofs of rounds: their dice follow from seeds that were committed before.

    python verify.py FILE [FILE ...]

This file needs Python's standard library and nothing else of the project, so that you can read it,
copy it and run it anywhere. It has the order of docs/proof-format.md, which defines all of it.
Compare its output with your own records: the root with its message, the number of the opening with
the one that Discord prints on the board, the word with yours, the digest with that of others.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import accumulate
from math import lcm
from pathlib import Path
from typing import Any, TypeAlias

FORMAT = "dice-poker/2"
MEMBER, EVERYBODY = PEOPLE = "member", "everybody"


class Wrong(Exception):
    """Raised where a file does not prove what it claims."""


def check(holds: bool, otherwise: str) -> None:
    """Raise Wrong unless a condition holds."""
    if not holds:
        raise Wrong(otherwise)


# The games


@dataclass(frozen=True)
class ProofGame:
    """The facts about a game that a check needs.

    A turn has at most `rolls` rolls, 0 in a game of cards. In a game played `together`, no seat
    chooses before all have dice. The `rows` of a sheet are written once each; without them each
    seat has one turn.
    """

    seats: range
    levels: tuple[str, ...]
    rolls: int
    options: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rows: frozenset[str] = frozenset()
    together: bool = False


LEVELS = ("easy", "house", "perfect")
ROWS = "three-of-a-kind four-of-a-kind full-house small-straight large-straight five-of-a-kind"
THIRTEEN = frozenset(f"ones twos threes fours fives sixes {ROWS} chance".split())
NINE = frozenset(f"one-pair two-pair {ROWS} chance".split())

GAMES = {
    "dice-poker": ProofGame(range(2, 3), ("easy", "greedy", "house", "perfect"), 2, together=True),
    "nine": ProofGame(range(1, 7), LEVELS, 3, rows=NINE),
    "poker-dice": ProofGame(range(2, 9), LEVELS, 3, {"straights": ("normal", "bust")}),
    "six-card": ProofGame(range(2, 3), LEVELS, 0),
    "thirteen": ProofGame(range(1, 7), LEVELS, 3, rows=THIRTEEN),
    "yams": ProofGame(range(1, 7), LEVELS, 3, rows=THIRTEEN),
}

DECK = [card for card in (4, 3, 2, 1) for _ in range(4)]
"""The cards before the deal: the first six are those of seat 1, the next six those of seat 2."""


# The file

BYTES, DEPTH, DIGITS, STEPS = 1_000_000, 20, 64, 4096
"""The limits of a file: its size, how deep brackets nest, digits of a number, steps."""


def content(path: Path) -> bytes:
    """Return the bytes of a file, one more than a proof may have at most. Raises OSError."""
    if path.exists() and not path.is_file():  # a device or pipe may have no end
        raise OSError(0, "it is a folder, a pipe or a device")
    with path.open("rb") as file:
        return file.read(BYTES + 1)


def parsed(file: bytes) -> dict[str, Any]:
    """Return the JSON object in a file whose digest is right. Raises Wrong."""
    check(len(file) <= BYTES, "the file is larger than 1 MB")
    body = file[:-80]
    end = f' "digest": "{hashlib.sha256(body).hexdigest()}"\n}}\n'.encode()
    check(file == body + end, "the digest is not that of the file")
    depth, bare = 0, re.sub(rb'"(?:[^"\\]|\\.)*("|\Z)', b"", file, flags=re.DOTALL)
    check(not re.search(rb"[0-9]{%d}" % (DIGITS + 1), bare), f"a number has over {DIGITS} digits")
    for bracket in re.findall(rb"[][{}]", bare):
        depth += 1 if bracket in b"[{" else -1
        check(depth <= DEPTH, f"brackets are nested deeper than {DEPTH}")
    try:
        found = json.loads(file.decode("ascii"), object_pairs_hook=distinct)
    except ValueError as error:
        raise Wrong("the file is damaged: it is no JSON in ASCII") from error
    check(type(found) is dict, "the file is damaged: it is no JSON object")
    return dict(found)


def distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return pairs as a dictionary. Raises Wrong if a key comes twice."""
    check(len(dict(pairs)) == len(pairs), "a key stands twice in the file")
    return dict(pairs)


# The fields

HASH, ID, NAME = "[0-9a-f]{64}", "0|[1-9][0-9]{0,19}", "[a-z0-9][a-z0-9_-]{0,31}"
SET = "|daily/[0-9]{4}(-[0-9]{2}){2}|set/(0|[1-9][0-9]{0,8})"
WORD, ANY = "([0-9a-f]{2}){1,128}", "[ -~]*"
ENDS = ("closed", "declined", "withdrawn", "lapsed", "over")
OPENED_BY = {
    "interaction": "interaction {}",
    "board": "its board, message {}",
    "before": "interaction {} before a board that the bot posted",
    "nothing": "nothing",
}
"""The source of the number with which a round was opened, in words."""


@dataclass(frozen=True)
class Proof:
    """A proof: a field for each of the file, in its order; `record` is a list of one list."""

    format: str
    set: str
    channel: int
    block: int
    root: str
    place: int
    message: int
    number: int
    seed: bytes
    path: list[bytes]
    opened: int
    opened_by: str
    round: int
    game: str
    options: dict[str, str]
    seats: list[str]
    seat: int
    hands: int
    words: list[str]
    own: list[bool]
    part: list[str]
    ended: str
    levels: int
    left: int
    record: list[list[Step]]
    digest: str

    @property
    def fixed(self) -> bool:
        """Whether the message of the root is older than the number that opened the round."""
        return 0 < self.message < self.opened

    @property
    def members(self) -> list[int]:
        """The seats of members, counted from 1."""
        return [seat for seat, level in enumerate(self.seats, 1) if level == MEMBER]


FIELDS = tuple(Proof.__dataclass_fields__)
"""The fields of a file, in their order."""


def read(file: bytes) -> Proof:
    """Return a proof, whose digest and form are right. Raises Wrong."""
    raw = parsed(file)
    check(tuple(raw) == FIELDS and raw["format"] == FORMAT, "the format is unknown")
    seats = texts(raw, "seats", NAME, range(1, 17))
    return Proof(
        format=FORMAT,
        set=text(raw, "set", SET),
        channel=int(text(raw, "channel", ID)),
        block=number(raw, "block", range(2**31)),
        root=text(raw, "root", HASH),
        place=int(text(raw, "place", ID)),
        message=int(text(raw, "message", ID)),
        number=number(raw, "number", range(1, 1025)),
        seed=bytes.fromhex(text(raw, "seed", HASH)),
        path=[bytes.fromhex(node) for node in texts(raw, "path", HASH, range(11))],
        opened=int(text(raw, "opened", ID)),
        opened_by=text(raw, "opened_by", "|".join(OPENED_BY)),
        round=number(raw, "round", range(1, 2**63)),
        game=text(raw, "game", NAME),
        options=options(raw),
        seats=seats,
        seat=number(raw, "seat", range(len(seats) + 1)),
        hands=number(raw, "hands", range(1, 100)),
        words=texts(raw, "words", WORD, range(17)),
        own=items(raw, "own", range(17)),
        part=texts(raw, "part", ANY, range(BYTES)),
        ended=text(raw, "ended", "|".join(ENDS)),
        levels=number(raw, "levels", range(2**31)),
        left=number(raw, "left", range(len(seats) + 1)),
        record=[steps(hand, len(seats)) for hand in items(raw, "record", range(1, 100))],
        digest=text(raw, "digest", HASH),
    )


def text(raw: dict[str, Any], name: str, form: str) -> str:
    """Return a field that is a string of this form. Raises Wrong."""
    value = raw[name]
    check(type(value) is str and re.fullmatch(form, value) is not None, f"{name} is damaged")
    return str(value)


def number(raw: dict[str, Any], name: str, within: range) -> int:
    """Return a field that is a number in this range. Raises Wrong."""
    value = raw[name]
    check(type(value) is int and value in within, f"{name} is damaged")
    return int(value)


def items(raw: dict[str, Any], name: str, length: range) -> list[Any]:
    """Return a field that is a list of such a length. Raises Wrong."""
    value = raw[name]
    check(type(value) is list and len(value) in length, f"{name} is damaged")
    return list(value)


def texts(raw: dict[str, Any], name: str, form: str, length: range) -> list[str]:
    """Return a field that is a list of strings of this form. Raises Wrong."""
    return [text({name: one}, name, form) for one in items(raw, name, length)]


def numbers(raw: dict[str, Any], name: str, within: range, length: range) -> list[int]:
    """Return a field that is a list of numbers in this range. Raises Wrong."""
    return [number({name: one}, name, within) for one in items(raw, name, length)]


def options(raw: dict[str, Any]) -> dict[str, str]:
    """Return the options by their names. Raises Wrong."""
    check(type(raw["options"]) is dict, "options is damaged")
    return {key: text(raw["options"], key, NAME) for key in raw["options"]}


def check_table(proof: Proof) -> None:
    """Check options and seats against the game. Raises Wrong."""
    check(
        proof.hands == 1,
        "it has several hands, which only verify.py of version 1.0.0 checks",
    )
    check(len(proof.record) == 1, "there are more hands than are to be played")
    check(proof.game in GAMES, "this file does not know the game")
    game = GAMES[proof.game]
    all_named = list(proof.options) == sorted(game.options)
    check(all_named or (proof.set != "" and not proof.options), "options are damaged")
    for name, value in proof.options.items():
        check(value in game.options[name], f"{name} is no option of the game")
    check({*proof.seats} <= {*PEOPLE, *game.levels}, "a computer has no level of the game")
    most = int(bool(game.rows) and not proof.members)  # at a sheet, where computers sit alone
    check(proof.seats.count(EVERYBODY) <= most, "everybody has no seat there")
    few = not any(proof.record) and len(proof.seats) < game.seats[0]  # a table that did not fill
    check(len(proof.seats) in game.seats or few, "the game has not so many seats")
    if not proof.set:
        check(proof.seat == 0, "a round that is no set has no seat")
        return
    check(proof.seats == [MEMBER], "a set has another table")
    check(proof.seat == 1, "the seat is not that of the member")


# Seeds


def check_seed(proof: Proof) -> None:
    """Check the path from the seed to the root, and the number of a set."""
    node, place = hashlib.sha256(proof.seed).digest(), proof.number - 1
    for beside in proof.path:
        node = hashlib.sha256(beside + node if place % 2 else node + beside).digest()
        place //= 2
    check(node.hex() == proof.root, "the seed is not the one that was committed")
    of_block = len(proof.path) == 10 and proof.block > 0 and proof.channel > 0
    alone = (proof.channel, proof.block, proof.message, proof.number) == (0, 0, 0, 1)
    alone = alone and proof.set != "" and not proof.path
    check(alone or of_block, "the seed is of no block")
    check((proof.place > 0) == (proof.message > 0), "a message is in no channel")
    check((proof.opened > 0) == (proof.opened_by != "nothing"), "nothing has no number")
    if proof.set.startswith("daily/"):
        check(alone and not proof.opened, "a day has a seed of its own, and nothing opens it")
    elif proof.set:
        drawn = int(hashlib.sha256(proof.seed).hexdigest(), 16) % 10**9
        check(proof.set == f"set/{drawn}", "the number is that of another set")


# Words


def check_words(proof: Proof) -> None:
    """Check that each member has a word, and that those not their own follow from the seed."""
    if proof.set:
        check(not proof.words and not proof.own, "a set has no words")
        return
    check(proof.seats != [MEMBER] or any(proof.own), "a member alone without a word has a set")
    check(all(type(own) is bool for own in proof.own), "own is damaged")
    fitting = len(proof.members) == len(proof.words) == len(proof.own)
    check(fitting, "there is not a word for each member")
    for seat, word, own in zip(proof.members, proof.words, proof.own, strict=True):
        message = f"{FORMAT}\nword/{seat}".encode("ascii")
        digits = hmac.new(proof.seed, message, hashlib.sha256).hexdigest()[:16]
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


# The part


def check_part(proof: Proof) -> None:
    """Check the lines of the part."""
    opened = f"opened {proof.opened}"
    chosen = [f"{key}={value}" for key, value in sorted(proof.options.items())]
    lines = [proof.root, str(proof.number), opened, proof.game, *chosen, *proof.seats, *proof.words]
    part = [proof.set, opened] if proof.set else lines
    check(proof.part == part, "the players' part is that of another round")


# Streams


def stream_of(seed: bytes, part: Sequence[str], label: str) -> Iterator[int]:
    """Yield the bytes of a label, block after block."""
    lines = "".join(f"{line}\n" for line in part).encode("ascii")
    head = f"{FORMAT}\n{hashlib.sha256(lines).hexdigest()}\n{label}\n"
    block = 0
    while True:
        yield from hmac.new(seed, f"{head}{block}".encode("ascii"), hashlib.sha256).digest()
        block += 1


def below(stream: Iterator[int], bound: int) -> int:
    """Return a number below `bound`; bytes that would favour small ones are skipped."""
    return next(byte % bound for byte in stream if byte < 256 // bound * bound)


def rolled(stream: Iterator[int], count: int) -> list[int]:
    """Return a number of faces."""
    return [1 + below(stream, 6) for _ in range(count)]


def shuffled(stream: Iterator[int], deck: Sequence[int]) -> list[int]:
    """Return a deck in its new order (Fisher and Yates, from the last card)."""
    cards = list(deck)
    for last in range(len(cards) - 1, 0, -1):
        other = below(stream, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def chosen(stream: Iterator[int], weights: Sequence[tuple[str, Fraction]]) -> str:
    """Return the action that a mixed choice selects."""
    check(sum(weight for _, weight in weights) == 1, "the weights do not sum to 1")
    common = lcm(*(weight.denominator for _, weight in weights))
    bits = (common - 1).bit_length()
    drawn = common
    while drawn >= common:
        taken = bytes(next(stream) for _ in range((bits + 7) // 8))
        drawn = int.from_bytes(taken, "big") % 2**bits
    uppers = accumulate(int(weight * common) for _, weight in weights)
    return weights[next(place for place, upper in enumerate(uppers) if drawn < upper)][0]


# The steps

ACTION, WEIGHT = r"[a-z][a-z-]{0,15}(\.[a-z0-9-]{1,24})?", "[0-9]{1,64}(/[1-9][0-9]{0,63})?"
LABEL = "[a-z0-9/.-]{1,64}"
KINDS = (
    ("label", "faces"),
    ("label", "deck", "cards"),
    ("seat", "action"),
    ("seat", "action", "label", "weights"),
    ("seat", "hidden"),
)
"""The fields that each kind of step has after its number."""


@dataclass(frozen=True)
class ProofLanding:
    """Dice that landed."""

    label: str
    faces: list[int]


@dataclass(frozen=True)
class Dealt:
    """A deck that was shuffled: the cards before and after."""

    label: str
    deck: list[int]
    cards: list[int]


@dataclass(frozen=True)
class Chose:
    """A choice of a seat; a computer may have made it by lot, with a label and weights."""

    seat: int
    action: str
    label: str = ""
    weights: tuple[tuple[str, Fraction], ...] = ()


@dataclass(frozen=True)
class Hid:
    """A split of a member that was shown to no player."""

    seat: int


Step: TypeAlias = ProofLanding | Dealt | Chose | Hid


def steps(hand: Any, seats: int) -> list[Step]:
    """Return the steps of a hand, numbered from 1. Raises Wrong."""
    raw = items({"record": hand}, "record", range(STEPS))
    return [step(one, at, seats) for at, one in enumerate(raw, 1)]


def step(raw: Any, at: int, seats: int) -> Step:
    """Return a step, which has the number `at`. Raises Wrong."""
    keys = tuple(raw) if type(raw) is dict else ()
    check(keys[:1] == ("step",) and keys[1:] in KINDS, f"step {at} is damaged: it is of no kind")
    check(type(raw["step"]) is int and raw["step"] == at, f"step {at} is missing")
    try:
        return step_of(raw, seats)
    except Wrong as wrong:
        raise Wrong(f"step {at}: {wrong}") from None


def step_of(raw: dict[str, Any], seats: int) -> Step:
    """Return a step of one of the kinds. Raises Wrong."""
    label = text(raw, "label", LABEL) if "label" in raw else ""
    if "faces" in raw:
        return ProofLanding(label, numbers(raw, "faces", range(1, 7), range(1, 6)))
    if "deck" in raw:
        deck, cards = (numbers(raw, one, range(1, 99), range(99)) for one in ("deck", "cards"))
        return Dealt(label, deck, cards)
    seat = number(raw, "seat", range(1, seats + 1))
    if "hidden" in raw:
        text(raw, "hidden", HASH)
        return Hid(seat)
    return Chose(seat, text(raw, "action", ACTION), label, weights_of(raw))


def weights_of(raw: dict[str, Any]) -> tuple[tuple[str, Fraction], ...]:
    """Return the weights of a mixed choice, none for another one. Raises Wrong."""
    pairs = [
        texts({"weights": pair}, "weights", ANY, range(2, 3))
        for pair in (items(raw, "weights", range(2, 99)) if "weights" in raw else ())
    ]
    for action, weight in pairs:
        fitting = re.fullmatch(ACTION, action) and re.fullmatch(WEIGHT, weight)
        check(fitting is not None, "weights is damaged")
    return tuple((action, Fraction(weight)) for action, weight in pairs)


def check_draws(proof: Proof) -> None:
    """Check everything that landed and every mixed choice against seed, part and label."""
    for one in (one for hand in proof.record for one in hand):
        stream = stream_of(proof.seed, proof.part, getattr(one, "label", ""))
        match one:
            case ProofLanding(label, faces):
                found = rolled(stream, len(faces))
                check(faces == found, f"{label} gives other faces: {found}")
            case Dealt(label, deck, cards):
                check(cards == shuffled(stream, deck), f"{label} gives other cards")
            case Chose(_, action, label, weights) if weights:
                check(action == chosen(stream, weights), f"{label} chooses another action")


# The turns, and the labels that follow from them


@dataclass
class Turns:
    """A round of dice after some of its steps.

    `begun` counts first rolls, which go round the seats, `open` has seat and rolls of turns that
    go on, `due` is how many dice the first of them rolls again, `written` the rows by seat.
    """

    game: ProofGame
    written: list[set[str]]
    begun: int = 0
    open: list[list[int]] = field(default_factory=list)
    due: int = 0

    def land(self, count: int) -> str:
        """Let a number of dice land; return their label. Raises Wrong."""
        seats = len(self.written)
        check(count == (self.due or 5), "another number of dice lands")
        if not self.due:
            fresh = not self.over and (self.game.together or not self.open)
            check(fresh and (not self.game.together or self.begun < seats), "no turn begins there")
            self.open.append([self.begun % seats + 1, 0])
            self.begun += 1
        turn = self.open[0 if self.due else -1]
        turn[1] += 1
        if not self.game.rows and turn[1] == self.game.rolls:
            self.open.remove(turn)
        self.due = 0
        return f"seat/{turn[0]}/turn/{(self.begun - turn[0]) // seats + 1}/roll/{turn[1]}"

    def act(self, seat: int, action: str) -> None:
        """Let a seat choose. Raises Wrong."""
        check(self.waits and self.open[0][0] == seat, "another seat chooses")
        verb, _, on = action.partition(".")
        if verb == "reroll":
            rising = re.fullmatch("(?=.)1?2?3?4?5?", on) is not None
            check(rising and self.open[0][1] < self.game.rolls, "nothing is rolled again so")
            self.due = len(on)
            return
        if self.game.rows:
            rows = self.written[seat - 1]
            check(verb == "write" and on in self.game.rows - rows, "no open row is written")
            rows.add(on)
        else:
            check(action == "keep", "all is kept otherwise")
        del self.open[0]

    @property
    def waits(self) -> bool:
        """Whether a choice is awaited."""
        rolled = not self.game.together or self.begun == len(self.written)
        return bool(self.open) and not self.due and rolled

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        if self.game.rows:
            return all(rows == self.game.rows for rows in self.written)
        return not self.open and self.begun == len(self.written)


def check_dice(proof: Proof) -> tuple[bool, bool]:
    """Check a hand of dice; return whether a choice is awaited, and whether the game is over."""
    now = Turns(GAMES[proof.game], [set() for _ in proof.seats])
    for at, one in enumerate(proof.record[0], 1):
        match one:
            case ProofLanding(label, faces):
                expected = named(proof, now.land(len(faces)))
                check(label == expected, f"step {at} should be labelled {expected}")
            case Chose(seat, action, label):
                now.act(seat, action)
                check(not label, f"step {at} was drawn, and need not be")
            case _:
                raise Wrong(f"step {at} is none of dice")
    return now.waits, now.over


def named(proof: Proof, label: str) -> str:
    """Return a label as it is called in a proof: in a set it names no own seat."""
    return label.removeprefix(f"seat/{proof.seat}/") if proof.set else label


def check_cards(proof: Proof) -> tuple[bool, bool]:
    """Check the deal and the splits of a hand of cards; return what `check_dice` does."""
    if not proof.record[0]:
        return False, False
    deal, *choices = proof.record[0]
    if not isinstance(deal, Dealt) or deal.label != "deal":
        raise Wrong("step 1 is not the deal")
    check(deal.deck == DECK, "step 1 shuffles another deck")
    computers = {seat for seat, level in enumerate(proof.seats, 1) if level != MEMBER}
    chose: set[int] = set()
    hidden = any(isinstance(one, Hid) for one in choices)
    shown = any(isinstance(one, Chose) and one.seat not in computers for one in choices)
    for at, one in enumerate(choices, 2):
        if not isinstance(one, Chose | Hid) or len(chose) == 2:
            raise Wrong(f"step {at} is not awaited")
        seat = one.seat
        turn = seat not in chose if seat in computers else computers <= chose
        check(turn, f"step {at}: computers choose first, and once")
        if isinstance(one, Hid):
            check(seat not in computers, f"step {at} hides the choice of a computer")
        else:
            cards = deal.cards[6 * seat - 6 : 6 * seat]
            check(splits(one.action, cards), f"step {at} splits other cards")
            if one.weights:
                check_lot(proof, one, at)
        chose.add(seat)
    check(len(chose) < 2 or not hidden, "a choice is hidden that was shown")
    check(len(chose) == 2 or not shown, "a choice is shown that nobody was shown")
    return len(chose) < 2, len(chose) == 2


def splits(action: str, cards: Sequence[int]) -> bool:
    """Return whether an action splits six cards: each part in falling order."""
    parts = re.fullmatch("split[.]([1-4]{3})-([1-4]{2})-([1-4])", action)
    if parts is None:
        return False
    falling = all([*part] == sorted(part, reverse=True) for part in parts.groups())
    return falling and sorted("".join(parts.groups())) == sorted(map(str, cards))


def check_lot(proof: Proof, one: Chose, at: int) -> None:
    """Check that the seat chooses by lot, and check the label of that choice. Raises Wrong."""
    check(proof.seats[one.seat - 1] == "perfect", f"step {at} was drawn, and need not be")
    expected = f"choose/seat/{one.seat}/moment/0"
    check(one.label == expected, f"step {at} should be labelled {expected}")


# The end


def check_end(proof: Proof) -> None:
    """Check all turns and labels, and that the round ended as it says. Raises Wrong."""
    walk = check_dice if GAMES[proof.game].rolls else check_cards
    waits, over = walk(proof)
    begun = len(proof.record[0]) > 0
    check(waits or over or not begun, "the record stops before the dice have landed")
    if over:
        allowed = [("over", 0)]
    elif begun:
        allowed = [("closed", 0)]
        if len(proof.seats) > 1 and not proof.set:  # the last member to leave has ended the round
            allowed += [("over", seat) for seat in proof.members]
    else:
        allowed = [(ended, 0) for ended in ENDS if ended != "over"]
    check((proof.ended, proof.left) in allowed, f"a round does not end so: {proof.ended}")


def check_source(proof: Proof) -> None:
    """Check that everything that landed follows from the committed seed. Raises Wrong."""
    for part in (check_seed, check_words, check_part, check_draws):
        part(proof)


def verify(file: bytes) -> Proof:
    """Return what a file proves, once all of it has been checked. Raises Wrong."""
    proof = read(file)
    for part in (check_table, check_source, check_end):
        part(proof)
    return proof


# What is proven

EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
"""The beginning of Discord's time: a number without its last 22 bits is in milliseconds since."""

HOST_DREW = "follow from a seed that the host drew."


def time_of(number_of: int) -> datetime:
    """Return the time at which Discord assigned a number."""
    return EPOCH + timedelta(milliseconds=number_of >> 22)


def claim(proof: Proof) -> str:
    """Return the claim that a proof proves, in one sentence."""
    if not proof.fixed:
        cards = proof.game in GAMES and not GAMES[proof.game].rolls
        return f"The {'cards' if cards else 'dice'} {HOST_DREW}"
    committed, begun = (
        f"{time_of(one):%Y-%m-%d %H:%M:%S}" for one in (proof.message, proof.opened)
    )
    fixed = f"Fixed before the game: committed {committed}, begun {begun} UTC"
    return fixed + (", and nobody could choose them after your word." if any(proof.own) else ".")


def told(proof: Proof) -> str:
    """Return the checked facts in words, with the proven claim in the last line."""
    drawn = [bool(getattr(one, "weights", ())) for hand in proof.record for one in hand]
    landed = sum(isinstance(one, ProofLanding | Dealt) for hand in proof.record for one in hand)
    name = f"{proof.set}, " if proof.set else ""
    left = f", seat {proof.left} left" if proof.left else ""
    words = [
        f"seat {seat} their own, {read_word(word)!a}" if own else f"seat {seat} a drawn one"
        for seat, word, own in zip(proof.members, proof.words, proof.own, strict=False)
    ]
    posted = f"message {proof.message} in channel {proof.place}" if proof.message else "no message"
    opened = OPENED_BY[proof.opened_by].format(proof.opened)
    return f"""\
Round {proof.round}, {name}{proof.game}, {len(proof.seats)} seats, ended: {proof.ended}{left}.
Seed {proof.number} of block {proof.block} of channel {proof.channel}, opened by {opened}.
Root: {proof.root}, in {posted}.
Words: {"; ".join(words) or "none"}. A drawn word proves nothing.
Digest of the file: {proof.digest}
{landed} landings and {sum(drawn)} mixed choices follow from the seed, their labels from the record.
{claim(proof)}"""


# Several files

TOGETHER = "What the files say together"
"""The subject of a sentence about several files."""


def check_together(proofs: Sequence[Proof]) -> str:
    """Check that proofs fit each other; return how many numbers are missing. Raises Wrong."""
    check(len({one.round for one in proofs}) == len(proofs), "a round comes twice")
    roots, sets = dict[tuple[int, int], str](), dict[str, bytes]()
    used = dict[tuple[int, int], dict[int, str]]()
    for one in proofs:
        block = one.channel, one.block
        if one.set:
            check(sets.setdefault(one.set, one.seed) == one.seed, f"{one.set} has two seeds")
        if one.path:
            check(roots.setdefault(block, one.root) == one.root, "a block has two roots")
            rounds = used.setdefault(block, {})
            again = one.set != "" and rounds.get(one.number) == one.set
            check(again or one.number not in rounds, "a seed comes twice")
            rounds[one.number] = one.set
    check(len({*roots.values()}) == len(roots), "two blocks have one root")
    lines = [gaps(*block, sorted(found)) for block, found in used.items()]
    return "\n".join([*lines, f"{len(sets)} sets."])


def gaps(channel: int, block: int, found: Sequence[int]) -> str:
    """Return how many numbers of a block are here, of those between the first and the last."""
    first, last, missing = found[0], found[-1], found[-1] - found[0] + 1 - len(found)
    numbered = f"Block {block} of channel {channel}: numbers {first} to {last}"
    return f"{numbered}: {len(found)} here, {missing} missing."


def main(arguments: Sequence[str]) -> int:
    """Check the files that are named; return 0 if all prove their dice, else 1."""
    if not arguments:
        print("usage: python verify.py FILE [FILE ...]", file=sys.stderr)
        return 2
    proofs, name = list[Proof](), ""
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
