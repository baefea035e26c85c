"""`dice-poker course`: the files to begin with, their solution, and the game that plays on them."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from bot import cli
from course import coursework
from course.check import musts
from course.check.musts import musts_of
from course.course_files import FILES
from plain_words import plain

NAMES = {"dice.py", "score_dice.py", "test_score_dice.py", "poker_dice.py"}


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)


def course(*argv):
    assert cli.main(["course", *argv]) == 0


def played(typed, *argv, solved=True):
    """Return what the game prints, with the files of the folder `course`."""
    course("course", *(["--solution"] if solved else []))
    done = subprocess.run(
        [
            sys.executable,
            "course/poker_dice.py",
            *argv,
        ],
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("options", [(), ("--solution",)])
def test_the_files_are_written_and_never_over_others(options, capsys):
    course("new/course", *options)
    assert {path.name for path in Path("new/course").iterdir()} == NAMES
    assert capsys.readouterr().out.startswith("new/course has poker_dice.py, dice.py,")
    (Path("new/course") / "dice.py").write_text("mine")
    for name in NAMES - {"dice.py"}:
        (Path("new/course") / name).unlink()
    assert cli.main(["course", "new/course", *options]) == 2
    assert capsys.readouterr().err == (
        "dice-poker: new/course/dice.py exists already and stays as it is: give another folder\n"
    )
    assert [path.name for path in Path("new/course").iterdir()] == ["dice.py"]
    assert (Path("new/course") / "dice.py").read_text() == "mine"


def test_a_folder_that_cannot_be_made_is_told(capsys):
    Path("file").touch()
    assert cli.main(["course", "file/course"]) == 2
    assert capsys.readouterr().err.startswith("dice-poker: file/course cannot be written: ")


@pytest.mark.slow
def test_the_solution_passes_with_all_musts(capsys):
    course("course", "--solution")
    capsys.readouterr()
    files = [f"course/{name}" for name in ("dice.py", "score_dice.py", "test_score_dice.py")]
    assert cli.main(["check", *files]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert not any("✗" in line for line in lines)
    assert lines.count("  All 15 situations are as expected.") == 1
    assert lines.count("  All 17 situations are as expected.") == 1
    assert "      " not in {line[:6] for line in lines}, "nothing left open differs from ours"


def test_the_reference_keeps_the_musts_itself(monkeypatch):
    monkeypatch.setattr(musts, "flake8", lambda: None)
    found = musts_of(Path(coursework.__file__), ("dice.py", "score_dice.py"))
    broken = [plain(must.name) for must in found if not must.kept]
    assert broken == ["imports nothing but the course's own files and the standard library"]
    assert sum(not must.open for must in found) == 8


def test_what_is_there_to_begin_with_has_docstrings_and_nothing_else():
    for name in ("dice.py", "score_dice.py"):
        starter, solved = (
            {
                node.name: node
                for node in ast.parse((FILES / kind / name).read_text()).body
                if isinstance(node, ast.FunctionDef)
            }
            for kind in ("starter", "solution")
        )
        assert set(starter) == (set(solved) if name == "dice.py" else {"calculate_score"})
        for function, node in starter.items():
            assert ast.get_docstring(node)
            assert len(node.body) == 1
            assert ast.unparse(node.args) == ast.unparse(solved[function].args)
    tests = ast.parse((FILES / "starter" / "test_score_dice.py").read_text()).body
    assert [node.name for node in tests if isinstance(node, ast.FunctionDef)] == [
        "test_calculate_score_one_pair_no_match",
        "test_calculate_score_one_pair_one_match",
    ]


@pytest.mark.parametrize("path", sorted(FILES.rglob("*.py")), ids=lambda path: path.name)
def test_lines_are_as_short_as_flake8_asks(path):
    assert max(map(len, path.read_text(encoding="utf-8").splitlines())) <= 79


def test_the_game_plays_to_its_end():
    typed = "1 2\n1 9\n\n9\n" + "".join(f"\n{number}\n" for number in range(1, 9))
    lines = played(typed, "10001").splitlines()
    assert lines[0].endswith("Your dice: J 9 9 Q K") or lines[0] == "Your dice: J 9 9 Q K"
    assert "Type numbers out of 1 2 3 4 5" in "\n".join(lines)
    assert lines[-1].startswith("The game is over with ")
    points = [int(line.rpartition(": ")[2].split()[0]) for line in lines if " in all" in line]
    assert len(points) == 9
    assert lines[-1] == f"The game is over with {sum(points)} points."


def test_the_game_says_what_is_not_done_yet():
    assert played("", solved=False).strip() == "roll_dice(5) gives None: finish dice.py first."


def test_the_game_ends_with_its_input():
    assert played("").splitlines()[-1] == "Good-bye!"
