"""`dice-poker check`: the examination of students' files.

- `command`: examines the files of a student and prints the results; `class_table` those of a class
- `situations`: the named situations, each with its cases and expected values
- `judging`: compares the values of a student's functions with them
- `student_tests`: runs a student's tests on `wrong_versions`, whose answers `versions` has
- `musts`: the demands on the form of files; `points`: the points of everything
- `sentences`: the messages about failures
"""

from __future__ import annotations
