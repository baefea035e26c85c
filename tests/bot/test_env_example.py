"""`.env.example` says what `bot.config` says."""

from __future__ import annotations

from pathlib import Path

from dotenv import dotenv_values

from bot.config import SETTINGS
from bot.env_example import example

FILE = Path(__file__).parents[2] / ".env.example"
EXAMPLE = FILE.read_text("utf-8")


def test_the_example_is_that_of_the_present_settings() -> None:
    assert example() == EXAMPLE, "python -m bot.env_example writes it anew"
    assert max(map(len, EXAMPLE.splitlines())) <= 90


def test_the_example_gives_every_setting_its_default() -> None:
    given = dotenv_values(FILE)
    assert list(given) == [*SETTINGS]
    assert given["TURN_MINUTES"] == "10"
    assert given["DATABASE_URL"] == "sqlite:///dice-poker.sqlite3"
    assert given["KEEP_ROUNDS_DAYS"] == ""
