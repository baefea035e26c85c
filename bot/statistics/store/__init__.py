"""What is stored of statistics: accounts, queues, standings, history."""

from __future__ import annotations
