"""`--template` writes a strategy that plays as it is, and touches no file that exists."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import cli
from contest_output import mistake, told
from course.contest.registry import CONTESTS


def written(capsys, key, place="first.py"):
    """Write a template; return the command that it suggests, without the program."""
    remark, command = told(capsys, key, "--template", place).splitlines()
    assert remark == f"{place} is written. Play it, then change it:"
    assert command.startswith(f"dice-poker contest {key} --")
    return command.split()[2:]


@pytest.mark.parametrize("key", CONTESTS)
def test_a_template_plays_as_it_is(key, capsys):
    argv = written(capsys, key)
    out = told(capsys, *argv, "--deals", "20", "--seed", "1")
    assert f"first.py:{CONTESTS[key].template.function}" in out
    assert "20 deals" in out


@pytest.mark.parametrize("key", CONTESTS)
def test_a_template_plays_either_side(key, capsys):
    written(capsys, key)
    strategy = f"first.py:{CONTESTS[key].template.function}"
    argv = [part for side in CONTESTS[key].sides for part in (f"--{side.key}", strategy)]
    assert " 20 deals" in told(capsys, key, *argv, "--deals", "20")


def test_the_template_of_six_card_poker_is_fixed(capsys):
    out = told(capsys, *written(capsys, "six-card"))
    assert out.startswith("first.py:split against house, all deals\n")


@pytest.mark.parametrize("key", CONTESTS)
def test_a_template_is_python_that_says_what_it_is_given(key):
    source = CONTESTS[key].template.source
    assert max(map(len, source.splitlines())) <= 88
    namespace: dict[str, object] = {}
    exec(compile(source, "template", "exec"), namespace)
    function = namespace[CONTESTS[key].template.function]
    assert namespace["__doc__"]
    assert function.__doc__


def test_a_file_that_exists_is_refused_and_stays_as_it_is(capsys):
    Path("first.py").write_text("mine = 1\n", encoding="utf-8")
    line = mistake(capsys, "six-card", "--template", "first.py")
    assert line == "dice-poker: first.py exists already and stays as it is: give another name"
    assert Path("first.py").read_text(encoding="utf-8") == "mine = 1\n"


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (
            "--template first.txt",
            "a strategy is a Python file: give a name that ends in .py, not first.txt",
        ),
        ("--template gone/first.py", "there is no folder gone for the template"),
        (
            "--template first.py --strategy high",
            "--template writes a file and plays nothing: omit --strategy",
        ),
        (
            "--template first.py --against high",
            "--template writes a file and plays nothing: omit --against",
        ),
        ("", "give --strategy path.py:function; --template FILE.py writes one to begin with"),
    ],
)
def test_what_cannot_be_written_is_told_in_one_line(argv, says, capsys):
    assert mistake(capsys, "six-card", *argv.split()) == f"dice-poker: {says}"
    assert not Path("first.py").exists()


def test_a_name_with_a_space_is_quoted_in_the_command(capsys):
    assert cli.main(["contest", "six-card", "--template", "my first.py"]) == 0
    assert "--strategy 'my first.py:split'\n" in capsys.readouterr().out
    assert " wins " in told(capsys, "six-card", "--strategy", "my first.py:split")
