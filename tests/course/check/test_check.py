"""`dice-poker check`: what is printed, in both languages, and every exit code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bot import cli
from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer, render
from course.check import musts
from course.check.examination import situations_of
from course.check.judging import Verdict
from course.check.sentences import failure, prints, summary
from course.check.situations import Case, Situation
from course.sandbox import process
from plain_words import assert_sound, plain
from rendered_sentences import sentences_recorded
from rules.text import say
from student_files import DICE, SCORE_DICE

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(musts, "flake8", lambda: None)


def write(dice=DICE, score_dice=SCORE_DICE):
    Path("dice.py").write_text(dice, encoding="utf-8")
    Path("score_dice.py").write_text(score_dice, encoding="utf-8")


def checked(capsys, *argv, code):
    """Return the lines that the command prints."""
    assert cli.main(["check", *argv]) == code
    output = capsys.readouterr()
    assert output.err == ""
    return output.out.splitlines()


def mistake(capsys, *argv):
    assert cli.main(["check", *argv]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    return output.err.splitlines()


def test_files_that_are_right(capsys):
    write()
    lines = checked(capsys, "dice.py", "score_dice.py", code=0)
    assert lines[0] == "dice.py"
    at = lines.index("score_dice.py")
    assert lines[at - 2 : at] == ["  All 15 situations are as expected.", "  All 3 musts are kept."]
    assert lines[-2:] == ["  All 17 situations are as expected.", "  All 7 musts are kept."]
    assert sum(line.startswith("    ✓ ") for line in lines) == 15 + 3 + 17 + 7
    assert "    ✓ Two pair: the condition is not met" in lines


def test_what_the_assignment_leaves_open_is_told_with_what_came_and_is_not_wrong(capsys, few_rolls):
    """This student gives -1 for dice that are not valid, and points to any number of dice."""
    write()
    lines = checked(capsys, "score_dice.py", code=0)
    assert "✗" not in "".join(lines)
    at = lines.index("    – dice that are not valid (left open by the assignment)")
    assert lines[at + 1] == "      calculate_score(None, 9) is -1; ours gives 0."
    write(
        score_dice=SCORE_DICE.replace(
            "    score = 0\n    if cat", "    score = len(dice)\n    if cat"
        )
    )
    lines = checked(capsys, "score_dice.py", code=1)
    at = lines.index("    – dice that are not valid (left open by the assignment)")
    assert lines[at + 1].startswith("      calculate_score(None, 1) raises TypeError")
    assert lines[at + 1].endswith("; ours gives 0.")
    write(
        score_dice=SCORE_DICE.replace(
            "    score = 0\n    if cat",
            "    score = 0\n    if len(dice or '') != 5:\n        exit()\n    if cat",
        )
    )
    lines = checked(capsys, "score_dice.py", code=0)
    at = lines.index("    – fewer than five dice (left open by the assignment)")
    assert lines[at + 1] == "      calculate_score(['10'], 1) gives no answer; ours gives 0."


def test_each_situation_shows_its_first_failing_case(capsys):
    write(DICE.replace("return -1\n    total", "return 0\n    total"))
    lines = checked(capsys, "dice.py", code=1)
    at = lines.index("  add_values")
    assert lines[at : at + 4] == [
        "  add_values",
        "    ✓ valid dice",
        "    ✗ dice that are not valid",
        "      add_values(None) should be -1, but is 0.",
    ]
    assert lines[-2] == "  14 of 15 situations are as expected."
    assert "✗" not in "".join(lines[: at + 2] + lines[at + 4 :])


def test_the_same_in_romanian(capsys):
    write(DICE.replace("return -1\n    total", "return 0\n    total"))
    with sentences_recorded() as recorded:
        lines = checked(capsys, "dice.py", "--language", "ro", code=1)
    assert not recorded.missing
    assert recorded.languages == {"ro"}
    assert "    ✗ zaruri care nu sunt valide" in lines
    assert "      add_values(None) ar trebui să fie -1, dar este 0." in lines
    assert lines[-2:] == [
        "  14 din 15 situații sunt cum trebuie.",
        "  Toate cele 3 cerințe sunt respectate.",
    ]


def test_a_fault_of_a_category_is_told_in_its_situation_alone(capsys, few_rolls):
    write(score_dice=SCORE_DICE.replace("if faces_with(dice, 3) and len", "if len"))
    lines = checked(capsys, "score_dice.py", code=1)
    at = lines.index("    ✗ Full house: the condition is not met")
    assert (
        lines[at + 1]
        == "      calculate_score(['9', '9', '10', '10', 'J'], 6) should be 0, but is 98."
    )
    assert lines[-2] == "  16 of 17 situations are as expected."


def test_a_function_that_prints_instead_of_returning(capsys):
    write(DICE.replace("    return found", "    print(found)"))
    lines = checked(capsys, "dice.py", code=1)
    at = lines.index("  num_faces")
    assert lines[at + 1 : at + 4] == [
        "    ✗ the example of the course",
        "      num_faces(['Q', 'K', '9', '10', 'Q'], 'Q') should be 2, but is None.",
        "      num_faces prints “2”. The result of a function is what it returns.",
    ]
    assert sum("prints" in line for line in lines) == 1, "it is told once"


def test_a_file_that_prints_when_it_is_imported_is_told_so_and_is_right(capsys):
    write(f"{DICE}\nprint('ready')\n")
    lines = checked(capsys, "dice.py", code=0)
    assert lines.count("  dice.py prints “ready” when it is imported.") == 1


def test_a_function_that_is_missing_is_told_once(capsys):
    write(DICE.replace("def num_faces", "def numFaces"))
    lines = checked(capsys, "dice.py", code=1)
    at = lines.index("  num_faces")
    assert lines[at + 1 :] == [
        "    ✗ dice.py defines no num_faces. It defines numFaces: is that it?",
        "  musts: what the assignment asks of the form",
        "    ✓ no .count()",
        "    ✓ imports nothing but the course's own files and the standard library",
        "    ✓ docstrings",
        "    – flake8 finds nothing",
        "      flake8 is not installed here; the extra “course” brings it.",
        "  12 of 15 situations are as expected.",
        "  All 3 musts are kept.",
    ]


def test_a_function_that_loops_is_stopped_twice_and_then_left_out(capsys, monkeypatch):
    monkeypatch.setattr(process, "TIME_LIMIT", 2.0)
    write(DICE.replace("    random.seed(seed)", "    import time\n    while True: time.sleep(9)"))
    lines = checked(capsys, "dice.py", code=1)
    at = lines.index("  roll_dice")
    assert lines[at + 1] == "    ✗ the example of the course"
    assert lines[at + 2].endswith("does not end in time. Is there a loop without an end?")
    assert lines[at + 5 : at + 8] == [
        "    – without arguments, or without a seed (left out)",
        "    – fewer than 1 or more than 10 dice (left out)",
        "    – None as the seed: other dice at each call (left out)",
    ]
    assert lines[-2] == "  10 of 15 situations are as expected."


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (
            "def roll_dice(:\n",
            "dice.py cannot be imported: line 1 of dice.py raises SyntaxError: invalid syntax.",
        ),
        (
            "\nimport no_such_module\n",
            (
                "dice.py cannot be imported: line 2 of dice.py raises ModuleNotFoundError: No module "
                "named 'no_such_module'."
            ),
        ),
        (
            "import sys\nsys.exit(0)\n",
            (
                'dice.py ends Python when it is imported. What a program does stands below "if '
                "__name__ == '__main__':\"."
            ),
        ),
        (
            "dice = input('How many? ')\n",
            (
                'dice.py asks for input when it is imported. What a program does stands below "if '
                "__name__ == '__main__':\"."
            ),
        ),
    ],
)
def test_a_file_that_cannot_be_imported_is_told_in_one_line(source, says, capsys):
    write(source)
    assert checked(capsys, "dice.py", code=1) == ["dice.py", f"  ✗ {says}"]


def test_score_dice_needs_dice_beside_it(capsys):
    write()
    Path("dice.py").unlink()
    assert checked(capsys, "score_dice.py", code=1) == [
        "score_dice.py",
        "  ✗ score_dice.py imports dice, but there is no dice.py beside it.",
    ]


def test_a_file_of_another_name_is_checked_for_what_it_defines(capsys):
    Path("ana.py").write_text(f"{DICE}\nraise ValueError\n", encoding="utf-8")
    Path("driver.py").write_text("from dice import *\ninput()\n", encoding="utf-8")
    lines = checked(capsys, "ana.py", "driver.py", code=1)
    assert lines == [
        "ana.py",
        f"  ✗ ana.py cannot be imported: line {DICE.count(chr(10)) + 2} of ana.py raises ValueError.",
        "driver.py",
        "  It defines no function of the coursework.",
    ]
    write()
    names = {one.function for one in situations_of(Path("score_dice.py"))}
    assert names == {"calculate_score"}
    Path("both.py").write_text("FACES: list[str] = []\ndef calculate_score(): ...\n")
    assert len(situations_of(Path("both.py"))) == 36


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["gone.py"], ["there is no file gone.py"]),
        (["."], [". is a folder: name the Python files in it"]),
        (["notes.txt"], ["notes.txt is no Python file: its name does not end in .py"]),
        (
            ["gone.py", ".", "dice.py"],
            ["there is no file gone.py", ". is a folder: name the Python files in it"],
        ),
        (
            ["empty.py"],
            [
                (
                    "nothing to check: no file defines any of FACES, FACE_VALUES, roll_dice, are_valid, "
                    "add_values, num_faces, calculate_score"
                )
            ],
        ),
        (["gone.py", "--language", "ro"], ["nu există fișierul gone.py"]),
    ],
)
def test_what_cannot_be_checked_is_told_in_a_line_each(argv, says, capsys):
    write()
    Path("notes.txt").write_text("9 9 J A Q", encoding="utf-8")
    Path("empty.py").write_text("", encoding="utf-8")
    assert mistake(capsys, *argv) == [f"dice-poker: {line}" for line in says]


def test_without_a_file_the_command_says_what_it_takes(capsys):
    [line] = mistake(capsys)
    assert line == "dice-poker: name a student's files, or a class with --class FOLDER"


def test_marks_that_a_terminal_cannot_write_are_replaced():
    write()
    Path("dice.py").write_text("FACES = ['9', '10', 'J', 'Q', 'K', 'A']\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "bot", "check", "dice.py"],
        capture_output=True,
        env={"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"},
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert b"    + the faces in rising order" in done.stdout
    assert b"    - dice.py defines no num_faces." in done.stdout


def test_a_reader_that_leaves_is_no_crash():
    write()
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "check", "dice.py", "score_dice.py"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PYTHONPATH": str(ROOT)},
    ) as started:
        assert started.stdout.readline() == b"dice.py\n"
        started.stdout.close()
        assert started.stderr.read() == b""
        assert started.wait(60) == 1


CASE = Case((3, 1), ["9"])
SITUATION = Situation("roll_dice", say("rolls"), (CASE, Case((10, None), dice=10)))
VERDICTS = [
    *(
        Verdict(result, CASE, "Oops", "dice.py", line)
        for result in ("wrong", "constant", "raised", "ended", "asked", "stopped")
        for line in (0, 3)
    ),
    *(
        Verdict(result, imported=False, answer="Oops", file="dice.py", line=line)
        for result in ("raised", "ended", "asked", "stopped")
        for line in (0, 3)
    ),
    Verdict("raised", imported=False, module="dice"),
    Verdict("missing"),
    Verdict("no-function"),
    Verdict("ended"),
    Verdict("wrong", SITUATION.cases[1], "[]"),
]


@pytest.mark.parametrize("verdict", VERDICTS, ids=repr)
def test_every_sentence_is_sound_in_every_language(verdict):
    sentence = failure(Path("score_dice.py"), SITUATION, verdict)
    assert_sound(sentence)
    with sentences_recorded() as recorded:
        words = {render(sentence, language, PlainRenderer(language)) for language in LANGUAGES}
    assert not recorded.missing
    assert len(words) == len(LANGUAGES)


def test_expected_dice_are_told_in_words():
    verdict = Verdict("wrong", SITUATION.cases[1], "[]")
    assert plain(failure(Path("dice.py"), SITUATION, verdict)) == (
        "roll_dice(10, None) should be a list of 10 faces, but is []."
    )


def test_what_comes_from_a_file_stays_in_its_line():
    verdict = Verdict("wrong", CASE, "\x1b[2J\n" * 500, printed="a\nb\x07")
    told = plain(failure(Path("dice.py"), SITUATION, verdict))
    assert told.isprintable()
    assert len(told) < 600
    assert plain(prints(SITUATION, verdict)).isprintable()


def test_a_summary_counts():
    assert plain(summary(2, 3)) == "2 of 3 situations are as expected."
    assert plain(summary(3, 3)) == "All 3 situations are as expected."


def test_a_function_that_changes_its_dice_is_told_so_and_is_not_wrong(capsys, few_rolls):
    write(
        score_dice=SCORE_DICE.replace(
            "    score = 0\n    if cat", "    score = 0\n    dice and dice.sort()\n    if cat"
        )
    )
    lines = checked(capsys, "score_dice.py", code=0)
    told = [line for line in lines if "changes the dice" in line]
    assert told == [
        (
            "    – calculate_score(['9', '9', '9', '9', '10'], 1) changes the dice that it is given: they "
            "are ['10', '9', '9', '9', '9'] then. Work on a copy."
        )
    ]


def test_a_failure_that_is_like_two_others_is_counted(capsys, few_rolls):
    write(
        score_dice=SCORE_DICE.replace("    score = 0\n    if cat", "    score = nought\n    if cat")
    )
    lines = checked(capsys, "score_dice.py", code=1)
    assert sum("name 'nought' is not defined" in line for line in lines if "should be" in line) == 2
    assert "      and 15 more" in lines
    assert sum(line.startswith("    ✗ ") for line in lines) == 17


def test_a_file_that_is_not_python_is_told_once_and_has_its_place(capsys):
    Path("mine.py").write_text("def roll_dice(:\n", encoding="utf-8")
    assert mistake(capsys, "mine.py") == [
        "dice-poker: mine.py cannot be read as Python, and its name does not tell what it is"
    ]
    write(score_dice="def calculate_score(:\n")
    names = {one.function for one in situations_of(Path("score_dice.py"))}
    assert names == {"calculate_score"}
