"""What a tag makes: nothing before the tests, and the part of the changelog that it attaches."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.version import Version

ROOT = Path(__file__).parents[1]
RELEASE = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
TAG = f"v{VERSION}"


def test_nothing_is_published_before_the_tests_and_the_changelog():
    assert RELEASE["jobs"]["tests"]["uses"] == "./.github/workflows/ci.yml"
    needs = {name: job.get("needs") for name, job in RELEASE["jobs"].items()}
    assert needs == {"notes": None, "tests": "notes", "image": "tests", "page": "image"}


def test_the_documentation_names_no_image_that_it_cannot_know():
    registry = RELEASE["env"]["REGISTRY"]
    for page in (ROOT / "README.md", ROOT / "compose.yaml", *(ROOT / "docs").glob("*.md")):
        assert registry not in page.read_text(encoding="utf-8"), page.name


@pytest.fixture
def tagged(tmp_path):
    """Return a function that makes the notes of a tag, from a copy of what they are made of."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "release-notes", tmp_path / ".ci")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)

    def notes(changelog: str, tag: str = TAG) -> subprocess.CompletedProcess[str]:
        (tmp_path / "CHANGELOG.md").write_text(changelog, encoding="utf-8")
        script = [sys.executable, str(tmp_path / ".ci" / "release-notes"), tag]
        return subprocess.run(script, capture_output=True, text=True, encoding="utf-8", check=False)

    return notes


def test_the_notes_are_the_changelogs_part(tagged):
    made = tagged(
        f"# Changelog\n\n## Unreleased\n\n- soon\n\n## {VERSION} — 2026-12-01\n\n### Players\n\n- now\n"
        "\n## 0.1.0 — 2026-11-21\n\n- before\n"
    )
    assert (made.returncode, made.stdout) == (0, "### Players\n\n- now\n")


@pytest.mark.parametrize(
    ("changelog", "tag", "told"),
    [
        (f"## {VERSION} — 2026-12-01\n\n- now\n", "v9.9.9", "the tag is v9.9.9"),
        ("## Unreleased\n\n- now\n", TAG, "Unreleased becomes it"),
        (f"## {VERSION} — 2026-12-01\n\n## 0.1.0\n\n- before\n", TAG, "CHANGELOG.md has no part"),
    ],
)
def test_a_tag_without_its_part_makes_nothing_and_says_why(tagged, changelog, tag, told):
    made = tagged(changelog, tag)
    assert (made.returncode, made.stdout) == (1, "")
    assert told in made.stderr
    assert made.stderr.count("\n") == 1


def test_the_version_is_above_every_one_that_the_changelog_has_released():
    page = (ROOT / "CHANGELOG.md").read_text("utf-8")
    released = map(Version, re.findall(r"^## (\S+) — ", page, re.MULTILINE))
    assert Version(VERSION) >= max(released, default=Version("0"))
