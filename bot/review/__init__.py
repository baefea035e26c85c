"""Features on the worth of choices: hint, review, coach, step by step, replay, odds.

Other features import only the modules in `__all__`.
"""

from __future__ import annotations

__all__ = (
    "amounts",
    "odds",
    "played_round",
    "position_choices",
    "position_pages",
    "positions",
    "review_page",
    "second_person",
    "symbols",
)
