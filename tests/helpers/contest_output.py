"""The output of contests, parsed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot import cli


def told(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """Return what a contest prints on success."""
    assert cli.main(["contest", *argv]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    return output.out


def mistake(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """Return the one line that a contest with a mistake prints."""
    assert cli.main(["contest", *argv]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    assert not list(Path.cwd().glob("*.png"))
    return output.err.rstrip("\n")


def counts(out: str) -> tuple[int, ...]:
    """Return the numbers of rounds won, drawn and lost."""
    found = re.findall(r"^(?:won|drawn|lost) +([\d,]+) ", out, re.MULTILINE)
    assert len(found) == 3
    return tuple(int(number.replace(",", "")) for number in found)
