"""Single positions to decide: those that ship with the bot, practice, and pages that ask one.

Other features import of it what `__all__` names.
"""

from __future__ import annotations

__all__ = ("answers", "asking", "shipped")
