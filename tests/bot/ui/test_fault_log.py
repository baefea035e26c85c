"""A fault that lasts is logged once a minute."""

from __future__ import annotations

import logging

import pytest

from bot.ui.fault_log import FaultLog


def test_one_line_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    faults = FaultLog(logging.getLogger("a place"), lambda: now)
    for now in (100.0, 100.1, 159.9, 160.0, 190.0, 220.0):
        faults.error("at %d", now)
    assert [record.getMessage() for record in caplog.records] == ["at 100", "at 160", "at 220"]
