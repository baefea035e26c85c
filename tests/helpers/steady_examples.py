"""Hypothesis as the tests use it: the same examples in every run, and no limit of time."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

__all__ = ["given", "st"]

settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.load_profile("steady")
