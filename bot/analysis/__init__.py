"""Analysis of rounds and hands by exact play: hints, reviews, odds and their pictures."""

from __future__ import annotations
