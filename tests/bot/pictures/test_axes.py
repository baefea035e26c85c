"""The axes of a plot: what is drawn stands where its values are."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest
from PIL import Image

from bot.pictures.axes import Axes, Span, split_into_dashes, whole_ticks
from steady_examples import given, st

PAPER, RED = "#000000", "#ff0000"


@pytest.fixture
def axes():
    """A plot of x 0 to 10 and y 0 to 1, in the middle of a picture of 300 by 200 pixels."""
    image = Image.new("RGB", (300, 200), PAPER)
    return Axes(image, (100, 50, 200, 150), Span(0, 10), Span(0, 1), PAPER)


def drawn(axes):
    """Return the box of the red pixels of the finished picture."""
    axes.finish()
    return axes._image.getchannel("R").point(lambda value: 255 * (value > 127)).getbbox()


def test_a_point_stands_where_its_values_are(axes):
    assert axes.at(0, 0) == (100, 150)
    assert axes.at(10, 1) == (200, 50)
    assert axes.at(2.5, 0.5) == (125, 100)


def test_a_dot_is_round_its_point_also_at_the_edge(axes):
    axes.dot((10, 1), 8, RED)
    assert drawn(axes) == pytest.approx((192, 42, 208, 58), abs=1)


def test_an_edge_parts_a_dot_from_the_line(axes):
    axes.line([(0, 0.5), (10, 0.5)], RED, 4)
    axes.dot((5, 0.5), 8, "#00ff00", edge=6)
    axes.finish()
    row = [axes._image.getpixel((x, 100)) for x in range(150, 175)]
    assert row[0] == (0, 255, 0)
    assert row[11] == (0, 0, 0)
    assert row[20] == (255, 0, 0)


def test_a_line_goes_through_its_points_as_wide_as_it_is(axes):
    axes.line([(0, 0), (10, 0)], RED, 6)
    assert drawn(axes) == pytest.approx((100, 147, 200, 153), abs=1)


def test_a_bar_stands_on_the_axis(axes):
    axes.bar(2, 4, 0.5, RED)
    assert drawn(axes) == pytest.approx((120, 100, 140, 150), abs=1)


def test_a_stroke_is_between_places_of_the_picture(axes):
    axes.stroke((205, 60), (225, 60), RED, 4)
    assert drawn(axes) == pytest.approx((205, 58, 225, 62), abs=1)


def test_labels_of_rows_stand_beside_them(axes):
    axes.label_rows({0.5: "50"}, 20, RED)
    _, top, right, bottom = drawn(axes)
    assert right < 90
    assert (top + bottom) / 2 == pytest.approx(100, abs=3)


def test_labels_of_columns_stand_below_them(axes):
    axes.label_columns({5: "5"}, 20, RED)
    left, top, right, bottom = drawn(axes)
    assert 160 < top < bottom < 190
    assert (left + right) / 2 == pytest.approx(150, abs=2)


def test_a_label_on_the_plot_keeps_lines_away(axes):
    axes.line([(0, 0.5), (10, 0.5)], RED, 4)
    axes.label((150, 100), "|", 30, "#00ff00", anchor="mm", halo=True)
    axes.finish()
    beside = [axes._image.getpixel((x, 100)) for x in (145, 155)]
    assert beside == [(0, 0, 0)] * 2
    assert axes._image.getpixel((120, 100)) == (255, 0, 0)


POINTS = st.lists(
    st.tuples(st.integers(0, 50), st.integers(0, 50)), min_size=2, max_size=8, unique=True
)


@pytest.mark.slow
@given(POINTS, st.lists(st.floats(0.5, 9), min_size=2, max_size=4).filter(lambda p: len(p) != 3))
def test_dashes_and_gaps_are_as_long_as_asked(points, pattern):
    dashes = list(split_into_dashes(points, pattern))
    whole = sum(dist(*pair) for pair in pairwise(points))
    wanted, begin, place = [], 0.0, 0
    while begin < whole:
        end = min(begin + pattern[place % len(pattern)], whole)
        if place % 2 == 0:
            wanted.append(end - begin)
        begin, place = end, place + 1
    found = [sum(dist(*pair) for pair in pairwise(dash)) for dash in dashes]
    assert sum(found) == pytest.approx(sum(wanted), abs=1e-6)
    assert found[:-1] == pytest.approx(wanted[: len(found) - 1], abs=1e-6)


@given(st.floats(-500, 500), st.floats(1, 30_000), st.integers(3, 8))
def test_ticks_are_few_and_equally_far_apart(lowest, length, most):
    ticks = whole_ticks(lowest, lowest + length, most)
    assert 1 <= len(ticks) <= most
    assert all(lowest <= tick <= lowest + length for tick in ticks)
    assert len({after - before for before, after in pairwise(ticks)}) <= 1
