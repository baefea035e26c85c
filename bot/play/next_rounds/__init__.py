"""The next round of a channel: matches that go on, and waiting members."""

from __future__ import annotations
