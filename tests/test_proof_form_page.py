"""What docs/proof-format.md tells those who write a verifier is what games, bot and verify.py do."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from contextlib import suppress
from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest

from bot import verify
from bot.table.luck import drawn_word
from fair_rounds import alone, finished
from proofs_read import fault_of, verified
from rules import registry
from rules.screen import Action
from tampering import file_of as sealed
from tampering import honest, over, redrawn

PAGE = (Path(__file__).parents[1] / "docs" / "proof-format.md").read_text(encoding="utf-8")
PLAYERS = (Path(__file__).parents[1] / "docs" / "fair-dice.md").read_text(encoding="utf-8")
GAMES = registry.games()
ROUNDS = range(2, 14)


def section(title):
    """Return what stands below a heading, up to the next one."""
    found = re.search(rf"^##+ {re.escape(title)}\n(.*?)(?=^##|\Z)", PAGE, re.DOTALL | re.MULTILINE)
    assert found, title
    return found[1]


def rows_of(title):
    """Return the cells of the rows of the first table below a heading, without its head."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def named(text):
    """Return what stands in backticks."""
    return re.findall(r"`([^`]+)`", text)


def in_backticks(words):
    return " ".join(f"`{word}`" for word in words)


def test_links_within_the_page_lead_to_its_headings():
    headings = re.findall(r"^##+ (.*)$", PAGE, re.MULTILINE)
    slugs = {re.sub(r"[^a-z0-9 -]", "", one.lower()).replace(" ", "-") for one in headings}
    links = re.findall(r"\]\(#([^)]*)\)", PAGE)
    assert links
    assert {*links} <= slugs


# The games


def line_of(game):
    """Return the line of a game, from the registry and from rounds that were played."""
    info, largest, verbs = game.info, defaultdict(int), set()
    for number in ROUNDS:
        for step in json.loads(finished(info.key, number, "played").file)["record"][0]:
            for one, value in re.findall("(turn|roll)/([0-9]+)", step.get("label", "")):
                largest[one] = max(largest[one], int(value))
            if "action" in step:
                verbs.add(Action.parse(step["action"]).verb)
    first, last = info.seats[0], info.seats[-1]
    seats = str(first) if first == last else f"{first} to {last}"
    options = [f"{key.key}={value.key}" for key in info.options for value in key.values]
    cells = [
        f"`{info.key}`",
        info.name.template,
        seats,
        in_backticks(options),
        in_backticks(level.key for level in info.levels),
        str(largest["turn"] or "–"),
        str(largest["roll"] or "–"),
        in_backticks(sorted(verbs)),
    ]
    return "| " + " | ".join(cells).replace("|  |", "| |") + " |"


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_the_table_tells_what_a_game_is(key):
    assert line_of(GAMES[key]) in section("The games").splitlines()


def test_the_table_has_no_other_game():
    assert [named(row[0])[0] for row in rows_of("The games")] == sorted(GAMES)


@pytest.mark.parametrize("key", ["nine", "thirteen", "yams"])
def test_the_rows_are_those_of_the_sheet(key):
    told = json.loads(finished(key, 2, "played").file)
    verbs = [Action.parse(step.get("action", "keep")) for step in told["record"][0]]
    found = re.search(
        rf"`{key}`(?:, `[a-z]+`)?: ((?:`[a-z-]+`\s+)+`[a-z-]+`)\.", section("The games")
    )
    written = {one.on for one in verbs if one.verb == "write"}
    assert {*named(found[1])} == written == verify.GAMES[key].rows


# The fields


def test_the_fields_are_those_that_verify_reads():
    fields = [name for row in rows_of("The fields") for name in named(row[0])]
    assert fields == [*verify.FIELDS]
    assert [named(row[0])[0] for row in rows_of("When it was opened")] == [*verify.OPENED_BY]


