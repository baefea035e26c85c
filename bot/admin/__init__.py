"""Settings, bars and privacy for members and moderators."""

from __future__ import annotations
