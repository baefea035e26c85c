"""A student's files, graded by the checks in a folder and a Python of their own."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

from course.course_files import FILES

SOLUTION = {path.name: path.read_text("utf-8") for path in (FILES / "solution").glob("*.py")}
TESTS = 41
"""The situations, and the demands on form."""


@dataclass(frozen=True)
class Grading:
    """A Python, the folder of the checks, and one with what a student has handed in."""

    python: Path
    checks: Path
    folder: Path

    def hand_in(self, **sources: str | None) -> None:
        """Write the solution, with other sources of some files; None leaves a file out."""
        given = {f"{name}.py": source for name, source in sources.items()}
        for name, source in {**SOLUTION, **given}.items():
            if source is not None:
                (self.folder / name).write_text(source, encoding="utf-8")

    def failed(self) -> dict[str, str]:
        """Run both checks; return the messages of the tests that fail, and of warnings."""
        files = [self.checks / f"check_{name}.py" for name in ("dice", "score_dice")]
        report = self.folder.parent / "report.xml"
        printed = self.run("-m", "pytest", "-q", f"--junitxml={report}", *files).stdout
        tests = [*ET.parse(report).iter("testcase")]
        assert len(tests) == TESTS, printed
        found = {
            test.get("name", ""): fault.get("message", "").removeprefix("Failed: ")
            for test in tests
            for fault in test
            if fault.tag in ("failure", "error")
        }
        if "UserWarning: " in printed:
            found["warning"] = printed.partition("UserWarning: ")[2].splitlines()[0]
        return found

    def measured(self) -> str:
        """Return what measure_tests.py prints about the tests."""
        done = self.run(self.checks / "measure_tests.py")
        assert done.stderr == ""
        return done.stdout

    def run(self, *argv: str | Path) -> subprocess.CompletedProcess[str]:
        """Run the Python in the folder."""
        return subprocess.run(
            [self.python, *argv],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
