"""Judges stored games at once, as the bot does in idle time, or with a made-up judgement."""

from __future__ import annotations

from bot.statistics.judging import choices_that_count
from bot.statistics.store import to_judge
from bot.statistics.store.to_judge import Judgement
from bot.storage.database import Storage
from bot.table.counts import choices_end
from rules import registry
from rules.losses import loss

MADE_UP = Judgement(2, 0.5, 1.0)


def judge_all(storage: Storage, made_up: Judgement | None = None) -> int:
    """Judge all games that are to be judged; return their number."""
    count = 0
    while round_ids := storage.read(to_judge.oldest_rounds, 100):
        for round_id in round_ids:
            unjudged = storage.read(to_judge.load_unjudged, round_id)
            assert unjudged is not None
            judgements = (
                _judge_seats(unjudged)
                if made_up is None
                else dict.fromkeys(unjudged.seats, made_up)
            )
            storage.write(to_judge.store_judgements, unjudged, judgements)
            count += 1
    return count


def _judge_seats(unjudged: to_judge.UnjudgedRound) -> dict[int, Judgement]:
    stored, record = unjudged.stored, unjudged.record
    game, ends = registry.game(stored.game), choices_end(stored)
    seats = [(seat, ends[seat]) for seat in unjudged.seats]
    by_seat = choices_that_count(game, len(ends), stored.options, record, seats)
    return {
        seat: Judgement(len(one.choices), sum(loss(game, each) for each in one.choices), one.par)
        for seat, one in zip(unjudged.seats, by_seat, strict=True)
    }
