"""The analysis process, which answers the bot's long-running questions."""

from __future__ import annotations
