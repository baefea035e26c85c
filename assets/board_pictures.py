"""Where pictures of boards go, and in which sizes each is taken: what the stories are given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from demo_page import Player

SIZES = {"desktop": (1200, 800), "phone": (390, 844)}
"""Width and height of the windows, in pixels."""


@dataclass(frozen=True)
class Boards:
    """Where the pictures of one language go, and in which sizes they are taken."""

    folder: Path
    language: str
    sizes: Sequence[str]
    heights: Mapping[str, int]
    player: Player = field(repr=False)

    async def take(self, name: str) -> None:
        """Save what each window shows now."""
        for size in self.sizes:
            path = self.folder / f"{self.language}-{size}-{name}.png"
            width, height = SIZES[size]
            await self.player.view(path, (width, self.heights.get(size, height)))
