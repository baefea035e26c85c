"""The commands for students and teachers: `dice-poker check`, `course` and `contest`.

- `coursework`: the functions of the assignment; `files` has the handouts
- `check`: compares students' files with them
- `contest`: strategies in Python that play many deals
"""

from __future__ import annotations
