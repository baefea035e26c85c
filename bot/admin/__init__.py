"""Settings, bars and privacy for members and moderators, and the host's commands."""

from __future__ import annotations
