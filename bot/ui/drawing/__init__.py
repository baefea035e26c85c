"""What Discord shows: components and their layout, emoji, names, sentences in words."""

from __future__ import annotations
