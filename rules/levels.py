"""The levels of the computer shared by the games."""

from __future__ import annotations

from rules.game import Named
from rules.text import say_in

EASY = Named("easy", say_in("level", "Easy"))
GREEDY = Named("greedy", say_in("level", "Greedy"))
HOUSE = Named("house", say_in("level", "House"))
PERFECT = Named("perfect", say_in("level", "Perfect"))

LEVELS = (EASY, HOUSE, PERFECT)
"""The levels of most games, weakest first."""
