"""docs/architecture.md and CONTRIBUTING.md name files that exist, and the import graph as it is."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ("docs/architecture.md", "CONTRIBUTING.md", "README.md")
NAMED = re.compile(r"`((?:rules|bot|cogs|tests|bench|assets|docs)/[\w./<>-]*)`")


@pytest.mark.parametrize("page", PAGES)
def test_the_files_that_a_page_names_exist(page):
    named = NAMED.findall((ROOT / page).read_text(encoding="utf-8"))
    assert len(named) > 5
    for name in named:
        found = list(ROOT.glob(name.replace("<game>", "*").replace("<x>", "*")))
        assert found, f"{page} names {name}"


def test_the_import_graph_is_that_of_the_code():
    spec = importlib.util.spec_from_file_location("graph", ROOT / "assets" / "import_graph.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert module._BLOCK.search(page)[0] == module.text(), "python assets/import_graph.py --write"
