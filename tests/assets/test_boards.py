"""The scripts that take boards: the dice they ask for, the labels they press, the sheets they make."""

import re
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

import pytest

from bot.commands.demo import MEMBERS
from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer, render
from bot.statistics.store import of_member, to_judge
from bot.storage.database import Storage
from rules.text import Text

Image = pytest.importorskip("PIL.Image")
pytest.importorskip("playwright")

ASSETS = Path(__file__).parents[2] / "assets"


@pytest.fixture
def script(monkeypatch):
    monkeypatch.syspath_prepend(str(ASSETS))
    return import_module


def test_given_rolls_land_where_as_many_dice_fall_and_seeded_ones_after_them(script):
    page = script("demo_page")
    luck = page.WrittenLuck(7, [(4, 4, 4, 1, 6), (6, 3), (2, 2, 2, 2, 2)])
    assert [luck.roll("roll", count) for count in (5, 5, 2)] == [
        (4, 4, 4, 1, 6),
        (2, 2, 2, 2, 2),
        (6, 3),
    ]
    seeded = page.WrittenLuck(7)
    assert [luck.roll("roll", 5) for _ in range(3)] == [seeded.roll("roll", 5) for _ in range(3)]


def test_the_labels_that_are_pressed_stand_in_the_catalogue(script):
    boards = script("take_boards")
    labels = [one for one in vars(boards).values() if isinstance(one, Text)]
    assert len(labels) >= 6
    for label in labels:
        told = {render(label, language, PlainRenderer(language)) for language in LANGUAGES}
        assert len(told) == len(LANGUAGES)


def test_a_sheet_holds_pictures_that_are_taken(script):
    scripts = (ASSETS / name for name in ("take_boards.py", "private_page_stories.py"))
    taken = set(re.findall(r'take\("([\w-]+)"\)', "".join(one.read_text() for one in scripts)))
    boards, sheets = script("take_boards"), script("contact_sheets")
    shown = [picture.split("-", 2) for each in sheets.SHEETS.values() for picture in each]
    for language, size, board in shown:
        assert language in boards.LANGUAGES
        assert size in boards.SIZES
        assert board in taken
    for _, _, names in script("take_pictures").BOARDS:
        assert boards.STORIES.keys() >= {*names}


def test_pictures_stand_in_a_row(script, tmp_path):
    sheets = script("contact_sheets")
    files = [tmp_path / f"{colour}.png" for colour in ("red", "blue")]
    for file in files:
        Image.new("RGB", (390, 844), file.stem).save(file)
    row = sheets.side_by_side(files)
    assert row.size == (390 + sheets.GAP + 390, 844)
    assert row.getpixel((5, 5)) == (255, 0, 0)
    assert row.getpixel((390 + sheets.GAP + 5, 5)) == (0, 0, 255)


@pytest.mark.slow
def test_rounds_before_the_page_opens_are_judged(script, tmp_path, monkeypatch):
    earlier = script("earlier_rounds")
    found = [one for one in earlier.all_rounds() if one.seed == "ana 0"]
    monkeypatch.setattr(earlier, "all_rounds", lambda: found)
    members = {name: number for number, name in enumerate((*MEMBERS, *earlier.OTHERS), 1)}
    with Storage.open(f"sqlite:///{tmp_path / 'earlier.sqlite3'}") as storage:
        earlier.store(storage, 7, 8, members)
        games = storage.read(of_member.games, 7, members["ana"], datetime.now(UTC)).sums.values()
        assert len(found) == sum(one.games for one in games) == 4
        assert sum(one.judged for one in games) == 4
        assert storage.read(to_judge.load_oldest, 9) == []
