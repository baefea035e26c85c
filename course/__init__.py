"""For students and teachers: `dice-poker check`, `course` and `contest`, with the page about them.

- `coursework`: the functions of the assignment, `files` what is handed out
- `check`: compares students' files with them
- `contest`: strategies in Python that play many deals
"""

from __future__ import annotations
