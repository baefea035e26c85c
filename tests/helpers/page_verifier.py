"""A verifier of proofs by docs/proof-format.md alone, which shares no code with `bot.verify`.

Where that walks once through a record and keeps how each step left the round, this asks anew before
each step what the steps that count have led to.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from fractions import Fraction
from typing import Any

Proof = dict[str, Any]

LEVELS = {"dice-poker": ["easy", "greedy", "house", "perfect"]}
SEATS = {
    "dice-poker": (2, 2),
    "nine": (1, 6),
    "poker-dice": (2, 8),
    "six-card": (2, 2),
    "thirteen": (1, 6),
    "yams": (1, 6),
}
OPTIONS = {"poker-dice": {"straights": ["normal", "bust"]}}
ROWS = {
    "thirteen": "ones twos threes fours fives sixes three-of-a-kind four-of-a-kind full-house "
    "small-straight large-straight five-of-a-kind chance",
    "nine": "one-pair two-pair three-of-a-kind four-of-a-kind five-of-a-kind full-house "
    "small-straight large-straight chance",
}
ROWS["yams"] = ROWS["thirteen"]
SETS = {
    "dice-poker": (8, ["house", "member"]),
    "nine": (1, ["member"]),
    "poker-dice": (8, ["member", "perfect"]),
    "six-card": (20, ["member", "perfect"]),
    "thirteen": (1, ["member"]),
    "yams": (1, ["member"]),
}
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
KEYS = [
    "step label faces",
    "step label deck cards",
    "step seat action",
    "step seat action label weights",
    "step seat hidden",
    "step seat back_to",
]
PACK = [4] * 4 + [3] * 4 + [2] * 4 + [1] * 4


class Refused(Exception):
    """Raised where a file proves nothing."""


def need(fact: bool, what: str) -> None:
    if not fact:
        raise Refused(what)


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


# Values


def whole(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def matches(value: Any, pattern: str) -> bool:
    return isinstance(value, str) and re.fullmatch(pattern, value, re.ASCII) is not None


def listed(value: Any, least: int, most: int) -> bool:
    return isinstance(value, list) and least <= len(value) <= most


def is_hex(value: Any, digits: int = 64) -> bool:
    return matches(value, f"[0-9a-f]{{{digits}}}")


def is_id(value: Any) -> bool:
    return matches(value, "0|[1-9][0-9]{0,19}")


def is_name(value: Any) -> bool:
    return matches(value, "[a-z0-9][a-z0-9_-]{0,31}")


# The file


def verified(file: bytes) -> Proof:
    """Return what a proof says. Raises Refused."""
    need(len(file) <= 1_000_000, "size")
    digest = sha(file[:-80]).hex()
    need(file[-80:] == f' "digest": "{digest}"\n}}\n'.encode(), "digest")
    check_nesting(file)
    try:
        proof = json.loads(file.decode("ascii"), object_pairs_hook=once, parse_constant=no_number)
    except (ValueError, RecursionError) as error:
        raise Refused("JSON") from error
    need(isinstance(proof, dict) and [*proof] == FIELDS, "fields")
    check_fields(proof)
    check_table(proof)
    check_seed(proof)
    check_words(proof)
    check_part(proof)
    check_record(proof)
    return dict(proof)


def once(pairs: list[tuple[str, Any]]) -> Proof:
    need(len({key for key, _ in pairs}) == len(pairs), "a key twice")
    return dict(pairs)


def no_number(text: str) -> None:
    raise Refused(text)


def check_nesting(file: bytes) -> None:
    depth, digits, inside, escaped = 0, 0, False, False
    for byte in file:
        if inside:
            inside, escaped = (byte != ord('"')) or escaped, byte == ord("\\") and not escaped
            continue
        inside = byte == ord('"')
        digits = digits + 1 if ord("0") <= byte <= ord("9") else 0
        need(digits <= 64, "a long number")
        depth += (byte in b"[{") - (byte in b"]}")
        need(depth <= 20, "nesting")


# The fields


def check_fields(proof: Proof) -> None:
    need(proof["format"] == "dice-poker/2", "format")
    of_day, of_set = "daily/[0-9]{4}-[0-9]{2}-[0-9]{2}", "set/(0|[1-9][0-9]{0,8})"
    need(matches(proof["set"], f"|{of_day}|{of_set}"), "set")
    need(all(is_id(proof[one]) for one in ("channel", "place", "message", "opened")), "ids")
    need(whole(proof["block"], 0, 2**31 - 1) and whole(proof["levels"], 0, 2**31 - 1), "numbers")
    need(whole(proof["number"], 1, 1024) and whole(proof["round"], 1, 2**63 - 1), "numbers")
    need(all(is_hex(proof[one]) for one in ("root", "seed", "digest")), "hashes")
    need(listed(proof["path"], 0, 10) and all(map(is_hex, proof["path"])), "path")
    need(proof["opened_by"] in ("interaction", "board", "before", "nothing"), "opened_by")
    need(isinstance(proof["game"], str) and proof["game"] in SEATS, "game")
    need(isinstance(proof["options"], dict), "options")
    need(listed(proof["seats"], 1, 16) and all(map(is_name, proof["seats"])), "seats")
    need(whole(proof["seat"], 0, len(proof["seats"])) and whole(proof["hands"], 1, 99), "seat")
    need(listed(proof["words"], 0, 16) and listed(proof["own"], 0, 16), "words")
    need(all(isinstance(one, str) for one in proof["words"]), "words")
    need(all(isinstance(one, bool) for one in proof["own"]), "own")
    need(listed(proof["part"], 1, 10**6), "part")
    need(proof["ended"] in ("over", "closed", "declined", "withdrawn", "lapsed"), "ended")
    need(whole(proof["left"], 0, 2), "left")
    need(listed(proof["record"], 1, 99), "record")
    need(all(listed(hand, 0, 4095) for hand in proof["record"]), "record")


def check_table(proof: Proof) -> None:
    game, seats = proof["game"], proof["seats"]
    levels = LEVELS.get(game, ["easy", "house", "perfect"])
    need(all(seat == "member" or seat in levels for seat in seats), "levels")
    options = OPTIONS.get(game, {})
    if proof["options"] or not proof["set"]:
        need([*proof["options"]] == sorted(options), "options")
    for key, value in proof["options"].items():
        need(value in options[key], "options")
    fewest, most = SEATS[game]
    least = fewest if any(proof["record"]) else 1
    need(least <= len(seats) <= most, "number of seats")
    if proof["set"]:
        need((proof["hands"], seats) in ((1, ["member"]), SETS[game]), "the table of a set")
        need(proof["seat"] == seats.index("member") + 1, "seat")
    else:
        need((proof["seat"], proof["hands"]) == (0, 1), "seat")


# Seeds, words and part


def check_seed(proof: Proof) -> None:
    node = sha(bytes.fromhex(proof["seed"]))
    own = int(node.hex(), 16) % 10**9
    for level, beside in enumerate(map(bytes.fromhex, proof["path"])):
        on_the_right = (proof["number"] - 1 >> level) % 2 == 0
        node = sha(node + beside) if on_the_right else sha(beside + node)
    need(node.hex() == proof["root"], "root")
    ids = {name: int(proof[name]) for name in ("channel", "place", "message", "opened")}
    if proof["path"]:
        need(len(proof["path"]) == 10 and ids["channel"] > 0 < proof["block"], "block")
    else:
        nothing = not (ids["channel"] or proof["block"] or ids["message"])
        need(proof["set"] != "" and nothing and proof["number"] == 1, "a seed of its own")
    need((ids["place"] == 0) is (ids["message"] == 0), "place")
    need((ids["opened"] == 0) is (proof["opened_by"] == "nothing"), "opened")
    if proof["set"].startswith("daily/"):
        need(not proof["path"] and ids["opened"] == 0, "day")
    elif proof["set"]:
        need(proof["set"] == f"set/{own}", "number of a set")


def check_words(proof: Proof) -> None:
    """Check the words, those that are drawn by drawing them again."""
    members = [at for at, seat in enumerate(proof["seats"], 1) if seat == "member"]
    if proof["set"]:
        need(proof["words"] == [] == proof["own"], "words")
        return
    need(len(members) == len(proof["words"]) == len(proof["own"]), "words")
    need(proof["seats"] != ["member"] or proof["own"] == [True], "a member alone")
    key = bytes.fromhex(proof["seed"])
    for seat, coded, own in zip(members, proof["words"], proof["own"], strict=True):
        need(matches(coded, "([0-9a-f]{2})+"), "words")
        try:
            word = bytes.fromhex(coded).decode("utf-8")
        except ValueError as error:
            raise Refused("words") from error
        drawn = hmac.digest(key, f"dice-poker/2\nword/{seat}".encode(), "sha256").hex()[:16]
        need(own is (word != drawn), "drawn word")
        need(1 <= len(word) <= 32, "length of a word")


def check_part(proof: Proof) -> None:
    opened = f"opened {proof['opened']}"
    if proof["set"]:
        need(proof["part"] == [proof["set"], opened], "part")
        return
    options = [f"{key}={proof['options'][key]}" for key in sorted(proof["options"])]
    told = [proof["root"], str(proof["number"]), opened, proof["game"], *options]
    need(proof["part"] == [*told, *proof["seats"], *proof["words"]], "part")


class Stream:
    """The bytes of a label."""

    def __init__(self, proof: Proof, label: str) -> None:
        self.key = bytes.fromhex(proof["seed"])
        lines = b"".join(line.encode("ascii") + b"\n" for line in proof["part"])
        self.head = f"dice-poker/2\n{sha(lines).hex()}\n{label}\n".encode("ascii")
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

    def cards(self) -> list[int]:
        cards = [*PACK]
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
        for _, share in shares:
            common *= (share * common).denominator
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


# The record


def check_record(proof: Proof) -> None:
    hands = proof["record"]
    ends = []
    for at, hand in enumerate(hands, 1):
        for number, step in enumerate(hand, 1):
            check_keys(step, number, len(proof["seats"]))
        of_cards = proof["game"] == "six-card"
        ends.append((check_cards if of_cards else check_dice)(proof, at, hand))
    need(len(hands) <= proof["hands"], "hands")
    need(all(end == "over" for end in ends[:-1]), "a hand stops")
    need(len(hands) == 1 or bool(hands[-1]), "an empty hand")
    last = "empty" if not hands[-1] else ends[-1]
    if last == "over" and len(hands) < proof["hands"]:
        last = "between"
    ways = {
        "over": [("over", 0)],
        "waits": [("closed", 0)],
        "between": [("closed", 0)],
        "empty": [(way, 0) for way in ("closed", "declined", "withdrawn", "lapsed")],
        "rolls": [],
    }[last]
    if last == "waits" and len(proof["seats"]) == 2 and not proof["set"]:
        ways += [("over", at) for at, one in enumerate(proof["seats"], 1) if one == "member"]
    need((proof["ended"], proof["left"]) in ways, "end")


def check_keys(step: Any, number: int, seats: int) -> None:
    need(isinstance(step, dict) and " ".join(step) in KEYS, "keys of a step")
    need(whole(step["step"], number, number), "number of a step")
    need("label" not in step or matches(step["label"], "[a-z0-9/.-]{1,64}"), "label")
    need("seat" not in step or whole(step["seat"], 1, seats), "seat of a step")
    code = r"[a-z][a-z-]{0,15}(\.[a-z0-9-]{1,24})?"
    need("action" not in step or matches(step["action"], code), "action")
    need("hidden" not in step or is_hex(step["hidden"]), "hidden")
    if "faces" in step:
        need(listed(step["faces"], 1, 5), "faces")
        need(all(whole(face, 1, 6) for face in step["faces"]), "faces")
    if "back_to" in step:
        need(whole(step["back_to"], 0, 4095), "back_to")
    if "weights" in step:
        need(listed(step["weights"], 2, 98), "weights")
        for pair in step["weights"]:
            need(listed(pair, 2, 2) and matches(pair[0], code), "weights")
            need(matches(pair[1], "[0-9]{1,64}(/[1-9][0-9]{0,63})?"), "weights")


def named(proof: Proof, hand: int, label: str) -> str:
    if proof["set"] and label.startswith(f"seat/{proof['seat']}/"):
        label = label.split("/", 2)[2]
    return f"hand/{hand}/{label}" if proof["hands"] > 1 else label


def check_cards(proof: Proof, at: int, hand: list[Any]) -> str:
    if not hand:
        return "empty"
    deal, *rest = hand
    need("deck" in deal and deal["deck"] == PACK, "deal")
    need(deal["label"] == named(proof, at, "deal"), "label of the deal")
    need(deal["cards"] == Stream(proof, deal["label"]).cards(), "cards")
    need(all(whole(card, 1, 4) for card in deal["cards"] + deal["deck"]), "cards")
    seats, done = proof["seats"], list[int]()
    for step in rest:
        need(("action" in step or "hidden" in step) and {*done} != {1, 2}, "a choice")
        seat = step["seat"]
        level = seats[seat - 1]
        if level == "member":
            computers = [at for at, one in enumerate(seats, 1) if one != "member"]
            need(all(one in done for one in computers), "computers first")
        else:
            need(seat not in done and "hidden" not in step, "computers once")
        if "action" in step:
            parts = re.fullmatch(r"split\.(\d{3})-(\d{2})-(\d)", step["action"], re.ASCII)
            need(parts is not None, "split")
            assert parts is not None
            held = sorted(deal["cards"][6 * (seat - 1) : 6 * seat])
            need(sorted(map(int, "".join(parts.groups()))) == held, "split of other cards")
            need(all([*one] == sorted(one)[::-1] for one in parts.groups()), "order of a part")
        if "weights" in step:
            need(level == "perfect", "by lot")
            need(step["label"] == named(proof, at, f"choose/seat/{seat}/moment/0"), "label")
            need(Stream(proof, step["label"]).choice(step["weights"]) == step["action"], "choice")
        done.append(seat)
    members = [step for step in rest if seats[step["seat"] - 1] == "member"]
    over = {*done} == {1, 2}
    need(all(("hidden" in step) is not over for step in members), "hidden")
    return "over" if over else "waits"


def check_dice(proof: Proof, at: int, hand: list[Any]) -> str:
    """Check a hand of dice; `line` has the steps that count."""
    line, back = list[Any](), list[int]()
    for step in hand:
        kind, *due = awaited(proof, line)
        if "back_to" in step:
            seat = step["seat"]
            may = kind == "waits" and proof["seats"][seat - 1] == "member" and seat not in back
            need(may and proof["hands"] == 1, "taking back")
            own = [place for place, one in enumerate(line) if one.get("seat") == seat]
            need(bool(own), "taking back")
            line = line[: own[-1]]
            need(step["back_to"] == (line[-1]["step"] if line else 0), "taking back")
            back.append(seat)
            continue
        if "faces" in step:
            need(kind == "rolls", "dice land")
            seat, turn, roll, count = due
            label = named(proof, at, f"seat/{seat}/turn/{turn}/roll/{roll}")
            label += f"/again/{len(back)}" if back else ""
            need(step["label"] == label, f"label of step {step['step']}")
            need(len(step["faces"]) == count, "number of dice")
            need(Stream(proof, label).faces(count) == step["faces"], "faces")
        else:
            need([*step] == ["step", "seat", "action"] and kind == "waits", "a choice")
            seat, rolls_left, rows = due
            need(step["seat"] == seat, "another seat")
            verb, _, on = step["action"].partition(".")
            if verb == "reroll":
                rising = on != "" and [*on] == sorted({*on}) and {*on} <= {*"12345"}
                need(rising and rolls_left > 0, "reroll")
            elif rows is None:
                need(step["action"] == "keep", "keep")
            else:
                need(verb == "write" and on in rows, "row")
        line.append(step)
    return str(awaited(proof, line)[0])


def awaited(proof: Proof, line: list[Any]) -> tuple[Any, ...]:
    """Return what comes next: dice of a turn, a choice of a seat, or nothing."""
    game, seats = proof["game"], len(proof["seats"])
    steps = iter(line)
    sheet = ROWS[game].split() if game in ROWS else None
    most, turns = (2 if game == "dice-poker" else 3), (len(sheet) if sheet else 1)
    together = game == "dice-poker"
    if together:
        for seat in range(1, seats + 1):
            if next(steps, None) is None:
                return ("rolls", seat, 1, 1, 5)
    open_rows = [[*(sheet or ())] for _ in range(seats)]
    for turn in range(1, turns + 1):
        for seat in range(1, seats + 1):
            if not together and next(steps, None) is None:
                return ("rolls", seat, turn, 1, 5)
            roll = 1
            while sheet or roll < most:
                rows = open_rows[seat - 1] if sheet else None
                chosen = next(steps, None)
                if chosen is None:
                    return ("waits", seat, most - roll, rows)
                verb, _, on = chosen["action"].partition(".")
                if verb != "reroll":
                    if rows is not None:
                        rows.remove(on)
                    break
                if next(steps, None) is None:
                    return ("rolls", seat, turn, roll + 1, len(on))
                roll += 1
    return ("over",)
