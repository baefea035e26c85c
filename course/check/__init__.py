"""`dice-poker check`: compares students' functions with those of `course.coursework`.

- `situations`: the named situations, each with its cases and what is expected
- `command`: chooses the situations for a file, and prints how they went
- `process`: runs a situation in a process of its own, with a time limit
- `child`: the program of that process, the only one that runs a student's file
- `sentences`: what is said about a situation that fails
"""

from __future__ import annotations
