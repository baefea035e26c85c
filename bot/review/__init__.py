"""What a choice was worth: hint, review, coach, mistakes, step by step, replay, odds."""

from __future__ import annotations
