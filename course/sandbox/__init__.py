"""The sandbox: untrusted files in a Python process of their own, within limits.

- `child`: the program of that process, the only one that runs such a file; it has no answers
- `process`: starts and stops it, and reads its output
"""

from __future__ import annotations
