"""The analysis process: what takes long is computed beside the bot, asked as questions."""

from __future__ import annotations
