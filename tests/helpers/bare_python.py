"""An interpreter with pytest and flake8 and nothing else, made without a network."""

from __future__ import annotations

import subprocess
import venv
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement


def bare_python(place: Path) -> Path:
    """Make a virtual environment in a new folder; return its interpreter.

    The packages in it are links to those of this environment.
    """
    venv.create(place, symlinks=True)
    python = place / "bin" / "python"
    asked = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    told = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    libraries = Path(told.rstrip())
    for package in _with_requirements(["pytest", "flake8"]):
        parts = {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}
        for part in parts:
            (libraries / part).symlink_to(Path(str(package.locate_file(part))))
    return python


def _with_requirements(names: list[str]) -> Iterator[Distribution]:
    seen: set[str] = set()
    while names:
        name = names.pop()
        if name not in seen:
            seen.add(name)
            package = distribution(name)
            yield package
            required = map(Requirement, package.requires or ())
            names += [
                each.name
                for each in required
                if each.marker is None or each.marker.evaluate({"extra": ""})
            ]
