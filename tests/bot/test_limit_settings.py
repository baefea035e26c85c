"""The settings of what one member may do at most."""

from __future__ import annotations

import pytest

from bot.config import SETTINGS
from bot.env_file import ConfigError, load

ROUNDS = "must be a whole number from 0 (no limit) to 100000, such as 20."
OPENINGS = "must be a whole number from 0 (no limit) to 1000, such as 20."
PINGS = "must be a whole number from 0 (no limit) to 1000, such as 3."


@pytest.fixture(autouse=True)
def bare(monkeypatch, tmp_path):
    for field in SETTINGS:
        monkeypatch.delenv(field.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def test_the_defaults():
    settings = load(needs_token=False)
    limits = settings.open_rounds_per_member, settings.openings_per_member
    assert (*limits, settings.pings_per_member) == (20, 20, 3)


def test_they_are_read_and_zero_is_no_limit(monkeypatch):
    monkeypatch.setenv("OPEN_ROUNDS_PER_MEMBER", "0")
    monkeypatch.setenv("OPENINGS_PER_MEMBER", "0")
    monkeypatch.setenv("PINGS_PER_MEMBER", "0")
    settings = load(needs_token=False)
    limits = settings.open_rounds_per_member, settings.openings_per_member
    assert (*limits, settings.pings_per_member) == (0, 0, 0)


@pytest.mark.parametrize(
    ("name", "requirement"),
    [
        ("OPEN_ROUNDS_PER_MEMBER", ROUNDS),
        ("OPENINGS_PER_MEMBER", OPENINGS),
        ("PINGS_PER_MEMBER", PINGS),
    ],
)
@pytest.mark.parametrize("value", ["-1", "1.5", "many", "100001"])
def test_anything_else_is_named_with_its_remedy(monkeypatch, name, requirement, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigError) as refused:
        load(needs_token=False)
    assert refused.value.faults == (f"{name} is “{value}” but {requirement}",)