def test_what_is_said_is_what_verify_says():
    assert verify.HOST_DREW in section("What is said")
    assert verify.HOST_DREW.rstrip(".") in PLAYERS
    assert len(PLAYERS.split()) <= 900


def test_the_steps_are_of_the_kinds_that_verify_knows():
    kinds = [named(row[0]) for row in rows_of("Steps")]
    assert kinds == [[*kind] for kind in verify.KINDS]


def test_the_limits_are_those_of_verify():
    for limit in (
        f"{verify.BYTES:,} bytes",
        f"{verify.DEPTH} deep",
        f"{verify.DIGITS} digits",
        f"at most {verify.STEPS - 1:,}",
    ):
        assert limit in PAGE
    deck = " ".join(map(str, verify.DECK))
    assert f"the deck is {deck};" in PAGE


def test_the_digest_covers_all_but_the_last_80_bytes():
    file = finished("dice-poker", 3, "played").file
    assert "the last 80 bytes" in PAGE
    body = file[:-80].decode()
    spaced = body.replace(", ", " ,\n\t").replace("{", "{\n", 1)
    assert verify.verify(with_digest(spaced)).seats == verify.verify(file).seats
    with pytest.raises(verify.Wrong, match="the digest"):
        verify.verify(with_digest(spaced) + b" ")
    with pytest.raises(verify.Wrong, match="the digest"):
        verify.verify(with_digest(spaced).replace(b' "digest"', b'  "digest"'))


def with_digest(body):
    """Return a file with the end that the page describes."""
    digest = sha256(body.encode()).hexdigest()
    return f'{body} "digest": "{digest}"\n}}\n'.encode()


# Ends


def ends_told():
    """Return what the table says: how it ended, whether a seat has left, where the record stops."""
    places = {"end of the game": "full", "is awaited": "waits", "first step": "empty"}
    for ended, left, stops in rows_of("How a round ends"):
        for one, (words, place) in product(named(ended), places.items()):
            if words in stops:
                yield one, left != "0", place


def test_rounds_end_as_the_table_says():
    told = honest("dice-poker", lambda told: over(told) and told["seats"][0] == "easy")
    (record,) = told["record"]
    last = max(at for at, step in enumerate(record) if step.get("seat") == 2)
    records = {"full": [record], "waits": [record[:last]], "empty": [[]]}
    found = set()
    for ended, left, place in product(verify.ENDS, range(3), records):
        changed = {**told, "ended": ended, "left": left, "record": records[place]}
        try:
            verify.verify(sealed(changed))
        except verify.Wrong:
            continue
        assert told["seats"][left - 1] == "member" or not left
        found.add((ended, bool(left), place))
    assert found == {*ends_told()}


# What only the digest protects


OTHERWISE = {
    "channel": lambda _: "77",
    "block": lambda old: old + 1,
    "root": lambda _: "ab" * 32,
    "set": lambda old: "" if old else "set/7",
    "place": lambda _: "77",
    "message": lambda _: "77",
    "opened": lambda _: "77",
    "opened_by": lambda old: "board" if old == "interaction" else "interaction",
    "number": lambda old: old + 1,
    "seed": lambda _: "ab" * 32,
    "path": lambda old: old[::-1],
    "round": lambda old: old + 1,
    "game": lambda old: "thirteen" if old == "nine" else "nine",
    "options": lambda old: {**old, "colour": "red"},
    "seats": lambda old: [{"house": "easy", "member": "member"}.get(one, "house") for one in old],
    "seat": lambda old: 1 - old if old < 2 else 1,
    "hands": lambda old: old + 1,
    "words": lambda old: ["ab" for _ in old],
    "own": lambda old: [not one for one in old],
    "part": lambda old: [*old[:-1], "9"],
    "levels": lambda old: old + 1,
}
"""What else could stand in each field that is no part of the record or of the end."""


