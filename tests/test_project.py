"""What a stranger's first commands rely on: pinned versions, the README's lines, the scripts."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.pictures.font import BOLD, FOLDER, REGULAR
from bot.thinking.shipped_tables import FOLDER as TABLES

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
LINES = [
    line
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
PINS = {
    canonicalize_name(pin.name): str(pin.specifier).removeprefix("==")
    for pin in map(Requirement, LINES)
}

WANTED = [
    Requirement(line)
    for group in (PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
    for line in group
    if canonicalize_name(Requirement(line).name) != PROJECT["name"]
]

DEMO = (
    "python3 -m venv .venv && .venv/bin/pip install -q -c constraints.txt -e '.[demo]' "
    "&& .venv/bin/dice-poker demo"
)
TEST = (
    "python3 -m venv .venv && .venv/bin/pip install -q -c constraints.txt -e '.[dev]' "
    "&& .venv/bin/pytest -n auto --dist worksteal --timeout 300"
)
SLOW = ".venv/bin/pytest -q -n 3 --dist worksteal --timeout 600 -m slow"


def test_every_requirement_is_pinned_to_a_version_that_it_allows():
    pinned = {str(wanted): PINS[canonicalize_name(wanted.name)] for wanted in WANTED}
    assert [one for one in WANTED if not one.specifier.contains(pinned[str(one)])] == []


def test_pins_are_names_and_versions_and_nothing_else():
    line_of_a_pin = r"[A-Za-z0-9._-]+==[A-Za-z0-9._+!]+(; python_version >= \"3\.\d+\")?"
    assert all(re.fullmatch(line_of_a_pin, line) for line in LINES)
    assert sorted(set(LINES), key=str.lower) == LINES
    assert len(PINS) == len(LINES)


def test_what_pinned_packages_need_is_pinned_too():
    """Nothing that an installation pulls in is left to the day of the installation."""
    for name in PINS:
        try:
            needed = requires(name) or []
        except PackageNotFoundError:  # an extra that is not installed here
            continue
        for line in needed:
            requirement = Requirement(line)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                assert canonicalize_name(requirement.name) in PINS, f"{name} needs {line}"


@pytest.mark.parametrize("command", [DEMO, TEST])
def test_the_readme_gives_the_two_commands_each_on_a_line(command):
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert command in [line.strip() for line in lines]


def test_ci_runs_the_test_command_of_the_readme_then_what_it_leaves_out_and_then_check():
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    lines = [line.strip() for line in text.splitlines()]
    assert lines.index(TEST) < lines.index(SLOW) < lines.index("./check --no-tests")
    assert SLOW in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()


TESTED_WITHOUT = """
import sys
sys.modules.update(dict.fromkeys(
    ("hypothesis", "pytest_timeout", "xdist", "sqlalchemy", "discord", "numpy", "PIL", "simcord")
))
import pytest
sys.exit(pytest.main(["-q", "-p", "pytest_asyncio.plugin", "-p", "no:cacheprovider", *sys.argv[1:]]))
"""


@pytest.mark.slow
def test_a_test_of_the_rules_needs_pytest_and_pytest_asyncio_alone():
    done = subprocess.run(
        [sys.executable, "-c", TESTED_WITHOUT, "tests/rules/test_hands.py", "-k", "counts"],
        cwd=ROOT,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("script", ["check", ".ci/run"])
def test_scripts_can_be_run(script):
    assert os.access(ROOT / script, os.X_OK)


def test_the_licence_is_the_one_that_the_project_names():
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert PROJECT["license"] == text.partition(" ")[0] == "MIT"
    assert "2026 The Dice Poker for Discord authors" in text


def test_an_installation_brings_all_that_the_course_hands_out():
    checks = ROOT / "course/files/checks"
    patterns = PYPROJECT["tool"]["setuptools"]["package-data"]["course.files.checks"]
    brought = {path for pattern in patterns for path in checks.glob(pattern)}
    assert brought == {path for path in checks.glob("*.*") if path.suffix != ".py"}


def test_an_installation_brings_the_font_and_its_licence():
    patterns = PYPROJECT["tool"]["setuptools"]["package-data"]["bot.pictures"]
    brought = {path for pattern in patterns for path in (ROOT / "bot/pictures").glob(pattern)}
    assert {REGULAR, BOLD, FOLDER / "LICENSE"} <= brought


def test_an_installation_brings_the_tables_that_take_long_to_solve():
    patterns = PYPROJECT["tool"]["setuptools"]["package-data"]["bot.thinking"]
    brought = {path for pattern in patterns for path in (ROOT / "bot/thinking").glob(pattern)}
    assert brought == {*TABLES.iterdir()}


@pytest.mark.slow
def test_a_version_is_installed_without_the_files_of_the_one_before(tmp_path: Path) -> None:
    """They are left in the folder build/, from which setuptools would install them again."""
    pytest.importorskip("setuptools")
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nname = "dice"\nversion = "2"\n[tool.setuptools]\npackages = ["bot"]\n'
    )
    shutil.copy(ROOT / "setup.py", tmp_path)
    for file in ("bot/present.py", "build/lib/bot/gone.py"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text("")
    install = [sys.executable, "setup.py", "-q", "install_lib", "--install-dir", "installed"]
    subprocess.run(install, cwd=tmp_path, check=True, capture_output=True, timeout=60)
    assert {file.name for file in (tmp_path / "installed" / "bot").glob("*.py")} == {"present.py"}
