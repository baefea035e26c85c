"""A fault that lasts is logged once a minute."""

from __future__ import annotations

import logging
import time

import pytest

from bot.storage.errors import StorageFailed
from bot.ui.fault_log import FaultLog


def test_one_line_a_minute(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = FaultLog(logging.getLogger("a place"))
    for now in (100.0, 100.1, 159.9, 160.0, 190.0, 220.0):
        with monkeypatch.context() as clock:
            clock.setattr(time, "monotonic", lambda now=now: now)
            faults.error("at %d", now)
    assert [record.getMessage() for record in caplog.records] == ["at 100", "at 160", "at 220"]


@pytest.mark.parametrize(
    ("error", "line", "traceback"),
    [
        (StorageFailed("The database is away."), "nothing was made: The database is away.", False),
        (KeyError(7), "nothing was made: KeyError(7)", True),
    ],
)
def test_what_is_caught_is_told_once(
    caplog: pytest.LogCaptureFixture, error: Exception, line: str, *, traceback: bool
) -> None:
    faults = FaultLog(logging.getLogger("a place"))
    for _ in range(2):
        with faults.caught("nothing was made"):
            raise error
    (record,) = caplog.records
    assert record.getMessage() == line
    assert bool(record.exc_info) is traceback
