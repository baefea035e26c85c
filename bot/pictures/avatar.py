"""A member's own picture, round, on a picture; what cannot be read is left out."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw

from bot.pictures.axes import FINER

MOST_PIXELS = 256
"""The most pixels in width and height of a file that is decoded."""

RING = 4
"""The width of the ring around an avatar, in pixels."""


def put_avatar(
    image: Image.Image, middle: tuple[float, float], edge: int, file: bytes, ring: str
) -> bool:
    """Draw a PNG `file` in a ring of a colour; return False, with nothing drawn, if it is no PNG.

    The ring is `edge` pixels wide and high.
    """
    inner = edge - 2 * RING
    picture = _decode(file, inner)
    if picture is None:
        return False
    left, top = (round(coordinate - edge / 2) for coordinate in middle)
    image.paste(ring, (left, top), _disc_mask(edge))
    image.paste(picture, (left + RING, top + RING), _disc_mask(inner))
    return True


@lru_cache(maxsize=8)
def _decode(file: bytes, edge: int) -> Image.Image | None:
    """Return a picture in so many pixels on a dark ground, None where it is no small PNG."""
    try:
        with Image.open(BytesIO(file), formats=["PNG"]) as opened:
            if max(opened.size) > MOST_PIXELS:
                return None
            picture = opened.convert("RGBA").resize((edge, edge), Image.Resampling.LANCZOS)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None  # Pillow raises all of these for broken files
    ground = Image.new("RGBA", picture.size, "black")
    return Image.alpha_composite(ground, picture).convert("RGB")


def _disc_mask(edge: int) -> Image.Image:
    large = Image.new("L", (edge * FINER * 2, edge * FINER * 2))
    ImageDraw.Draw(large).ellipse((0, 0, large.width - 1, large.height - 1), fill=255)
    return large.reduce(FINER * 2)
