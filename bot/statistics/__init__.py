"""How members stand: accounts of rounds, ratings, standings, and the pages that show them."""

from __future__ import annotations
