"""No act of a member passes more of the code than `way.md` allows, which stands beside this file."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.bench

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "tests/way.md").read_text(encoding="utf-8")
ALLOWED = {
    act: tuple(int(most.replace(",", "")) for most in figures)
    for act, *figures in re.findall(
        r"^\| (.+?) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", PAGE, re.MULTILINE
    )
}
"""The most files, functions and calls of each act."""

_LINE = re.compile(r"(.+?) {2,}([\d,]+)(?: +≤ \d+)? +([\d,]+)(?: +≤ \d+)? +([\d,]+) +[\d,]+")


@pytest.fixture(scope="module")
def passed():
    """Return how many files, functions and calls each act passes."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.discord.way"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = [_LINE.match(line) for line in done.stdout.splitlines()[1:]]
    return {
        line[1]: tuple(int(figure.replace(",", "")) for figure in line.groups()[1:])
        for line in lines
        if line is not None
    }


def test_every_act_that_is_measured_has_its_line(passed):
    assert passed.keys() == ALLOWED.keys()
    assert len(passed) == 9


@pytest.mark.parametrize("act", ALLOWED)
def test_an_act_passes_no_more_than_is_allowed(passed, act):
    for kind, found, most in zip(
        ("files", "functions", "calls"), passed[act], ALLOWED[act], strict=True
    ):
        assert found <= most, f"{act} passes {found} {kind} instead of {most}: see tests/way.md"
