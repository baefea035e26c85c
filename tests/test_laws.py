"""Who may import what: SQL in stores, discord.py at the top, features by exports, no circles."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from syntax_trees import tree_of

ROOT = Path(__file__).parents[1]
MODULES = sorted(path for top in ("bot", "cogs", "course") for path in (ROOT / top).rglob("*.py"))

SQL = {"sqlalchemy", "alembic", "sqlite3", "psycopg"}

DISCORD = ("ui", "play", "review", "statistics", "daily", "admin", "client", "commands")
"""The packages of `bot` that may know discord.py, but for their stores."""

FEATURES = ("review", "statistics", "daily", "admin")

MOST_FILES = 25


def place_of(path):
    return path.relative_to(ROOT).with_suffix("").parts


def imports(source):
    """Return each module that a file imports, and each name with the module it comes from."""
    found = set()
    for node in ast.walk(tree_of(source)):
        if isinstance(node, ast.Import):
            found |= {(alias.name, "") for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {(node.module, alias.name) for alias in node.names}
    return found


def libraries(source):
    return {module.partition(".")[0] for module, _ in imports(source)}


def may_know_sql(place):
    return place[:2] == ("bot", "storage") or "store" in place


def may_know_discord(place):
    return place[0] == "cogs" or (place[1] in DISCORD and "store" not in place)


def exports(feature):
    """Return the names in `__all__` of a feature: what others may import from it."""
    tree = tree_of((ROOT / "bot" / feature / "__init__.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return {*ast.literal_eval(node.value)}
    return set()


def behind_the_door(place, source):
    """Return what a module imports of a feature, not its own, that this does not export."""
    own = place[1] if place[0] == "bot" and place[1] in FEATURES else None
    if own is None:
        return set()
    found = set()
    for module, name in imports(source):
        top, _, rest = module.partition(".")
        feature, _, inside = rest.partition(".")
        if top != "bot" or feature not in FEATURES or feature == own:
            continue
        exported = inside.partition(".")[0] or name
        if exported not in exports(feature):
            found.add(f"{module}:{name}")
    return found


def test_a_module_imports_what_its_place_allows():
    faults = {}
    for path in MODULES:
        place, source = place_of(path), path.read_text(encoding="utf-8")
        known = libraries(source)
        unwanted = set() if may_know_sql(place) else known & SQL
        unwanted |= set() if may_know_discord(place) else known & {"discord"}
        unwanted |= behind_the_door(place, source)
        if unwanted:
            faults["/".join(place)] = unwanted
    assert faults == {}


def test_no_folder_is_a_corridor():
    files = Counter(path.parent for path in MODULES if path.parent.name != "versions")
    assert {folder.name: count for folder, count in files.items() if count > MOST_FILES} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import sqlalchemy.orm", {"sqlalchemy"}),
        ("from sqlalchemy import select", {"sqlalchemy"}),
        ("def f():\n    import discord", {"discord"}),
        ("from discord.ext import commands", {"discord"}),
        ("'import discord'", set()),
    ],
)
def test_an_import_is_found(source, found):
    assert libraries(source) == found


@pytest.mark.parametrize(
    ("place", "sql", "discord"),
    [
        ("bot/storage/engine", True, False),
        ("bot/table/store/rounds", True, False),
        ("bot/daily/store/shared_dice", True, False),
        ("bot/statistics/pages", False, True),
        ("bot/table/use_cases", False, False),
        ("bot/thinking/process", False, False),
        ("cogs/play", False, True),
        ("bot/cli", False, False),
    ],
)
def test_places(place, sql, discord):
    parts = tuple(place.split("/"))
    assert (may_know_sql(parts), may_know_discord(parts)) == (sql, discord)


def test_what_is_not_exported_is_found():
    """Of another feature, by either form of the import; the own feature may be used freely."""
    hidden = "from bot.review import hint\nimport bot.review.hint\nfrom bot.review.hint import Hint"
    assert len(behind_the_door(("bot", "daily", "pages"), hidden)) == 3
    assert not behind_the_door(("bot", "review", "pages"), hidden)
    assert not behind_the_door(("cogs", "review"), hidden)


def test_the_tests_of_bot_stand_in_folders_named_as_its_rooms_or_modules():
    folders = {
        path.parent.relative_to(ROOT / "tests") for path in (ROOT / "tests/bot").rglob("test_*.py")
    }
    assert Path("bot/play") in folders
    for folder in folders:
        assert (ROOT / folder).is_dir() or (ROOT / folder).with_suffix(".py").is_file(), folder


SCORES = {"rows", "ledger", "outcomes", "solver", "to_come"}
"""The modules of `rules.sheets` that know what a roll is worth."""


def asks_for_scores(path, source):
    """Return what a file imports of these modules, but keys of rows and, in a game, its rows."""
    return {
        (module, name)
        for module, name in imports(source)
        if module.startswith("rules.sheets.")
        and module.split(".")[2] in SCORES
        and not (name.isupper() or path.name == "rows.py")
    }


@pytest.mark.parametrize("top", ["rules", "bot", "cogs", "course"])
def test_nobody_outside_the_sheets_asks_what_a_roll_is_worth(top):
    for path in (ROOT / top).rglob("*.py"):
        if path.parent != ROOT / "rules" / "sheets":
            assert not asks_for_scores(path, path.read_text(encoding="utf-8")), path
    assert asks_for_scores(Path("view.py"), "from rules.sheets.rows import Rows")
    assert not asks_for_scores(Path("how_to_play.py"), "from rules.sheets.rows import THREE")


ROOMS = ("bot", "cogs", "rules", "course")


def class_names(source):
    return [node.name for node in ast.walk(tree_of(source)) if isinstance(node, ast.ClassDef)]


def test_no_two_classes_share_a_name():
    places = defaultdict(list)
    for path in (path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        for name in class_names(path.read_text(encoding="utf-8")):
            places[name].append(str(path.relative_to(ROOT)))
    assert {name for name, found in places.items() if len(found) > 1} == set()


def test_a_class_inside_another_has_a_name_too():
    assert class_names("class A:\n    class B: ...") == ["A", "B"]


def import_graph(sources):
    """Return which of some files each of them imports, from their sources by path.

    Imports inside functions and those for the type checker count.
    """
    files = {
        path.removesuffix(".py").replace("/", ".").removesuffix(".__init__"): path
        for path in sources
    }
    return {
        path: {files.get(f"{module}.{name}", files.get(module)) for module, name in imports(source)}
        - {None}
        for path, source in sources.items()
    }


def reached(graph, start):
    """Return the files that a file imports, and those that these import, and so on."""
    found, waiting = set(), [start]
    while waiting:
        more = graph[waiting.pop()] - found
        found |= more
        waiting += more
    return found


def circles(graph):
    """Return the largest sets of files each of which reaches all files of its set."""
    ahead = {path: reached(graph, path) for path in graph}
    return {
        frozenset(other for other in ahead[path] if path in ahead[other])
        for path in graph
        if path in ahead[path]
    }


def test_no_file_imports_itself_by_way_of_others():
    sources = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
    }
    found = circles(import_graph(sources))
    assert not found, "\n".join(f"circle: {', '.join(sorted(circle))}" for circle in found)


def test_circles_are_found():
    """Two of them, and none of the files that only lead to one or are led to by one."""
    graph = {
        "a": {"b"},
        "b": {"c", "d"},
        "c": {"b"},
        "d": {"e"},
        "e": {"f"},
        "f": {"e"},
        "g": {"g"},
    }
    assert circles(graph) == {frozenset("bc"), frozenset("ef"), frozenset("g")}


@pytest.mark.parametrize(
    "source",
    [
        "import bot.b",
        "from bot import b",
        "from bot.b import B",
        "def f():\n    from bot.b import B",
        "if TYPE_CHECKING:\n    from bot.b import B",
    ],
)
def test_an_import_of_a_file_is_found(source):
    others = {"bot/__init__.py": "", "bot/b.py": "from bot import version\nimport asyncio"}
    assert import_graph({"bot/a.py": source, **others}) == {
        "bot/a.py": {"bot/b.py"},
        "bot/b.py": {"bot/__init__.py"},
        "bot/__init__.py": set(),
    }
