"""`python -m bot.env_example`: writes `.env.example` from the settings of `bot.config`."""

from __future__ import annotations

import textwrap
from pathlib import Path

from bot.config import SETTINGS

FILE = Path(__file__).parents[1] / ".env.example"

HEADING = "# Copy this file to .env and fill in the token; everything else may stay as it is."
WIDTH = 88


def example() -> str:
    """Return `.env.example`: each setting with its default, below its sentence and its limits."""
    blocks = [HEADING]
    for name, setting in SETTINGS.items():
        comment = [*_comment(setting.sentence), *_comment(f"Valid: {setting.kind.requirement}.")]
        blocks.append("\n".join((*comment, f"{name}={setting.written_default}")))
    return "\n\n".join(blocks) + "\n"


def _comment(words: str) -> list[str]:
    return textwrap.wrap(words, WIDTH, initial_indent="# ", subsequent_indent="# ")


if __name__ == "__main__":
    FILE.write_text(example(), "utf-8")
