"""What members and moderators manage: settings, bars, privacy, and the host's commands."""

from __future__ import annotations
