"""`dice-poker course`: the files to begin with, their solution, their checks, and the game."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from bot import cli
from course.course_files import FILES

WORK = {"dice.py", "score_dice.py", "test_score_dice.py", "poker_dice.py"}
CHECKS = {
    "check_dice.py",
    "check_score_dice.py",
    "handed_in.py",
    "measure_tests.py",
    "pytest.ini",
    "versions.py",
}
NAMES = {(): WORK, ("--solution",): WORK, ("--checks",): CHECKS}


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


@pytest.mark.parametrize("options", NAMES)
def test_the_files_are_written_and_never_over_others(options, capsys):
    course("new/course", *options)
    assert {path.name for path in Path("new/course").iterdir()} == NAMES[options]
    told = capsys.readouterr().out
    assert told.startswith("new/course has ")
    assert told.endswith(" now.\n")
    assert {name.rstrip(",") for name in told.split()[2:-1]} == NAMES[options]
    kept, *others = sorted(NAMES[options])
    (Path("new/course") / kept).write_text("mine")
    for name in others:
        (Path("new/course") / name).unlink()
    assert cli.main(["course", "new/course", *options]) == 2
    assert capsys.readouterr().err == (
        f"dice-poker: new/course/{kept} exists already and stays as it is: give another folder\n"
    )
    assert [path.name for path in Path("new/course").iterdir()] == [kept]
    assert (Path("new/course") / kept).read_text() == "mine"


def test_checks_and_a_solution_are_asked_for_apart(capsys):
    assert cli.main(["course", "new", "--checks", "--solution"]) == 2
    assert "not allowed with" in capsys.readouterr().err
    assert not Path("new").exists()


def test_checks_beside_a_solution_are_no_clash():
    course("both", "--solution")
    course("both", "--checks")
    assert {path.name for path in Path("both").iterdir()} == WORK | CHECKS


def test_a_folder_that_cannot_be_made_is_told(capsys):
    Path("file").touch()
    assert cli.main(["course", "file/course"]) == 2
    assert capsys.readouterr().err.startswith("dice-poker: file/course cannot be written: ")


@pytest.mark.parametrize(
    ("folder", "why"),
    [
        pytest.param("n" * 300, "File name too long", id="too long"),
        pytest.param(
            "~nobody-has-this-name/n",
            "the home folder of ~nobody-has-this-name/n is unknown here",
            id="unknown home",
        ),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="it has other sentences")
def test_a_folder_that_cannot_be_there_is_told(folder, why, capsys):
    assert cli.main(["course", folder]) == 2
    assert capsys.readouterr().err == f"dice-poker: {folder} cannot be written: {why}\n"


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
