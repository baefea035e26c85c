"""What a tag makes: the workflow's parts, and the changelog's part that it attaches."""

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
WORKFLOWS = ROOT / ".github" / "workflows"
RELEASE = yaml.safe_load((WORKFLOWS / "release.yml").read_text(encoding="utf-8"))
CI = yaml.safe_load((WORKFLOWS / "ci.yml").read_text(encoding="utf-8"))
JOBS = RELEASE["jobs"]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
TAG = f"v{VERSION}"


def started_by(workflow: dict) -> dict:
    """What starts a workflow; YAML 1.1 reads its key `on` as true."""
    return workflow[True]


def step(job: str, action: str) -> dict:
    (found,) = (one for one in JOBS[job]["steps"] if one.get("uses", "").startswith(f"{action}@"))
    return found["with"]


def test_a_tag_of_a_version_makes_a_release_and_nothing_else_does():
    assert started_by(RELEASE) == {"push": {"tags": ["v*"]}}


def test_nothing_is_published_before_the_tests_and_the_changelog():
    assert JOBS["tests"]["uses"] == "./.github/workflows/ci.yml"
    assert "workflow_call" in started_by(CI)
    needs = {name: job.get("needs") for name, job in JOBS.items()}
    assert needs == {"notes": None, "tests": "notes", "image": "tests", "page": "image"}


def test_the_image_is_built_for_both_kinds_of_machines_and_named_after_the_repository():
    built, about = (
        step("image", "docker/build-push-action"),
        step("image", "docker/metadata-action"),
    )
    assert built["platforms"] == "linux/amd64,linux/arm64"
    assert built["push"] is True
    assert (built["sbom"], built["provenance"]) == (True, "mode=max"), "what is in it, and whence"
    assert built["tags"] == "${{ steps.about.outputs.tags }}"
    assert about["images"] == "${{ env.REGISTRY }}/${{ github.repository }}"
    assert step("image", "docker/login-action")["registry"] == "${{ env.REGISTRY }}"
    assert (ROOT / built["context"] / "Dockerfile").is_file()


def test_each_job_may_do_what_it_has_to_and_no_more():
    assert RELEASE["permissions"] == {"contents": "read"}
    allowed = {name: job["permissions"] for name, job in JOBS.items() if "permissions" in job}
    assert allowed == {
        "image": {"contents": "read", "packages": "write"},
        "page": {"contents": "write"},
    }


def test_the_page_has_the_notes_that_the_first_job_took():
    ((taken, kept), published) = (
        [one for one in JOBS["notes"]["steps"] if "actions/checkout@" not in one.get("uses", "")],
        JOBS["page"]["steps"][-1]["run"],
    )
    assert taken["run"] == '.ci/release-notes "$GITHUB_REF_NAME" > release-notes.md'
    assert kept["with"]["path"] == "release-notes.md"
    assert kept["with"]["name"] == step("page", "actions/download-artifact")["name"]
    assert "--notes-file release-notes.md" in published


def test_the_documentation_names_no_image_that_it_cannot_know():
    registry = RELEASE["env"]["REGISTRY"]
    for page in (ROOT / "README.md", ROOT / "compose.yaml", *(ROOT / "docs").glob("*.md")):
        assert registry not in page.read_text(encoding="utf-8"), page.name


@pytest.fixture
def tagged(tmp_path):
    """A copy of what the notes are made of, and the command that makes them."""
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
