"""docs/fair-dice.md says what is checked, and its example is right."""

from __future__ import annotations

import re
from pathlib import Path

from bot import verify
from made_proofs import FollowingLuck, file_of, head, holds

PAGE = Path(__file__).parents[1] / "docs" / "fair-dice.md"


def test_the_page_gives_the_forms_that_are_checked():
    page = PAGE.read_text(encoding="utf-8").replace("\\|", "|")
    for form in ("NAME", "ACTION", "COUNT", "WEIGHT"):
        assert f"`{getattr(verify, form)}`" in page
    assert f"`{verify.FIELDS['opened']}`" in page
    assert f'`"{verify.PROTOCOL}"`' in page
    assert f"{verify.BYTES:,} bytes" in page
    rows = re.findall(r"^\| (`[a-z`, ]+) \|", page, re.MULTILINE)
    fields = re.findall("[a-z]+", " ".join(rows))
    assert fields == [*verify.Proof.__dataclass_fields__]


def test_the_example_of_the_page_is_right():
    page = PAGE.read_text(encoding="utf-8")
    example = page.partition("With the seed 00 01")[2]
    opened = re.search("opened by ([0-9]+)", example)[1]
    told = {**head(1, "yams", ["member"], {}), "seed": bytes(range(32)).hex(), "opened": opened}
    rows = dict(re.findall(r"^\| (.+) \| (.+) \|$", example, re.MULTILINE))
    assert [*rows][:2] == ["what", "---"]
    seal, dice, cards, lot = [*rows][2:]
    told["seal"] = rows[seal].strip("`")
    label, numbers = re.findall("`([^`]+)`", dice)[0], re.findall(r"\b[0-9]+(?= )", dice)
    faces, order = ([*map(int, rows[row].split())] for row in (dice, cards))
    luck = FollowingLuck(told["seed"], opened)
    assert [*luck.stream(label)[: len(numbers)]] == [*map(int, numbers)]
    assert "253" in numbers
    named, *pairs = re.findall("`([^`]+)`(?: ([0-9/]+))?", lot)
    skipped, taken = map(int, re.search("numbers ([0-9]+), ([0-9]+)", lot).groups())
    stream = luck.stream(named[0])
    drawn = [int.from_bytes(stream[at : at + 2], "big") % 512 for at in (0, 2)]
    assert drawn == [skipped, taken]
    assert skipped >= 300 > taken
    told["steps"] = [
        {"label": f"turn/{turn}/roll/1", "faces": [*luck.roll(f"turn/{turn}/roll/1", 5)]}
        for turn in range(1, 5)
    ]
    assert label == "turn/5/roll/1"
    told["steps"] += [
        {"label": label, "faces": faces},
        {"label": cards.split("`")[1], "deck": [*range(1, 37)], "cards": order},
        {
            "seat": 1,
            "action": rows[lot].strip("`"),
            "label": named[0],
            "weights": [[*pair] for pair in pairs],
        },
    ]
    verify.verify(file_of(told))
    assert holds(told)
