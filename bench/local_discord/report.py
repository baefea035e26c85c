"""The table of one fault: figures beside their expected values."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Report:
    """The rows of the table; `wrong` counts the wrong figures."""

    title: str
    rows: list[tuple[str, str, str]] = field(default_factory=list)
    wrong: int = 0

    def add(self, what: str, figure: object, should: object = None) -> None:
        """Add a figure that should be equal to another one."""
        self._add(what, str(figure), "" if should is None else str(should), figure == should)

    def at_most(self, what: str, seconds: float, most: float) -> None:
        self._add(what, f"{seconds:.2f} s", f"≤ {most:g} s", seconds <= most)

    def print(self) -> None:
        print(f"\n{self.title}")
        for what, figure, should in self.rows:
            print(f"  {what:<58}{figure:>12}  {should and 'should be ' + should}".rstrip())

    def _add(self, what: str, figure: str, should: str, right: bool) -> None:
        self.rows.append((what, figure, should if right else f"{should}  WRONG" if should else ""))
        self.wrong += bool(should) and not right
