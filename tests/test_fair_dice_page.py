"""docs/fair-dice.md computes what it says, and the bot computes the same."""

from __future__ import annotations

import contextlib
import io
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from bot.table import proof
from bot.table.luck import SeededLuck, players_part
from fair_rounds import finished

PAGE = (Path(__file__).parents[1] / "docs" / "fair-dice.md").read_text(encoding="utf-8")


def test_the_worked_example_is_right():
    code, expected = re.search(r"```python\n(.*?)```\s+```text\n(.*?)```", PAGE, re.DOTALL).groups()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {})
    assert printed.getvalue() == expected
    part = players_part(7, "dice-poker", {}, ("house", "member"), (1122,))
    dice = SeededLuck(bytes(range(32)), part).roll("seat/1/turn/1/roll/1", 5)
    assert expected.splitlines()[-1] == str(list(dice))
    assert part in expected


@pytest.mark.parametrize("game", ["dice-poker", "thirteen"])
def test_the_lines_for_a_round_of_ones_own_check_all_of_its_dice(tmp_path, monkeypatch, game):
    code = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[1]
    played = finished(game, 7, "played")
    file = proof.file_of(played.stored, played.steps)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "dice-poker-round-7.json").write_bytes(file)

    def run():
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, {})
        return printed.getvalue().splitlines()

    rolled = [step for step in json.loads(file)["record"] if "faces" in step]
    assert len(run()) == 2 + len(rolled) > 3
    assert all(line.endswith("True") for line in run())
    seed = json.loads(file)["seed"].encode()
    (tmp_path / "dice-poker-round-7.json").write_bytes(file.replace(seed, b"00" * 32))
    assert run()[:2] == ["False", "False"]


def test_the_example_of_cards_and_a_choice_is_right():
    *_, (code, expected) = re.findall(
        r"```python\n((?:(?!```).)*)```\s+```text\n(.*?)```", PAGE, re.DOTALL
    )
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {})
    assert printed.getvalue() == expected
    part = players_part(7, "dice-poker", {}, ("house", "member"), (1122,))
    luck = SeededLuck(bytes(range(32)), part)
    shuffled = luck.shuffle("deal", (1, 2, 3, 4, 5, 6))
    chosen = luck.choose("choose/seat/1/moment/0", (Fraction(2, 3), Fraction(1, 3)))
    assert expected == f"{[*shuffled]}\n{chosen}\n"
