"""Settings, bars and privacy for members and moderators; backups and retention for the host."""

from __future__ import annotations
