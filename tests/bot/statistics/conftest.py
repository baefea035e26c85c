"""Made-up results, stored as those of games are."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bot.storage.database import Storage
from bot.storage.schema import results
from bot.table.store import rounds
from sql import insert_rows

HERE = 1


@pytest.fixture
def filled(storage: Storage, maker: Any) -> Callable[..., None]:
    """Return a function that stores the results of members in a game, a row for each.

    It began and ended `days` ago; `facts` are those of each row, `parts` those of all.
    """

    def store(*facts: dict[str, Any], days: float = 1.0, **parts: Any) -> None:
        lobby = storage.write(rounds.open_round, maker.lobby(status="withdrawn"))
        at = maker.noon - timedelta(days=days)
        rows = [
            {
                "round": lobby.id,
                "seat": seat,
                "guild": HERE,
                "game": "yams/alone",
                "seat_count": len(facts),
                "day": False,
                "begun": at,
                "finished": at,
                "share": "1",
                "won": None,
                "score": None,
                "left": False,
                "hinted": False,
                "choices": None,
                "lost": None,
                "par": None,
                **parts,
                **one,
            }
            for seat, one in enumerate(facts)
        ]
        storage.write(insert_rows, results, rows)

    return store
