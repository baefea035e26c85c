"""Proofs after a change at random, some of which still hold, as docs/fair-dice.md tells them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from hashlib import sha256
from random import Random
from typing import Any

from page_verifier import Luck

AGAIN = "¤"
"""What a key begins with that is written a second time."""
SEVEN = "§"
"""What is written as the escape of a 7, whose digits stand before those that follow it."""

TOKEN = re.compile(r'"[^"]*"|-?[0-9]+|[][{}:,]')
NUMBER = re.compile(r"(?<![0-9A-Za-z/_.+:\"-])[0-9]+(?![0-9A-Za-z/_.+:\"-])")
STRING = re.compile(r'"[^"]+"')

ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, 6, 7, -1, 256, 999_999_999, 10**9, 10**63, 10**64, 0.0, 1.0, 0.5, 1e300,
    float("nan"), "", "0", "1", "x", "member", "1/2", "keep.1-2", "turn/1/roll/1", [], [1], ["a"],
    [[]], {}, {"a": "b"}, {"a": 1}, "a" * 32, "a" * 33, "_a", "-a", "a_-", "A", "ä", "\ud800", "\0",
)  # fmt: skip
ODD_LABELS = (
    "deal", "deal/1", "seat/1/deal", "turn/1/roll/1", "turn/1/roll/2", "turn/2/roll/1", "",
    "seat/1/turn/1/roll/1", "seat/2/turn/1/roll/1", "seat/3/turn/1/roll/1", "seat/0/turn/1/roll/1",
    "seat/01/turn/1/roll/1", "seat/1/turn/0/roll/1", "seat/1/turn/1/roll/0", "seat/1/turn/1",
    "seat/1/turn/1/roll/1/", "seat/1/turn/1/roll/1\n", "seat/1/turn/1/roll/\u0661", "Seat/1/turn/1/roll/1",
    "seat/999999999/turn/1/roll/1", "seat/1/turn/1000000000/roll/1",
    "choose/seat/1/moment/0", "choose/seat/1/moment/1", "choose/seat/2/moment/0",
    "choose/seat/2/moment/999999999", "choose/seat/2/moment/1000000000", "choose/seat/2/moment/00",
    "choose/seat/2/moment/01", "choose/seat/02/moment/1", "choose/seat/2/moment/5\n",
    "choose/seat/2/moment/-1", "choose/seat/0/moment/1", "choose/seat/3/moment/1", "choose/moment/1",
)  # fmt: skip
ODD_ACTIONS = (
    "a", "a.", "a.1", "a.A", "a-b.c-d", "-a", "a1", "a" * 16, "a" * 17, "a." + "1" * 24,
    "a." + "1" * 25, "a.1.2", "a.-", "a\n", "a_b",
)  # fmt: skip
ODD_WEIGHTS = (
    "0", "00", "0/1", "0/7", "1/0", "0/0", "-1", "1.0", "1/", "/1", "+1", "01", "1/01", " 1", "1 ",
    "1\n", "1/2/2", "1e0", "", "\u0661", "9" * 64, "9" * 64 + "/" + "9" * 64, "9" * 65,
    "0/" + "9" * 64, "0/" + "9" * 65,
)  # fmt: skip
ODD_TIMES = (
    "2026-02-31T25:61:61+00:00", "0000-00-00T00:00:00+99:99", "2026-11-29T20:15:30Z",
    "2026-11-29T20:15:30-00:00", "2026-11-29 20:15:30+00:00", "2026-11-29T20:15:30",
    "2026-11-29T20:15:30.5+00:00", "2026-11-29T20:15:30+0000", "2026-11-29T20:15:30+00:00\n",
    "12026-11-29T20:15:30+00:00", "\uff12026-11-29T20:15:30+00:00", " 2026-11-29T20:15:30+00:00",
)  # fmt: skip
ODD_OPENERS = (
    "0", "00", "01", "1", "9" * 20, "1" + "0" * 20, "-1", "1.0", "1\n", " 1", "", "x", "\uff11",
)  # fmt: skip
ODD_SECRETS = (
    "0" * 64, "f" * 64, "g" * 64, "F" * 64, "0" * 63, "0" * 62, "0" * 66, "0" * 64 + "\n",
    " " + "0" * 63, "0x" + "0" * 62, "00 " + "0" * 61,
)  # fmt: skip


def tampered(file: bytes, random: Random) -> tuple[str, bytes]:
    """Return the names of the changes, and the file after them."""
    told = json.loads(file)
    names = []
    for _ in range(random.choice([0, 1, 1, 1, 1, 2])):
        change = random.choice(CHANGES)
        try:
            change(told, random)
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
            continue  # it does not fit what the change before it left
        names.append(change.__name__)
    if random.random() < 0.6:
        _let_follow(told)
        names.append("following")
    text = json.dumps(told, ensure_ascii=False).replace(AGAIN, "")
    text = text.replace(SEVEN, "\\u0037")
    if not names or random.random() < 0.25:
        respelling = random.choice(SPELLINGS)
        text = respelling(text, random)
        names.append(respelling.__name__)
    data = text.encode("utf-8", "surrogatepass")
    if not names or random.random() < 0.12:
        bytewise = random.choice(BYTEWISE)
        data = bytewise(data, random)
        names.append(bytewise.__name__)
    return " ".join(names), data


def _let_follow(told: Any) -> None:
    """Let land what the seed lets land, wherever that can be computed."""
    try:
        told["seal"] = sha256(bytes.fromhex(told["seed"])).hexdigest()
        luck = Luck(told["seed"], told["opened"])
        for step in told["steps"]:
            _let_step_follow(step, luck)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
        return


def _let_step_follow(step: Any, luck: Luck) -> None:
    if "faces" in step:
        step["faces"] = luck.faces(step["label"], len(step["faces"]))
    if "deck" in step and len(step["deck"]) <= 256:  # of more, no number below 257 can be taken
        step["cards"] = luck.cards(step["label"], step["deck"])
    if "weights" in step:
        weights = [(action, Fraction(weight)) for action, weight in step["weights"]]
        step["action"] = luck.action(step["label"], weights)


# ── Changes of what is told ───────────────────────────────────────────────────────────────────────


def _spot(told: Any, random: Random) -> tuple[Any, Any]:
    """Return an object or list somewhere in the proof, and one of its keys or places."""
    while True:
        keys = list(told) if isinstance(told, dict) else list(range(len(told)))
        key = random.choice(keys)
        child = told[key]
        if not isinstance(child, dict | list) or not child or random.random() < 0.15:
            return told, key
        told = child


def _step(told: Any, random: Random, key: str) -> Any:
    return random.choice([step for step in told["steps"] if key in step])


def value(told: Any, random: Random) -> None:
    """Put something else somewhere."""
    inside, key = _spot(told, random)
    inside[key] = random.choice(ODD_VALUES)


def like_value(told: Any, random: Random) -> None:
    """Put something like it somewhere."""
    inside, key = _spot(told, random)
    now = inside[key]
    if isinstance(now, int):
        inside[key] = random.choice(
            [float(now), bool(now), str(now), now + 1, now - 1, -now, now * 10**70, [now]]
        )
    elif isinstance(now, str):
        inside[key] = random.choice(
            [
                now + "\n",
                " " + now,
                now.upper(),
                now[:-1],
                now + now[-1:],
                "0" + now,
                [now],
                now * 9,
            ]
        )
    elif isinstance(now, dict):
        inside[key] = random.choice([[*now], [*now.items()], None, ""])
    elif isinstance(now, list):
        inside[key] = random.choice([dict(enumerate(now)), [now], None, ""])


def dropped(told: Any, random: Random) -> None:
    inside, key = _spot(told, random)
    del inside[key]


def doubled(told: Any, random: Random) -> None:
    inside, key = _spot(told, random)
    if isinstance(inside, list):
        inside.insert(key, inside[key])
    else:
        inside[AGAIN + key] = random.choice([inside[key], inside[key], *ODD_VALUES])


def swapped(told: Any, random: Random) -> None:
    inside, key = _spot(told, random)
    _, other = random.choice([(inside, key), _spot(inside, random)])
    inside[key], inside[other] = inside[other], inside[key]


def reordered(told: Any, random: Random) -> None:
    for one in [told, *told["steps"]]:
        items = list(one.items())
        random.shuffle(items)
        one.clear()
        one.update(items)


def added_key(told: Any, random: Random) -> None:
    inside = random.choice([told, told["options"], *told["steps"][:4]])
    inside[random.choice(["x", "", "note", "label", "seat", "X", "a" * 33])] = random.choice(
        ["x", 1, None, "member"]
    )


def dropped_step(told: Any, random: Random) -> None:
    told["steps"].pop(random.randrange(len(told["steps"])))


def dropped_steps(told: Any, random: Random) -> None:
    told["steps"][random.choice([0, 1, random.randrange(30)]) :] = []


def doubled_step(told: Any, random: Random) -> None:
    steps = told["steps"]
    steps.insert(random.randrange(len(steps) + 1), dict(random.choice(steps)))


def moved_step(told: Any, random: Random) -> None:
    steps = told["steps"]
    steps.insert(random.randrange(len(steps)), steps.pop(random.randrange(len(steps))))


def swapped_steps(told: Any, random: Random) -> None:
    steps = told["steps"]
    one = random.randrange(len(steps))
    other = random.choice([one + 1, random.randrange(len(steps))])
    steps[one], steps[other] = steps[other], steps[one]


def other_label(told: Any, random: Random) -> None:
    _step(told, random, "label")["label"] = random.choice(ODD_LABELS)


def counted_label(told: Any, random: Random) -> None:
    """Count one number of a label up or down."""
    step = _step(told, random, "label")
    parts = step["label"].split("/")
    place = random.choice([at for at, part in enumerate(parts) if part.isdecimal()])
    parts[place] = str(int(parts[place]) + random.choice([-1, 1, 1, 10, 10**9]))
    step["label"] = "/".join(parts)


def without_seats(told: Any, random: Random) -> None:
    """Let dice name no seats: all, or from a step on."""
    for step in told["steps"][random.choice([0, 0, 0, 3]) :]:
        if "faces" in step:
            step["label"] = re.sub("^seat/[0-9]+/", "", step["label"])


def with_seats(told: Any, random: Random) -> None:
    """Let dice name a seat: all, or from a step on."""
    seat = random.choice([1, 1, 1, 2])
    for step in told["steps"][random.choice([0, 0, 0, 3]) :]:
        if step.get("label", "").startswith("turn/"):
            step["label"] = f"seat/{seat}/{step['label']}"


def new_dice(told: Any, random: Random) -> None:
    """Let dice land once more."""
    seat = random.choice(["", "", "seat/1/", "seat/2/", f"seat/{len(told['seats'])}/"])
    step = {"label": f"{seat}turn/1/roll/1", "faces": [1] * 5}
    told["steps"].insert(random.choice([0, len(told["steps"])]), step)


def other_faces(told: Any, random: Random) -> None:
    faces = _step(told, random, "faces")["faces"]
    faces[random.randrange(len(faces))] = random.choice([0, 1, 2, 3, 4, 5, 6, 7, "6", 6.0])


def other_number_of_dice(told: Any, random: Random) -> None:
    _step(told, random, "faces")["faces"] = [1] * random.choice([0, 1, 2, 9, 200, 256, 257])


def new_deal(told: Any, random: Random) -> None:
    """Deal cards, where none were dealt or once more."""
    count = random.choice([0, 1, 2, 36, 52, 250, 256, 257])
    first = random.choice([0, 1, 1, 1, 10**9 - count, 10**9 - count + 1])
    deck = list(range(first, first + count)) if random.random() < 0.7 else [7] * count
    step = {"label": "deal", "deck": deck, "cards": list(deck)}
    told["steps"].insert(random.randrange(len(told["steps"]) + 1), step)


def other_deck(told: Any, random: Random) -> None:
    step = _step(told, random, "deck")
    deck = random.choice([step["deck"], step["cards"]])
    deck[random.randrange(len(deck))] = random.choice([0, 1, 5, 99, 999_999_999, 10**9, 1.0])


def new_choice(told: Any, random: Random) -> None:
    seat = random.choice([0, 1, 1, len(told["seats"]), len(told["seats"]) + 1, -1, True, 1.0])
    step = {"seat": seat, "action": random.choice(ODD_ACTIONS)}
    told["steps"].insert(random.randrange(len(told["steps"]) + 1), step)


def new_lot(told: Any, random: Random) -> None:
    """Let a seat choose by lot; mostly its weights sum to 1."""
    seats = len(told["seats"])
    seat = random.choice([1, 1, 1, seats, seats, seats, seats + 1])
    moment = random.choice([0, 1, 2, 3, 50, 51, 999_999_999, 10**9])
    count = random.choice([0, 1, 1, 2, 2, 3, 5, 20, 256, 257])
    largest = random.choice([1, 2, 9, 100, 10**6, 10**30, 10**62])
    parts = [random.randint(0 if count > 1 else 1, largest) for _ in range(count)]
    whole = sum(parts) + random.choice([0] * 9 + [1])
    step = {
        "seat": seat,
        "action": "a",
        "label": f"choose/seat/{seat}/moment/{moment}",
        "weights": [
            [random.choice(["a", "b", "c.1-2", f"d.{at}"]), f"{part}/{whole}"]
            for at, part in enumerate(parts)
        ],
    }
    told["steps"].insert(random.randrange(len(told["steps"]) + 1), step)


def other_weights(told: Any, random: Random) -> None:
    """Change the weights of a lot; where there is none, of a new one."""
    if not any("weights" in step for step in told["steps"]):
        new_lot(told, random)
    weights = _step(told, random, "weights")["weights"]
    pair = random.choice(weights)
    match random.randrange(11):
        case 0:  # not in lowest terms, but the same
            weight, factor = Fraction(pair[1]), random.choice([1, 2, 10, 10**20, 10**62])
            pair[1] = f"{weight.numerator * factor}/{weight.denominator * factor}"
        case 1:  # in two parts
            part = Fraction(pair[1]) / random.choice([2, 3, 7, 1000])
            weights.append([pair[0], str(part)])
            pair[1] = str(Fraction(pair[1]) - part)
        case 2:
            pair[1] = random.choice(ODD_WEIGHTS)
        case 3:
            weights.insert(random.choice([0, 99]), ["x", random.choice(ODD_WEIGHTS)])
        case 4:
            weights.reverse()
        case 5:
            pair[0] = random.choice(ODD_ACTIONS)
        case 6:
            weights.remove(pair)
        case 7:
            pair.append(random.choice(["a", 1, None]))
        case 8:
            weights[:] = [*weights, *([["x", "0"]] * 300)][: random.choice([255, 256, 257])]
        case 9:
            weights[:] = random.choice([["a1"], [{"a": "1", "b": "0"}], [["a", "1"]], "a1"])
        case 10:
            whole = random.choice(["", SEVEN]) + "7" * random.choice([1, 59, 60, 61, 63, 64])
            zero = random.choice(["0", "0", "0/7", random.choice(ODD_WEIGHTS)])
            weights[:] = [["a", f"{whole}/{whole}"], ["b", zero]]


def other_action(told: Any, random: Random) -> None:
    _step(told, random, "action")["action"] = random.choice(ODD_ACTIONS)


def other_seat(told: Any, random: Random) -> None:
    step = _step(told, random, "seat")
    step["seat"] = random.choice([0, 1, 2, 3, -1, 10**9, "1", 1.0, True, None])


def other_seats(told: Any, random: Random) -> None:
    seats = told["seats"]
    match random.randrange(5):
        case 0:
            seats.append(random.choice(["member", "everybody", "easy", "x" * 32, "x" * 33, ""]))
        case 1:
            seats.pop()
        case 2:
            seats[:] = seats[:1]
        case 3:
            seats[:] = (seats * 257)[: random.choice([255, 256, 257])]
        case 4:
            seats[random.randrange(len(seats))] = random.choice(["a-_0", "0", "-", "_", "Member"])


def other_options(told: Any, random: Random) -> None:
    told["options"].update(
        {random.choice(["x", "a-_0", "", "-a", "X", "a" * 32, "a" * 33]): random.choice(
            ["x", "a-_0", "yes", "", "-a", "Yes", "a" * 32, "a" * 33, 1, True, None, "yes\n"]
        )}
    )  # fmt: skip


def many_options(told: Any, random: Random) -> None:
    told["options"].update({f"key-{number}": "yes" for number in range(300)})


def other_head(told: Any, random: Random) -> None:
    key, values = random.choice(
        [
            ("protocol", ("dice-poker/2", "dice-poker/3\n", "dice-poker/3.0", "Dice-poker/3", 3)),
            ("levels", (0, 1, 7, 999_999_999, 10**9, -1, "0", 1.0, True, None)),
            ("game", ("chess", "a-_0", "", "-a", "Yams", "a" * 32, "a" * 33, "yams\n", None)),
            ("drawn", (*ODD_TIMES, None, 0)),
            ("opened", (*ODD_OPENERS, 1, 0)),
            ("seed", ODD_SECRETS),
            ("seal", ODD_SECRETS),
        ]
    )
    told[key] = random.choice(values)


def other_seal(told: Any, random: Random) -> None:
    told["seal"] = random.choice([told["seal"].upper(), told["seed"], told["seal"][::-1]])


CHANGES: tuple[Callable[[Any, Random], None], ...] = (
    value, like_value, like_value, dropped, doubled, swapped, reordered, added_key, dropped_step,
    dropped_steps, doubled_step, moved_step, swapped_steps, other_label, other_label, counted_label,
    without_seats, with_seats, new_dice, other_faces, other_number_of_dice, new_deal, other_deck, new_choice,
    new_lot, new_lot, other_weights, other_weights, other_weights, other_action, other_seat,
    other_seats, other_options, many_options, other_head, other_head, other_head, other_seal,
)  # fmt: skip

# ── Changes of how it is written ──────────────────────────────────────────────────────────────────


def _elsewhere(
    text: str, random: Random, pattern: re.Pattern[str], new: Callable[[str], str]
) -> str:
    """Return the text with one match of the pattern written anew."""
    matches = [*pattern.finditer(text)]
    if not matches:
        return text
    found = random.choice(matches)
    return text[: found.start()] + new(found[0]) + text[found.end() :]


def spaced(text: str, random: Random) -> str:
    """Put white space between tokens, mostly such as JSON knows."""
    space = random.choice(
        [" ", "\n", "\t", "\r\n", "\r", "   ", "\v", "\f", "\u00a0", "\u2028", ""]
    )
    return TOKEN.sub(lambda found: space + found[0] + space, text)


def crlf(text: str, random: Random) -> str:
    indent = random.choice(["", "  ", "\t"])
    return json.dumps(json.loads(text), indent=indent).replace("\n", "\r\n")


def marked(text: str, random: Random) -> str:
    """Put a byte order mark, mostly where it may stand."""
    mark = "\ufeff"
    return random.choice(
        [mark + text, mark + " \n" + text, mark * 2 + text, text + mark, " " + mark + text]
    )


def escaped(text: str, random: Random) -> str:
    """Write characters of strings by escapes, mostly by such as JSON knows."""
    form = random.choice(
        ["\\u{:04x}", "\\u{:04X}", "\\u{:04x}", "\\u{:04x}", "\\x{:02x}", "\\U{:08x}", "\\{:o}"]
    )

    def new(string: str) -> str:
        if random.random() < 0.3:
            return string.replace("/", "\\/")
        at = random.randrange(1, len(string) - 1)
        return string[:at] + form.format(ord(string[at])) + string[at + 1 :]

    return _elsewhere(text, random, STRING, new)


def inside_string(text: str, random: Random) -> str:
    """Put into a string what none may hold."""
    put = random.choice(
        ["\n", "\0", "\t", "\\", "\\n", '\\"', "\\ud800", "\ud800", "é", "\u200b", "\\u0000"]
    )
    return _elsewhere(text, random, STRING, lambda string: string[:-1] + put + '"')


def spelled_number(text: str, random: Random) -> str:
    forms = (
        "{}.0", "{}e0", "{}E0", "{}E+0", "0{}", "+{}", "-{}", "-0", "{}.", "0x{}", "{}_0", "NaN",
        "Infinity", "-Infinity", "\uff11", "{}0e-1", "true", "null", "{}n", '"{}"', "[{}]",
    )  # fmt: skip
    return _elsewhere(text, random, NUMBER, random.choice(forms).format)


def other_token(text: str, random: Random) -> str:
    new = random.choice(
        [
            "",
            "",
            "{0}{0}",
            "{0},{0}",
            ",",
            "[",
            "]",
            "}}",
            ":",
            "null",
            "1",
            '"x"',
            "{{}}",
            "[]",
            "'x'",
        ]
    )
    return _elsewhere(text, random, TOKEN, new.format)


def around(text: str, random: Random) -> str:
    """Put something before or after the object."""
    return random.choice(
        ["{} x", "{}\0", "{},", "[{}]", "x{}", "{0}{0}", "{0}\n{0}", "{}\n", " {} \n", "{} // x", "/**/{}", '"{}"', "{}]"]
    ).format(text)  # fmt: skip


def long_digits(text: str, random: Random) -> str:
    digits = "7" * random.choice([63, 64, 65, 70, 5000])
    return random.choice([_elsewhere(text, random, NUMBER, lambda _: digits), text + digits])


def deep(text: str, random: Random) -> str:
    opening = random.choice(["[", '{"a":'])
    return random.choice(
        [opening * 90_000, _elsewhere(text, random, NUMBER, lambda _: opening * 5000)]
    )


def padded(text: str, random: Random) -> str:
    """Fill up to about the largest size by white space."""
    return text + " " * (
        1_000_000 + random.choice([-3, -1, 0, 1, 2]) - len(text.encode("utf-8", "surrogatepass"))
    )


SPELLINGS: tuple[Callable[[str, Random], str], ...] = (
    spaced, crlf, marked, escaped, inside_string, spelled_number, spelled_number, other_token,
    other_token, around, long_digits, deep, padded,
)  # fmt: skip

# ── Changes of the bytes ──────────────────────────────────────────────────────────────────────────


def flipped_bit(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << random.randrange(8))]) + data[at + 1 :]


def truncated(data: bytes, random: Random) -> bytes:
    return data[: random.choice([0, 1, len(data) - 1, len(data) - 2, random.randrange(len(data))])]


def other_byte(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data))
    put = random.choice(
        [b"", b"", bytes([random.randrange(256)]), b"\xc0\xaf", b"\xed\xa0\x80", b"\xff"]
    )
    return data[:at] + put + data[at + random.randrange(2) :]


def other_encoding(data: bytes, random: Random) -> bytes:
    text = data.decode("utf-8", "replace")
    return text.encode(random.choice(["utf-16", "utf-16-le", "utf-32", "utf-8-sig", "utf-7"]))


BYTEWISE: tuple[Callable[[bytes, Random], bytes], ...] = (
    flipped_bit, flipped_bit, truncated, other_byte, other_byte, other_encoding,
)  # fmt: skip
