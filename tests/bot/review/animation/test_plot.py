"""The lines of an animation are drawn once, and look as if each picture had drawn them whole."""

from __future__ import annotations

from math import sin

import pytest
from PIL import Image, ImageChops

from bot.pictures.axes import Axes
from bot.pictures.colours import GRID, LINES
from bot.review.animation.drawing import QUIET, Canvas, PictureRenderer
from bot.review.animation.plot import Plot
from bot.ui.emoji import PICTURES
from rules.review import SeatReview
from rules.screen import Seat

SIZE, BOX, LOWER = (720, 300), (16, 20, 704, 280), (16, 60, 704, 280)
STEPS = 60


@pytest.fixture
def plot():
    """The plot of three seats: two waves, and one that falls from the top to the bottom at once."""
    worths = (
        tuple(0.5 + 0.4 * sin(step / 7) for step in range(STEPS + 1)),
        tuple(0.5 - 0.4 * sin(step / 5) for step in range(STEPS + 1)),
        tuple(float(step < STEPS // 2) for step in range(STEPS + 1)),
    )
    reviews = tuple(SeatReview(Seat(index), one, (), ()) for index, one in enumerate(worths))
    return Plot(reviews, ("Ana", "Bogdan", "Carmen"), 0.0, 1.0, "{:.0%}".format, "chance to win")


def picture(plot, number, box=BOX):
    """Return the picture of the lines up to a step."""
    canvas = Canvas(SIZE, PictureRenderer("en", plot.names), PICTURES)
    plot.draw(canvas, box, number)
    return canvas.image


def anew(plot, number, box=BOX):
    """Return the picture of lines that were drawn for it alone."""
    parts = {name: getattr(plot, name) for name in Plot.__dataclass_fields__ if name != "drawn"}
    return picture(Plot(**parts), number, box)


def difference(one, other):
    """Return how many pixels differ so much that one sees it."""
    return sum(ImageChops.difference(one, other).convert("L").histogram()[24:])


def has(image, colour, box):
    """Return how many pixels of this colour stand in a part of a picture."""
    part = image.crop(box)
    plain = Image.new("RGB", part.size, colour)
    return ImageChops.difference(part, plain).convert("L").histogram()[0]


def test_lines_that_go_on_look_like_lines_that_are_drawn_at_once(plot):
    for number in (0, 1, 2, 7, 29, 30, 31, 32, 58, STEPS):
        assert difference(picture(plot, number), anew(plot, number)) <= 6


def test_a_picture_shows_nothing_that_is_still_to_come(plot):
    whole, half = picture(plot, STEPS), picture(plot, STEPS // 2)
    right = (480, 100, 700, 240)
    for colour in LINES[:2]:
        assert has(whole, colour, right) > 100
        assert has(half, colour, right) == 0


def test_the_grid_and_its_labels_stand_there_before_the_first_step(plot):
    begun, (left, top, right, bottom) = picture(plot, 0), BOX
    assert has(begun, GRID, ((left + right) // 2, top, right, bottom)) > (right - left) // 2
    assert has(begun, QUIET, (left, top, left + 60, bottom)) > 20


def test_an_earlier_step_after_a_later_one_is_drawn_anew(plot):
    picture(plot, STEPS)
    assert difference(picture(plot, 10), anew(plot, 10)) == 0


def test_boxes_of_another_height_have_lines_of_their_own(plot):
    for number in (5, 10, 15):
        for box in (BOX, LOWER):
            assert difference(picture(plot, number, box), anew(plot, number, box)) <= 6


def test_each_step_is_drawn_once(plot, monkeypatch):
    """A line goes on with one step that is drawn already, so that its corner is closed."""
    segments, line = [], Axes.line

    def counted(axes, points, *parts):
        segments.append(len(points) - 1)
        line(axes, points, *parts)

    picture(plot, 0)
    monkeypatch.setattr(Axes, "line", counted)
    for number in range(1, STEPS + 1):
        picture(plot, number)
        picture(plot, number)  # dice fall, then lie
    assert sum(segments) == len(plot.reviews) * (2 * STEPS - 1)


def test_every_seat_has_a_dot_in_its_colour_at_the_end_of_its_line(plot):
    image = picture(plot, 10)
    assert len({LINES[index] for index in range(3)}) == 3
    lines = plot.drawn[BOX[2] - BOX[0], BOX[3] - BOX[1]]
    for index, one in enumerate(plot.reviews):
        x, y = lines.axes.at(10, one.worths[10])
        place = round(BOX[0] + x), round(BOX[1] + y)
        colour = "#{:02x}{:02x}{:02x}".format(*image.getpixel(place))
        assert colour == LINES[index].lower()
