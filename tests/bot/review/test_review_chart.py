"""The picture of a review: a PNG with a line for every seat and letters that stand apart."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from bot.pictures.axes import Axes
from bot.pictures.colours import BACKGROUND, FOREGROUND, LINES
from bot.pictures.font import drawable_text
from bot.review import review_chart
from bot.review.review_chart import GAP, ReviewCaptions, SeatLine, chart, spread
from steady_examples import given, st

CAPTIONS = ReviewCaptions("Share of the win", "turns", "costliest choices", "{:.0%}".format)
NAMES = ("Ana", "Bogdan", "Carmen", "Dan", "Elena", "Florin", "Gina", "Horia")


def picture(*seats, shares=True):
    lines = [SeatLine(name, tuple(worths)) for name, worths in zip(NAMES, seats, strict=False)]
    return opened(chart(lines, (1, 2)[: len(seats[0]) - 1], CAPTIONS, shares=shares))


def opened(png):
    assert png.startswith(b"\x89PNG\r\n")
    return Image.open(BytesIO(png)).convert("RGB")


def rgb(colour):
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def pixels(image, colour):
    return sum(
        count
        for count, found in image.getcolors(image.width * image.height)
        if found == rgb(colour)
    )


@pytest.mark.parametrize("seats", range(1, 9))
def test_every_seat_has_a_line_of_its_own_colour(seats):
    image = picture(*([0.1 * seat, 0.2 * seat % 1, 0.1 * seat] for seat in range(seats)))
    assert image.size == (840, 760)
    assert image.getpixel((2, 2)) == rgb(BACKGROUND)
    drawn = [pixels(image, colour) > 300 for colour in LINES]
    assert drawn == [True] * seats + [False] * (8 - seats)


@pytest.mark.slow
def test_what_is_drawn_is_what_was_expected():
    """A line that stays at 0 lies low, one that stays at 1 lies high."""
    image = picture([0.0, 0.0, 0.0], [1.0, 1.0, 1.0])
    middle = image.crop((image.width // 3, 0, 2 * image.width // 3, image.height))
    heights = {
        colour: [
            y
            for y in range(middle.height)
            if any(middle.getpixel((x, y)) == rgb(colour) for x in range(0, middle.width, 7))
        ]
        for colour in LINES[:2]
    }
    assert min(heights[LINES[0]]) > 600
    assert max(heights[LINES[1]]) < 300


def test_the_legend_has_the_colours_of_the_marks():
    """A dot for each line that has some, in its colour, and none for the others."""
    seats = [
        SeatLine("Ana", (0.5, 0.2, 0.9), (1,)),
        SeatLine("Bogdan", (0.5, 0.8, 0.1)),
        SeatLine("Carmen", (0.4, 0.3, 0.6), (2,)),
    ]
    legend = opened(chart(seats, (1,), CAPTIONS, shares=True)).crop((0, 80, 700, 120))
    assert [pixels(legend, colour) > 200 for colour in LINES[:3]] == [True, False, True]


def test_the_costliest_choices_are_marked():
    """Each has a dot, and what a dot means is told in letters where there is one."""
    bare, one, both = (
        opened(chart([SeatLine("Ana", (0.5, 0.2, 0.9), marked)], (1,), CAPTIONS, shares=True))
        for marked in ((), (1,), (1, 2))
    )
    blue = [pixels(image, LINES[0]) for image in (bare, one, both)]
    assert blue[0] + 200 < blue[1] < blue[2] - 200
    white = [pixels(image, FOREGROUND) for image in (bare, one, both)]
    assert white[0] + 500 < white[1] == white[2]


@pytest.mark.parametrize(
    ("turns", "steps", "numbers"),
    [
        ((), 0, "1"),
        ((1,), 9, "1"),
        ((1, 5), 9, "1 2"),
        ((1, 3, 5), 9, "1 2 3"),
        (range(1, 80, 2), 80, "5 10 15 20 25 30 35 40"),
        ((1, 2, 3, 80), 80, "2 4"),
    ],
)
def test_the_axis_numbers_the_turns_that_have_room(turns, steps, numbers, monkeypatch):
    drawn = []
    monkeypatch.setattr(Axes, "label_columns", lambda axes, labels, *_: drawn.append(labels))
    line = SeatLine("Ana", (0.5,) * (steps + 1))
    chart([line], turns, CAPTIONS, shares=True)
    assert " ".join(drawn[0].values()) == numbers
    assert all(0 < middle < max(steps, 1) for middle in drawn[0])


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ștefan", "Ștefan"),
        ("Ana 🎲 Pop", "Ana Pop"),
        ("王", ""),
        ("$x^2$", "$x^2$"),
    ],
)
def test_a_name_is_drawn_with_the_letters_that_the_font_has(name, shown):
    """A name without any is drawn as the letter of the seat; a warning would fail the test."""
    assert drawable_text(name) == shown
    assert chart([SeatLine(name, (0.5, 1.0))], (1,), CAPTIONS, shares=True)


def test_points_are_drawn_as_wide_as_they_are():
    image = picture([229.6, 180.0, 12.0], [229.6, 200.0, 250.0], shares=False)
    assert all(pixels(image, colour) > 300 for colour in LINES[:2])


def test_letters_have_sixteen_pixels_on_a_phone():
    """The phone is 390 pixels wide, and shows the whole picture."""
    assert review_chart.LETTERS * 390 / review_chart.WIDTH >= 16


@pytest.mark.parametrize("shares", [True, False])
def test_a_round_that_was_left_at_once_has_a_picture_too(shares):
    assert picture([0.5], [0.5], shares=shares).size == (840, 760)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=10))
def test_letters_stand_apart_in_the_order_of_their_lines(ends):
    heights = spread(ends)
    order = sorted(range(len(ends)), key=lambda index: (ends[index], index))
    for below, above in pairwise(order):
        assert heights[above] - heights[below] >= GAP - 1e-5
    assert min(heights) >= -1e-5
    assert max(heights) <= 1 + 1e-5


@given(st.lists(st.integers(0, 8), min_size=1, max_size=9, unique=True))
def test_letters_that_stand_apart_already_stay(places):
    ends = [place / 8 for place in places]
    assert spread(ends) == pytest.approx(ends)
