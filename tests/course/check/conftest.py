"""Situations with fewer rolls, for tests that are about something else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from course.check import situations

FEW = 20


@pytest.fixture
def few_rolls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let score_dice.py be checked with the first rolls of each situation alone."""
    few = tuple(replace(one, cases=one.cases[:FEW]) for one in situations.score_situations())
    monkeypatch.setitem(cast("dict[str, Any]", situations.PARTS), "score_dice.py", lambda: few)
