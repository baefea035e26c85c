"""The pictures of dice and cards: all there, as drawn, and distinct without colour."""

import importlib.util
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rules.dice import PIPS, POKER

Image = pytest.importorskip("PIL.Image")
ImageChops = pytest.importorskip("PIL.ImageChops")

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "bot" / "ui" / "drawing" / "emoji_pictures"
NAMES = sorted(
    [
        f"{drawn.key}_{face}{selected}"
        for drawn in (PIPS, POKER)
        for face in range(1, 7)
        for selected in ("", "_reroll")
    ]
    + [f"cards_{value}" for value in range(1, 5)]
)


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("draw_emoji", ROOT / "assets" / "draw_emoji.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ROLLED = [f"{drawn.key}_{face}_rolls" for drawn in (PIPS, POKER) for face in range(1, 7)]


def test_there_is_a_picture_for_every_face() -> None:
    assert sorted(path.stem for path in PICTURES.glob("*.png")) == NAMES
    assert sorted(path.stem for path in PICTURES.glob("*.gif")) == ROLLED
    assert len([*PICTURES.iterdir()]) == len(NAMES) + len(ROLLED)


@pytest.mark.slow
def test_the_script_draws_the_very_pixels_that_are_kept(script: ModuleType) -> None:
    drawn = script.pictures()
    assert sorted(drawn) == NAMES
    for name, picture in drawn.items():
        with Image.open(PICTURES / f"{name}.png") as kept:
            assert kept.convert("RGBA").tobytes() == picture.tobytes(), name


def test_discord_takes_the_pictures() -> None:
    for name in NAMES:
        path = PICTURES / f"{name}.png"
        assert path.stat().st_size < 256 * 1024, name
        with Image.open(path) as picture:
            kind = picture.format, picture.size, picture.mode
            alpha = picture.getchannel("A")
        assert kind == ("PNG", (128, 128), "RGBA"), name
        corners = [alpha.getpixel(at) for at in ((0, 0), (127, 0), (0, 127), (127, 127))]
        assert (corners, alpha.getpixel((64, 64))) == ([0] * 4, 255), name


@pytest.mark.parametrize("key", ["pips", "poker", "cards"])
def test_2_1_faces_differ_without_colour_at_22_pixels(key: str) -> None:
    """Turned grey and as small as in a line of text, a good part of the picture differs."""
    grey = {}
    for name in NAMES:
        if name.startswith(key):
            with Image.open(PICTURES / f"{name}.png") as picture:
                white = Image.new("RGBA", picture.size, "white")
                white.alpha_composite(picture)
                grey[name] = white.convert("L").resize((22, 22), Image.Resampling.LANCZOS)
    for one, other in combinations(grey, 2):
        drawn_smaller = "reroll" in one and "reroll" in other
        difference = ImageChops.difference(grey[one], grey[other])
        clear = sum(difference.histogram()[100:])
        assert clear >= (7 if drawn_smaller else 12), (one, other, clear)


@pytest.mark.parametrize("theme", ["#313338", "#36393f", "#1a1a1e", "#ffffff", "#5865f2"])
def test_the_edge_stands_out_on_every_theme(theme: str) -> None:
    """Somewhere in the outermost pixels the picture is clearly lighter or darker than the theme."""
    assert [name for name in NAMES if step_at_the_edge(name, theme) < 60] == []


def step_at_the_edge(name: str, theme: str) -> int:
    """Return the largest difference in grey from the theme in the outermost pixels."""
    with Image.open(PICTURES / f"{name}.png") as picture:
        page = Image.new("RGBA", picture.size, theme)
        page.alpha_composite(picture)
        grey = page.convert("L")
    ground = grey.getpixel((0, 0))
    left = next(x for x in range(64) if picture_alpha(name, x) == 255)
    return max(abs(grey.getpixel((left + step, 64)) - ground) for step in range(6))


def picture_alpha(name: str, x: int) -> int:
    with Image.open(PICTURES / f"{name}.png") as picture:
        return int(picture.getchannel("A").getpixel((x, 64)))


# Dice that roll


def frames_of(name: str) -> tuple[list[Any], list[int]]:
    """Return the frames of an animation, whole, and how many milliseconds each is shown."""
    with Image.open(PICTURES / f"{name}.gif") as picture:
        assert (picture.format, picture.size) == ("GIF", (128, 128))
        assert "loop" not in picture.info, "a GIF without the extension is played once"
        frames, times = [], []
        for place in range(picture.n_frames):
            picture.seek(place)
            frames.append(picture.convert("RGBA"))
            times.append(picture.info["duration"])
    return frames, times


def on_theme(picture: Any, theme: str = "#313338") -> Any:
    page = Image.new("RGBA", picture.size, theme)
    page.alpha_composite(picture)
    return page.convert("RGB")


@pytest.mark.parametrize("name", ROLLED)
def test_an_animation_is_small_and_plays_once_in_six_tenths_of_a_second(name: str) -> None:
    assert (PICTURES / f"{name}.gif").stat().st_size <= 32 * 1024
    frames, times = frames_of(name)
    *_, last = (frame.tobytes() for frame in frames)
    lie = [frame.tobytes() == last for frame in frames[1:]]
    moving = lie.index(True) + 1
    assert sum(times[:moving]) == 600
    assert min(times) >= 20, "browsers show a frame that is meant for less a tenth of a second"
    assert all(lie[moving - 1 :]), "from then on it lies still"
    assert times[moving:] == [500] * 8, "no frame is long, so no limit leaves a die tilted"
    assert len({frame.tobytes() for frame in frames}) == moving


@pytest.mark.parametrize("name", ROLLED)
def test_the_first_and_the_last_frame_are_the_face(name: str) -> None:
    """But for half covered pixels at the edge, which a GIF does not have."""
    frames, _ = frames_of(name)
    assert frames[0].tobytes() == frames[-1].tobytes()
    with Image.open(PICTURES / f"{name.removesuffix('_rolls')}.png") as kept:
        face = kept.convert("RGBA")
    difference = ImageChops.difference(on_theme(face), on_theme(frames[-1]))
    grey = difference.convert("L").histogram()
    assert sum(grey[33:]) == 0
    assert sum(grey[13:]) <= 200, "of 16,384 pixels"
    other = f"{name.split('_', maxsplit=1)[0]}_{1 + int(name.split('_')[1]) % 6}"
    with Image.open(PICTURES / f"{other}.png") as kept:
        difference = ImageChops.difference(on_theme(kept.convert("RGBA")), on_theme(frames[-1]))
    assert sum(difference.convert("L").histogram()[33:]) > 200, "another face is told apart"


@pytest.mark.slow
def test_the_script_draws_the_animations_that_are_kept(script: ModuleType) -> None:
    drawn = script.animation(script.rolled(script.pips, 5))
    assert drawn == (PICTURES / "pips_5_rolls.gif").read_bytes()
