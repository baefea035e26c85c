"""Storage of the daily challenge: days, dares and private rounds, cards of days, reminders."""

from __future__ import annotations
