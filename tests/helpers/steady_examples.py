"""Hypothesis as the tests use it: the same examples in every run, and no limit of time."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

__all__ = ["ANY_LETTER", "ANY_TEXT", "given", "st"]

settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.load_profile("steady")

ANY_LETTER = st.characters(exclude_categories=["Cs"])
"""All that text of Hypothesis has, without the three seconds of its table in a fresh folder."""

ANY_TEXT = st.text(ANY_LETTER)
