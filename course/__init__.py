"""The commands for students and teachers: `dice-poker check`, `course` and `contest`.

- `coursework`: the functions of the assignment; `files` has the handouts
- `check`: compares students' files with them
- `contest`: the contest of Six Card Poker, with its `strategies` and its `score`
"""

from __future__ import annotations
