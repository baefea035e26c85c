"""What /rules says about the rows of both sheets, against the rows counted the slow way."""

from __future__ import annotations

import re

import pytest

import slow_rows
from plain_words import plain, texts_in
from rules import registry
from rules.dice import Faces
from rules.games.nine import how_to_play as nine
from rules.games.nine.rows import ROWS as NINE
from rules.games.thirteen.rows import ROWS as THIRTEEN
from rules.games.yams.rows import ROWS as YAMS
from rules.screen import Line
from rules.sheets.pip_rows import PIP_ROW_RULES
from slow_hands import ROLLS

SHEETS = [
    (THIRTEEN, PIP_ROW_RULES, slow_rows.thirteen, "thirteen"),
    (YAMS, PIP_ROW_RULES, slow_rows.thirteen, "yams"),
    (NINE, nine.ROW_RULES, slow_rows.nine, "nine"),
]


def lines_of(game: str) -> list[str]:
    return [plain(block.text) for block in registry.game(game).rules() if isinstance(block, Line)]


@pytest.mark.parametrize(("rows", "rules", "slow", "game"), SHEETS)
def test_every_row_is_explained_once_in_the_order_of_the_sheet(rows, rules, slow, game):
    explained = [key for rule in rules for key in rule.keys]
    assert explained == [row.key for row in rows.rows]
    text = "\n".join(lines_of(game))
    for rule in rules:
        for key in (rule.keys[0], rule.keys[-1]):
            assert plain(rows[rows.index(key)].name) in text


@pytest.mark.parametrize(("rows", "rules", "slow", "game"), SHEETS)
def test_the_examples_score_what_is_written_beside_them(rows, rules, slow, game):
    texts = [text for block in registry.game(game).rules() for text in texts_in(block)]
    examples = [dict(text.arguments) for text in texts if "points" in dict(text.arguments)]
    for rule, example in zip(rules, examples, strict=True):
        assert isinstance(example["dice"], Faces)
        scores = dict(zip(rows.rows, slow(example["dice"].faces), strict=True))
        row = next(
            row
            for row in rows.rows
            if row.key in rule.keys and example.get("row", row.name) == row.name
        )
        assert scores[row] == example["points"] > 0


@pytest.mark.parametrize(("rows", "rules", "slow", "game"), SHEETS)
def test_a_number_of_points_holds_for_every_roll_that_meets_the_condition(rows, rules, slow, game):
    fixed = {}
    for rule in rules:
        if rule.text.plural:
            (key,) = rule.keys
            scores = {slow(roll)[rows.index(key)] for roll in ROLLS} - {0}
            assert len(scores) == 1, f"{key} scores {scores}"
            (points,) = scores
            fixed[key] = points
            assert any(line.endswith(f": {points} points.") for line in lines_of(game))
    expected = {
        "thirteen": {"full-house": 25, "small-straight": 30, "large-straight": 40},
        "yams": {"full-house": 25, "small-straight": 30, "large-straight": 40},
        "nine": {"small-straight": 70, "large-straight": 95},
    }[game]
    five = {"thirteen": 50, "yams": 50, "nine": 100}[game]
    assert fixed == {**expected, "five-of-a-kind": five}


def test_the_bonuses_of_nine_categories_are_those_of_the_rows():
    named = {}
    for rule in nine.ROW_RULES:
        arguments = dict(rule.text.arguments)
        if "bonus" in arguments:
            named[rule.keys[0]] = arguments["bonus"]
    assert named == {"three-of-a-kind": 10, "four-of-a-kind": 20, "full-house": 50}
    text = "\n".join(lines_of("nine"))
    for bonus in named.values():
        assert re.search(rf"\+ {bonus}\.", text)


def test_thirteen_rows_say_what_is_needed_and_what_is_summed():
    text = "\n".join(lines_of("thirteen"))
    assert "A run of four or five: 30 points." in text
    assert "Three or more alike: the sum of all dice." in text
