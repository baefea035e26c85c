"""docs/teaching.md, typed through: every command on it prints what the page shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from bot import cli
from bot.commands.coursework import musts

PAGE = Path(__file__).parents[3] / "docs" / "teaching.md"


def typed(page: str) -> list[tuple[str, str]]:
    """Return the commands of the page, in order, each with what it prints."""
    blocks = re.findall(r"```console\n(.*?)```", page, re.DOTALL)
    commands = re.split(r"^\$ ", "".join(blocks), flags=re.MULTILINE)[1:]
    return [(command.partition("\n")[0], command.partition("\n")[2]) for command in commands]


def test_a_page_is_read_command_by_command():
    page = (
        "```console\n$ one\nx\ny\n$ two\n```\ntext\n```sh\n$ no\n```\n```console\n$ three\nz\n```\n"
    )
    assert typed(page) == [("one", "x\ny\n"), ("two", ""), ("three", "z\n")]


def test_the_page_is_true(monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(musts, "flake8", lambda: None)
    commands = typed(PAGE.read_text(encoding="utf-8"))
    assert len(commands) >= 4
    for command, shown in commands:
        program, *argv = shlex.split(command)
        if program == "cat":  # a file that the reader writes
            [name] = argv
            Path(name).write_text(shown, encoding="utf-8")
            continue
        assert program == "dice-poker"
        cli.main(argv)
        output = capsys.readouterr()
        printed = "\n".join(line.rstrip() for line in (output.out + output.err).splitlines())
        assert printed == "\n".join(line.rstrip() for line in shown.splitlines()), command
