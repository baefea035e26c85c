"""The checks of the course, written into an empty folder, and a Python that has what they need."""

from __future__ import annotations

from pathlib import Path

import pytest

from bare_python import bare_python
from bot import cli
from grading import Grading


@pytest.fixture(scope="session")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return bare_python(tmp_path_factory.mktemp("python") / "venv")


@pytest.fixture
def grading(python: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Grading:
    assert cli.main(["course", str(tmp_path / "checks"), "--checks"]) == 0
    capsys.readouterr()
    (tmp_path / "hand-in").mkdir()
    return Grading(python, tmp_path / "checks", tmp_path / "hand-in")
