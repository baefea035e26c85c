"""docs/architecture.md and CONTRIBUTING.md name files that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ("docs/architecture.md", "CONTRIBUTING.md")
NAMED = re.compile(r"`((?:rules|bot|cogs|course|tests|bench|assets|docs)/[\w./<>-]*)`")


@pytest.mark.parametrize("page", PAGES)
def test_the_files_that_a_page_names_exist(page):
    named = NAMED.findall((ROOT / page).read_text(encoding="utf-8"))
    assert len(named) > 5
    for name in named:
        found = list(ROOT.glob(name.replace("<game>", "*").replace("<x>", "*")))
        assert found, f"{page} names {name}"


ROOMS = (
    *("table", "table/store", "ui", "thinking", "pictures", "play", "review", "statistics"),
    *("statistics/store", "daily", "admin", "admin/store", "storage"),
)


@pytest.mark.parametrize("room", ROOMS)
def test_the_page_names_every_module_of_a_room(room):
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    modules = {path.stem for path in (ROOT / "bot" / room).glob("*.py")} - {"__init__"}
    named = {*re.findall(r"`(\w+)/?`", page)}
    assert modules
    assert not modules - named


def test_the_page_is_one_page():
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    assert len(page.splitlines()) <= 150
