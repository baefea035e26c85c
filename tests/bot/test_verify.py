"""The verifier takes every true proof, and finds whatever would make its verdict false."""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import sys
import zipfile
from copy import deepcopy
from fractions import Fraction
from itertools import count, islice
from pathlib import Path
from random import Random
from time import process_time

import pytest

from bot import verify
from made_proofs import FollowingLuck, file_of, head, holds, made_proof, seal_of
from rules import registry

GAMES = sorted(registry.games())
VERIFIER = Path(verify.__file__)
SOURCE = VERIFIER.read_text(encoding="utf-8")

SHEETS = ["nine", "thirteen", "yams"]
PERFECT, EASY, MEMBER = "perfect", "easy", "member"


def refusal(data):
    """Return why a file is refused."""
    with pytest.raises(verify.BadProof) as wrong:
        verify.verify(data if isinstance(data, bytes) else file_of(data))
    return str(wrong.value)


def with_lot(game="six-card"):
    """Return a proof in which the computer chose by lot."""
    made = (made_proof(game, number, [PERFECT, MEMBER]) for number in count(1))
    return next(told for told in made if any("weights" in step for step in told["steps"]))


def with_steps(steps, seats=2):
    """Return a proof with some steps, in which what lands is put right."""
    told = {**head(5, "yams", [MEMBER] * seats, {}), "steps": steps}
    luck = FollowingLuck(told["seed"], told["opened"])
    for step in steps:
        if "faces" in step:
            step["faces"] = [*luck.roll(step["label"], len(step["faces"]))]
    return told


def rolls(*labels):
    return [{"label": label, "faces": [1] * 5} for label in labels]


# True proofs


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_members_holds(game):
    for number in range(1, 9):
        told = made_proof(game, number)
        proof = verify.verify(file_of(told))
        landed = [step for step in told["steps"] if "label" in step]
        verdict = verify.verdict(proof)
        if game == "six-card":
            assert verdict.startswith(f"The deal follows from the seed with the seal {proof.seal}.")
        else:
            assert verdict == (
                f"All {len(landed)} rolls follow from the seed with the seal {told['seal']}.\n"
                "Whoever saw that seal before the game was opened knows that nobody chose them."
            )
        assert verify.report(proof).endswith(verdict)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_a_computer_holds(game):
    for number in range(1, 5):
        told = made_proof(game, number, [MEMBER, EASY])
        assert verify.verify(file_of(told)).seats == [MEMBER, EASY]


@pytest.mark.parametrize("game", SHEETS)
def test_a_sheet_alone_holds_without_seats_in_its_labels(game):
    told = made_proof(game, 3, alone=True)
    assert told["steps"][0]["label"] == "turn/1/roll/1"
    assert verify.verify(file_of(told)).seats == [MEMBER]


def test_a_game_may_stop_anywhere():
    for most in range(12):
        verify.verify(file_of(made_proof("yams", 4, most=most)))


def test_a_choice_by_lot_holds():
    told = with_lot()
    proof = verify.verify(file_of(told))
    lot = next(step for step in proof.steps if isinstance(step, verify.Move) and step.weights)
    assert sum(weight for _, weight in lot.weights) == 1
    assert "Choices by lot that follow from it: 1." in verify.report(proof)


def test_a_game_in_which_nothing_landed_says_so():
    proof = verify.verify(file_of(head(1, "yams", [MEMBER], {})))
    begins = "This game ended before anything landed from the seed with the seal"
    assert verify.verdict(proof) == f"{begins} {proof.seal}."


def test_one_roll_is_one():
    proof = verify.verify(file_of(with_steps(rolls("seat/1/turn/1/roll/1"))))
    assert verify.verdict(proof) == (
        f"The roll follows from the seed with the seal {proof.seal}.\n"
        "Whoever saw that seal before the game was opened knows that nobody chose it."
    )


def test_dice_and_cards_together_are_landings():
    told = with_steps(rolls("seat/1/turn/1/roll/1"))
    told["steps"] += made_proof("six-card", 5)["steps"][:1]
    luck = FollowingLuck(told["seed"], told["opened"])
    told["steps"][1]["cards"] = [*luck.shuffle("deal", told["steps"][1]["deck"])]
    assert verify.verdict(verify.verify(file_of(told))).startswith("All 2 landings follow")


