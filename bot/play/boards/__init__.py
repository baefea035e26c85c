"""The messages of rounds: the public board, the private Screens of seats, reminders."""

from __future__ import annotations
