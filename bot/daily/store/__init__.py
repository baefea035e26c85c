"""Storage of the daily challenge: days, dares and attempts, cards of days, reminders."""

from __future__ import annotations
