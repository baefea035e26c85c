"""A deal of Six Card Poker, shared by its tests."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rules import engine
from rules.engine import Round
from rules.games.six_card import GAME
from rules.screen import Action, Screen
from simulated_luck import WrittenLuck

MINE, THEIRS = (4, 4, 3, 2, 2, 1), (4, 3, 3, 1, 1, 1)
"""The cards of the two seats in `DEAL`, falling."""

DEAL = (*(4, 1, 2, 3, 2, 4), *(1, 3, 4, 1, 1, 3), *(2, 2, 3, 4))
"""The shuffled deck."""


def dealt(cards: tuple[int, ...] = DEAL) -> Round[Any]:
    """Begin a round in which the deck lies in this order."""
    return engine.begin(GAME, 2, {}, WrittenLuck([cards]))


def split(code: str) -> Action:
    """Return the action that splits the cards like this, for example "443-22-1"."""
    return Action("split", code)


def read(screen: Screen) -> str:
    """Return everything that a screen shows and offers, as text."""
    return repr(asdict(screen))
