"""`dice-poker check`: compares students' functions with those of `course.coursework`.

- `command`: examines a student's files, and prints how they did; `class_table` those of a class
- `situations`: the named situations, each with its cases and what is expected
- `judging`: compares what a student's functions return in them
- `student_tests`: runs tests on `wrong_versions`, which `versions` answers for
- `musts`: what is asked of the form; `points` what all is worth
- `sentences`: what is said about what fails
"""

from __future__ import annotations
