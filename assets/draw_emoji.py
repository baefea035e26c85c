"""Draws the pictures of dice and cards that the bot uses as emoji.

Everything is drawn from curves, without a font, eight times too large, and then
made small, so that the same pictures come out on every machine:

    python assets/draw_emoji.py                    write bot/ui/drawing/emoji_pictures
    python assets/draw_emoji.py --sheet look.png   also lay them out on Discord's themes

A picture is called `<key of the face set>_<face>`, that of a die that is selected to be
rerolled `<key of the face set>_<face>_reroll`: an arrow tells it apart. Letters and shapes
tell the faces apart without colour. `<key of the face set>_<face>_rolls.gif` is the die as a
cube that turns once and comes to lie on that face, which is the first and the last frame, too.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from io import BytesIO
from itertools import pairwise
from math import cos, pi, sin
from pathlib import Path

from PIL import Image, ImageDraw

SIZE = 128
"""Width and height of a picture in pixels; all coordinates below count in these."""

FINER = 8
"""How many times larger a picture is drawn than it is kept."""

PICTURES = Path(__file__).resolve().parents[1] / "bot" / "ui" / "drawing" / "emoji_pictures"

RIM = "#6b6558"
SIDE = "#cfc7b4"
FACE = "#fdfbf5"
BLACK = "#22252c"
RED = "#c3242f"
BLUE = "#1f57b5"
GREEN = "#177a3c"
VIOLET = "#5a2d91"

Point = tuple[float, float]
Line = Sequence[Point]


def arc(centre: Point, radius: Point, begin: float, end: float) -> list[Point]:
    """Return points on an ellipse from `begin` to `end` degrees, clockwise from the right."""
    steps = 48
    angles = (begin + (end - begin) * step / steps for step in range(steps + 1))
    return [
        (
            centre[0] + radius[0] * cos(angle * pi / 180),
            centre[1] + radius[1] * sin(angle * pi / 180),
        )
        for angle in angles
    ]


def curve(start: Point, pull: Point, push: Point, end: Point) -> list[Point]:
    """Return points on the cubic curve from `start` to `end`."""
    points = []
    for step in range(33):
        t = step / 32
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        points.append(
            (
                a * start[0] + b * pull[0] + c * push[0] + d * end[0],
                a * start[1] + b * pull[1] + c * push[1] + d * end[1],
            )
        )
    return points


def move_to(points: Line, by: Point, scale: float = 1.0) -> list[Point]:
    """Return the points scaled about the origin, then moved."""
    return [(by[0] + x * scale, by[1] + y * scale) for x, y in points]


class Picture:
    """One picture while it is being drawn."""

    def __init__(self) -> None:
        self._image = Image.new("RGBA", (SIZE * FINER, SIZE * FINER), (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self._image)

    def block(self, box: tuple[float, float, float, float], radius: float, colour: str) -> None:
        """Fill a rectangle with round corners: left, top, right, bottom."""
        left, top, right, bottom = (round(edge * FINER) for edge in box)
        self._draw.rounded_rectangle(
            (left, top, right - 1, bottom - 1), radius=round(radius * FINER), fill=colour
        )

    def fit(self, drawn: Image.Image, corners: tuple[Point, Point, Point]) -> None:
        """Put what is drawn on a square where three of its corners come to lie.

        They are the upper left one, the upper right one and the lower left one.
        """
        (x, y), right, down = ((left * FINER, top * FINER) for left, top in corners)
        across, along = (right[0] - x, right[1] - y), (down[0] - x, down[1] - y)
        size, area = drawn.width, across[0] * along[1] - across[1] * along[0]
        if abs(area) < FINER * FINER:
            return
        to_x = (along[1] / area * size, -along[0] / area * size)
        to_y = (-across[1] / area * size, across[0] / area * size)
        back = (
            (*to_x, -(to_x[0] * x + to_x[1] * y)),
            (*to_y, -(to_y[0] * x + to_y[1] * y)),
        )
        fitted = drawn.transform(
            self._image.size,
            Image.Transform.AFFINE,
            (*back[0], *back[1]),
            Image.Resampling.BILINEAR,
        )
        self._image.alpha_composite(fitted)

    def large(self) -> Image.Image:
        """Return the picture as large as it is drawn."""
        return self._image

    def disc(self, centre: Point, radius: float, colour: str) -> None:
        """Fill a circle."""
        x, y = centre
        self._draw.ellipse(
            tuple(round(edge * FINER) for edge in (x - radius, y - radius, x + radius, y + radius)),
            fill=colour,
        )

    def shape(self, outline: Line, colour: str) -> None:
        """Fill the inside of an outline."""
        self._draw.polygon([(x * FINER, y * FINER) for x, y in outline], fill=colour)

    def stroke(self, line: Line, width: float, colour: str) -> None:
        """Draw a line with round ends and corners."""
        for begin, end in pairwise(line):
            length = max(abs(end[0] - begin[0]), abs(end[1] - begin[1]))
            steps = max(1, round(length * 2))
            for step in range(steps + 1):
                share = step / steps
                self.disc(
                    (
                        begin[0] + (end[0] - begin[0]) * share,
                        begin[1] + (end[1] - begin[1]) * share,
                    ),
                    width / 2,
                    colour,
                )

    def shrink(self, size: float) -> None:
        """Make all that was drawn smaller, `size` pixels wide, in the lower left corner."""
        small = self._image.resize((round(size * FINER),) * 2, Image.Resampling.BOX)
        self._image.paste((0, 0, 0, 0), (0, 0, *self._image.size))
        self._image.paste(small, (0, self._image.height - small.height))

    def done(self) -> Image.Image:
        """Return the picture in the size in which it is kept."""
        return self._image.reduce(FINER)


# Letters stand in a box 60 high with its middle at (0, 0); a list of lines each.

LETTERS: dict[str, tuple[Line, ...]] = {
    "1": ([(-13, -17), (2, -30), (2, 30)],),
    "2": (
        [
            *arc((0, -13), (18, 17), -170, 20),
            *curve((17, -7), (12, 5), (-6, 14), (-18, 30)),
            (19, 30),
        ],
    ),
    "3": (
        [
            *arc((-1, -15), (17, 15), -150, 80),
            (-4, 0),
            *arc((-1, 15), (19, 15), -85, 150),
        ],
    ),
    "4": ([(12, 30), (12, -30), (-20, 13), (22, 13)],),
    "9": (
        arc((0, -11), (19, 19), 0, 360),
        curve((19, -11), (19, 12), (10, 26), (-8, 30)),
    ),
    "10": ([(-38, -17), (-23, -30), (-23, 30)], arc((18, 0), (18, 30), 0, 360)),
    "J": ([(-5, -30), (14, -30), (14, 12), *arc((-4, 12), (18, 18), 0, 165)],),
    "Q": (arc((0, -2), (24, 28), 0, 360), [(8, 12), (23, 29)]),
    "K": ([(-16, -30), (-16, 30)], [(18, -30), (-15, 6)], [(-3, -5), (20, 30)]),
    "A": ([(-23, 30), (0, -30), (23, 30)], [(-15, 11), (15, 11)]),
}


def write(picture: Picture, letter: str, at: Point, scale: float, colour: str) -> None:
    """Write one letter with its middle at a point."""
    for line in LETTERS[letter]:
        picture.stroke(move_to(line, at, scale), 14 * scale, colour)


# Shapes stand in a box 36 wide and 34 high with its middle at (0, 0).


def club(picture: Picture, at: Point, colour: str) -> None:
    """Draw the sign of clubs."""
    x, y = at
    for leaf in ((x, y - 8.5), (x - 9.5, y + 4), (x + 9.5, y + 4)):
        picture.disc(leaf, 8.6, colour)
    picture.shape(((x - 2.5, y), (x + 2.5, y), (x + 7.5, y + 17), (x - 7.5, y + 17)), colour)


def diamond(picture: Picture, at: Point, colour: str) -> None:
    """Draw the sign of diamonds."""
    x, y = at
    picture.shape(((x, y - 17), (x + 15, y), (x, y + 17), (x - 15, y)), colour)


def spade(picture: Picture, at: Point, colour: str) -> None:
    """Draw the sign of spades."""
    right = [
        *curve((0, -17.5), (3, -10), (17.5, -2), (17.5, 5)),
        *curve((17.5, 5), (17.5, 13), (7, 15), (2, 8)),
        (7.5, 17),
    ]
    left = [(-x, y) for x, y in reversed(right)]
    picture.shape(move_to([*right, *left], at), colour)


def shield(picture: Picture, at: Point, colour: str) -> None:
    """Draw the shield of a jack."""
    right = [(15, -16), *curve((15, -2), (15, 8), (8, 14), (0, 18))]
    left = [(-x, y) for x, y in reversed(right)]
    picture.shape(move_to([*right, *left], at), colour)
    picture.stroke(move_to([(-10, 8), (10, -9)], at), 5, FACE)


def tiara(picture: Picture, at: Point, colour: str) -> None:
    """Draw the crown of a queen: three rays with pearls."""
    picture.shape(
        move_to([(-17, -6), (-7, 5), (0, -8), (7, 5), (17, -6), (13, 17), (-13, 17)], at), colour
    )
    for pearl in ((-16, -8), (0, -12), (16, -8)):
        picture.disc(move_to([pearl], at)[0], 4.6, colour)


def crown(picture: Picture, at: Point, colour: str) -> None:
    """Draw the crown of a king: pointed, with a cross above it and a band below."""
    rays = [(-19, -9), (-9.5, 0), (0, -10), (9.5, 0), (19, -9), (16.5, 8), (-16.5, 8)]
    picture.shape(move_to(rays, at), colour)
    picture.shape(move_to([(-16.5, 11), (16.5, 11), (16.5, 17), (-16.5, 17)], at), colour)
    picture.stroke(move_to([(0, -18), (0, -6)], at), 4, colour)
    picture.stroke(move_to([(-5, -13.5), (5, -13.5)], at), 4, colour)


def die() -> Picture:
    """Return an empty die: a light face, its lower side in shadow, a rim for white themes."""
    picture = Picture()
    picture.block((3, 3, 125, 125), 27, RIM)
    picture.block((6.5, 6.5, 121.5, 121.5), 24, SIDE)
    picture.block((6.5, 6.5, 121.5, 115), 24, FACE)
    return picture


def card() -> Picture:
    """Return an empty card: taller than wide, so that it is never taken for a die."""
    picture = Picture()
    picture.block((17, 2, 111, 126), 15, RIM)
    picture.block((20.5, 5.5, 107.5, 122.5), 12, SIDE)
    picture.block((20.5, 5.5, 107.5, 119), 12, FACE)
    return picture


PIP_PLACES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def pips(face: int) -> Picture:
    """Draw a face of the ordinary die."""
    picture = die()
    for column, row in PIP_PLACES[face]:
        picture.disc((64 + 31 * column, 61 + 31 * row), 18 if face == 1 else 13.5, BLACK)
    return picture


POKER: tuple[tuple[str, str, Callable[[Picture, Point, str], None]], ...] = (
    ("9", BLACK, club),
    ("10", RED, diamond),
    ("J", BLUE, shield),
    ("Q", RED, tiara),
    ("K", GREEN, crown),
    ("A", BLACK, spade),
)


def poker(face: int) -> Picture:
    """Draw a face of the poker die (RULES 2.1): its letter above its shape."""
    letter, colour, shape = POKER[face - 1]
    picture = die()
    write(picture, letter, (64, 43), 0.87, colour)
    shape(picture, (64, 96), colour)
    return picture


def cards(face: int) -> Picture:
    """Draw a card of Six Card Poker: its number above as many diamonds."""
    picture = card()
    write(picture, str(face), (64, 48), 1.04, VIOLET)
    for place in range(face):
        x = 64 + 18 * (place - (face - 1) / 2)
        picture.shape(((x, 91), (x + 8, 101), (x, 111), (x - 8, 101)), VIOLET)
    return picture


def to_reroll(picture: Picture) -> Picture:
    """Add the sign of a die to be rerolled: a round arrow, on a disc that covers no pip."""
    picture.shrink(100)
    centre = (100, 28)
    picture.disc(centre, 28, FACE)
    picture.disc(centre, 25, BLACK)
    picture.stroke(arc(centre, (13.5, 13.5), -10, 230), 7.5, FACE)
    (tip,) = {*arc(centre, (13.5, 13.5), -10, -10)}
    picture.shape(move_to([(-12, 2), (11, 4), (1, -16)], tip), FACE)
    return picture


def pictures() -> dict[str, Image.Image]:
    """Draw every picture, by its name."""
    return {
        **{f"pips_{face}_reroll": to_reroll(pips(face)).done() for face in range(1, 7)},
        **{f"poker_{face}_reroll": to_reroll(poker(face)).done() for face in range(1, 7)},
        **{f"pips_{face}": pips(face).done() for face in range(1, 7)},
        **{f"poker_{face}": poker(face).done() for face in range(1, 7)},
        **{f"cards_{face}": cards(face).done() for face in range(1, 5)},
    }


# Dice that roll. A cube turns about an axis across the picture and one along the line of sight.

FRAMES = (20, *(70,) * 4, *(60,) * 5, 500)
"""How many milliseconds each frame is shown: the face, what turns for the rest of 0.6 seconds, the
face."""

LYING = 8
"""How many frames lie still in the end, none for long: whatever limit a media server has for a
frame or for all of them, it leaves no die tilted."""

COLOURS = 64
"""How many colours an animation has, the empty ground among them."""

CONTROL, DISPOSAL, KEEP = b"!\xf9\x04", 0b11100, 0b00100
"""The beginning of a frame of a GIF; the bits of its disposal, and those of a frame that stays."""

CODE = COLOURS.bit_length()
"""The bits of a code in the picture of one pixel: 64 colours, the beginning, the end."""

Vector = tuple[float, float, float]


def turned(at: Vector, pitch: float, yaw: float, roll: float) -> Vector:
    """Return a point after turns about the axes across, upright and along the line of sight."""
    x, y, z = at
    y, z = y * cos(pitch) - z * sin(pitch), y * sin(pitch) + z * cos(pitch)
    x, z = x * cos(yaw) + z * sin(yaw), z * cos(yaw) - x * sin(yaw)
    return x * cos(roll) - y * sin(roll), x * sin(roll) + y * cos(roll), z


SIDES: tuple[tuple[Vector, Vector, Vector], ...] = (
    ((-1, -1, 1), (1, -1, 1), (-1, 1, 1)),
    ((-1, -1, -1), (1, -1, -1), (-1, -1, 1)),
    ((1, -1, 1), (1, -1, -1), (1, 1, 1)),
    ((-1, -1, -1), (-1, -1, 1), (-1, 1, -1)),
    ((-1, 1, 1), (1, 1, 1), (-1, 1, -1)),
    ((1, -1, -1), (-1, -1, -1), (1, 1, -1)),
)
"""Three corners of each side of a cube: front, top, right, left, bottom, back."""


def cube(sides: Sequence[Image.Image], turns: float, lift: float) -> Image.Image:
    """Draw a die in the air: `turns` are left until its first side lies in front.

    It is smaller the higher it flies: `lift` is 1 at most.
    """
    picture = Picture()
    half = 58 - 22 * lift
    angles = (turns * 2 * pi, turns * 0.55 * pi, turns * -0.8 * pi)
    middle = (64.0, 63.0 - 6 * lift)
    seen = []
    for side, corners in zip(sides, SIDES, strict=True):
        moved = [turned(corner, *angles) for corner in corners]
        front = moved[1][2] + moved[2][2]  # the middle of a side lies between these corners
        if front > 0.02:
            flat = [(middle[0] + x * half, middle[1] + y * half) for x, y, _ in moved]
            seen.append((front, side, flat))
    for front, side, (origin, right, down) in sorted(seen, key=lambda one: one[0]):
        shade = Image.new("RGBA", side.size, (0, 0, 0, round(70 * (1 - front / 2))))
        shaded = Image.alpha_composite(side, shade)
        shaded.putalpha(side.getchannel("A"))
        picture.fit(shaded, (origin, right, down))
    return picture.done()


def side_of(face: Picture) -> Image.Image:
    """Return a face as the side of a cube: without the shadow below it, its edge all around."""
    drawn = face.large()
    inner = drawn.crop((6 * FINER, 6 * FINER, 122 * FINER, 116 * FINER)).resize((464, 464))
    side = Image.new("RGBA", (496, 496), SIDE)
    ImageDraw.Draw(side).rectangle((0, 0, 495, 495), outline=RIM, width=12)
    side.alpha_composite(inner, (16, 16))
    return side


def rolled(draw: Callable[[int], Picture], face: int) -> list[Image.Image]:
    """Draw the frames of a die that rolls and comes to lie on a face."""
    still = draw(face).done()
    others = [one for one in range(1, 7) if one not in (face, 7 - face)]
    sides = [side_of(draw(one)) for one in (face, *others, 7 - face)]
    moving = len(FRAMES) - 2
    frames = []
    for step in range(moving):
        left = 1 - (step + 1) / (moving + 1)
        frames.append(cube(sides, -left * left, sin(pi * left**1.3)))
    return [still, *frames, still]


def animation(frames: Sequence[Image.Image]) -> bytes:
    """Return frames as a GIF that is played once, with `LYING` frames like the last one.

    Half of its colours are those of the face, half those of the others. A pixel of a GIF is there
    or not, so those at the edge are there where they cover half of it.
    """
    flat = []
    for frame in frames:
        flat.append(Image.new("RGB", frame.size, RIM))
        flat[-1].paste(frame, mask=frame)
    turning = Image.new("RGB", (SIZE, SIZE * len(frames)), RIM)
    for place, frame in enumerate(flat):
        turning.paste(frame, (0, SIZE * place))
    palette = Image.new("P", (1, 1))
    palette.putpalette([*_palette(flat[0], COLOURS // 2), *_palette(turning, COLOURS // 2 - 1)])
    shown = []
    for frame, colours in zip(frames, flat, strict=True):
        one = colours.quantize(palette=palette, dither=Image.Dither.NONE)
        one.paste(COLOURS - 1, mask=frame.getchannel("A").point(lambda alpha: 255 * (alpha < 128)))
        shown.append(one)
    file = BytesIO()
    shown[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=shown[1:],
        duration=FRAMES,
        disposal=2,
        transparency=COLOURS - 1,
        optimize=False,
    )
    return _lying(file.getvalue())


def _lying(gif: bytes) -> bytes:
    """Return a GIF whose last frame stays for `LYING` frames: the others add an empty pixel."""
    last = gif.rindex(CONTROL)
    (packed,), (transparent,) = gif[last + 3 : last + 4], gif[last + 6 : last + 7]
    stays = (packed & ~DISPOSAL | KEEP).to_bytes()
    bits = COLOURS | transparent << CODE | (COLOURS + 1) << 2 * CODE
    pixel = bytes((CODE - 1, 3)) + bits.to_bytes(3, "little") + b"\0"
    same = CONTROL + stays + gif[last + 4 : last + 8] + b",\0\0\0\0\1\0\1\0\0" + pixel
    return gif[: last + 3] + stays + gif[last + 4 : -1] + same * (LYING - 1) + gif[-1:]


def _palette(drawn: Image.Image, colours: int) -> list[int]:
    """Return so many colours of a picture, three numbers each."""
    few = drawn.quantize(colours, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    numbers = few.getpalette() or []
    return [*numbers, *(0,) * (3 * colours)][: 3 * colours]


def animations() -> dict[str, bytes]:
    """Draw the animation of every face of a die, by its name."""
    return {
        f"{key}_{face}_rolls": animation(rolled(draw, face))
        for key, draw in (("pips", pips), ("poker", poker))
        for face in range(1, 7)
    }


THEMES = ("#313338", "#36393f", "#1a1a1e", "#ffffff", "#5865f2", "#4e5058")
"""Discord's dark, older dark and darkest theme, the light one, a marked button and a plain one."""


