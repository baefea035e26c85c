"""Accounts of rounds, ratings, standings, and the pages that show them to members."""

from __future__ import annotations
