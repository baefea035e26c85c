"""Reviews of records, made at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.engine import Step, history
from rules.game import Game
from rules.review import SeatReview, review_of


def review(
    game: Game[Any], seats: int, options: Mapping[str, str], record: Iterable[Step]
) -> tuple[SeatReview, ...]:
    """Return the review of each seat of a round, which may be unfinished."""
    return review_of(history(game, seats, options, record), seats)
