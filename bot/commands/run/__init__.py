"""`dice-poker run`: the bot as a process, its log and its health."""

from __future__ import annotations
