"""`python -m bot.module_map`: writes the map of modules in docs/architecture.md.

The map names each folder and each module of the program with the first sentence of its docstring.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
PACKAGES = ("rules", "bot", "cogs", "course")

HEADING = "## The map of modules\n"


def module_map() -> str:
    """Return the map in Markdown: a heading for each folder, a line for each module in it."""
    folders = (folder for package in PACKAGES for folder in _folders(ROOT / package))
    return "\n".join((HEADING, *map(_section, folders)))


def with_map(page: str) -> str:
    """Return a page with the present map in place of the one at its end."""
    return page[: page.index(HEADING)] + module_map()


def _folders(package: Path) -> Iterator[Path]:
    yield from sorted(path.parent for path in package.rglob("__init__.py"))


def _section(folder: Path) -> str:
    modules = (path for path in sorted(folder.glob("*.py")) if path.stem != "__init__")
    lines = [f"- `{path.stem}`: {_summary(path)}\n" for path in modules]
    name = folder.relative_to(ROOT).as_posix()
    return (
        f"### `{name}/`\n\n{_summary(folder / '__init__.py')}\n\n{''.join(lines)}".rstrip() + "\n"
    )


def _summary(path: Path) -> str:
    """Return the first paragraph of a module's docstring, in one line."""
    docstring = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return " ".join(docstring.split("\n\n")[0].split())


def main() -> None:
    """Write the map into the page."""
    PAGE.write_text(with_map(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
