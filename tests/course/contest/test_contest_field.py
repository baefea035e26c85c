"""A field: each strategy plays each, and what a best answer takes is told."""

from __future__ import annotations

import re
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest
from PIL import Image

from bot import cli
from contest_output import mistake, told
from course.contest import six_card
from course.contest.entrants import Entrants
from course.contest.exact import exact_score
from course.contest.field import Share, deals_of_pair, entered, mean, pairs, taken
from course.contest.field_picture import EVEN, LOSSES, WINS, colour
from course.contest.registry import CONTESTS
from course.sandbox import process
from rules.registry import game as game_of

pytestmark = pytest.mark.slow

SIX = game_of("six-card")
DICE = game_of("dice-poker")
CONTEST = CONTESTS["six-card"]

FILES = {
    "high.py": "def split(cards):\n    return cards[3:], cards[1:3], cards[0]\n",
    "low.py": "def split(cards):\n    return cards[:3], cards[3:5], cards[5]\n",
    "lots.py": (
        "import random\n"
        "def split(cards):\n"
        "    cards = random.sample(cards, 6)\n"
        "    return cards[:3], cards[3:5], cards[5]\n"
    ),
    "wrong.py": "def split(cards):\n    return cards\n",
    "keep.py": "def reroll(own, other):\n    return []\n",
    "all.py": "def reroll(own, other):\n    return [1, 2, 3, 4, 5]\n",
    "late.py": (
        "asked = 0\n"
        "def reroll(own, other):\n"
        "    global asked\n"
        "    asked += 1\n"
        "    return [] if asked < 30 else None\n"
    ),
}


@pytest.fixture(autouse=True)
def entries(tmp_path):
    for name, source in FILES.items():
        Path(name).write_text(source, encoding="utf-8")
    Path("other").mkdir()
    Path("other/high.py").write_text(FILES["high.py"], encoding="utf-8")


def rows(out):
    """Return the lines of the table: number, entry, then numbers or None for a dash."""
    lines = [line.split() for line in out.splitlines() if re.match(r" *\d+  \S", line)]
    return [
        (int(number), name, [None if cell == "–" else float(cell) for cell in cells])
        for number, name, *cells in lines
    ]


def played(game, names, deals=50, exact=True):
    contest = CONTESTS[game.info.key]
    with Entrants() as entrants:
        found = entered(game, contest, names, None if exact else deals, entrants)
        told = list(pairs(game, contest, found, deals, 1))
    entries = len(found.entries)
    deals_of_all = entries * (entries - 1) // 2 * deals_of_pair(game, deals)
    assert len(told) == deals_of_all or found.out
    return found


def test_each_plays_each_exactly_and_the_table_is_ranked(capsys):
    out = told(capsys, "six-card", "--field", "low.py", "high.py:split", "easy", "perfect")
    assert out.startswith("4 entries, 6 pairs, all deals, exact\n")
    table = rows(out)
    assert next(name for _, name, _ in table) == "perfect"
    assert {name for _, name, _ in table} == {"low.py", "high.py", "easy", "perfect"}
    means = [numbers[0] for _, _, numbers in table]
    assert means == sorted(means, reverse=True)
    names = [name for _, name, _ in table]
    given = {name: f"{name}:split" if name.endswith(".py") else name for name in names}
    for row, (_, name, (average, _, *cells)) in enumerate(table):
        assert cells[row] is None
        others = [cell for cell in cells if cell is not None]
        assert average == pytest.approx(sum(others) / len(others), abs=0.1)
        for column, cell in enumerate(cells):
            if cell is not None:
                sides = {"strategy": given[name], "against": given[names[column]]}
                score = exact_score(SIX, CONTEST, CONTEST.exact, sides)
                assert cell == pytest.approx(100 * score.share, abs=0.05)
    assert not list(Path.cwd().glob("*.png"))


