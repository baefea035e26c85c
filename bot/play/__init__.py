"""Rounds on Discord: presses and their locks, live rounds, boards, reminders, opening."""

from __future__ import annotations
