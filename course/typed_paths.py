"""The paths of files and folders that are typed on the command line."""

from __future__ import annotations

from errno import ENOENT
from pathlib import Path


def path_of(text: str) -> Path:
    """Return the path of a typed name, which may begin with `~` or `~name`.

    Raises OSError if the home folder is unknown.
    """
    try:
        return Path(text).expanduser()
    except RuntimeError as error:
        raise FileNotFoundError(ENOENT, f"the home folder of {text} is unknown here") from error
