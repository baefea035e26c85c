"""The page of the course, typed through: every command prints what they show."""

from __future__ import annotations

import os
import re
import runpy
import shlex
import subprocess
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from PIL import Image

from bot import cli
from course.course_files import FILES
from grading import SOLUTION, TESTS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "course" / "README.md"


def typed(page: str) -> list[tuple[str, str]]:
    """Return the commands of the page, in order, each with what it prints."""
    blocks = re.findall(r"```console\n(.*?)```", page, re.DOTALL)
    commands = re.split(r"^\$ ", "".join(blocks), flags=re.MULTILINE)[1:]
    return [(command.partition("\n")[0], command.partition("\n")[2]) for command in commands]


@pytest.fixture(scope="module")
def page():
    return PAGE.read_text(encoding="utf-8")


@pytest.fixture
def room(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")


def bare(text: str) -> list[str]:
    """Return the lines of a text without spaces at their ends."""
    return [line.rstrip() for line in text.splitlines()]


@pytest.mark.slow
def test_every_command_prints_what_the_page_shows(page, room, capsys):
    commands = typed(page)
    assert len(commands) >= 2
    for command, shown in commands:
        program, *argv = shlex.split(command)
        if program == "cat":  # a file that the reader writes
            [name] = argv
            Path(name).write_text(shown, encoding="utf-8")
            continue
        assert program == "dice-poker"
        cli.main(argv)
        output = capsys.readouterr()
        assert bare(output.out + output.err) == bare(shown), command
    with Image.open("spread.png") as drawn:
        assert drawn.format == "PNG"


def test_the_table_of_ranks_is_right(page):
    ways = re.findall(r"^\| ([a-z ]+) \| ([\d,]+) \|", page, re.MULTILINE)
    counted = Counter(ranked(roll) for roll in product(range(1, 7), repeat=5))
    assert {rank: int(number.replace(",", "")) for rank, number in ways} == counted


def ranked(roll):
    """Return the name of the rank of a roll, with no code of the project."""
    alike = sorted(Counter(roll).values(), reverse=True)
    if len(alike) == 5:
        return "straight" if max(roll) - min(roll) == 4 else "singles"
    names = {
        (5,): "five of a kind",
        (4, 1): "four of a kind",
        (3, 2): "full house",
        (3, 1, 1): "three of a kind",
        (2, 2, 1): "two pair",
        (2, 1, 1, 1): "one pair",
    }
    return names[tuple(alike)]


def test_what_the_page_counts_is_so(page):
    """Three dice beside 6 6, against 6 6 4 4 1."""
    won = drawn = better = 0
    for roll in product(range(1, 7), repeat=3):
        counts = Counter((6, 6, *roll))
        better += max(counts.values()) >= 3
        pairs = sorted((face for face, number in counts.items() if number == 2), reverse=True)
        rest = [face for face, number in counts.items() if number == 1]
        hand = (max(counts.values()) >= 3, len(pairs), pairs, rest)
        won += hand > (False, 2, [6, 4], [1])
        drawn += hand == (False, 2, [6, 4], [1])
    assert (better, won, drawn) == (96, 117, 3)
    for number in ("96 of 216", "(117 + 3/2) / 216 = 0.549"):
        assert number in page
    assert round((117 + 3 / 2) / 216, 3) == 0.549


@pytest.mark.slow
def test_the_shell_loops_of_the_page_grade_a_folder_of_hand_ins(page, grading, monkeypatch):
    """Ana's files are named by a platform, and Bogdan's tests have a wrong work beside them."""
    place = grading.checks.parent
    for student, ending in (("ana", "-1"), ("bogdan", "")):
        folder = place / "hand-ins" / student
        folder.mkdir(parents=True)
        for name, source in SOLUTION.items():
            (folder / name.replace(".py", f"{ending}.py")).write_text(source, encoding="utf-8")
    (folder / "score_dice.py").write_text("import dice\n", encoding="utf-8")
    rename, grade = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    monkeypatch.setenv("PATH", f"{grading.python.parent}:{os.environ['PATH']}")
    for loop in (rename, grade):
        subprocess.run(["bash", "-u", "-c", loop], cwd=place, check=False)
    report = (place / "report.txt").read_text(encoding="utf-8")
    _, ana, bogdan = re.split(r"^== (?=hand-ins)", report, flags=re.MULTILINE)
    assert ana.startswith("hand-ins/ana/\n")
    assert f"\n{TESTS} passed in " in ana
    noticed = "Wrong versions that they notice: 33 of 33\n"
    assert ana.endswith(noticed)
    assert "score_dice.py has no calculate_score\n" in bogdan
    assert noticed in bogdan
    assert bogdan.endswith("score_dice.py:1:1: F401 'dice' imported but unused\n")
    again = subprocess.run(
        ["bash", "-u", "-c", rename], cwd=place, capture_output=True, text=True, check=False
    )
    assert again.stdout + again.stderr == ""


@pytest.mark.slow
def test_what_loops_and_what_prints_leave_a_report(page, grading, monkeypatch):
    """Scores that print and are wrong, then loop; tests that loop when they notice something."""
    place = grading.checks.parent
    folder = place / "hand-ins" / "carmen"
    folder.mkdir(parents=True)
    (folder / "dice.py").write_text(SOLUTION["dice.py"], encoding="utf-8")
    (folder / "score_dice.py").write_text(
        "def calculate_score(dice, category):\n    print('debugging')\n"
        "    while category == 2:\n        pass\n",
        encoding="utf-8",
    )
    (folder / "test_score_dice.py").write_text(
        "from score_dice import calculate_score\n\n\n"
        "def test_it():\n    while calculate_score(['A'] * 5, 5) != 100:\n        pass\n",
        encoding="utf-8",
    )
    _, grade = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    assert grade.count(" 60 ") == 2
    monkeypatch.setenv("PATH", f"{grading.python.parent}:{os.environ['PATH']}")
    grade = grade.replace(" 60 ", " 8 ")
    subprocess.run(["bash", "-u", "-c", grade], cwd=place, check=False)
    report = (place / "report.txt").read_text(encoding="utf-8")
    assert "\ncalculate_score(['9', '9', '9', '9', '9'], 1) should be 18, and is None\n" in report
    assert re.search(r"score_dice.py:[34]: KeyboardInterrupt\n", report)
    assert "debugging" not in report
    assert "\nTests that pass with the right scores: 1, that fail: 0\n" in report
    assert re.search(r"timeout: sending signal TERM to command .python.\n$", report)


def test_the_numbers_of_the_page_are_those_of_the_checks(page):
    versions = runpy.run_path(str(FILES / "checks" / "versions.py"))
    assert f"which of {len(versions['WRONG'])} wrong versions" in page
    assert "32 situations" in page
    sources = [
        (FILES / "checks" / f"check_{name}.py").read_text() for name in ("dice", "score_dice")
    ]
    situations = re.findall(r"^def test_(?!form_|score_)", "".join(sources), re.MULTILINE)
    assert len(situations) + 9 + 8 == 32
