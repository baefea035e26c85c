"""Pages name every command; their links lead to files and headings."""

from __future__ import annotations

import re
from pathlib import Path

from bot import cli

ROOT = Path(__file__).parents[1]
PAGES = (
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *(ROOT / "docs").glob("*.md"),
    *(ROOT / "course").glob("*.md"),
)
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)


def test_every_command_stands_on_a_page() -> None:
    assert [name for name in cli.COMMANDS if not re.search(rf"dice-poker {name}\b", TEXT)] == []


def test_no_page_names_a_command_that_there_is_not() -> None:
    named = {*re.findall(r"(?:bin/|`|exec dice-poker )dice-poker ([a-z]+)\b", TEXT)}
    assert named - {*cli.COMMANDS} == set()
    assert named >= {"run", "doctor", "health", "demo"}


LINKING = (
    *PAGES,
    ROOT / "bench" / "README.md",
    ROOT / "SECURITY.md",
    *(ROOT / "rules" / "games").glob("*/README.md"),
)


def headings(page: Path) -> set[str]:
    """Return the anchors of a page, as GitHub makes them of its headings."""
    found = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    plain = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower() for heading in found]
    return {re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in plain}


def test_links_lead_to_files_and_headings() -> None:
    assert {page: dead for page in LINKING if (dead := dead_links(page))} == {}


def dead_links(page: Path) -> list[str]:
    dead = []
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        if not target.exists() or (anchor and anchor not in headings(target)):
            dead.append(link)
    return dead
