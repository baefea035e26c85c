"""A finding of `dice-poker doctor`, as a line and as an exit code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from bot.exit_codes import EXIT_MISTAKE, EXIT_OK, EXIT_RETRY, one_line

Level = Literal["ok", "warn", "fault", "away"]
"""The levels: good, worth a look, to be corrected, and out of reach."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding about a thing; `text` includes the remedy unless the level is ok."""

    thing: str
    level: Level
    text: str

    @property
    def line(self) -> str:
        return f"{self.level:<5}  {self.thing}: {one_line(self.text)}"


def exit_code(findings: Iterable[Finding]) -> int:
    """Return the exit code: 2 for a fault, else 1 if something is away, else 0."""
    levels = {finding.level for finding in findings}
    if "fault" in levels:
        return EXIT_MISTAKE
    return EXIT_RETRY if "away" in levels else EXIT_OK
