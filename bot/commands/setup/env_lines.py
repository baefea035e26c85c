"""The change of a single line in a file of settings."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

from dotenv.parser import parse_stream

from bot.atomic_file import write_beside
from bot.env_example import example


def set_line(file: Path, name: str, value: str) -> None:
    """Write a setting into a file that only its owner may read; other lines stay.

    A missing file starts as `.env.example`. Raises OSError, and UnicodeDecodeError for a file that
    is not text.
    """
    text = file.read_text("utf-8-sig") if file.exists() else example()
    written = with_line(text, name, value)
    with write_beside(file.resolve()) as beside:
        beside.write_text(written, "utf-8")
        beside.chmod(0o600)


def with_line(text: str, name: str, value: str) -> str:
    r"""Return a text of settings in which one has a new value.

    >>> with_line("# mine\nDAILY=off\n", "DAILY", "on")
    '# mine\nDAILY=on\n'
    """
    lines, there = [], False
    for line in parse_stream(StringIO(text)):
        if (line.key or "").upper() == name:
            before = line.original.string.partition(line.key or "")[0]  # comments, empty lines
            lines.append(f"{before.removesuffix('export ')}{name}={value}\n")
            there = True
        else:
            lines.append(line.original.string)
    whole = "".join(lines)
    if whole and not whole.endswith("\n"):
        whole += "\n"
    return whole if there else f"{whole}{name}={value}\n"