def test_it_returns_what_stands_in_the_file():
    told = with_lot()
    proof = verify.read(file_of(told))
    for name in ("protocol", "levels", "game", "options", "seats", "seal", "drawn"):
        assert getattr(proof, name) == told[name]
    assert (proof.opened, proof.seed.hex()) == (int(told["opened"]), told["seed"])
    assert [*proof.__dataclass_fields__] == [*told]
    assert len(proof.steps) == len(told["steps"])
    for step, raw in zip(proof.steps, told["steps"], strict=True):
        kept = {name: value for name, value in vars(step).items() if value not in ("", ())}
        if "weights" in kept:
            kept["weights"] = [[action, str(weight)] for action, weight in kept["weights"]]
        assert kept == raw


# Streams


def test_streams_are_those_of_the_definition():
    random = Random(65)
    for number in range(300):
        told = head(number, "yams", [MEMBER], {})
        proof, label = verify.read(file_of(told)), f"seat/1/turn/{number + 1}/roll/1"
        luck = FollowingLuck(told["seed"], told["opened"])
        assert bytes(islice(verify.stream(proof, label), 99)) == luck.stream(label)[:99]
        faces = random.randint(1, 256)
        assert (*verify.roll_dice(verify.stream(proof, label), faces),) == luck.roll(label, faces)
        deck = tuple(random.randint(1, 9) for _ in range(random.randint(1, 256)))
        assert (*verify.shuffle_cards(verify.stream(proof, label), deck),) == luck.shuffle(
            label, deck
        )


def lot_of(random, parts, size):
    """Return weights that sum to 1, of numbers up to `size`, some of them 0."""
    numbers = [random.choice((0, random.randint(1, size))) for _ in range(parts)]
    numbers[random.randrange(parts)] = size
    return [Fraction(number, sum(numbers)) for number in numbers]


@pytest.mark.parametrize("size", [1, 2, 9, 300, 70_000, 10**20])
def test_lots_are_those_of_the_definition(size):
    random, told = Random(size), head(1, "six-card", [MEMBER], {})
    proof = verify.read(file_of(told))
    luck, denominators = FollowingLuck(told["seed"], told["opened"]), set()
    for moment in range(300):
        weights = lot_of(random, random.randint(1, 9), size)
        denominators.add(sum(weights).denominator)
        label = f"choose/seat/1/moment/{moment}"
        lot = verify.Move(1, "a", label, tuple((str(at), one) for at, one in enumerate(weights)))
        assert verify.choose_by_lot(verify.stream(proof, label), lot) == str(
            luck.choose(label, weights)
        )


def test_a_number_on_the_border_belongs_to_the_next_action():
    weights = (("a", Fraction(11, 150)), ("b", Fraction(1, 12)), ("c", Fraction(253, 300)))
    lot = verify.Move(1, "a", "", weights)
    drawn = {
        number: verify.choose_by_lot(iter(number.to_bytes(2, "big")), lot) for number in range(300)
    }
    assert "".join(drawn.values()) == "a" * 22 + "b" * 25 + "c" * 253
    skipped = (number.to_bytes(2, "big") for number in (300, 511, 22))
    assert verify.choose_by_lot(iter(b"".join(skipped)), lot) == "b"


def test_bytes_that_favour_small_numbers_are_skipped():
    assert verify.roll_dice(iter([251, 252, 255, 253, 0]), 2) == [6, 1]
    assert verify.below(iter([255, 254]), 255) == 254
    assert verify.below(iter([255]), 256) == 255


# What is found


def changed(told, at, **changes):
    """Return a proof with changes in the step at an index; "gone" removes a key."""
    told = deepcopy(told)
    step = {**told["steps"][at], **changes}
    told["steps"][at] = {key: value for key, value in step.items() if value != "gone"}
    return told


def test_other_dice_are_found_and_told():
    told = made_proof("yams", 6)
    at = next(at for at, step in enumerate(told["steps"]) if "roll/2" in step.get("label", ""))
    step = told["steps"][at]
    faces = [face % 6 + 1 for face in step["faces"]]
    assert refusal(changed(told, at, faces=faces)) == (
        f"Step {at + 1}, {step['label']}: {faces} in this file, {step['faces']} by the seed."
    )


