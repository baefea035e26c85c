"""Runs the files of strangers in a Python process of its own, within limits.

- `child`: the program of that process, the only one that runs such a file; it knows no answers
- `process`: starts it, stops it, and hears what it says
"""

from __future__ import annotations
