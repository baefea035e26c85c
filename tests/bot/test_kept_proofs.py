"""Computers choose as in the proofs that are kept of the version of their levels."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import verify
from bot.cli import main
from bot.play.fair.proof_rules import choices_of_computers, compares_levels, fault
from computer_rounds import EVERY_LEVEL
from rules import levels

FOLDER = Path(__file__).parent / "proofs"

NAMED = {1: sorted((FOLDER / "levels_1").iterdir())}
"""A proof of each game and level by version of the levels.

Where the newest of them fail, a level chooses otherwise: raise `rules.levels.VERSION`, and put
proofs of the new version into a folder of their own.
"""


@pytest.fixture(autouse=True)
def no_tables_of_mine(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("version", range(1, levels.VERSION + 1))
def test_proofs_that_name_a_version_are_compared_with_it_alone(version):
    kept = {path.stem for path in NAMED[version]}
    assert version != levels.VERSION or kept == {f"{key}-{level}" for key, level in EVERY_LEVEL}
    for path in NAMED[version]:
        told = verify.verify(path.read_bytes())
        assert told.levels == version
        assert choices_of_computers(told)
        assert compares_levels(told) is (version == levels.VERSION)
        assert fault(told) == "", path.stem


def test_choices_of_another_version_are_not_compared(monkeypatch, capsys):
    (path,) = [one for one in NAMED[1] if one.stem == "dice-poker-house"]
    assert main(["verify", str(path)]) == 0
    assert "1 choices of computers were computed anew." in capsys.readouterr().out
    monkeypatch.setattr(levels, "VERSION", 2)
    assert main(["verify", str(path)]) == 0
    assert "of another version, were not compared." in capsys.readouterr().out
