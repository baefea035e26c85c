"""Storage of statistics: accounts, queues, standings, history."""

from __future__ import annotations
