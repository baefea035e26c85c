"""Cogs are loaded by name once, and imported by nobody: a second import would be other classes."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from bot.play.client import COGS, DicePokerBot
from simulated import table
from syntax_trees import tree_of

ROOT = Path(__file__).parents[2]
MODULES = sorted(
    path
    for package in ("rules", "bot", "cogs", "course")
    for path in (ROOT / package).rglob("*.py")
)


def imports_of_cogs(source, package):
    """Return the modules of cogs/ that a module of `package` imports, anywhere in its code."""
    found = set()
    for node in ast.walk(tree_of(source)):
        match node:
            case ast.Import(names):
                found |= {alias.name for alias in names}
            case ast.ImportFrom(module, names, level):
                above = package.split(".")[: len(package.split(".")) - level + 1] if level else []
                base = ".".join([*above, *filter(None, [module])])
                found |= {f"{base}.{alias.name}" for alias in names}
    return {name for name in found if name.partition(".")[0] == "cogs"}


def test_no_module_imports_a_cog():
    assert len(MODULES) > 300
    for path in MODULES:
        package = ".".join(path.relative_to(ROOT).parent.parts)
        assert not imports_of_cogs(path.read_text(encoding="utf-8"), package), path


@pytest.mark.parametrize(
    ("source", "package", "found"),
    [
        ("import cogs.play", "bot.ui", {"cogs.play"}),
        ("from cogs.play import Play", "bot", {"cogs.play.Play"}),
        ("def later():\n    from cogs import play", "bot", {"cogs.play"}),
        ("from .play import Play", "cogs", {"cogs.play.Play"}),
        ("from . import play", "cogs", {"cogs.play"}),
        ("from .cogs import play", "bot", set()),
        ("from . import play", "bot.commands.terminal", set()),
        ("from ..cogs import play", "bot.commands.terminal", set()),
        ("from discord.ext import commands", "cogs", set()),
    ],
)
def test_an_import_of_a_cog_is_found(source, package, found):
    assert imports_of_cogs(source, package) == found


async def test_each_cog_is_of_the_class_that_its_module_holds(tmp_path):
    """Also after a restart, when the modules are executed for the new bot."""
    async with table(tmp_path, kind=DicePokerBot) as sim:
        for _ in range(2):
            classes = [type(cog) for cog in sim.bot.cogs.values()]
            assert {one.__module__ for one in classes} == set(COGS)
            for one in classes:
                assert getattr(sys.modules[one.__module__], one.__name__) is one
            await sim.restart()
