"""A verifier of proofs by docs/proof-format.md alone, in the order of that page.

Whoever wrote it had read nothing else of the project. Three things were changed since: a round
that no number of Discord's opened may be of the terminal or the demo; Yams and `everybody` were added.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple


class Refused(ValueError):
    """The file is no proof."""


def need(condition: bool, why: str) -> None:
    if not condition:
        raise Refused(why)


# The games


class Game(NamedTuple):
    least: int  # seats
    most: int
    levels: tuple[str, ...] = ("easy", "house", "perfect")
    options: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    turns: int = 0
    rolls: int = 0
    rows: frozenset[str] = frozenset()


NINE = "one-pair two-pair three-of-a-kind four-of-a-kind five-of-a-kind full-house small-straight large-straight chance"
THIRTEEN = (
    "ones twos threes fours fives sixes three-of-a-kind four-of-a-kind full-house small-straight large-straight"
    " five-of-a-kind chance"
)
GAMES = {
    "dice-poker": Game(
        2,
        2,
        ("easy", "greedy", "house", "perfect"),
        turns=1,
        rolls=2,
    ),
    "nine": Game(1, 6, turns=9, rolls=3, rows=frozenset(NINE.split())),
    "poker-dice": Game(
        2,
        8,
        options={"straights": ("normal", "bust")},
        turns=1,
        rolls=3,
    ),
    "six-card": Game(2, 2),
    "thirteen": Game(1, 6, turns=13, rolls=3, rows=frozenset(THIRTEEN.split())),
    "yams": Game(1, 6, turns=13, rolls=3, rows=frozenset(THIRTEEN.split())),
}
REROLL = re.compile(r"reroll\.(?=[1-5])(1?2?3?4?5?)")
SPLIT = re.compile(r"split\.(4*3*2*1*)-(4*3*2*1*)-([1-4])")


def split_cards(action: str) -> list[int]:
    """The cards of a split, sorted."""
    found = SPLIT.fullmatch(action)
    if found is None:
        raise Refused("no split")
    need(len(found[1]) == 3 and len(found[2]) == 2, "no split")
    return sorted(map(int, found[1] + found[2] + found[3]))


# The file

END = re.compile(rb' "digest": "([0-9a-f]{64})"\n\}\n')
ID = re.compile(r"0|[1-9][0-9]{0,19}")
HASH = re.compile(r"[0-9a-f]{64}")
FIELDS = [
    "format",
    "set",
    "channel",
    "block",
    "root",
    "place",
    "message",
    "number",
    "seed",
    "path",
    "opened",
    "opened_by",
    "round",
    "game",
    "options",
    "seats",
    "seat",
    "hands",
    "words",
    "own",
    "part",
    "ended",
    "levels",
    "left",
    "record",
    "digest",
]


def without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    need(len(made) == len(pairs), "a key comes twice")
    return made


def integer(text: str) -> int:
    need(len(text.lstrip("-")) <= 64, "a number has more than 64 digits")
    return int(text)


def no_number(text: str) -> None:
    raise Refused(f"{text} is no integer")


def read(file: bytes) -> dict[str, Any]:
    need(len(file) <= 1_000_000, "the file is too long")
    need(file.isascii(), "the file is not ASCII")
    end = END.fullmatch(file[-80:])
    if end is None:
        raise Refused("the file does not end with its digest")
    need(sha256(file[:-80]).hex() == end[1].decode(), "the digest is another")
    try:
        proof: dict[str, Any] = json.loads(
            file.decode("ascii"),
            object_pairs_hook=without_doubles,
            parse_int=integer,
            parse_float=no_number,
            parse_constant=no_number,
        )
    except Refused:
        raise
    except (ValueError, RecursionError) as error:
        raise Refused("the file is no JSON") from error
    # No field allows brackets deeper than six: what nests deeper than 20 is refused with its field.
    need(type(proof) is dict and list(proof) == FIELDS, "the fields are others")
    return proof


def number(value: Any, least: int, most: int) -> int:
    need(type(value) is int and least <= value <= most, "a number is out of its range")
    return int(value)


def text(value: Any) -> str:
    need(type(value) is str, "no string")
    return str(value)


def items(value: Any, least: int, most: int) -> list[Any]:
    need(type(value) is list and least <= len(value) <= most, "no list of that length")
    return list(value)


def matching(pattern: re.Pattern[str], value: Any) -> str:
    need(pattern.fullmatch(text(value)) is not None, "a string has another form")
    return str(value)


# The fields


def check_fields(proof: dict[str, Any]) -> None:
    """Each field by itself, but for the record."""
    need(proof["format"] == "dice-poker/2", "another format")
    check_set_name(text(proof["set"]))
    for key in "channel", "place", "message", "opened":
        matching(ID, proof[key])
    number(proof["block"], 0, 2**31 - 1)
    matching(HASH, proof["root"])
    need(
        (proof["place"] == "0") == (proof["message"] == "0"), "place and message do not go together"
    )
    number(proof["number"], 1, 1024)
    matching(HASH, proof["seed"])
    need(len(items(proof["path"], 0, 10)) in (0, 10), "the path has another length")
    for node in proof["path"]:
        matching(HASH, node)
    number(proof["round"], 1, 2**63 - 1)
    need(text(proof["game"]) in GAMES, "another game")
    game = GAMES[proof["game"]]
    check_options(proof["options"], game, bool(proof["set"]))
    for seat in items(proof["seats"], 1, game.most):
        need(text(seat) in ("member", "everybody") or seat in game.levels, "another level")
    if "everybody" in proof["seats"]:
        need(game.rows != frozenset() and not proof["set"], "everybody is at no sheet")
        need(proof["seats"].count("everybody") == 1, "everybody has two seats")
        need("member" not in proof["seats"], "everybody sits with a member")
    for key, values in ("words", proof["words"]), ("own", proof["own"]):
        need(
            len(items(values, 0, 16)) == (0 if proof["set"] else proof["seats"].count("member")),
            f"not so many {key}",
        )
    if proof["set"]:
        need(proof["seats"] == ["member"], "another table of a set")
    number(proof["seat"], bool(proof["set"]), bool(proof["set"]))
    number(proof["hands"], 1, 1)
    number(proof["levels"], 0, 2**31 - 1)
    number(proof["left"], 0, len(proof["seats"]))
    items(proof["record"], 1, 1)
    for hand in proof["record"]:
        items(hand, 0, 4095)
    if proof["record"] != [[]]:
        need(len(proof["seats"]) >= game.least, "too few seats")


def check_set_name(name: str) -> None:
    if re.fullmatch(r"daily/[0-9]{4}-[0-9]{2}-[0-9]{2}", name):
        try:
            dt.date.fromisoformat(name.removeprefix("daily/"))
        except ValueError as error:
            raise Refused("no such day") from error
    else:
        need(re.fullmatch(r"|set/(0|[1-9][0-9]{0,8})", name) is not None, "no name of a set")


def check_options(options: Any, game: Game, in_set: bool) -> None:
    need(type(options) is dict, "options are no object")
    if not (in_set and options == {}):
        need(list(options) == sorted(game.options), "other options")
        need(
            all(options[key] in game.options[key] for key in options), "another value of an option"
        )


# Seeds


def sha256(message: bytes) -> bytes:
    return hashlib.sha256(message).digest()


def check_seed(proof: dict[str, Any]) -> None:
    name, node = proof["set"], sha256(bytes.fromhex(proof["seed"]))
    if name.startswith("set/"):
        need(
            name == f"set/{int.from_bytes(node, 'big') % 10**9}", "the set is that of another seed"
        )
    if proof["path"]:
        need(not name.startswith("daily/"), "a day has a seed of its own")
        need(proof["channel"] != "0" and proof["block"] > 0, "a path without a block")
        place = proof["number"] - 1
        for beside in map(bytes.fromhex, proof["path"]):
            node = sha256(beside + node if place % 2 else node + beside)
            place //= 2
    else:
        need(name != "", "a round has a path")
        none = proof["channel"], proof["block"], proof["message"], proof["number"]
        need(none == ("0", 0, "0", 1), "a seed without a path has no block")
    need(node.hex() == proof["root"], "the seed does not lead to the root")


# When it was opened


def check_opened(proof: dict[str, Any]) -> None:
    by = text(proof["opened_by"])
    need(by in ("interaction", "board", "before", "nothing"), "opened by something else")
    need((by == "nothing") == (proof["opened"] == "0"), "opened by nothing with an id")


# Words


def check_words(proof: dict[str, Any]) -> None:
    if proof["set"]:
        return
    seed = bytes.fromhex(proof["seed"])
    members = [place for place, seat in enumerate(proof["seats"], 1) if seat == "member"]
    for seat, word, own in zip(members, proof["words"], proof["own"], strict=False):
        need(re.fullmatch(r"([0-9a-f]{2})+", text(word)) is not None, "a word is not hex")
        need(type(own) is bool, "own is neither true nor false")
        said = bytes.fromhex(word)
        drawn = (
            hmac.digest(seed, f"dice-poker/2\nword/{seat}".encode(), "sha256").hex()[:16].encode()
        )
        need(own == (said != drawn), "own words are those that were not drawn")
        try:
            need(1 <= len(said.decode("utf-8")) <= 32, "a word is too long")
        except UnicodeDecodeError as error:
            raise Refused("a word is not UTF-8") from error
    if proof["seats"] == ["member"]:
        need(proof["own"] == [True], "a member alone without a word has a set")


# The part, and streams


def check_part(proof: dict[str, Any]) -> str:
    opened = f"opened {proof['opened']}"
    if proof["set"]:
        lines = [proof["set"], opened]
    else:
        options = [f"{key}={value}" for key, value in sorted(proof["options"].items())]
        lines = [
            proof["root"],
            str(proof["number"]),
            opened,
            proof["game"],
            *options,
            *proof["seats"],
            *proof["words"],
        ]
    need(proof["part"] == lines, "the part has other lines")
    return sha256("".join(line + "\n" for line in lines).encode("ascii")).hex()


class Streams:
    def __init__(self, seed: bytes, part: str) -> None:
        self.key = hmac.new(seed, digestmod="sha256")
        self.part = part

    def stream(self, label: str) -> Iterator[int]:
        block = 0
        while True:
            made = self.key.copy()
            made.update(f"dice-poker/2\n{self.part}\n{label}\n{block}".encode("ascii"))
            yield from made.digest()
            block += 1

    def dice(self, label: str, count: int) -> list[int]:
        stream, faces = self.stream(label), list[int]()
        while len(faces) < count:
            byte = next(stream)
            if byte < 252:
                faces.append(1 + byte % 6)
        return faces

    def shuffled(self, label: str, deck: list[int]) -> list[int]:
        stream, cards = self.stream(label), list(deck)
        for places in range(len(cards), 1, -1):
            byte = next(byte for byte in stream if byte < 256 - 256 % places)
            cards[places - 1], cards[byte % places] = cards[byte % places], cards[places - 1]
        return cards

    def choice(self, label: str, terms: list[int], common: int) -> int:
        """The place, from 0, of the weight that the lot falls on; the terms are over the common denominator."""
        stream, bits = self.stream(label), (common - 1).bit_length()
        drawn = common
        while drawn >= common:
            drawn = int.from_bytes(bytes(next(stream) for _ in range((bits + 7) // 8)), "big") % (
                1 << bits
            )
        place = 0
        while drawn >= terms[place]:
            drawn -= terms[place]
            place += 1
        return place


# Steps

ROLLED, DEALT = ["step", "label", "faces"], ["step", "label", "deck", "cards"]
CHOSE, BY_LOT = ["step", "seat", "action"], ["step", "seat", "action", "label", "weights"]
HIDDEN = ["step", "seat", "hidden"]
WEIGHT = re.compile(r"([0-9]{1,64})/([0-9]{1,64})")
DECK = [4] * 4 + [3] * 4 + [2] * 4 + [1] * 4
BEGUN, AWAITED, ENDED = "before the first step or a roll", "a choice is awaited", "ended"


def integers(value: Any, expected: list[int]) -> bool:
    return value == expected and all(type(one) is int for one in value)


def steps_of(hand: list[Any]) -> Iterator[tuple[dict[str, Any], list[str]]]:
    for place, step in enumerate(hand, 1):
        need(type(step) is dict, "a step is no object")
        keys = list(step)
        need("step" in keys, "a step without a number")
        number(step["step"], place, place)
        yield step, keys


def play_cards(
    hand: list[Any], seats: list[str], streams: Streams, labelled: Callable[[str], str]
) -> str:
    """How far a game of cards went."""
    held: list[list[int]] = []  # the cards of both seats, sorted, once they are dealt
    split: set[int] = set()
    hidden = shown = False  # splits of members
    computers = {place for place, seat in enumerate(seats, 1) if seat != "member"}
    for step, keys in steps_of(hand):
        need(len(split) < 2, "a step after the end")
        if not held:
            need(keys == DEALT and step["label"] == labelled("deal"), "cards have to be dealt")
            cards = streams.shuffled(step["label"], DECK)
            need(
                integers(step["deck"], DECK) and integers(step["cards"], cards),
                "the shuffle gives other cards",
            )
            held = [sorted(cards[:6]), sorted(cards[6:12])]
            continue
        need(keys in (CHOSE, BY_LOT, HIDDEN), "no step of cards")
        seat = number(step["seat"], 1, 2)
        if seat in computers:
            need(keys != HIDDEN and seat not in split, "a computer splits once, to be seen")
        else:
            need(computers <= split, "computers split first")
            hidden, shown = hidden or keys == HIDDEN, shown or keys != HIDDEN
        if keys == HIDDEN:
            matching(HASH, step["hidden"])
        else:
            need(split_cards(text(step["action"])) == held[seat - 1], "a split of other cards")
        if keys == BY_LOT:
            need(seats[seat - 1] == "perfect", "only perfect chooses by lot")
            need(step["label"] == labelled(f"choose/seat/{seat}/moment/0"), "another label")
            check_lot(step, held[seat - 1], streams)
        split.add(seat)
    need(
        not hidden if len(split) == 2 else not shown,
        "splits are hidden where the round ended before all were there",
    )
    if len(split) == 2:
        return ENDED
    return AWAITED if held else BEGUN


def check_lot(step: dict[str, Any], held: list[int], streams: Streams) -> None:
    tops, bottoms = [], []
    for pair in items(step["weights"], 2, 98):
        action, weight = items(pair, 2, 2)
        need(split_cards(text(action)) == held, "a weight of other cards")
        top, bottom = map(int, matching(WEIGHT, weight).split("/"))
        need(bottom > 0, "a weight over 0")
        shared = math.gcd(top, bottom)
        tops.append(top // shared)
        bottoms.append(bottom // shared)
    common = math.lcm(*bottoms)
    terms = [top * (common // bottom) for top, bottom in zip(tops, bottoms, strict=False)]
    need(sum(terms) == common, "weights do not sum to 1")
    lot = streams.choice(step["label"], terms, common)
    need(step["weights"][lot][0] == step["action"], "the lot falls on another action")


class State(NamedTuple):
    """Where a hand of dice stands. All counted from 1."""

    written: tuple[frozenset[str], ...]  # the rows of each seat
    turn: int = 1
    seat: int = 1
    roll: int = 1  # that lands now, or landed last
    dice: int = 5  # to land now; 0 where a choice is awaited
    ended: bool = False


# Labels: what comes when


def landed(state: State, name: str, game: Game) -> State:
    if name == "dice-poker" and state.roll == 1:
        return state._replace(seat=2) if state.seat == 1 else state._replace(seat=1, dice=0)
    if state.roll == game.rolls and not game.rows:
        return turn_over(state, name, game)
    return state._replace(dice=0)


def turn_over(state: State, name: str, game: Game) -> State:
    if state.seat < len(state.written):
        return state._replace(seat=state.seat + 1, roll=1, dice=0 if name == "dice-poker" else 5)
    if state.turn < game.turns:
        return state._replace(turn=state.turn + 1, seat=1, roll=1, dice=5)
    return state._replace(dice=0, ended=True)


def chose(state: State, action: str, name: str, game: Game) -> State:
    place = state.seat - 1
    reroll = REROLL.fullmatch(action)
    if reroll:
        need(state.roll < game.rolls, "a reroll after the last roll")
        return state._replace(roll=state.roll + 1, dice=len(reroll[1]))
    if game.rows:
        row, rows = action.removeprefix("write."), state.written[place]
        need(
            action.startswith("write.") and row in game.rows and row not in rows,
            "no action, or a row written twice",
        )
        written = (*state.written[:place], rows | {row}, *state.written[place + 1 :])
        state = state._replace(written=written)
    else:
        need(action == "keep", "no action")
    return turn_over(state, name, game)


def play_dice(
    hand: list[Any],
    seats: list[str],
    name: str,
    streams: Streams,
    labelled: Callable[[str], str],
) -> str:
    """How far a game of dice went."""
    game = GAMES[name]
    state = State((frozenset(),) * len(seats))
    for step, keys in steps_of(hand):
        need(not state.ended, "a step after the end")
        if state.dice:
            need(keys == ROLLED, "dice have to land")
            label = labelled(f"seat/{state.seat}/turn/{state.turn}/roll/{state.roll}")
            need(step["label"] == label, "another label")
            need(integers(step["faces"], streams.dice(label, state.dice)), "other dice")
            state = landed(state, name, game)
        else:
            need(keys == CHOSE, "no step of dice")
            number(step["seat"], state.seat, state.seat)
            state = chose(state, text(step["action"]), name, game)
    if state.ended:
        return ENDED
    return BEGUN if state.dice else AWAITED


def labels(proof: dict[str, Any]) -> Callable[[str], str]:
    own = f"seat/{proof['seat']}/" if proof["set"] else ""
    return lambda label: label.removeprefix(own)


# How a round ends


def check_record(proof: dict[str, Any], streams: Streams) -> None:
    (steps,), seats, ended, left = (proof[key] for key in ("record", "seats", "ended", "left"))
    if proof["game"] == "six-card":
        stops = play_cards(steps, seats, streams, labels(proof))
    else:
        stops = play_dice(steps, seats, proof["game"], streams, labels(proof))
    unbegun = steps == []
    need(stops != BEGUN or unbegun, "a record stops where nothing is awaited of anybody")
    over = stops == ENDED
    if ended == "over" and left:
        need(
            not proof["set"] and len(seats) > 1 and seats[left - 1] == "member",
            "nobody could leave like that",
        )
        need(stops == AWAITED, "nobody leaves where no choice is awaited")
    elif ended == "over":
        need(over, "the game is not over")
    elif ended == "closed":
        need(left == 0 and not over, "a game that is over is not closed")
    else:
        need(ended in ("declined", "withdrawn", "lapsed"), "another end")
        need(left == 0 and unbegun, "a round that has begun ends otherwise")


def verified(file: bytes) -> None:
    """Returns for a proof; raises `Refused` for anything else."""
    proof = read(file)
    check_fields(proof)
    check_seed(proof)
    check_opened(proof)
    check_words(proof)
    part = check_part(proof)
    check_record(proof, Streams(bytes.fromhex(proof["seed"]), part))