def test_what_a_best_answer_takes_is_told(capsys):
    found = played(SIX, ["random", "perfect", "high.py"])
    losses = taken(CONTEST, found)
    assert losses[1] == 0, "nothing is taken from an equilibrium"
    assert losses[0] == pytest.approx(0.859375624376 - 0.5, abs=1e-12), "README 5.8 of Six Card"
    for place in found.places:
        for other in found.places:
            if place != other:
                assert found.share(other, place).value <= 0.5 + losses[place] + 1e-12
    out = told(capsys, "six-card", "--field", "random", "perfect")
    assert {name: numbers[1] for _, name, numbers in rows(out)} == {"perfect": 0, "random": 35.94}


def test_entries_that_choose_by_lot_play_deals_with_a_margin(capsys):
    argv = ["six-card", "--field", "lots.py", "high.py", "low.py", "--deals", "40", "--seed", "3"]
    out = told(capsys, *argv)
    assert out.startswith("3 entries, 3 pairs, 40 deals a pair, seed 3\n")
    assert "95 % margin of error: at most " in out
    assert "taken" not in out
    assert told(capsys, *argv) == out
    assert told(capsys, *argv[:-1], "4") != out
    found = played(SIX, ["lots.py", "high.py", "low.py"])
    margins = {pair: share.margin for pair, share in found.shares.items()}
    assert margins[1, 2] == 0
    assert min(margins[0, 1], margins[0, 2]) > 0
    assert set(taken(CONTEST, found)) == {1, 2}


def test_two_files_of_one_name_are_told_apart(capsys):
    out = told(capsys, "six-card", "--field", "high.py", "other/high.py", "high.py", "low.py")
    assert {name for _, name, _ in rows(out)} == {"high.py", "other/high.py", "low.py"}


def test_an_entry_that_fails_is_out_and_the_others_play(capsys):
    argv = ["contest", "six-card", "--field", "wrong.py", "high.py", "gone.py", "low.py"]
    assert cli.main(argv) == 1
    output = capsys.readouterr()
    assert {name for _, name, _ in rows(output.out)} == {"high.py", "low.py"}
    first, second = output.err.splitlines()
    assert first.startswith("dice-poker: out of the field: wrong.py:split was given the cards ")
    assert second == "dice-poker: out of the field: there is no file gone.py"


def test_dice_poker_plays_both_parts_and_drops_who_fails_late(capsys):
    argv = ["dice-poker", "--field", "keep.py", "late.py", "house", "--deals", "40", "--seed", "1"]
    assert cli.main(["contest", *argv]) == 1
    output = capsys.readouterr()
    assert output.out.startswith("2 entries, 1 pair, 40 deals a pair and part, seed 1\n")
    assert {name for _, name, _ in rows(output.out)} == {"keep.py", "house"}
    assert "late.py:reroll was given the dice " in output.err
    found = played(DICE, ["keep.py", "all.py"], 200, exact=False)
    assert found.share(0, 1).value + found.share(1, 0).value == 1
    assert 0 < found.share(0, 1).margin < 0.06


def test_the_parts_of_dice_poker_weigh_the_same():
    """A strategy against itself wins as often as it loses, whichever part is the better one."""
    Path("same.py").write_text(FILES["keep.py"])
    found = played(DICE, ["keep.py", "same.py"], 2_000, exact=False)
    share = found.share(0, 1)
    assert abs(share.value - 0.5) < 2 * share.margin


def test_means_of_independent_shares():
    assert mean([Share(0.25, 0.03), Share(0.75, 0.04)]) == Share(0.5, 0.025)
    assert Share(0.25, 0.1).other == Share(0.75, 0.1)


