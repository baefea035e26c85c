"""Proofs that were tampered with: each field and step removed, doubled, swapped, retyped, ground.

Who tampers knows the seed: digests are made anew and, where a label, a deck or the order of
steps was changed, everything is drawn anew from the seed as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from fractions import Fraction
from hashlib import sha256
from itertools import product
from typing import Any

from bot import verify
from fair_rounds import finished
from proofs_read import verified

Told = dict[str, Any]
Row = tuple[str, bytes]

LONG = 30
"""Steps of a record that is long."""

RETYPED: tuple[Any, ...] = (None, True, 7, 1.5, "x\x1b[2J", [], {}, "7", [[]])
"""Values of other types."""


def file_of(told: Any) -> bytes:
    """Return a proof that says this, with a digest that fits."""
    fields = [(key, value) for key, value in told.items() if key != "digest"]
    return file_of_pairs([(key, json.dumps(value)) for key, value in fields])


def file_of_pairs(pairs: list[tuple[str, str]]) -> bytes:
    """Return a proof with these fields, in JSON and in this order, with a digest that fits."""
    body = "{" + "".join(f"{json.dumps(key)}: {value},\n" for key, value in pairs)
    return f'{body} "digest": "{sha256(body.encode()).hexdigest()}"\n}}\n'.encode()


def redrawn(told: Told) -> Told:
    """Return a proof in which everything is drawn anew, where it says how."""
    told = deepcopy(told)
    seed = bytes.fromhex(told["seed"])
    for step in (step for hand in told["record"] for step in hand):
        if "label" not in step:
            continue
        stream = verify.stream_of(seed, told["part"], step["label"])
        if "weights" in step:
            weights = [(action, Fraction(weight)) for action, weight in step["weights"]]
            step["action"] = verify.chosen(stream, weights)
        elif "deck" in step:
            step["cards"] = verify.shuffled(stream, step["deck"])
        else:
            step["faces"] = [1 + verify.below(stream, 6) for _ in step["faces"]]
    return told


def honest(game: str, fits: Callable[[Told], bool], end: str = "played") -> Told:
    """Return what the proof of the first round says that fits."""
    for number in range(2, 400):
        played = finished(game, number, end)
        if played.stored.ended:
            told = verified(played.file)
            if fits(told):
                return told
    raise AssertionError(f"no such round of {game}")


def computers(told: Told) -> bool:
    """Return whether a computer sits there."""
    return {*told["seats"]} != {"member"}


def over(told: Told) -> bool:
    return told["ended"] == "over" and not told["left"]


def drawn_in_one_order_alone(told: Told) -> bool:
    """Return whether mixed choices were drawn, and none comes to the same in another order."""
    lots = [at for at, step in enumerate(told["record"][0]) if "weights" in step]
    for at in lots:
        step = told["record"][0][at]
        for place in range(len(step["weights"]) - 1):
            weights = [*step["weights"]]
            weights[place : place + 2] = weights[place + 1], weights[place]
            record = [
                *told["record"][0][:at],
                {**step, "weights": weights},
                *told["record"][0][at + 1 :],
            ]
            with suppress(verify.Wrong):
                verify.verify(file_of({**told, "record": [record]}))
                return False
    return bool(lots)


def subjects() -> dict[str, Told]:
    """Return the rounds that are tampered with."""
    return {
        "dice-poker, computer": honest("dice-poker", lambda told: over(told) and computers(told)),
        "poker-dice, computer": honest("poker-dice", lambda told: over(told) and computers(told)),
        "six-card, mixed": honest(
            "six-card", lambda told: over(told) and drawn_in_one_order_alone(told)
        ),
        "nine, two": honest("nine", lambda told: over(told) and len(told["seats"]) == 2),
    }


def rows(told: Told) -> Iterator[Row]:
    """Yield what can be done to the proof of a round that is over.

    In long records all steps are removed, doubled and swapped, but changed only the first of
    each kind.
    """
    yield from head_rows(told)
    yield from end_rows(told)
    known: set[tuple[Any, ...]] = set()
    for place, step in enumerate(told["record"][0]):
        yield from step_rows(told, place)
        kind = (*step, len(step.get("faces", ())), str(step.get("action")).partition(".")[0])
        if kind not in known or len(told["record"][0]) < LONG:
            yield from value_rows(told, place)
        known.add(kind)


def head_rows(told: Told) -> Iterator[Row]:
    """Yield changes of all fields but the record and the digest."""
    fields = {key: value for key, value in told.items() if key not in ("record", "digest")}
    for name, changed in of_mapping(fields):
        yield name, file_of({**changed, "record": told["record"]})
    pairs = [(key, json.dumps(value)) for key, value in told.items() if key != "digest"]
    for place, pair in enumerate(pairs):
        yield f"{pair[0]} doubled", file_of_pairs([*pairs[: place + 1], *pairs[place:]])
    for name, changed in of_value(told["record"]):
        if not isinstance(changed, list):
            yield f"record: {name}", file_of({**told, "record": changed})
    yield "opened by nobody", file_of({**told, "opened_by": "nobody"})
    yield "opened otherwise", file_of({**told, "opened": str(int(told["opened"]) + 1)})
    yield "opened by nothing", file_of({**told, "opened_by": "nothing"})
    yield "a message nowhere", file_of({**told, "place": "0"})
    yield "another option", file_of({**told, "options": {**told["options"], "colour": "red"}})
    yield "seed of another round", file_of({**told, "seed": "00" * 32})
    yield "game", file_of({**told, "game": f"{told['game']}\n"})


def end_rows(told: Told) -> Iterator[Row]:
    """Yield other ends, and cut records."""
    for ended, left in product((*verify.ENDS, "resting"), (0, 1, 2, 3)):
        if (ended, left) != ("over", 0):
            yield f"ended {ended}, {left} left", file_of({**told, "ended": ended, "left": left})
    for length in range(len(told["record"][0])):
        yield f"cut after step {length}", file_of({**told, "record": [told["record"][0][:length]]})


def step_rows(told: Told, place: int) -> Iterator[Row]:
    """Yield records with a step removed, doubled and swapped, drawn anew."""
    record, number = told["record"][0], f"step {place + 1}"
    step, earlier, later = record[place], record[:place], record[place + 1 :]
    yield f"{number} removed, not renumbered", with_record(told, [*earlier, *later], old=True)
    yield f"{number} removed", with_record(told, [*earlier, *later])
    yield f"{number} doubled", with_record(told, [*earlier, step, step, *later])
    if later:
        swapped = [*earlier, later[0], step, *later[1:]]
        yield f"{number} swapped with the next", with_record(told, swapped)


def value_rows(told: Told, place: int) -> Iterator[Row]:
    """Yield records with a step ground, drawn anew, and with its fields changed."""
    number, step = f"step {place + 1}", told["record"][0][place]
    for name, changed in ground(step):
        record = [*told["record"][0][:place], changed, *told["record"][0][place + 1 :]]
        yield f"{number}: {name}", with_record(told, record)
    for name, changed in of_mapping(step):
        record = [*told["record"][0][:place], changed, *told["record"][0][place + 1 :]]
        yield f"{number}: {name}", file_of({**told, "record": [record]})
    yield f"{number}: keys doubled", doubled_step(told, place)


def ground(step: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a step with other labels, decks and codes."""
    if "label" in step:
        label = step["label"]
        for other in (
            *(f"{label}/again/{number}" for number in (1, 2)),
            *(label.replace(f"/{old}", f"/{new}") for old, new in ("12", "21", "23", "32", "01")),
            *("deal", "seat/1/turn/1/roll/1", "please/6"),
        ):
            if other not in (label, ""):
                yield f"label ground to {other}", {**step, "label": other}
        yield "without a label", {key: value for key, value in step.items() if key != "label"}
    if "deck" in step:
        yield "deck stacked", {**step, "deck": step["deck"][::-1]}
        yield "deck short", {**step, "deck": step["deck"][1:]}
        yield "deck of 300", {**step, "deck": [1] * 300}
    if "faces" in step:
        yield "a die more", {**step, "faces": [*step["faces"], 1]}
        yield "a die less", {**step, "faces": step["faces"][1:]}
        yield "as a choice", {"step": step["step"], "seat": 1, "action": "keep"}
    if "action" in step and "label" not in step:
        for code in ("jump", "reroll.66", "reroll.31", "write.sevens", "split.444-44-4", "\x1b[2J"):
            yield f"action {code!r}", {**step, "action": code}
        drawn = {"label": f"choose/seat/{step['seat']}/moment/9", "weights": [["a", "1"]] * 2}
        yield "drawn", {**step, **drawn}
    if "seat" in step:
        for seat in {0, 3, 9} - {step["seat"]}:
            yield f"seat {seat}", {**step, "seat": seat}
    if "weights" in step:
        for weight in ("1e999999999", "1/0", "0.5", "-1", "9" * 65, "1/" + "9" * 65, "1", ""):
            pairs = [[step["weights"][0][0], weight], *step["weights"][1:]]
            yield f"weight {weight[:12]}", {**step, "weights": pairs}