def test_other_cards_are_found_and_told():
    told = made_proof("six-card", 6)
    cards = told["steps"][0]["cards"]
    assert refusal(changed(told, 0, cards=cards[::-1])) == (
        f"Step 1, deal: {cards[::-1]} in this file, {cards} by the seed."
    )
    for other in ({"deck": cards}, {"cards": cards[1:]}, {"cards": [*cards, 1]}):
        assert refusal(changed(told, 0, **other)).startswith("Step 1, deal: ")


def test_another_choice_by_lot_is_found_and_told():
    told = with_lot()
    at = next(at for at, step in enumerate(told["steps"]) if "weights" in step)
    step = told["steps"][at]
    other = next(action for action, _ in step["weights"] if action != step["action"])
    assert refusal(changed(told, at, action=other)) == (
        f"Step {at + 1}, {step['label']}: {other} in this file, {step['action']} by the seed."
    )
    halved = [[action, str(Fraction(weight) / 2)] for action, weight in step["weights"]]
    assert refusal(changed(told, at, weights=halved)) == (
        f"The weights of {step['label']} do not sum to 1."
    )
    label = f"choose/seat/{3 - step['seat']}/moment/0"
    assert refusal(changed(told, at, label=label)) == (
        f"Step {at + 1}: {label} is the label of another seat."
    )
    of_twelve = {"seat": 1, "action": "a", "label": "choose/seat/12/moment/0"}
    assert refusal(with_steps([{**of_twelve, "weights": [["a", "1"]]}], seats=12)) == (
        "Step 1: choose/seat/12/moment/0 is the label of another seat."
    )
    twice = {**told, "steps": [*told["steps"], step]}
    assert refusal(twice).endswith(f"the label {step['label']} comes twice.")


def test_another_seal_or_seed_or_opening_is_found():
    told = made_proof("nine", 6)
    other = "00" * 32
    not_the_seal = "The seal is not that of the seed, which has {}."
    assert refusal({**told, "seal": other}) == not_the_seal.format(told["seal"])
    assert refusal({**told, "seed": other}) == not_the_seal.format(seal_of(other))
    both = {**told, "seed": other, "seal": seal_of(other)}
    opened = {**told, "opened": str(int(told["opened"]) + 1)}
    for changed_one in (both, opened):
        assert refusal(changed_one).startswith("Step 1, seat/1/turn/1/roll/1: ")


@pytest.mark.parametrize(
    ("labels", "why"),
    [
        (["1 1 1", "1 1 2", "1 2 1", "1 3 1"], ""),
        (["1 1 1", "2 1 1", "2 1 2", "1 1 2", "2 2 1", "1 2 1"], ""),
        (["1 1 2"], "Step 1: {} follows on turn 0, roll 0."),
        (["1 2 1"], "Step 1: {} follows on turn 0, roll 0."),
        (["1 1 1", "1 1 3"], "Step 2: {} follows on turn 1, roll 1."),
        (["1 1 1", "1 3 1"], "Step 2: {} follows on turn 1, roll 1."),
        (["1 1 1", "1 2 2"], "Step 2: {} follows on turn 1, roll 1."),
        (["1 1 1", "1 1 2", "1 2 3"], "Step 3: {} follows on turn 1, roll 2."),
        (["1 1 1", "1 2 1", "1 1 2"], "Step 3: {} follows on turn 2, roll 1."),
        (["1 1 1", "2 1 2"], "Step 2: {} follows on turn 0, roll 0."),
        (["1 1 1", "1 1 1"], "Step 2: the label {} comes twice."),
        (["1 1 1", "3 1 1"], "Step 2: there is no seat 3."),
        (["1 1 1", "0 1 1"], "A label names no seat where there are several."),
        (["0 1 1", "0 1 2"], "A label names no seat where there are several."),
    ],
)
def test_numbers_rise_by_one_from_one(labels, why):
    names = []
    for label in labels:
        seat, turn, roll = label.split()
        names.append(f"seat/{seat}/turn/{turn}/roll/{roll}".replace("seat/0/", ""))
    told = with_steps(rolls(*names))
    assert holds(told) is not bool(why)
    if why:
        assert refusal(told) == why.format(names[-1])
    else:
        verify.verify(file_of(told))


