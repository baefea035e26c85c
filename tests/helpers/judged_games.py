"""Judges stored games at once, as the bot does in idle time, or with a made-up judgement."""

from __future__ import annotations

from bot.statistics.store import to_judge
from bot.storage.database import Storage
from bot.table.counts import choices_end
from rules import registry
from rules.losses import Judgement, judge
from rules.pieces import whole

MADE_UP = Judgement(2, 0.5, 1.0)


def judge_all(storage: Storage, made_up: Judgement | None = None) -> int:
    """Judge all games that are to be judged; return their number."""
    count = 0
    while unjudged := storage.read(to_judge.load_oldest, 100):
        for each in unjudged:
            by_seat = _judge(each) if made_up is None else dict.fromkeys(each.seats, made_up)
            storage.write(to_judge.store_judgements, [(each, by_seat)])
        count += len(unjudged)
    return count


def _judge(unjudged: to_judge.UnjudgedRound) -> dict[int, Judgement]:
    stored, record = unjudged.stored, unjudged.record
    game, ends = registry.game(stored.game), choices_end(stored)
    by_seat = {seat: ends[seat] for seat in unjudged.seats}
    return whole(judge(game, len(ends), stored.options, record, by_seat))
