"""Proofs that earlier versions have handed out go on proving what they proved."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import verify
from bot.cli import main
from bot.play.proof_rules import choices_of_computers, compares_levels, fault
from computer_rounds import EVERY_LEVEL
from rules import levels
from tampering import file_of, honest, over

FOLDER = Path(__file__).parent / "proofs"

OLDER = sorted((FOLDER / "older").iterdir())
"""Proofs from before they named the version of the levels, and who left."""

NAMED = {1: sorted((FOLDER / "levels_1").iterdir())}
"""A proof of each game and level by version of the levels.

Where the newest of them fail, a level chooses otherwise: raise `rules.levels.VERSION`, and put
proofs of the new version into a folder of their own.
"""


@pytest.fixture(autouse=True)
def no_tables_of_mine(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))


@pytest.mark.parametrize("path", OLDER, ids=lambda path: path.stem)
def test_older_proofs_are_proven_and_their_computers_not_compared(path, capsys):
    told = verify.verify(path.read_bytes())
    assert "levels" not in told
    assert verify.main([str(path)]) == main(["verify", str(path)]) == 0
    printed = capsys.readouterr().out
    stops = "somebody left, as this older file does not say."
    assert printed.count("All is well.") == (0 if "left" in path.stem else 2)
    assert printed.count(stops) == (2 if "left" in path.stem else 0)
    compared = "of other or unknown levels, were not compared." in printed
    assert compared is bool(choices_of_computers(told))


@pytest.mark.parametrize("seats", [2, 3])
def test_an_older_record_is_cut_where_somebody_may_have_left_alone(seats):
    told = honest("poker-dice", lambda told: over(told) and len(told["seats"]) == seats, first=True)
    older = {key: value for key, value in told.items() if key not in ("levels", "left")}
    assert verify.verify(file_of(older))
    last = max(at for at, step in enumerate(told["record"]) if "action" in step)
    for record, refused in ((told["record"][:last], seats == 3), ([], True)):
        file = file_of({**older, "record": record})
        if not refused:
            assert "All is well" not in verify.told(verify.verify(file))
            assert fault(verify.read(file)) == ""
            continue
        with pytest.raises(verify.Wrong, match=r"stops before|does not end so"):
            verify.verify(file)
        assert fault(verify.read(file))


@pytest.mark.parametrize("version", range(1, levels.VERSION + 1))
def test_proofs_that_name_a_version_are_compared_with_it_alone(version):
    kept = {path.stem for path in NAMED[version]}
    assert version != levels.VERSION or kept == {f"{key}-{level}" for key, level in EVERY_LEVEL}
    for path in NAMED[version]:
        told = verify.verify(path.read_bytes())
        assert told["levels"] == version
        assert choices_of_computers(told)
        assert compares_levels(told) is (version == levels.VERSION)
        assert fault(told) == "", path.stem


def test_choices_of_an_older_version_are_not_compared(monkeypatch, capsys):
    (path,) = [one for one in NAMED[1] if one.stem == "dice-poker-house"]
    assert main(["verify", str(path)]) == 0
    assert "1 choices of computers were computed anew." in capsys.readouterr().out
    monkeypatch.setattr(levels, "VERSION", 2)
    assert main(["verify", str(path)]) == 0
    assert "of other or unknown levels, were not compared." in capsys.readouterr().out