def test_a_single_seat_is_named_always_or_never():
    for labels in (["seat/1/turn/1/roll/1", "seat/1/turn/2/roll/1"], ["turn/1/roll/1"]):
        verify.verify(file_of(with_steps(rolls(*labels), seats=1)))
    for labels in (
        ["seat/1/turn/1/roll/1", "turn/1/roll/1"],
        ["turn/1/roll/1", "seat/1/turn/1/roll/1"],
    ):
        assert refusal(with_steps(rolls(*labels), seats=1)) == (
            "A label names no seat where there are several."
        )


def test_a_seat_that_does_not_exist_chooses_nothing():
    told = with_steps([{"seat": 3, "action": "keep"}])
    assert refusal(told) == "Step 1: there is no seat 3."


# Form

FIELD = {
    "levels": [-1, 10**9, 1.0, "1", None, True, [], 1e400],
    "game": ["", "Yams", "yams\n", "a" * 33, "ŷams", 1, None, "\ud800", "-a"],
    "options": [[], "", None, {"a": 1}, {"A": "b"}, {"a": ""}, {"a": ["b"]}],
    "seats": [[], "member", ["member", 1], [["member"]], ["Member"], ["member"] * 257, {}],
    "opened": ["", "-1", "01", "1" * 21, 1, "1\n", "\u0661"],
    "seed": ["", "0" * 63, "0a" * 33, "A" * 64, "g" * 64, 0, None],
    "seal": ["", "0" * 63, "0a" * 33, "A" * 64, 0],
    "drawn": [
        *("", "2026-11-29", "2026-11-29T20:15:30", "2026-11-29 20:15:30+00:00", 0),
        *("2026-11-29T20:15:30+01:00", "2026-11-29T20:15:30.5+00:00", "2026-11-29T20:15:30Z"),
    ],
    "steps": ["", {}, None],
}
"""Values of fields that have another form."""

STEP = [
    {},
    [],
    None,
    "keep",
    {"label": "turn/1/roll/1"},
    {"faces": [1]},
    {"label": "turn/1/roll/1", "faces": [1], "seat": 1},
    {"label": "turn/1/roll/1", "faces": [1], "deck": [1], "cards": [1]},
    {"label": "turn/1/roll/1", "faces": []},
    {"label": "turn/1/roll/1", "faces": [0]},
    {"label": "turn/1/roll/1", "faces": [7]},
    {"label": "turn/1/roll/1", "faces": [1.0]},
    {"label": "turn/1/roll/1", "faces": [True]},
    {"label": "turn/1/roll/1", "faces": ["1"]},
    {"label": "turn/1/roll/1", "faces": 1},
    {"label": "turn/1/roll/1", "faces": [1] * 257},
    *(
        {"label": label, "faces": [1]}
        for label in ("", "deal", "coin/1", "turn/0/roll/1", "turn/01/roll/1", "turn/1/roll/0")
    ),
    *(
        {"label": label, "faces": [1]}
        for label in ("seat/0/turn/1/roll/1", "/turn/1/roll/1", "turn/1/roll/1\n", "turn/1/roll", 1)
    ),
    {"label": "turn/1000000000/roll/1", "faces": [1]},
    {"label": "deal", "deck": [1]},
    {"label": "deal/2", "deck": [1], "cards": [1]},
    {"label": "turn/1/roll/1", "deck": [1], "cards": [1]},
    {"label": "deal", "deck": [], "cards": []},
    {"label": "deal", "deck": [0], "cards": [0]},
    {"label": "deal", "deck": [10**9], "cards": [10**9]},
    {"label": "deal", "deck": [1] * 257, "cards": [1] * 257},
    {"seat": 1},
    {"action": "keep"},
    {"seat": 0, "action": "keep"},
    {"seat": "1", "action": "keep"},
    {"seat": True, "action": "keep"},
    {"seat": 1, "action": ""},
    {"seat": 1, "action": "\x1b[2J"},
    {"seat": 1, "action": "KEEP"},
    {"seat": 1, "action": "keep", "label": "choose/seat/1/moment/0"},
    {"seat": 1, "action": "keep", "weights": [["keep", "1"]]},
    *(
        {"seat": 1, "action": "a", "label": label, "weights": [["a", "1"]]}
        for label in (
            "",
            "deal",
            "turn/1/roll/1",
            "choose/seat/1/moment/00",
            "choose/seat/1/moment",
        )
    ),
    *(
        {"seat": 1, "action": "a", "label": "choose/seat/1/moment/0", "weights": weights}
        for weights in (
            *([], {}, "a", ["a", "1"], [["a"]], [["a", "1", "1"]], [["a", 1]], [[1, "1"]]),
            *([["a", one]] for one in ("", "1.0", "-1", "1/0", "0/0", "+1", " 1", "1/01", "01")),
            *([["a", one]] for one in ("1e9", "1/2/3", "\u0661")),
            [["a", "1/257"]] * 257,
        )
    ),
]
"""Steps that have another form."""


