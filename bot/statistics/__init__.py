"""How members stand: accounting of rounds, ratings, standings, and the pages that show them."""

from __future__ import annotations
