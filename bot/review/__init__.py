"""What a choice was worth: hint, review, coach, step by step, replay, odds.

Other features import of it what `__all__` names.
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
