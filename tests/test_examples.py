"""The examples in docstrings and in README.md print what they say."""

from __future__ import annotations

import re
from doctest import DocTestParser, DocTestRunner
from doctest import testmod as run_examples
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = [
    ROOT / name for name in ("rules", "bot", "cogs", "course", "tests/helpers", "tests/conformance")
]
MODULES = [
    re.sub(
        r"^tests\.(helpers|conformance)\.",
        "",
        ".".join(path.relative_to(ROOT).with_suffix("").parts),
    )
    for folder in FOLDERS
    for path in sorted(folder.rglob("*.py"))
    if path.parts[-3] != "files"  # a student's, which import each other as scripts
    and ">>> " in path.read_text(encoding="utf-8")
]


def test_every_example_prints_what_it_says():
    """What a wrong one prints stands in the output below the failure."""
    assert {"rules.hands", "bot.cli", "custom_ids_sent", "documented.sent"} <= {*MODULES}
    assert [name for name in MODULES if run_examples(import_module(name)).failed] == []


def test_the_example_of_the_readme_prints_what_it_says():
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```pycon\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    runner = DocTestRunner()
    runner.run(DocTestParser().get_doctest(example, {}, "README.md", "README.md", 0))
    tried = runner.summarize(verbose=False)
    assert (tried.failed, tried.attempted) == (0, example.count(">>> "))
