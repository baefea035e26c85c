"""What a contest prints, taken apart."""

from __future__ import annotations

import re
from pathlib import Path

from bot import cli


def told(capsys, *argv: str) -> str:
    """What a contest prints when all goes well."""
    assert cli.main(["contest", *argv]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def mistake(capsys, *argv: str) -> str:
    """The one line that a mistaken contest is answered with."""
    assert cli.main(["contest", *argv]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert not list(Path.cwd().glob("*.png"))
    return err.rstrip("\n")


def counts(out: str) -> tuple[int, ...]:
    found = re.search(r"won ([\d,]+), drawn ([\d,]+), lost ([\d,]+)", out)
    return tuple(int(number.replace(",", "")) for number in found.groups())
