"""The contract of a game: what it documents, and how many dice one roll has."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest

from rules.game import Game, Info, Rolls


@pytest.mark.parametrize("kind", [Game, Info])
def test_every_field_is_documented(kind):
    listed = [line.strip() for line in kind.__doc__.splitlines() if line.strip().startswith("- `")]
    documented = [name for line in listed for name in re.findall(r"`(\w+)", line.split(": ")[0])]
    assert sorted(documented) == sorted(field.name for field in fields(kind))


@pytest.mark.parametrize("count", range(1, 10))
def test_a_roll_has_one_to_nine_dice(count):
    assert Rolls(count, "roll").count == count


@pytest.mark.parametrize(
    ("count", "remedy"),
    [
        (-1, "leave it out where no dice land"),
        (0, "leave it out where no dice land"),
        (10, "use several rolls"),
        (100, "use several rolls"),
    ],
)
def test_a_roll_of_other_numbers_of_dice_is_refused(count, remedy):
    with pytest.raises(ValueError, match="roll") as refused:
        Rolls(count, "roll")
    assert str(refused.value) == f"a roll is of 1 to 9 dice, not of {count}: {remedy}"
