"""All scenes of a round as one GIF."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

from bot.language.render import render
from bot.pictures.colours import LINES
from bot.review.animation import scene_picture
from bot.review.animation.drawing import ACCENT, QUIET, PictureRenderer, drawable
from bot.review.animation.plot import Plot
from bot.review.animation.scene_picture import Falling, Painter
from bot.review.animation.scenes import MOST_SCENES, Scene, Story
from bot.review.played_round import Played
from rules.review import SLIPS
from rules.screen import Cards, Dice, Seat
from rules.text import Percent, Points, Text, say, say_in

MAX_BYTES = 8_000_000
"""The largest picture; Discord takes no larger one on some servers."""

FALL, LANDING, CHOICE, SLIP, END = 350, 1000, 1700, 2600, 6000
"""For how many milliseconds each kind of scene is shown."""

CERTAIN = 0.005
"""By how much the chances of all seats may differ from one and still add up on the picture."""

COLOURS = 96
"""The colours of the picture, all scenes together."""

_ALWAYS = (ACCENT, QUIET, *scene_picture.COLOURS.values(), *LINES)
"""Colours that the picture has, however small they are drawn."""


def gif(played: Played, told: Story, names: Sequence[str], language: str, pictures: Path) -> bytes:
    """Return the scenes of a round as an animated picture, of `MAX_BYTES` at most.

    `names` are those of the seats, `pictures` is the folder with those of the faces.
    Where the picture would be too large, every other scene is left out.
    """
    known = (drawable(name) or Seat(index).letter for index, name in enumerate(names))
    renderer = PictureRenderer(language, tuple(known))
    lines = _plot(played, told, renderer) if told.reviews else None
    painter = Painter(played.game.info.name, told.turns, lines, renderer, pictures)
    last = len(told.scenes)
    before = (None, *told.scenes[:-1])
    falls = [
        _falling(*pair) if place < last else {}
        for place, pair in enumerate(zip(before, told.scenes, strict=True), 1)
    ]
    fall = last + sum(map(bool, falls)) <= MOST_SCENES
    frames: list[Image.Image] = []
    times: list[int] = []
    for place, (scene, falling) in enumerate(zip(told.scenes, falls, strict=True), 1):
        if fall and falling:
            frames.append(painter.picture(scene, place / last, falling))
            times.append(FALL)
        frames.append(painter.picture(scene, place / last))
        times.append(_duration(scene, end=place == last))
    drawn = _gif(frames, times)
    while len(drawn) > MAX_BYTES and len(frames) > 1:
        kept = (*range(0, len(frames) - 2, 2), len(frames) - 1)
        frames, times = [frames[place] for place in kept], [times[place] for place in kept]
        drawn = _gif(frames, times)
    return drawn


def _plot(played: Played, told: Story, renderer: PictureRenderer) -> Plot:
    points = played.unit == "points"
    worths = [worth for one in told.reviews for worth in one.worths]

    def amount(worth: float) -> str:
        said = Points(worth, 0) if points else Percent(worth, 0)
        return render(say_in("a probability", "{share}", share=said), renderer.language, renderer)

    lowest, highest = (min(worths), max(worths)) if points else (0.0, 1.0)
    caption = render(_caption(played, told), renderer.language, renderer)
    return Plot(told.reviews, renderer.names, lowest, highest, amount, caption)


def _caption(played: Played, told: Story) -> Text:
    """Return what the lines show; where cards are secret, the chances are no shares of one."""
    if played.unit == "points":
        return say("points to expect")
    sums = map(sum, zip(*(one.worths for one in told.reviews), strict=True))
    if any(abs(one - 1) > CERTAIN for one in sums):
        return say("chance to win, as each knows it")
    return say("chance to win")


def _falling(before: Scene | None, scene: Scene) -> Falling:
    """Return which dice or cards land in a scene: their rows, with the positions in them."""
    if scene.is_choice:
        return {}
    there = [] if before is None else [one.faces for one in _rows(before)]
    chosen = () if before is None else before.chosen
    return {
        one: chosen or tuple(range(1, len(one.faces) + 1))
        for one in _rows(scene)
        if one.faces not in there
    }


def _rows(scene: Scene) -> list[Dice | Cards]:
    return [block for block in scene.blocks if isinstance(block, Dice | Cards)]


def _duration(scene: Scene, *, end: bool) -> int:
    if end:
        return END
    if not scene.is_choice:
        return LANDING
    return SLIP if scene.verdict in SLIPS else CHOICE


def _gif(frames: Sequence[Image.Image], times: Sequence[int]) -> bytes:
    """Return pictures as a GIF with one palette, so that only what changes is stored again."""
    palette = _palette(frames)
    drawn = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    file = BytesIO()
    drawn[0].save(
        file,
        format="GIF",
        save_all=True,
        append_images=drawn[1:],
        duration=list(times),
        loop=0,
        disposal=1,
    )
    return file.getvalue()


def _palette(frames: Sequence[Image.Image]) -> Image.Image:
    """Return a picture with the palette of some frames, and of what must not be missing."""
    some = frames[:: max(len(frames) // 6, 1)]
    width, height = frames[0].size
    together = Image.new("RGB", (width, height * (len(some) + 1)))
    for place, frame in enumerate(some):
        together.paste(frame, (0, place * height))
    draw, stripe = ImageDraw.Draw(together), height // len(_ALWAYS)
    for place, colour in enumerate(_ALWAYS):
        top = len(some) * height + place * stripe
        draw.rectangle((0, top, width, top + stripe), fill=colour)
    return together.quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
