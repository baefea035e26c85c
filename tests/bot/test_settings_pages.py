"""What hosts read about the settings says what `bot.config` says."""

from __future__ import annotations

from pathlib import Path

from dotenv import dotenv_values

from bot import settings_pages
from bot.config import SETTINGS

ROOT = Path(__file__).parents[2]
EXAMPLE = (ROOT / ".env.example").read_text("utf-8")
HOSTING = (ROOT / "docs" / "hosting.md").read_text("utf-8")
RENEW = "python -m bot.settings_pages writes it anew"


def test_the_example_is_that_of_the_present_settings() -> None:
    assert settings_pages.example() == EXAMPLE, RENEW
    assert max(map(len, EXAMPLE.splitlines())) <= 90


def test_the_table_for_hosts_is_that_of_the_present_settings() -> None:
    assert settings_pages.with_table(HOSTING) == HOSTING, RENEW
    assert settings_pages.table() in HOSTING, RENEW


def test_the_example_gives_every_setting_its_default() -> None:
    given = dotenv_values(ROOT / ".env.example")
    assert list(given) == [*SETTINGS]
    assert given["TURN_MINUTES"] == "10"
    assert given["DATABASE_URL"] == "sqlite:///dice-poker.sqlite3"
    assert given["KEEP_ROUNDS_DAYS"] == ""


def test_a_setting_stands_below_its_meaning_and_what_is_valid() -> None:
    assert (
        "# Whether there is a daily challenge, /daily, the same dice for everybody once a day.\n"
        "# Valid: on or off.\n"
        "DAILY=on\n"
    ) in EXAMPLE


def test_a_row_of_the_table_has_name_default_and_sentence() -> None:
    told = "Whether there is a daily challenge, /daily, the same dice for everybody once a day."
    assert f"| `DAILY` | `on` | {told} Valid: on or off. |" in HOSTING.splitlines()


def test_an_old_table_gives_way_and_the_rest_of_the_page_stays() -> None:
    page = f"before\n\n{settings_pages.TABLE_HEAD}| `GONE` |  | nothing |\n\nafter\n"
    renewed = settings_pages.with_table(page)
    assert renewed == f"before\n\n{settings_pages.table()}\nafter\n"


def test_both_files_are_written(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(settings_pages, "EXAMPLE", tmp_path / "example")
    monkeypatch.setattr(settings_pages, "PAGE", tmp_path / "page.md")
    (tmp_path / "page.md").write_text(settings_pages.TABLE_HEAD, "utf-8")
    settings_pages.main()
    assert (tmp_path / "example").read_text("utf-8") == EXAMPLE
    assert (tmp_path / "page.md").read_text("utf-8") == settings_pages.table()
