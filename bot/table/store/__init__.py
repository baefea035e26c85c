"""Storage of rounds: rows, steps, deadlines, results, seeds, bars."""

from __future__ import annotations