def sheet(drawn: dict[str, Image.Image]) -> Image.Image:
    """Lay the pictures out on every theme, 22, 44 and 128 pixels large, to look at them."""
    across = len(drawn) * 66
    page = Image.new("RGB", (across, len(THEMES) * 82 + 2 * 140), THEMES[0])
    draw = ImageDraw.Draw(page)
    for row, theme in enumerate(THEMES):
        draw.rectangle((0, row * 82, across, row * 82 + 82), fill=theme)
        for column, picture in enumerate(drawn.values()):
            for size, down in ((44, 4), (22, 54)):
                small = picture.resize((size, size), Image.Resampling.LANCZOS)
                page.paste(small, (column * 66 + 11, row * 82 + down), small)
    for place, picture in enumerate(drawn.values()):
        top = len(THEMES) * 82 + 140 * (place // 8) + 6
        page.paste(picture, (place % 8 * 132 + 2, top), picture)
    return page


def main(argv: Sequence[str] | None = None) -> None:
    """Write the pictures, and the sheet that was asked for."""
    parser = argparse.ArgumentParser(description="Draw the emoji of dice and cards.")
    parser.add_argument("--sheet", type=Path, help="also write all of them on one page to look at")
    chosen = parser.parse_args(argv)
    drawn = pictures()
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, picture in drawn.items():
        picture.save(PICTURES / f"{name}.png", optimize=True)
    for name, gif in animations().items():
        (PICTURES / f"{name}.gif").write_bytes(gif)
    if chosen.sheet:
        sheet(drawn).save(chosen.sheet)


if __name__ == "__main__":
    main()
