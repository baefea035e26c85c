"""The commands for students and teachers: `dice-poker course` and `contest`.

- `course_files`: the files of the assignment, which `files` has; `coursework`: their functions
- `typed_paths`: the paths that are typed
- `contest`: the contest of Six Card Poker, with its `strategies`, `progress` and `score`
"""