def unprotected(told):
    """Return the fields of a proof that can be changed so that both checkers take it."""
    taken = []
    for name, change in OTHERWISE.items():
        other = change(told[name])
        if other == told[name]:
            continue
        file = sealed({**told, name: other})
        with suppress(verify.Wrong):
            verify.verify(file)
            assert fault_of(file) == ""
            taken.append(name)
    return taken


@pytest.mark.parametrize("kind", ["a round", "a set"])
def test_only_the_digest_protects_what_the_page_lists(kind):
    told = {
        "a round": lambda: honest("dice-poker", lambda told: over(told) and told["opened"] != "0"),
        "a set": lambda: verified(alone()),
    }[kind]()
    assert told["message"] != "0"
    listed = re.search(r"would take it: (.*?)\.", section("What only the digest protects"))
    assert unprotected(told) == named(listed[1])


# Sets


def test_a_sheet_filled_alone_is_a_set_where_no_word_counts():
    told = verified(alone())
    assert (told["words"], told["own"], told["seat"]) == ([], [], 1)
    assert told["part"] == [told["set"], f"opened {told['opened']}"]
    assert told["record"][0][0]["label"] == "turn/1/roll/1"
    told = verified(alone(own=True))
    assert (told["own"], told["part"][0], told["set"]) == ([True], told["root"], "")
    assert told["record"][0][0]["label"] == "seat/1/turn/1/roll/1"


def test_a_sheet_filled_alone_has_one_part():
    """A host may not choose between the dice of its set and those of a drawn word."""
    told = verified(alone())
    word = drawn_word(bytes.fromhex(told["seed"]), 1).encode().hex()
    opened = f"opened {told['opened']}"
    part = [told["root"], str(told["number"]), opened, told["game"], *told["seats"], word]
    other = {**told, "set": "", "seat": 0, "words": [word], "own": [False], "part": part}
    with pytest.raises(verify.Wrong, match="a member alone without a word has a set"):
        verify.verify(sealed(redrawn(other)))


def test_a_table_that_did_not_fill_may_have_one_seat():
    told = verified(finished("poker-dice", lapsed_alone(), "lapsed").file)
    assert (told["seats"], told["record"], told["ended"]) == (["member"], [[]], "lapsed")


def lapsed_alone():
    """Return the number of a table that lapsed with one seat, and was opened by an interaction."""
    return next(
        number
        for number in range(2, 99)
        if len(finished("poker-dice", number, "lapsed").stored.players) == 1
    )


@pytest.mark.slow
def test_only_perfect_in_six_card_poker_chooses_by_lot():
    for key in GAMES:
        for number in ROUNDS:
            told = json.loads(finished(key, number, "played").file)
            lots = [step["seat"] for step in told["record"][0] if "weights" in step]
            assert {told["seats"][seat - 1] for seat in lots} <= {"perfect"}
            assert not lots or key == "six-card"
    mixed = honest("six-card", lambda told: '"weights"' in json.dumps(told))
    for one in [step for step in mixed["record"][0] if "weights" in step]:
        bare = {key: one[key] for key in ("step", "seat", "action")}
        record = [bare if step is one else step for step in mixed["record"][0]]
        assert fault_of(sealed({**mixed, "record": [record]})).endswith("other weights")


def test_splits_that_nobody_was_shown_are_hidden():
    told = honest("six-card", lambda told: "hidden" in told["record"][0][-1], "left")
    deal, kept = told["record"][0]
    *cards, last = sorted(deal["cards"][6 * kept["seat"] - 6 : 6 * kept["seat"]], reverse=True)
    high, middle = ("".join(map(str, part)) for part in (cards[:3], cards[3:]))
    shown = {"step": 2, "seat": kept["seat"], "action": f"split.{high}-{middle}-{last}"}
    for first, second in product((kept, shown), repeat=2):
        file = sealed({**told, "record": [[deal, first, {**second, "step": 3}]]})
        if first is second is kept:
            assert fault_of(file) == ""
            continue
        with pytest.raises(verify.Wrong, match="is shown that nobody was shown"):
            verify.verify(file)
