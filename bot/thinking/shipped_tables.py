"""The tables of exact play that come with the program, so that nobody waits for their solution.

Each is a file in `tables`: a line of JSON, then the numbers, compressed by zlib. The line has what
the table was made from. `bench/exact/make_tables.py` writes the files.
"""

from __future__ import annotations

import json
import logging
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

log = logging.getLogger(__name__)

FOLDER = Path(__file__).parent / "tables"


class ShippedTables:
    """Reads tables from the files of a folder; what they do not have is solved."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder

    def table(self, name: str, inputs: str, build: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        """Return the table that was made from the same inputs, or solve it."""
        for file in sorted(self._folder.glob(f"*-{name}.table")):
            try:
                table = _read(file, inputs)
            except (OSError, ValueError, KeyError, zlib.error) as error:
                why = getattr(error, "strerror", None) or error
                log.warning("%s cannot be read, and is solved anew: %s", file, why)
            else:
                if table is not None:
                    return table
        return build()


def _read(file: Path, inputs: str) -> NDArray[Any] | None:
    """Return the table in a file, None where it was made from other inputs.

    Raises OSError, and ValueError, KeyError or zlib.error for a damaged file.
    """
    import numpy as np  # noqa: PLC0415 — numpy is loaded with the first question

    with file.open("rb") as stream:
        head = json.loads(stream.readline())
        if head["given"] != inputs:
            return None
        numbers = zlib.decompress(stream.read())
    return np.frombuffer(numbers, head["type"]).reshape(head["shape"])


def write(file: Path, inputs: str, table: NDArray[Any]) -> None:
    """Write a table with the inputs from which it was made."""
    stored = table.astype(table.dtype.newbyteorder("<"))
    head = {"type": stored.dtype.str, "shape": stored.shape, "given": inputs}
    line = json.dumps(head, separators=(",", ":")).encode() + b"\n"
    file.write_bytes(line + zlib.compress(stored.tobytes(), 9))
