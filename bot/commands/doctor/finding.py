"""What the doctor has found out about one thing, as a line and as an exit code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from bot.exit_codes import EXIT_MISTAKE, EXIT_OK, EXIT_RETRY, one_line

Level = Literal["ok", "warn", "fault", "away"]
"""ok: well; warn: it works, but look at it; fault: something has to be corrected; away: what
has to answer cannot be reached."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What is the matter with a thing; `told` names the remedy unless all is well."""

    thing: str
    level: Level
    told: str

    @property
    def line(self) -> str:
        """The finding in one line."""
        return f"{self.level:<5}  {self.thing}: {one_line(self.told)}"


def exit_code(findings: Iterable[Finding]) -> int:
    """Return the exit code: 2 for a fault, else 1 if something is away, else 0."""
    levels = {finding.level for finding in findings}
    if "fault" in levels:
        return EXIT_MISTAKE
    return EXIT_RETRY if "away" in levels else EXIT_OK
