"""Changes of single lines in a file of settings."""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from pathlib import Path

from dotenv.parser import parse_stream

from bot.atomic_file import written_beside
from bot.settings_pages import example


def set_lines(file: Path, values: Mapping[str, str]) -> None:
    """Write settings into a file that only its owner may read; other lines stay.

    A missing file starts as `.env.example`. Raises OSError, and UnicodeDecodeError for a file that
    is not text.
    """
    text = file.read_text("utf-8-sig") if file.exists() else example()
    written = with_lines(text, values)
    with written_beside(file.resolve(), lasting=True) as beside:
        beside.write_text(written, "utf-8")
        beside.chmod(0o600)


def with_lines(text: str, values: Mapping[str, str]) -> str:
    r"""Return a text of settings in which these have new values.

    >>> with_lines("# mine\nDAILY=off\n", {"DAILY": "on", "SHARDS": "2"})
    '# mine\nDAILY=on\nSHARDS=2\n'
    """
    lines, left = [], dict(values)
    for one in parse_stream(StringIO(text)):
        name = (one.key or "").upper()
        if name in values:
            before = one.original.string.partition(one.key or "")[0]  # comments, empty lines
            lines.append(f"{before.removesuffix('export ')}{name}={values[name]}\n")
            left.pop(name, None)
        else:
            lines.append(one.original.string)
    whole = "".join(lines)
    if whole and not whole.endswith("\n"):
        whole += "\n"
    return whole + "".join(f"{name}={value}\n" for name, value in left.items())
