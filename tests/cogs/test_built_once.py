"""The client builds the cogs; only commands know the client, and only the client knows cogs."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from bot.client import DicePokerBot
from simulated import table
from syntax_trees import tree_of

ROOT = Path(__file__).parents[2]
MODULES = sorted(
    path
    for package in ("rules", "bot", "cogs", "course")
    for path in (ROOT / package).rglob("*.py")
)
KNOW_THE_CLIENT = {"bot/commands/demo.py", "bot/commands/run/command.py"}


def imports_of(source, package):
    """Return the modules and names that a module of `package` imports, anywhere in its code."""
    found = set()
    for node in ast.walk(tree_of(source)):
        match node:
            case ast.Import(names):
                found |= {alias.name for alias in names}
            case ast.ImportFrom(module, names, level):
                above = package.split(".")[: len(package.split(".")) - level + 1] if level else []
                base = ".".join([*above, *filter(None, [module])])
                found |= {f"{base}.{alias.name}" for alias in names}
    return found


def importers(prefix):
    """Return the files that import a package, or what is in it."""
    known = set()
    for path in MODULES:
        file = path.relative_to(ROOT)
        found = imports_of(path.read_text(encoding="utf-8"), ".".join(file.parent.parts))
        if any(f"{name}.".startswith(f"{prefix}.") for name in found):
            known.add(file.as_posix())
    return known


def test_only_commands_import_the_client_and_only_the_client_imports_cogs():
    assert len(MODULES) > 300
    assert importers("bot.client") == KNOW_THE_CLIENT
    assert importers("cogs") == {"bot/client.py"}


@pytest.mark.parametrize(
    ("source", "package", "found"),
    [
        ("import cogs.play", "bot.ui", {"cogs.play"}),
        ("from cogs.play import Play", "bot", {"cogs.play.Play"}),
        ("def later():\n    from cogs import play", "bot", {"cogs.play"}),
        ("from .play import Play", "cogs", {"cogs.play.Play"}),
        ("from . import play", "cogs", {"cogs.play"}),
        ("from .cogs import play", "bot", {"bot.cogs.play"}),
        ("from ..cogs import play", "bot.commands.terminal", {"bot.commands.cogs.play"}),
        ("if TYPE_CHECKING:\n    from bot.client import A", "bot.ui", {"bot.client.A"}),
    ],
)
def test_an_import_is_found(source, package, found):
    assert imports_of(source, package) == found


async def test_the_client_adds_every_cog(tmp_path):
    files = {f"cogs.{path.stem}" for path in (ROOT / "cogs").glob("*.py")} - {"cogs.__init__"}
    async with table(tmp_path) as sim:
        bot: DicePokerBot = sim.bot
        assert {type(cog).__module__ for cog in bot.cogs.values()} == files
        assert len(bot.cogs) == len(files)
