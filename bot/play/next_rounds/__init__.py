"""The next round of a channel: matches that go on."""

from __future__ import annotations
