"""The contract of a game: what it documents, and how many dice one roll has."""

from __future__ import annotations

import re
from dataclasses import fields
from fractions import Fraction

import pytest

from rules.game import Awaits, ExactPlay, Game, Info, Outcome, Rolls
from rules.screen import Seat


@pytest.mark.parametrize("kind", [Awaits, ExactPlay, Game, Info])
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


@pytest.mark.parametrize(
    ("shares", "won", "endings", "winners"),
    [
        ((Fraction(1), Fraction(0)), (), ("won", "lost"), (0,)),
        ((Fraction(1, 2), Fraction(1, 2)), (), ("drawn", "drawn"), (0, 1)),
        ((Fraction(0), Fraction(1, 2), Fraction(1, 2)), (), ("lost", "drawn", "drawn"), (1, 2)),
        (
            (Fraction(0), Fraction(1, 2), Fraction(1, 2)),
            (False, True, True),
            ("lost", "won", "won"),
            (1, 2),
        ),
        (
            (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)),
            (False, False, True),
            ("drawn", "drawn", "won"),
            (2,),
        ),
    ],
)
def test_an_outcome_says_of_each_seat_how_the_round_ended(shares, won, endings, winners):
    outcome = Outcome(shares, won=won)
    assert tuple(outcome.ending(Seat(index)) for index in range(len(shares))) == endings
    assert tuple(seat.index for seat in outcome.winners) == winners
