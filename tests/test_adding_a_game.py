"""docs/adding-a-game.md: everything that it names exists, and every part of a game is named."""

from __future__ import annotations

import re
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest

from bot.cli import main
from extra_games_shown import EXTRA_GAMES, FOLDER
from rules import dice, game, hands, registry, screen, text
from rules.game import TABLE_OPTIONS, Awaits, ExactPlay, Game, Info, NamedKey, Option, Outcome
from rules.screen import MAX_CHOICES, MAX_DICE, Action, Line, Mark, Peek, Screen

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "adding-a-game.md"
TEXT = PAGE.read_text(encoding="utf-8")
MENTIONED = sorted(set(re.findall(r"`([^`\n]+)`", TEXT)))

GAMES = ROOT / "rules" / "games"
FOLDERS = [path.parent for path in GAMES.glob("*/__init__.py")]


def parts(kind):
    """Return the names of what whoever makes a value of this class gives it, in their order."""
    return [field.name for field in fields(kind) if field.init]


PARTS = {
    name
    for kind in (Game, ExactPlay, Info, Option, NamedKey, Awaits, Outcome, Line, Mark, Peek, Screen)
    for name in parts(kind)
}
CLASSES = {name for module in (dice, game, hands, screen, text) for name in vars(module)}
BUILT_IN = {"None", "()", "range", "ValueError", '"share"', '"points"', "GAME"}
CODES = {"reroll.345", "house", "six-card"}
STYLES = {"main"}
COMMANDS = {"/play"}


@pytest.mark.parametrize("kind", [ExactPlay, Awaits, Outcome])
def test_every_part_of_the_contract_is_told(kind):
    assert {*parts(kind)} <= {*MENTIONED}


def test_what_is_mentioned_exists():
    """Each name in backticks is of a kind that can be looked up, and found."""
    for name in MENTIONED:
        assert_exists(name)


def assert_exists(name):
    called = re.fullmatch(r"(\w+)\(([\w, ]*)\)", name)
    if name in BUILT_IN | PARTS | CLASSES | STYLES | {*TABLE_OPTIONS}:
        return
    if name in CODES:
        assert Action.parse(name).code == name
    elif name in COMMANDS:
        assert f'say_in("command", "{name[1:]}")' in cogs()
    elif name.replace("_", "-") in EXTRA_GAMES:
        assert (FOLDER / name).is_dir()
    elif name.startswith("rules.") or name == "bot":
        assert found(name)
    elif name.startswith("python -m "):
        assert import_module(f"{name.removeprefix('python -m ')}.__main__")
    elif name.startswith("dice-poker "):
        assert answers(name)
    elif called:
        assert_called(called[1], called[2])
    elif "/" in name or name.endswith((".py", ".md")):
        assert exists(name)
    else:
        pytest.fail(f"nobody knows what {name!r} is")


def cogs():
    return "".join(path.read_text(encoding="utf-8") for path in (ROOT / "cogs").glob("*.py"))


def found(dotted):
    """Return whether a dotted name is a module, or something in one."""
    module, _, name = dotted.rpartition(".")
    try:
        return bool(import_module(dotted))
    except ModuleNotFoundError:
        return hasattr(import_module(module), name)


def exists(name):
    """Return whether a path exists, with the name of a game for <game>, or a file of a game."""
    if "/" not in name.removeprefix("./"):
        inside = [folder for folder in FOLDERS if (folder / name).is_file()]
        return bool(inside) or (ROOT / name).exists()
    games = [folder.name for folder in FOLDERS]
    return any((ROOT / name.replace("<game>", one)).exists() for one in games)


def answers(command):
    """Return whether the command line knows a command."""
    words = command.replace("<game>", next(iter(registry.games()))).split()[1:]
    return main([*words, "--help"]) == 0


def assert_called(name, arguments):
    """Check a call: its name is a field of a game or a class, its arguments those of the contract."""
    given = [one.strip() for one in arguments.split(",") if one.strip()]
    if name in CLASSES:
        assert given == parts(getattr(game, name))
    else:
        documented = re.search(rf"`{name}\(([^)]*)\)`", Game.__doc__)
        assert documented, f"the docstring of Game has no {name}(…)"
        assert given == [one.strip() for one in documented[1].split(",") if one.strip()]


@pytest.mark.parametrize("kind", [Info, Game])
def test_every_field_stands_in_the_table_of_its_class(kind):
    (section,) = [one for one in TEXT.split("\n## ") if f"`rules.game.{kind.__name__}`\n" in one]
    rows = [line.split(" | ")[0] for line in section.splitlines() if line.startswith("| `")]
    named = [name for row in rows for name in re.findall(r"`(\w+)", row)]
    assert sorted(named) == sorted(parts(kind))


def test_the_reserved_options_and_the_limits_are_those_of_the_code():
    (row,) = [line for line in TEXT.splitlines() if line.startswith("- the option `")]
    assert re.findall(r"`(\w+)`", row) == [*TABLE_OPTIONS]
    assert f"a `Menu` with no choice or more than {MAX_CHOICES}," in TEXT
    assert f"no dice or more than {MAX_DICE}\n" in TEXT
    assert {name for name in EXTRA_GAMES if f"`{name.replace('-', '_')}`" in TEXT} == {*EXTRA_GAMES}


def test_the_next_free_chapter_is_free():
    chapters = [
        int(number)
        for folder in FOLDERS
        for number in re.findall(
            r"^- \*\*(\d+)\.\d", (folder / "README.md").read_text(encoding="utf-8"), re.MULTILINE
        )
    ]
    assert f"The next free chapter is {max(chapters) + 1};" in TEXT
