"""No command and no option is missing from docs/commands.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simulated import table

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "commands.md"
PAGES = (PAGE, ROOT / "docs" / "hosting.md", *(ROOT / "rules").rglob("README.md"))
TABLE = "\n".join(
    line
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if line.startswith(("| `/", "| *Apps*"))
)

SLASH, GROUPS = 1, (1, 2)


def leaves(commands: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the commands that can be typed, with their whole names."""
    for command in commands:
        if command.get("type", SLASH) != SLASH:
            continue
        groups = [each for each in command.get("options", ()) if each["type"] in GROUPS]
        for group in groups:
            yield f"{command['name']} {group['name']}", group
        if not groups:
            yield command["name"], command


def menus(commands: list[dict[str, Any]]) -> list[str]:
    """Return the names of the commands under *Apps*."""
    return [each["name"] for each in commands if each.get("type", SLASH) != SLASH]


async def test_the_page_has_every_command_and_every_option(tmp_path: Path) -> None:
    async with table(tmp_path) as sim:
        commands = sim.synced()
    pages = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    told = {*re.findall(r"[`\s]([a-z-]+):\S", pages), *re.findall(r"`([a-z-]+)`", pages)}
    missing = []
    for name, command in leaves(commands):
        if f"`/{name}" not in TABLE:
            missing.append(f"/{name}")
        options = {each["name"] for each in command.get("options", ())}
        missing += [f"/{name} {option}" for option in sorted(options - told)]
    missing += [name for name in menus(commands) if f"*{name}*" not in TABLE]
    assert missing == []
