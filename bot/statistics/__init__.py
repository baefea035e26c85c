"""What members have played on a server: judged games, leaderboards, and their pages."""

from __future__ import annotations
