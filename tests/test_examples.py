"""The examples in docstrings print what they say."""

from __future__ import annotations

from doctest import testmod as run_examples
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = [*(ROOT / name for name in ("rules", "bot", "cogs", "course")), ROOT / "tests/helpers"]
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removeprefix("tests.helpers.")
    for folder in FOLDERS
    for path in sorted(folder.rglob("*.py"))
    if path.parts[-3] != "files"  # a student's, which import each other as scripts
    and ">>> " in path.read_text(encoding="utf-8")
]


def test_every_example_prints_what_it_says():
    """What a wrong one prints stands in the output below the failure."""
    assert {"rules.hands", "bot.cli", "custom_ids_sent"} <= {*MODULES}
    assert [name for name in MODULES if run_examples(import_module(name)).failed] == []