@pytest.mark.parametrize("field", FIELD)
def test_every_field_has_its_form(field):
    told = made_proof("poker-dice", 7)
    for value in FIELD[field]:
        assert refusal({**told, field: value}).startswith(f"The field {field} has not the form")


@pytest.mark.parametrize("step", STEP)
def test_every_step_has_a_form(step):
    told = {**head(1, "yams", [MEMBER], {}), "steps": [{"seat": 1, "action": "keep"}, step]}
    assert refusal(told).startswith("Step 2 has not the form of a proof.")


def test_a_file_has_all_fields_and_no_others():
    told = made_proof("poker-dice", 7)
    for field in told:
        rest = {key: value for key, value in told.items() if key != field}
        assert refusal(rest).startswith(
            "This file is JSON, but no proof" if field == "protocol" else "This file has not the"
        )
    assert refusal({**told, "note": ""}).startswith("This file has not the fields of a proof.")


def test_a_key_comes_once():
    told = file_of(with_lot())
    for once, twice in (
        (b'"levels": 7', b'"levels": 7, "levels": 7'),
        (b'"levels": 7', b'"levels": 7, "level\\u0073": 7'),
        (b'"seat": 1', b'"seat": 1, "seat": 1'),
    ):
        assert once in told
        assert refusal(told.replace(once, twice, 1)).startswith("A key comes twice.")


def test_the_largest_values_are_taken():
    told = head(1, "a" * 32, ["z" * 32] * 256, {"a_-9": "0"})
    told.update(levels=999_999_999, opened="9" * 20)
    luck = FollowingLuck(told["seed"], told["opened"])
    faces = [*luck.roll("seat/256/turn/1/roll/1", 256)]
    deck = [999_999_999 - number for number in range(256)]
    big = 10**64 - 1
    weights = [Fraction(1, big), Fraction(big - 1, big)]
    label = "choose/seat/1/moment/999999999"
    drawn = luck.choose(label, weights)
    action = "abcdefghijklmno-." + "0" * 23
    told["steps"] = [
        {"label": "seat/256/turn/1/roll/1", "faces": faces},
        {"label": "deal", "deck": deck, "cards": [*luck.shuffle("deal", tuple(deck))]},
        {
            "seat": 1,
            "action": f"{action}{drawn}",
            "label": label,
            "weights": [[f"{action}{at}", str(weight)] for at, weight in enumerate(weights)],
        },
        {"seat": 256, "action": "keep"},
    ]
    assert len(verify.verify(file_of(told)).steps) == 4


def test_weights_need_not_be_in_lowest_terms():
    told = with_lot()
    at = next(at for at, step in enumerate(told["steps"]) if "weights" in step)
    doubled = []
    for action, weight in told["steps"][at]["weights"]:
        fraction = Fraction(weight)
        doubled.append([action, f"{2 * fraction.numerator}/{2 * fraction.denominator}"])
    verify.verify(file_of(changed(told, at, weights=[*doubled, ["never", "0"], ["no", "0/5"]])))


# Changes at random