def with_record(told: Told, record: list[Any], *, old: bool = False) -> bytes:
    """Return a proof with another record: numbered, unless `old`, and drawn anew if possible."""
    steps = [{**step, "step": number} for number, step in enumerate(record, 1)]
    changed = {**told, "record": [record if old else steps]}
    weights = [weight for step in steps for _, weight in step.get("weights", ())]
    decks = [step.get("deck", ()) for step in steps]
    fractions = all(re.fullmatch(verify.WEIGHT, str(weight)) for weight in weights)
    if any(len(deck) > 256 for deck in decks) or not fractions:
        return file_of(changed)  # nothing could be drawn from it, or not in time
    try:
        return file_of(redrawn(changed))
    except (verify.Wrong, ValueError, ArithmeticError, KeyError, StopIteration):
        return file_of(changed)


def doubled_step(told: Told, place: int) -> bytes:
    """Return a proof in which a step has each of its fields twice."""
    steps = [json.dumps(step) for step in told["record"][0]]
    steps[place] = f"{steps[place][:-1]}, {steps[place][1:]}"
    fields = {key: json.dumps(value) for key, value in told.items() if key != "digest"}
    return file_of_pairs([*{**fields, "record": f"[[{', '.join(steps)}]]"}.items()])


def of_mapping(value: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a mapping with each key removed, moved behind the next, and its value changed."""
    keys = [*value]
    for place, key in enumerate(keys):
        yield f"{key} removed", {one: value[one] for one in keys if one != key}
        if place:
            order = [*keys[: place - 1], key, keys[place - 1], *keys[place + 1 :]]
            yield f"{key} swapped", {one: value[one] for one in order}
        for name, changed in of_value(value[key]):
            yield f"{key}: {name}", {**value, key: changed}


def of_value(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield a value retyped, and with each element removed, doubled, swapped and retyped."""
    for other in RETYPED:
        if type(other) is not type(value) and not (other == "7" and isinstance(value, str)):
            yield f"retyped to {other!r}", other
    if isinstance(value, list):
        for place, one in enumerate(value):
            rest = value[place + 1 :]
            yield f"element {place} removed", [*value[:place], *rest]
            yield f"element {place} doubled", [*value[:place], one, one, *rest]
            if rest and rest[0] != one:
                yield f"element {place} swapped", [*value[:place], rest[0], one, *rest[1:]]
            if not isinstance(one, dict):
                for name, changed in of_value(one):
                    yield f"element {place} {name}", [*value[:place], changed, *rest]
    if isinstance(value, dict):
        for name, changed in of_mapping(value):
            yield name, changed


def monsters(told: Told) -> Iterator[Row]:
    """Yield files that are to stop a checker."""
    text = file_of(told).decode()
    fields = {key: json.dumps(value) for key, value in told.items() if key != "digest"}

    def with_field(key: str, value: str) -> bytes:
        return file_of_pairs([*{**fields, key: value}.items()])

    yield "nested deeply", with_field("options", "[" * 100_000 + "]" * 100_000)
    yield "nested 21 deep", with_field("options", "[" * 20 + "]" * 20)
    yield "a text without an end", with_field("game", '"' + '\\"' * 400_000)
    yield "larger than 1 MB", with_field("options", " " * 1_000_000 + fields["options"])
    yield "a number of 65 digits", with_field("round", "1" * 65)
    yield "a number of 200,000 digits", with_field("round", "1" * 200_000)
    yield "a float", with_field("number", "1e999999999")
    yield "not a number", with_field("number", "NaN")
    yield "an escape", with_field("ended", '"over\\u001b[2J"')
    yield "no ASCII", with_field("game", '"șah"')
    yield "UTF-16", text.encode("utf-16")
    yield "a list", b"[]"
    yield "nothing", b""
    yield "a bit more", text.encode() + b"\n"
    yield "a digest of something else", text.encode().replace(b"over", b"oven", 1)
