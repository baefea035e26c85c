"""The levels of the computer shared by the games."""

from __future__ import annotations

from rules.game import NamedKey
from rules.text import say_in

VERSION = 1
"""The version of the choices of the levels, in all games.

Raise it with every change of a level's choices: proofs of rounds name it, and choices of other
versions are not compared.
"""

EASY = NamedKey(
    "easy", say_in("level", "Easy"), say_in("what a level does", "plays without a plan")
)
GREEDY = NamedKey(
    "greedy", say_in("level", "Greedy"), say_in("what a level does", "keeps only its largest group")
)
HOUSE = NamedKey(
    "house", say_in("level", "Medium"), say_in("what a level does", "plays by sensible rules")
)
PERFECT = NamedKey(
    "perfect",
    say_in("level", "Perfect"),
    say_in("what a level does", "plays the best move that can be computed"),
)

LEVELS = (EASY, HOUSE, PERFECT)
"""The levels of most games, weakest first."""
