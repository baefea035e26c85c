"""Storage of statistics: games to be judged, leaderboards of a server, games of a member."""

from __future__ import annotations
