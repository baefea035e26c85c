"""Features on the worth of choices: hint, review, step by step, share.

Other features import only the modules in `__all__`.
"""

from __future__ import annotations

__all__ = ("amounts",)