def test_the_picture_is_drawn_where_it_is_named(capsys):
    out = told(capsys, "six-card", "--field", "high.py", "low.py", "perfect", "--picture", "f.png")
    assert out.endswith("picture: f.png\n")
    with Image.open("f.png") as picture:
        assert picture.format == "PNG"
        colours = {colour for _, colour in picture.convert("RGB").getcolors(1 << 20)}
    found = played(SIX, ["high.py", "low.py", "perfect"])
    for one in found.places:
        for other in found.places:
            assert one == other or colour(found.share(one, other).value) in colours
    assert (colour(0), colour(0.5), colour(1)) == (LOSSES, EVEN, WINS)


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        ("--field high.py", "a field needs two entries and has 1"),
        (
            "--field high.py gone.py",
            "a field needs two entries and has 1; there is no file gone.py",
        ),
        ("--field high.py low.py --against high", "--field names all strategies: omit --against"),
        (
            "--field high.py low.py --picture a.jpg",
            "the picture is a PNG: give a name that ends in .png, not a.jpg",
        ),
        (
            "--field high.py low.py --picture gone/a.png",
            "there is no folder gone for the picture",
        ),
    ],
)
def test_mistakes_are_told_in_a_line(argv, says, capsys):
    assert mistake(capsys, "six-card", *argv.split()) == f"dice-poker: {says}"


def test_exact_chances_are_fractions_that_sum_to_1():
    found = played(SIX, ["high.py", "low.py"])
    plans = [entry.plan for entry in found.entries]
    chances = CONTEST.exact.chances(*plans)
    assert sum(chances) == 1
    assert all(isinstance(chance, Fraction) for chance in chances)


# Files of strangers: each runs in a process of its own

HOSTILE = {
    "endless": ("while True: time.sleep(9)", "does not end in time"),
    "endless and deaf": (
        "while True:\n        try:\n            while True: time.sleep(9)\n        except BaseException: pass",
        "does not end in time",
    ),
    "end": ("import os; os._exit(0)", "ended Python"),
    "exit": ("exit()", "raised SystemExit"),
    "flood": (
        (
            "import os\n    while True:\n        for n in range(3, 9):\n"
            "            try: os.write(n, b'x' * 9999)\n            except OSError: pass"
        ),
        "does not end in time",
    ),
    "lies": (
        (
            "import os\n    for n in range(3, 9):\n        try: os.write(n, b'[\\n')\n"
            "        except OSError: pass"
        ),
        "ended Python",
    ),
    "memory": ("bytearray(2**31)", "raised MemoryError"),
    "processes": ("import os; os.fork()", "raised PermissionError"),
    "the contest": ("import os; os.kill(os.getppid(), 9)", "raised PermissionError"),
    "native code": ("import ctypes", "raised PermissionError: native code is not loaded here"),
    "our files": (
        f"open({six_card.__file__!r})",
        "raised PermissionError: the files of Dice Poker are not read here",
    ),
    "our modules": ("from rules import registry", "raised ModuleNotFoundError"),
    "others' files": ("open('high.py', 'w')", "raised PermissionError"),
}


def test_hostile_entries_are_out_of_the_field_and_named(capsys, monkeypatch):
    monkeypatch.setattr(process, "TIME_LIMIT", 1.5)
    monkeypatch.setattr(process, "MAX_OUTPUT", 100_000)
    files = [f"hostile{number}.py" for number in range(len(HOSTILE))]
    for file, (line, _) in zip(files, HOSTILE.values(), strict=True):
        written = line.replace("'high.py'", repr(str(Path("high.py").resolve())))
        body = f"import time\ndef split(cards):\n    {written}\n"
        Path(file).write_text(body, encoding="utf-8")
    before = Path("high.py").read_bytes()
    assert cli.main(["contest", "six-card", "--field", "high.py", *files, "low.py"]) == 1
    output = capsys.readouterr()
    assert {name for _, name, _ in rows(output.out)} == {"high.py", "low.py"}
    told = output.err.splitlines()
    assert len(told) == len(HOSTILE)
    for file, line, (_, why) in zip(files, told, HOSTILE.values(), strict=True):
        start = f"dice-poker: out of the field: {file}:split was given the cards 3 3 4 4 4 4 and "
        assert line.startswith(start)
        assert why in line, file
    assert Path("high.py").read_bytes() == before


