"""`python -m bot.settings_pages`: writes the hosts' pages about settings from `bot.config`.

These are `.env.example` and the table of settings in docs/hosting.md.
"""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from bot.config import SETTINGS

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / ".env.example"
PAGE = ROOT / "docs" / "hosting.md"

HEADING = "# Copy this file to .env and fill in the token; everything else may stay as it is."
TABLE_HEAD = "| setting | default | what it is |\n| --- | --- | --- |\n"
WIDTH = 88


def example() -> str:
    """Return `.env.example`: each setting with its default, below its sentence and its limits."""
    blocks = [HEADING]
    for name, setting in SETTINGS.items():
        comment = [*_comment(setting.sentence), *_comment(f"Valid: {setting.kind.requirement}.")]
        blocks.append("\n".join((*comment, f"{name}={setting.written_default}")))
    return "\n\n".join(blocks) + "\n"


def table() -> str:
    """Return the table of docs/hosting.md, a row for each setting."""
    rows = []
    for name, setting in SETTINGS.items():
        default = f"`{setting.written_default}`" if setting.written_default else ""
        rows.append(
            f"| `{name}` | {default} | {setting.sentence} Valid: {setting.kind.requirement}. |\n"
        )
    return TABLE_HEAD + "".join(rows)


def with_table(page: str) -> str:
    """Return a page with its table of settings replaced by the present one."""
    return re.sub(rf"{re.escape(TABLE_HEAD)}(\|.*\n)*", lambda _: table(), page, count=1)


def _comment(words: str) -> list[str]:
    return textwrap.wrap(words, WIDTH, initial_indent="# ", subsequent_indent="# ")


def main() -> None:
    """Write both files."""
    EXAMPLE.write_text(example(), "utf-8")
    PAGE.write_text(with_table(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
