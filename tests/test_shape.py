"""The shape of the project: short files, clear names, nothing unfinished, games on their own."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from rules import registry
from syntax_trees import tree_of

ROOT = Path(__file__).parents[1]
FOLDERS = ("rules", "bot", "cogs", "course", "tests", "bench", "assets", "docs", "deploy", ".ci")

READABLE = {
    ".py",
    ".md",
    ".toml",
    ".txt",
    ".po",
    ".ini",
    ".mako",
    ".example",
    ".service",
    ".sysusers",
    ".yaml",
    "",
}
FILES = sorted(
    path
    for path in (
        *ROOT.iterdir(),
        *(found for folder in FOLDERS for found in (ROOT / folder).rglob("*")),
    )
    if path.is_file()
    and path.suffix in READABLE
    and path.name not in {".env", ".DS_Store", ".coverage"}
    and not {"__pycache__", ".git"} & set(path.relative_to(ROOT).parts)
    and not any(part.endswith(".egg-info") for part in path.relative_to(ROOT).parts)
)
MODULES = [path for path in FILES if path.suffix == ".py"]

FIRST_LINE = re.compile(r'(?:#!.*\n)?"""(.*)')
UNDONE = re.compile(r"\b(TO[D]O|FIX[M]E|X[X]X|HA[C]K)\b|raise NotImplement[e]d")
UNMERGED = re.compile(r"^(<{7}|[|]{7}|>{7}) ", re.MULTILINE)
ELSEWHERE = re.compile(r"(?<![\w.])/(work|home|root|Users|private/tmp)/|pypi\.[a-z.]+/simple")


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_there_is_something_to_look_at():
    assert {"rules/hands.py", "tests/test_shape.py", "check"} <= {named(path) for path in FILES}


def test_no_module_grows_past_800_lines():
    lines = {named(path): len(text_of(path).splitlines()) for path in MODULES}
    assert {name: count for name, count in lines.items() if count > 800} == {}


def test_every_module_says_what_belongs_in_it():
    first = {named(path): FIRST_LINE.match(text_of(path)) for path in MODULES}
    assert [name for name, line in first.items() if line is None or len(line[1]) < 10] == []


@pytest.mark.parametrize(
    "unwanted", [UNDONE, UNMERGED, ELSEWHERE], ids=["undone", "unmerged", "machine"]
)
def test_nothing_is_left_undone_and_no_file_knows_one_machine(unwanted):
    found = {named(path): unwanted.search(text_of(path)) for path in FILES}
    assert {name: match[0] for name, match in found.items() if match} == {}


# A game is one folder: nothing outside it, its tests and the hands names it

GAMES = {key: key.replace("-", "_") for key in registry.games()}
"""The folder of each game, by the key of the game."""

MAY_NAME_GAMES = {
    "rules/hands.py",  # the orders of hands have the keys of the games that use them
    "course/coursework.py",  # offers rows of Nine Categories as functions (README 4.5 of Nine Categories)
    "course/contest.py",  # the contest of Six Card Poker, as its source plays it
    "course/strategies.py",
}


def games_named(source, folder=None):
    """Return the games that a Python file names: quoted keys, and modules of `rules.games`.

    `folder` is the game's own folder, which may name its game.
    """
    tree = tree_of(source)
    found = {f"rules.games.{name}" for name in re.findall(r"rules\.games\.(\w+)", source)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "rules.games":
            found |= {f"rules.games.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Constant) and node.value in GAMES:
            found.add(node.value)
    own = {key for key in GAMES if GAMES[key] == folder}
    known = {f"rules.games.{name}" for name in GAMES.values()} | {*GAMES}
    return (found & known) - own - {f"rules.games.{folder}"}


def test_games_have_folders_of_their_names():
    assert len(GAMES) >= 5
    for folder in GAMES.values():
        assert (ROOT / "rules" / "games" / folder / "__init__.py").is_file()


def games_named_by(path):
    """Return the games that a module names although it may not."""
    place = path.relative_to(ROOT).parts
    if place[0] in ("tests", "bench") or named(path) in MAY_NAME_GAMES:
        return set()
    folder = place[2] if place[:2] == ("rules", "games") and len(place) > 3 else None
    source = text_of(path)
    if named(path) == "bot/cli.py":
        program = '\nPROGRAM = "dice-poker"\n'  # the name of the program
        assert source.count(program) == 1
        source = source.replace(program, "\n")
    return games_named(source, folder)


def test_nothing_outside_its_folder_names_a_game():
    found = {named(path): games_named_by(path) for path in MODULES}
    assert {name: games for name, games in found.items() if games} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('x = "dice-poker"', {"dice-poker"}),
        ("if key in ('nine', 'six'): ...", {"nine"}),
        ("match key:\n    case 'six-card': ...", {"six-card"}),
        ("from rules.games.nine import rows", {"rules.games.nine"}),
        ("from rules.games.six_card.cards import DECK", {"rules.games.six_card"}),
        ("import rules.games.poker_dice", {"rules.games.poker_dice"}),
        ("from rules.games import nine, thirteen", {"rules.games.nine", "rules.games.thirteen"}),
        ("load('rules.games.nine')", {"rules.games.nine"}),
        ("import rules.games\nfrom rules.games import __path__", set()),
        ('x = "nine rows", "play dice-poker", nine', set()),
        ('"""Nine Categories has nine rows."""', set()),
    ],
)
def test_a_file_that_names_a_game_is_found(source, found):
    assert games_named(source) == found


