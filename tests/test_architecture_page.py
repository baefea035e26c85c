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
        found = list(ROOT.glob(name.replace("<game>", "*")))
        assert found, f"{page} names {name}"
