"""An avatar on a picture: round, in a ring; files that are no small PNG are left out."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageColor

from bot.pictures.avatar import MOST_PIXELS, put_avatar

GREEN, RING, GROUND = "#00c800", "#ff0000", "#000000"


def file(size=(128, 128), kind="PNG"):
    """Return a green picture."""
    made = BytesIO()
    Image.new("RGB", size, GREEN).save(made, kind)
    return made.getvalue()


def ground():
    return Image.new("RGB", (100, 100), GROUND)


def test_it_is_round_and_in_a_ring():
    image = ground()
    assert put_avatar(image, (50, 50), 60, file(), RING)
    assert image.getpixel((50, 50)) == ImageColor.getrgb(GREEN)
    assert image.getpixel((50, 21)) == ImageColor.getrgb(RING)
    for corner in ((22, 22), (77, 77), (50, 18), (82, 50)):
        assert image.getpixel(corner) == ImageColor.getrgb(GROUND)


@pytest.mark.parametrize(
    "wrong",
    [
        b"",
        b"no picture",
        file()[:60],
        file(kind="JPEG"),
        file((MOST_PIXELS + 1, 8)),
        file()[:33] + b"\0" * 40,
    ],
)
def test_no_small_png_is_left_out(wrong):
    image = ground()
    assert not put_avatar(image, (50, 50), 60, wrong, RING)
    assert image.getcolors() == [(100 * 100, ImageColor.getrgb(GROUND))]


def test_what_it_leaves_free_is_dark():
    image = Image.new("RGB", (100, 100), "#ffffff")
    made = BytesIO()
    Image.new("RGBA", (16, 16), (0, 0, 0, 0)).save(made, "PNG")
    assert put_avatar(image, (50, 50), 60, made.getvalue(), RING)
    assert image.getpixel((50, 50)) == (0, 0, 0)
