"""Rounds that levels of the computer play from a seed, and their reviews."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bench.seeded import Seeded
from rules.engine import begin, play_automatic
from rules.game import Game
from rules.review import SeatReview, review
from rules.screen import Seat


def reviewed(game: Game[Any], levels: Sequence[str], seed: str) -> tuple[SeatReview, ...]:
    """Return the review of a seeded round between these levels, a seat each."""
    luck = Seeded(seed)
    seats = {Seat(index): level for index, level in enumerate(levels)}
    over = play_automatic(begin(game, len(levels), {}, luck), seats, luck)
    return review(game, len(levels), {}, over.steps)
