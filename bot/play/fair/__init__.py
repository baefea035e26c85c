"""*Fair dice?*: the seals of a channel, and the check and the proof of a game."""

from __future__ import annotations