def test_a_file_that_does_not_end_while_it_is_imported_is_out(capsys, monkeypatch):
    monkeypatch.setattr(process, "TIME_LIMIT", 1.5)
    Path("hostile.py").write_text("import time\nwhile True: time.sleep(9)\n", encoding="utf-8")
    assert cli.main(["contest", "six-card", "--field", "high.py", "hostile.py", "low.py"]) == 1
    [told] = capsys.readouterr().err.splitlines()
    assert told == "dice-poker: out of the field: hostile.py is imported and does not end in time"


def test_an_entry_that_turns_hostile_while_it_plays_is_out(capsys, monkeypatch):
    monkeypatch.setattr(process, "TIME_LIMIT", 1.5)
    source = FILES["late.py"].replace("None", "__import__('time').sleep(99)")
    Path("hostile.py").write_text(source, encoding="utf-8")
    argv = ["--field", "hostile.py", "keep.py", "all.py", "--deals", "60", "--seed", "1"]
    assert cli.main(["contest", "dice-poker", *argv]) == 1
    output = capsys.readouterr()
    assert {name for _, name, _ in rows(output.out)} == {"keep.py", "all.py"}
    assert "hostile.py:reroll was given the dice " in output.err
    assert "does not end in time" in output.err


def test_a_slow_entry_has_so_much_time_in_all(capsys, monkeypatch):
    monkeypatch.setattr(process, "TOTAL_LIMIT", 3.0)
    source = "import time\n" + FILES["high.py"].replace(
        "    return", "    time.sleep(0.05)\n    return"
    )
    Path("slow.py").write_text(source, encoding="utf-8")
    assert cli.main(["contest", "six-card", "--field", "high.py", "slow.py", "low.py"]) == 1
    assert "slow.py:split was given the cards" in capsys.readouterr().err


def test_entries_know_nothing_of_each_other(capsys):
    """A name that one puts into a module of the standard library is not there for others."""
    for name in ("one", "two"):
        source = f"import math\nassert getattr(math, 'seen', {name!r}) == {name!r}\nmath.seen = {name!r}\n"
        Path(f"{name}.py").write_text(source + FILES["high.py"], encoding="utf-8")
    out = told(capsys, "six-card", "--field", "one.py", "two.py")
    assert {name for _, name, _ in rows(out)} == {"one.py", "two.py"}


def test_an_entry_is_not_told_the_seed_of_the_dice(capsys):
    """It says what it is told where it begins to play: the dice would follow from the seed."""
    source = (
        "import sys\nframe, told = sys._getframe(), ''\n"
        "while frame:\n"
        "    request = frame.f_locals.get('request')\n"
        "    told = request.get('begin', told) if isinstance(request, dict) else told\n"
        "    frame = frame.f_back\n"
        "if told.strip(' strategies'):\n    raise ValueError(f'told {told}.')\n"
        "def reroll(own, other):\n    return []\n"
    )
    Path("curious.py").write_text(source, encoding="utf-8")
    heard = []
    for seed in ("770123", "770123", "4"):
        argv = ["--field", "curious.py", "keep.py", "all.py", "--deals", "5", "--seed", seed]
        assert cli.main(["contest", "dice-poker", *argv]) == 1
        heard += re.findall(r"ValueError: told (.*)\.", capsys.readouterr().err)
    assert heard[0] == heard[1] != heard[2], "contests are reproducible"
    for known in ("770123", "770123 0 1", "770123 1 0"):
        assert known not in heard[0]
        assert heard[0] != sha256(known.encode()).hexdigest()


def test_no_process_of_an_entry_is_left(capsys, monkeypatch):
    started = []

    class Recorded(process.subprocess.Popen):
        def __init__(self, *given, **named):
            super().__init__(*given, **named)
            started.append(self)

    monkeypatch.setattr(process.subprocess, "Popen", Recorded)
    told(capsys, "six-card", "--field", "high.py", "low.py", "lots.py", "--deals", "5")
    assert len(started) == 3
    assert all(one.returncode is not None for one in started)
