"""All scenes of a round as one GIF file: how long each is seen, what a large one leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import chain
from pathlib import Path

from PIL import Image, ImageColor

from bot.pictures.colours import BACKGROUND, FOREGROUND, GRID, LINES, VERDICTS
from bot.review.animation.drawing import ACCENT, PANEL, QUIET, PictureRenderer, drawable
from bot.review.animation.plot import plot_of
from bot.review.animation.scene_picture import DIE, LARGE_DIE, Falling, Painter
from bot.review.animation.scenes import MOST_SCENES, Scene, Story
from bot.review.played_round import Played
from rules.review import SLIPS
from rules.screen import Cards, Dice, Seat

MAX_BYTES = 300 * 1024
"""The largest size of the file, which a phone loads in a moment."""

FALL, LANDING, CHOICE, SLIP, END = 350, 1000, 1700, 2600, 6000
"""The duration of each kind of scene in milliseconds."""

COLOURS = 60
"""The number of colours in the palette, for all scenes together."""

APART = 8
"""The least difference between a colour from the frames and the fixed colours of the palette."""

COARSER = 2
"""The factor by which frames are reduced before the palette is taken from them."""

_DICE = ("#fdfbf5", "#22252c", "#c3242f", "#1f57b5", "#177a3c", "#5a2d91")
"""The colours of the pictures of the faces."""

_ALWAYS = (
    *(BACKGROUND, PANEL, GRID, FOREGROUND, QUIET, ACCENT),
    *VERDICTS.values(),
    *LINES,
    *_DICE,
)
"""The fixed colours of the palette; the others are taken from the frames."""


def gif(played: Played, told: Story, names: Sequence[str], language: str, pictures: Path) -> bytes:
    """Return the scenes of a round as an animated picture, of `MAX_BYTES` at most.

    `names` are those of the seats, `pictures` is the folder of the pictures of faces. Where the
    picture would be too large, scenes are left out, evenly.
    """
    known = (drawable(name) or Seat(index).letter for index, name in enumerate(names))
    renderer = PictureRenderer(language, tuple(known))
    lines = plot_of(played, told.reviews, renderer) if told.reviews else None
    die = DIE if any(len(_rows(scene)) > 1 for scene in told.scenes) else LARGE_DIE
    painter = Painter(played.game.info.name, told.turns, die, lines, renderer, pictures)
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
        most = max(min(len(frames) * MAX_BYTES // len(drawn), len(frames) - 1), 1)
        kept = [len(frames) - 1 - place * len(frames) // most for place in reversed(range(most))]
        frames, times = [frames[place] for place in kept], [times[place] for place in kept]
        drawn = _gif(frames, times)
    return drawn


def _falling(before: Scene | None, scene: Scene) -> Falling:
    """Return the dice or cards that land in a scene: their rows, with the positions in them."""
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
    """Return pictures as a GIF with one palette, so that only changes are stored again."""
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
    """Return a picture with the palette: the fixed colours, and the most frequent of the frames."""
    width, height = (length // COARSER for length in frames[0].size)
    some = frames[:: max(len(frames) // 6, 1)]
    together = Image.new("RGB", (width, height * len(some)))
    for place, frame in enumerate(some):
        coarse = frame.resize((width, height), Image.Resampling.NEAREST)
        together.paste(coarse, (0, place * height))
    always = list(dict.fromkeys(map(ImageColor.getrgb, _ALWAYS)))
    cut = together.quantize(COLOURS - len(always), method=Image.Quantize.MEDIANCUT).getpalette()
    others = [
        one
        for one in zip(*[iter(cut or ())] * 3, strict=True)
        if all(_apart(one, other) for other in always)
    ]
    palette = Image.new("P", (1, 1))
    palette.putpalette([*chain.from_iterable((*always, *others))])
    return palette


def _apart(one: Sequence[int], other: Sequence[int]) -> bool:
    """Return whether Pillow distinguishes two colours, which it looks up by their higher bits."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) >= APART