UNNOTICED = {
    *("levels", "game", "options", "seats", "drawn"),
    *("choice", "weights", "steps", "number of faces"),
}
"""What a file may have otherwise without being noticed: none of it lands.

Of the seats their number is noticed where a label or a choice needs it, of steps what breaks the
count of turns and rolls, of weights what makes the lot fall elsewhere. Dice at the end of a roll,
and rolls at the end of a seat, may be missing.
"""


def paths_of(value, path=()):
    """Yield the way to every value inside another one."""
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in parts:
        yield (*path, key)
        if isinstance(part, dict | list):
            yield from paths_of(part, (*path, key))


def kind_of(told, path):
    """Return what a change at a path concerns."""
    if path[0] != "steps" or len(path) == 1:
        return path[0]
    step = told["steps"][path[1]]
    if len(path) == 2:
        return "steps"
    if "seat" in step and "label" not in step:
        return "choice"
    return f"lot's {path[2]}" if "seat" in step and path[2] != "weights" else path[2]


def change(told, random):
    """Change one thing in a proof; return what it concerns, None if nothing has changed."""
    before = deepcopy(told)
    path = random.choice([*paths_of(told)])
    inside = told
    for key in path[:-1]:
        inside = inside[key]
    last, kind = path[-1], kind_of(told, path)
    value = inside[last]
    how = random.choice(("alter", "alter", "alter", "remove", "double", "swap", "retype", "add"))
    if how == "retype":
        inside[last] = random.choice([None, True, 1.0, [value], {"a": value}, str(value) + "x"])
        kind = kind if isinstance(value, str) and isinstance(inside[last], str) else "type"
    elif how == "remove":
        del inside[last]
        kind = "number of faces" if kind == "faces" else kind
    elif how == "add" and isinstance(inside, dict):
        inside["note"] = "a"
        kind = "options" if path[0] == "options" and len(path) == 2 else "key"
    elif isinstance(inside, list) and how in ("double", "swap", "add"):
        other = random.randrange(len(inside))
        if how == "swap":
            inside[last], inside[other] = inside[other], inside[last]
        else:
            inside.insert(other, deepcopy(value))
            kind = "number of faces" if kind == "faces" else kind
    elif isinstance(value, str) and value:
        at = random.randrange(len(value))
        letter = random.choice("0123456789abcdef/-.zZ")
        inside[last] = value[:at] + letter + value[at + 1 :]
    elif isinstance(value, int):
        inside[last] = value + random.choice((-2, -1, 1, 2, 10))
    return None if told == before else kind


@pytest.mark.parametrize("changes", [1_500, pytest.param(10_000, marks=pytest.mark.slow)])
def test_whatever_is_changed_is_noticed_or_leaves_the_verdict_true(changes):
    random, missed = Random(65), set()
    made = [made_proof(game, number, most=6) for game in GAMES for number in (1, 2)]
    made += [made_proof("yams", 3, alone=True, most=8), with_lot()]
    for _ in range(changes):
        told = deepcopy(random.choice(made))
        kind = change(told, random)
        if kind is None:
            continue
        try:
            verify.verify(file_of(told))
        except verify.BadProof:
            continue
        assert holds(told), kind
        missed.add(kind)
    assert missed == UNNOTICED


def test_whatever_bytes_are_changed_a_file_is_taken_or_refused():
    random, files = (
        Random(66),
        [file_of(with_lot()), file_of(made_proof("dice-poker", 2), indent=1)],
    )
    taken = 0
    for _ in range(3_000):
        data = bytearray(random.choice(files))
        for _ in range(random.choice((1, 1, 1, 5))):
            at = random.randrange(len(data))
            data[at : at + random.choice((0, 1, 1, 1, 9))] = random.choice(
                (b"", b"\xff", b"\0", b'"', b"[", b"}", b"\\", b"1", b"a", b" ", b"e9", b"-", b".")
            )
        try:
            verify.verify(bytes(data))
        except verify.BadProof:
            continue
        assert holds(json.loads(data))
        taken += 1
    assert 0 < taken < 300


