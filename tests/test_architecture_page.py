"""docs/architecture.md and CONTRIBUTING.md name files that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot import module_map

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


def test_the_map_is_made_of_the_docstrings_as_they_are():
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    assert module_map.with_map(page) == page, "write it by `python -m bot.module_map`"


def test_the_prose_is_one_page():
    prose, _ = (ROOT / "docs/architecture.md").read_text("utf-8").split(module_map.HEADING)
    assert len(prose.splitlines()) <= 150
