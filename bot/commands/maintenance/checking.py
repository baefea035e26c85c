"""Checks the record of a finished round: its steps must lead to its results."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from bot.commands.maintenance.records import Record
from bot.table.stored_round import StoredRound
from rules import engine, registry
from rules.engine import Round
from rules.errors import Refusal, Unreadable

_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


class WrongRecord(Exception):
    """Raised where a record does not lead to the results beside it; the message says why."""


def replayed(record: Record) -> Round[Any]:
    """Return a round at its end, with all its steps. Raises WrongRecord."""
    try:
        game = registry.game(record.game)
        end = engine.replay(game, len(record.players), record.options, record.steps)
    except Refusal as refusal:  # an unknown game, option or number of seats
        raise WrongRecord(refusal.text.template.format(**dict(refusal.text.arguments))) from refusal
    except Unreadable as error:
        raise WrongRecord(str(error)) from error
    except Exception as error:  # a file that was edited may be wrong in any way
        raise WrongRecord(f"it cannot be replayed: {error!r}") from error
    found = _results(record, end)
    if found is None:
        raise WrongRecord("its steps do not lead to its end")
    if found != record.results:
        raise WrongRecord(f"its steps lead to {_told(found)}, not to {_told(record.results)}")
    return end


def _results(record: Record, end: Round[Any]) -> Any:
    """Return share and score of each seat; None where the round is not over and nobody left."""
    if end.over is None and not any(player.left for player in record.players):
        return None
    outcome = StoredRound(
        channel=0,
        game=record.game,
        opener=0,
        players=record.players,
        opened=_LONG_AGO,
        status="over",
        play=end,
    ).outcome
    if outcome is None:
        return None
    scores = outcome.scores or (None,) * len(outcome.shares)
    return tuple(zip(outcome.shares, scores, strict=True))


def _told(results: tuple[tuple[object, int | None], ...]) -> str:
    return ", ".join(
        f"{share}" if score is None else f"{share} ({score})" for share, score in results
    )
