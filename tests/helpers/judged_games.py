"""Judges stored games at once, as the bot does in idle time, or with a made-up judgement."""

from __future__ import annotations

from bot.statistics.judging import counted
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
    while found := storage.read(to_judge.oldest, 100):
        for round_id in found:
            given = storage.read(to_judge.load, round_id)
            assert given is not None
            judged = _judged(given) if made_up is None else dict.fromkeys(given.seats, made_up)
            storage.write(to_judge.store, given, judged)
            count += 1
    return count


def _judged(given: to_judge.ToJudge) -> dict[int, Judgement]:
    game, ends = registry.game(given.stored.game), choices_end(given.stored)
    of = [(seat, ends[seat]) for seat in given.seats]
    found = counted(game, len(ends), given.stored.options, given.record, of)
    return {
        seat: Judgement(len(one.choices), sum(loss(game, each) for each in one.choices), one.par)
        for seat, one in zip(given.seats, found, strict=True)
    }
