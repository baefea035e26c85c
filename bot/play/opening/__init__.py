"""The opening of rounds: `/play` and its pages, challenges, threads, channels that are taken."""

from __future__ import annotations
