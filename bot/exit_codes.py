"""The exit codes of `dice-poker`, and the error line that explains one."""

from __future__ import annotations

import sys

LONGEST_LINE = 500
"""The most characters of an error line."""

EXIT_OK = 0
EXIT_RETRY = 1
"""Starting again may help: Discord or the database could not be reached."""
EXIT_FAILED = 1
"""A file that was to prove something does not."""
EXIT_MISTAKE = 2
"""The host or the player has to correct something: a setting, the token, an argument."""
EXIT_INTERRUPTED = 130
"""Ctrl-C."""


def fail(*faults: str, code: int = EXIT_MISTAKE) -> int:
    """Write each fault on a line of its own and return the exit code."""
    for fault in faults:
        print(f"dice-poker: {one_line(fault)}", file=sys.stderr)
    return code


def one_line(text: str) -> str:
    """Return a text in one printable line, truncated to `LONGEST_LINE` characters.

    >>> one_line("  one   two ")
    'one two'
    """
    line = " ".join(text.split())[:LONGEST_LINE]
    return "".join(letter if letter.isprintable() else "?" for letter in line)
