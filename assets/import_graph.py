"""The import graph of the packages, as text in docs/architecture.md.

    python assets/import_graph.py            print the graph
    python assets/import_graph.py --write    put it into docs/architecture.md

A package stands above everything that it imports. Imports inside a package and
those that follow from others (a → b → c makes a → c superfluous) are left out.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "architecture.md"
PACKAGES = (
    "bot.cli",
    "bot.maintenance",
    "bot.doctor",
    "bot.demo",
    "cogs",
    "bot.ui",
    "bot.terminal",
    "bot.contest",
    "bot.coursework",
    "bot.worker",
    "bot.analysis",
    "bot.storage",
    "bot.table",
    "bot.language",
    "bot.env_file",
    "bot.config",
    "bot.luck",
    "bot.health",
    "bot.version",
    "bot.exit_codes",
    "rules.review",
    "rules.registry",
    "rules.engine",
    "rules.codec",
    "rules.coursework",
    "rules.games",
    "rules.sheets",
    "rules.exact",
    "rules.turns",
    "rules.game",
    "rules.hands",
    "rules.screen",
    "rules.dice",
    "rules.text",
)
_BLOCK = re.compile(
    r"(?<=<!-- imports -->\n```text\n).*?(?=```\n<!-- end of imports -->)", re.DOTALL
)


def imports() -> dict[str, set[str]]:
    """Return, for each package, the packages that its modules import."""
    graph = grimp.build_graph("rules", "bot", "cogs")
    found: dict[str, set[str]] = {package: set() for package in PACKAGES}
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            one, other = _package(module), _package(imported)
            if one and other and one != other:
                found[one].add(other)
    return found


def _package(module: str) -> str | None:
    return next((one for one in PACKAGES if f"{module}.".startswith(f"{one}.")), None)


def reduced(found: dict[str, set[str]]) -> dict[str, list[str]]:
    """Return the imports without those that follow from others, in the order of `PACKAGES`."""

    def reachable(package: str) -> set[str]:
        return found[package].union(*(reachable(one) for one in found[package]))

    return {
        package: [
            one
            for one in PACKAGES
            if one in found[package]
            and not any(one in reachable(other) for other in found[package] - {one})
        ]
        for package in PACKAGES
    }


def text() -> str:
    """Return the graph, one package a line."""
    width = max(map(len, PACKAGES))
    return "".join(
        f"{package.ljust(width)} → {', '.join(others)}\n" if others else f"{package}\n"
        for package, others in reduced(imports()).items()
    )


def main(arguments: list[str]) -> int:
    """Print the graph, or write it into the page; return the exit code."""
    graph = text()
    if "--write" not in arguments:
        print(graph, end="")
        return 0
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(_BLOCK.sub(lambda _: graph, page), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
