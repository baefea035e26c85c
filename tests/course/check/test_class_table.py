"""A whole class: a table, whatever single students do."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

import course
from bot import cli
from course.check import class_table, judging, musts
from course.check.points import POINTS, earned
from course.check.wrong_versions import WRONG_VERSIONS
from course.sandbox import process
from rendered_sentences import sentences_recorded
from student_files import DICE, SCORE_DICE, TEST_SCORE_DICE

pytestmark = pytest.mark.slow

ALL = len(WRONG_VERSIONS)
SOLUTION = Path(course.__file__).with_name("files") / "solution" / "score_dice.py"
FILES = {"dice.py": DICE, "score_dice.py": SCORE_DICE, "test_score_dice.py": TEST_SCORE_DICE}


@pytest.fixture(autouse=True)
def room(monkeypatch, tmp_path, few_rolls):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(musts, "flake8", lambda: None)
    Path("class").mkdir()


def student(name, **changes):
    """Write the files of a student; a change is a pair of texts, or None for no file."""
    folder = Path("class", name)
    folder.mkdir()
    for file, source in FILES.items():
        change = changes.get(file.removesuffix(".py"), ("", ""))
        if change is not None:
            assert change[0] in source
            (folder / file).write_text(source.replace(*change, 1), encoding="utf-8")


def table(capsys, *argv):
    """Return the rows of the CSV by student, after a check of the class."""
    assert cli.main(["check", "--class", "class", *argv]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    with Path("class/class.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    markdown = Path("class/class.md").read_text(encoding="utf-8")
    assert output.out.startswith(markdown)
    assert len(markdown.splitlines()) == len(rows) + 1
    return rows[0], {row[0]: row[1:] for row in rows[1:]}


@pytest.mark.skipif(os.name != "posix", reason="links are for everybody on POSIX alone")
@pytest.mark.parametrize("target", ["../ana/score_dice.py", str(SOLUTION)], ids=["ana", "ours"])
def test_a_link_hands_in_nobody_elses_work(capsys, target):
    student("ana")
    student("link", score_dice=None)
    Path("class/link/score_dice.py").symlink_to(target)
    _, rows = table(capsys)
    lost = float(rows["ana"][0]) - float(rows["link"][0])
    assert lost == pytest.approx(POINTS["score_dice.py"])
    assert rows["link"][-1] == "score_dice.py is a link to another place and is not read"


def test_each_student_has_a_row_and_pranks_harm_nobody(capsys, monkeypatch):
    monkeypatch.setattr(process, "TIME_LIMIT", 4.0)
    monkeypatch.setattr(judging, "MAX_STOPPED", 1)
    student("ana")
    student(
        "endless",
        dice=("    random.seed(seed)", "    import time\n    while True:\n        time.sleep(9)"),
    )
    student(
        "forks",
        dice=("    random.seed(seed)", "    import os\n    while True:\n        os.fork()"),
        score_dice=None,
        test_score_dice=None,
    )
    student(
        "hog",
        dice=("import random", "import random\nx = bytearray(2**31)"),
        score_dice=None,
        test_score_dice=None,
    )
    student("zoe", dice=None, score_dice=None)
    heads, rows = table(capsys)
    assert heads[0] == "student"
    assert heads[-2:] == ["time-outs", "not right"]
    assert heads[1] == "points of 90"
    everything = ["32", "32", "11", "11", "16", "16", f"{ALL - 1}", f"{ALL}", "0", ""]
    assert rows["ana"] == ["89.70", *everything], "30 hundredths for each version but the last"
    # 18 shares of dice.py: 111 hundredths each, 113 the last; five are missing
    assert rows["endless"][:3] == ["84.15", "27", "32"]
    assert rows["endless"][-2] == "1"
    assert rows["endless"][-1].startswith("roll_dice: the example of the course; ")
    assert rows["forks"][:5] == ["14.45", "10", "32", "3", "11"]
    assert rows["forks"][-1].startswith("no score_dice.py; no test_score_dice.py; roll_dice: ")
    assert rows["hog"][-1].endswith("; dice.py cannot be imported")
    assert rows["zoe"][:3] == ["9.70", "0", "32"]
    assert rows["zoe"][5:9] == ["16", "16", f"{ALL - 1}", f"{ALL}"]


def test_the_table_in_romanian_and_what_is_no_student(capsys):
    student(
        "=ana|maria",
        score_dice=None,
        test_score_dice=None,
        dice=("found = 0", "found = 0\n    dice_list.count(1)"),
    )
    Path("class/.git").mkdir()
    Path("class/notes.txt").touch()
    with sentences_recorded() as recorded:
        _, rows = table(capsys, "--language", "ro")
    assert not recorded.missing
    assert list(rows) == ["'=ana|maria"]
    assert rows["'=ana|maria"][-1].endswith("nerespectat în dice.py: fără .count()")
    assert "| =ana/maria | 18.89 | 15 din 32 | 2 din 11 |" in Path("class/class.md").read_text(
        encoding="utf-8"
    )


def test_a_student_whom_the_check_itself_cannot_stand_has_a_row(capsys, monkeypatch):
    def fails(files):
        raise ValueError("strange")

    student("ana")
    monkeypatch.setattr(class_table, "examined", fails)
    assert table(capsys)[1]["ana"][-1] == "ValueError: strange"


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["gone"], "there is no folder gone"),
        (["class"], "class has no folders: one for each student is needed"),
        (["class", "dice.py"], "--class takes a folder alone: omit the files"),
    ],
)
def test_mistakes_are_told_in_a_line(argv, says, capsys):
    assert cli.main(["check", "--class", *argv]) == 2
    assert capsys.readouterr().err == f"dice-poker: {says}\n"


def test_what_there_is_to_earn_is_the_same_for_all(capsys):
    """A syntax error or a misspelt name changes what is right, not what there is."""
    student("syntax", score_dice=("def calculate_score", "def calculate_score(:"))
    student("misspelt", score_dice=("def calculate_score", "def calculateScore"))
    student("empty", dice=None, score_dice=None, test_score_dice=None)
    _, rows = table(capsys)
    for row in rows.values():
        points, _, situations, _, form, _, _, _, wrong_versions, *_ = row
        assert (situations, form, wrong_versions) == ("32", "11", f"{ALL}")
        assert 0 <= float(points) <= 90
    # what is left of the file: dice.py and the tests; two musts that its source keeps
    assert rows["syntax"][:2] == ["29.70", "15"]
    assert rows["syntax"][3] == "4"
    assert rows["misspelt"][1] == "15"
    assert rows["misspelt"][3] == "8", "three musts are about calculate_score"
    assert rows["empty"][:2] == ["0.00", "0"]


@pytest.mark.parametrize("points", POINTS.values())
@pytest.mark.parametrize("number", [1, 3, 7, 19, 25, 33])
def test_all_shares_together_are_all_points(points, number):
    assert earned(points, [True] * number) == points
    assert earned(points, [False] * number) == 0
    shares = [earned(points, [place == each for place in range(number)]) for each in range(number)]
    assert len({*shares[:-1]}) <= 1
    assert shares[-1] >= shares[0]
    assert round(sum(shares), 2) == points