# Files


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        *(
            (f"empty {number}", data, "This file is empty. Download it again, as the bot sent it.")
            for number, data in enumerate((b"", b"\r\n \t", b"\xef\xbb\xbf", b"\0" * 4096))
        ),
        ("zip", "zip", "This file is a zip. Unpack it, and check the files in it."),
        ("zip of nothing", b"PK\x05\x06" + bytes(18), "This file is a zip. Unpack it, and check the files in it."),
        *(
            (name, data, "This file is no JSON, or was damaged on its way. Download it again, as the bot sent it.")
            for name, data in {
                "text": b"hello",
                "page": b"<!DOCTYPE html>",
                "picture": b"\x89PNG\r\n\x1a\n",
                "utf-16": '{"protocol": 1}'.encode("utf-16"),
                "half": file_of(made_proof("nine", 1))[:-40],
                "two": b"{} {}",
                "two marks": b"\xef\xbb\xbf\xef\xbb\xbf{}",
                "brackets": b"[" * 1_000_000,
                "braces": b'{"a":' * 190_000,
                "backslashes": b'"' + b"\\" * 900_000,
            }.items()
        ),
        *(
            (name, data, "This file is JSON, but no proof. Take the file that *Fair dice?* hands out.")
            for name, data in {
                "list": b"[]",
                "number": b"12",
                "null": b"null",
                "nan": b"NaN",
                "object": b"{}",
                "float": b'{"a": 1.5e300}',
                "protocol": b'{"protocol": "http/1"}',
                "64 digits": b'{"a": ' + b"1" * 64 + b"}",
                "protocol 3": b'{"protocol": 3}',
                "nested": b"[" * 500 + b"]" * 500,
            }.items()
        ),
        *(
            (f"{key} {version}", json.dumps({key: f"dice-poker/{version}", "digest": ""}).encode(),
             f"This is a proof of dice-poker/{version}. Use the bot/verify.py of the commit 4fb9f854 of this project.")
            for key in ("format", "protocol")
            for version in (1, 2)
        ),
        ("later", b'{"protocol": "dice-poker/4"}', "This is a proof of dice-poker/4. Use the verify.py that was handed out with it."),
        ("large", b" " * 999_999 + b"{}", "This file has more than 1,000,000 bytes: it is no proof."),
        ("65 digits", b'{"a": "' + b"1" * 65 + b'"}', "This file has 65 digits in a row: it is no proof."),
        ("digits", b"1" * 999_999, "This file has 65 digits in a row: it is no proof."),
        ("a point", b'{"a": 0.' + b"3" * 900_000 + b"}", "This file has 65 digits in a row: it is no proof."),
    ],
)  # fmt: skip
def test_files_of_every_other_kind_are_told_apart(name, data, why):
    if data == "zip":
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as packed:
            packed.writestr("proof.json", file_of(made_proof("nine", 1)))
        data = made.getvalue()
    assert refusal(data) == why


def test_only_values_count():
    told = with_lot()
    file, proof = file_of(told), verify.verify(file_of(told))
    backwards = {key: told[key] for key in reversed(told)}
    backwards["steps"] = [dict(reversed(step.items())) for step in told["steps"]]
    for other in (
        b"\xef\xbb\xbf" + file,
        file_of(told, indent=4).replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf\r\n" + file_of(told, indent="\t").replace(b"\n", b"\r\n") + b"\r\n\r\n",
        file_of(told, separators=(",", ":")),
        file_of(told, sort_keys=True),
        file_of(backwards),
        file.replace(b'"six-card"', b'"six\\u002dcard"'),
        b" " * (1_000_000 - len(file)) + file,
    ):
        assert verify.verify(other) == proof


def test_the_lots_of_a_large_file_take_no_time_to_speak_of():
    """Their common denominators have thousands of digits."""
    told = head(1, "yams", [MEMBER], {})
    denominators = [10**61 - number for number in range(128)]  # no two of them share much
    pairs = [["a", f"{part}/{128 * one}"] for one in denominators for part in (1, one - 1)]
    told["steps"] = [
        {"seat": 1, "action": "a", "label": f"choose/seat/1/moment/{moment}", "weights": pairs}
        for moment in range(35)
    ]
    file = file_of(told, separators=(",", ":"))
    assert 900_000 < len(file) <= verify.BYTES
    began = process_time()
    verify.verify(file)
    assert process_time() - began < 5