def test_a_game_names_itself_and_no_other():
    source = "from rules.games.nine import rows\nkey = 'nine'"
    assert not games_named(source, "nine")
    assert games_named(source, "thirteen") == {"nine", "rules.games.nine"}


# cogs/ holds cogs, built by the client alone

COG_MODULES = [path for path in MODULES if path.relative_to(ROOT).parts[0] == "cogs"]


def faults_of_a_cog(source):
    """Return what a module of cogs/ lacks, and what it has beside cogs."""
    body = tree_of(source).body
    classes = {node.name: [*map(ast.unparse, node.bases)] for node in body if is_class(node)}
    cogs = {name for name, bases in classes.items() if "commands.Cog" in bases}
    coroutines = {node.name for node in body if isinstance(node, ast.AsyncFunctionDef)}
    functions = {node.name for node in body if isinstance(node, ast.FunctionDef)}
    public = {name for name in {*classes, *coroutines, *functions} if not name.startswith("_")}
    faults = [f"has {name}" for name in sorted(public - cogs)]
    faults += [f"has {name}" for node in body for name in names_given(node)]
    if not cogs:
        faults.append("no cog")
    return faults


def names_given(node):
    """Return the constants that a statement names."""
    match node:
        case ast.Assign(targets):
            return [*map(ast.unparse, targets)]
        case ast.AnnAssign(target):
            return [ast.unparse(target)]
        case _:
            return []


def is_class(node):
    return isinstance(node, ast.ClassDef)


@pytest.mark.parametrize("path", COG_MODULES, ids=named)
def test_cogs_hold_cogs_and_nothing_else(path):
    source = text_of(path)
    if path.name == "__init__.py":
        assert len(tree_of(source).body) == 1, "the package says what it holds, no more"
    else:
        assert faults_of_a_cog(source) == []


@pytest.mark.parametrize(
    ("source", "faults"),
    [
        ("class A(commands.Cog): ...", []),
        ("class A(commands.Cog): ...\nclass _B: ...", []),
        ("class A: ...", ["has A", "no cog"]),
        ("class A(commands.Cog): ...\ndef draw(): ...", ["has draw"]),
        ("class A(commands.Cog): ...\nasync def setup(bot): ...", ["has setup"]),
        ("class A(commands.Cog): ...\n_B = 3.0", ["has _B"]),
        ("class A(commands.Cog): ...\nB: int = 3", ["has B"]),
        ("", ["no cog"]),
    ],
)
def test_a_module_that_is_no_cog_is_found(source, faults):
    assert faults_of_a_cog(source) == faults


LOADERS = {"import_module", "__import__", "load_extension", "reload_extension"}


def loaders_in(source):
    """Return the functions that load modules by name and that a file mentions in its code."""
    mentioned = set()
    if not any(name in source for name in LOADERS):  # most files: they need not be parsed
        return mentioned
    for node in ast.walk(tree_of(source)):
        match node:
            case ast.Name(name) | ast.Attribute(attr=name) | ast.alias(name=name):
                mentioned.add(name.rpartition(".")[2])
    return mentioned & LOADERS


def test_only_the_registry_and_the_checks_load_modules_by_name():
    found = {
        named(path): loaders
        for path in MODULES
        if path.relative_to(ROOT).parts[0] in ("rules", "bot", "cogs", "course")
        and (loaders := loaders_in(text_of(path)))
    }
    assert found == {
        "course/files/checks/handed_in.py": {"import_module"},
        "course/files/checks/measure_tests.py": {"import_module"},
        "rules/registry.py": {"import_module"},
    }


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from importlib import import_module as load", {"import_module"}),
        ("importlib.import_module('cogs.play')", {"import_module"}),
        ("__import__('cogs')", {"__import__"}),
        ("await bot.load_extension(name)", {"load_extension"}),
        ("from importlib.metadata import version", set()),
        ("import cogs.play  # not import_module", set()),
    ],
)
def test_a_file_that_loads_modules_by_name_is_found(source, found):
    assert loaders_in(source) == found


def casts_to_the_bot(source):
    """Return how often a file claims by `cast` that something is the bot."""
    if "cast" not in source or "DicePokerBot" not in source:  # most files: they need not be parsed
        return 0
    return sum(
        ast.unparse(node.func).rpartition(".")[2] == "cast"
        and "DicePokerBot" in ast.unparse(node.args[0])
        for node in ast.walk(tree_of(source))
        if isinstance(node, ast.Call) and node.args
    )


def test_nothing_is_cast_to_the_bot():
    found = {named(path): casts_to_the_bot(text_of(path)) for path in MODULES}
    assert {name: casts for name, casts in found.items() if casts} == {}


@pytest.mark.parametrize(
    ("source", "casts"),
    [
        ("cast('DicePokerBot', interaction.client)", 1),
        ("typing.cast(DicePokerBot, client)", 1),
        ("cast(int, DicePokerBot)", 0),
        ("bot: DicePokerBot = client", 0),
    ],
)
def test_a_cast_to_the_bot_is_found(source, casts):
    assert casts_to_the_bot(source) == casts