# The program


@pytest.fixture
def run(tmp_path):
    """Return a function that runs a copy of the verifier, alone in a folder."""
    (tmp_path / "verify.py").write_bytes(VERIFIER.read_bytes())

    def run(*arguments):
        command = [sys.executable, "-I", "-S", "verify.py", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
        return done.returncode, done.stdout, done.stderr

    return run


def test_it_runs_alone_with_the_standard_library(run, tmp_path):
    told = made_proof("poker-dice", 5, [MEMBER, EASY])
    number = sum("label" in step for step in told["steps"])
    (tmp_path / "good.json").write_bytes(file_of(told))
    (tmp_path / "bad.json").write_bytes(file_of({**told, "seal": "00" * 32}))
    (tmp_path / "șah\n.json").write_bytes(b"")
    said = (
        "A game of poker-dice (member, easy), opened by the interaction 1470000000000000005 of Discord.\n"
        "The bot says that the seed was drawn at 2026-11-29T20:15:30+00:00. Choices by lot that follow from it: 0.\n"
        "The rules, and what computers chose, were not checked here: `dice-poker verify` does that.\n"
        f"All {number} rolls follow from the seed with the seal {told['seal']}.\n"
        "Whoever saw that seal before the game was opened knows that nobody chose them.\n"
    )
    wrong = f"The seal is not that of the seed, which has {told['seal']}.\n"
    assert run("good.json") == (0, said, "")
    assert run("bad.json") == (1, "", wrong)
    assert run("good.json", "bad.json", "good.json") == (
        *(1, f"good.json:\n{said}" * 2, f"bad.json:\n{wrong}"),
    )
    assert run("good.json", "good.json")[0] == 0
    assert run() == (2, "", "usage: python verify.py FILE [FILE ...]\n")
    assert run("nowhere") == (1, "", "nowhere cannot be read: No such file or directory.\n")
    folder = "it is a folder, a pipe or a device"
    assert run(".") == (1, "", f". cannot be read: {folder}.\n")
    assert run("good.json", "șah\n.json")[2].startswith("?ah?.json:\nThis file is empty.")


def test_a_game_that_nothing_opened_says_so():
    proof = verify.read(file_of({**head(1, "yams", [MEMBER], {}), "opened": "0"}))
    assert verify.report(proof).startswith("A game of yams (member), opened by no interaction.\n")


def test_a_large_file_is_not_read_to_its_end(tmp_path):
    (tmp_path / "large").write_bytes(b" " * 3_000_000)
    assert len(verify.content(tmp_path / "large")) == verify.BYTES + 1


NEWER = {"removeprefix", "removesuffix", "lcm", "bit_count", "pairwise", "batched", "cache", "UTC"}
NEWER |= {"match_case", "is_relative_to", "with_stem", "readlink", "ExceptionGroup", "TypeAlias"}
BUILT_IN = {"list", "dict", "set", "tuple", "type", "frozenset", "Iterator", "Sequence"}


class WithoutAnnotations(ast.NodeTransformer):
    """Removes what Python does not evaluate: annotations, which the file postpones."""

    def visit_arg(self, node):
        return ast.arg(node.arg)

    def visit_FunctionDef(self, node):
        node.returns = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node):
        return ast.Assign([node.target], node.value or ast.Constant(None))


def test_it_needs_nothing_newer_than_python_3_8():
    tree = ast.parse(SOURCE, feature_version=(3, 8))
    assert "from __future__ import annotations" in SOURCE
    for node in ast.walk(WithoutAnnotations().visit(tree)):
        if isinstance(node, ast.BinOp):
            assert not isinstance(node.op, ast.BitOr)
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            assert node.value.id not in BUILT_IN
        if isinstance(node, ast.Attribute | ast.alias):
            assert (node.attr if isinstance(node, ast.Attribute) else node.name) not in NEWER
        if isinstance(node, ast.keyword):
            assert node.arg not in ("slots", "kw_only", "strict")


def test_it_knows_no_game():
    words = {*re.findall("[a-z-]+", SOURCE)}
    assert words & {*GAMES} == {"dice-poker"}  # the protocol
