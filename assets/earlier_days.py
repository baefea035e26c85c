"""Days of the daily challenge that members of the demo have played before its page opens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

from bot.commands.demo import MEMBERS
from bot.daily import judging
from bot.daily.calendar import day_at
from bot.daily.private_round import new_round
from bot.daily.ranking import DAY
from bot.daily.store import day_cards
from bot.daily.store import shared_dice as days
from bot.storage.database import Storage
from bot.table.store import rounds
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import Table
from rules import engine
from rules.levels import PERFECT

ANA, BOGDAN, CARMEN = MEMBERS

DAYS = 12
"""The number of days that were played, with today."""

LEVELS = {ANA: PERFECT.key, BOGDAN: "house", CARMEN: "easy"}
"""How each member plays."""


def store(storage: Storage, server: int, channel: int, members: Mapping[str, int]) -> None:
    """Store attempts at some days up to today, and a card of each day but today's."""
    now = datetime.now(UTC)
    today = day_at(now)
    for ago in reversed(range(DAYS)):
        day = storage.write(days.draw_day, today - ago * DAY, now)
        game = day.sheet
        assert game is not None  # noqa: S101 — every weekday has a game
        for name, level in LEVELS.items():
            new = new_round(day, game.info.key, members[name], server, now - ago * DAY)
            begun = Table(None, TimeLimits()).begin_private(new, now)
            entry = storage.write(days.begin_round, begun)
            luck = judging.luck_of(day)
            played = engine.play_automatic(
                engine.begin(game, 1, {}, luck), {judging.MEMBER: level}, luck
            )
            stored = storage.read(rounds.load, entry.round)
            storage.write(rounds.save, replace(stored, play=played, status="over"), now)
            judged = judging.judge_sheet(game, played.steps)
            letters = judging.letters_of(judged)
            storage.write(days.store_judgement, entry, judged.loss, letters)
            if ago:
                card = day_cards.DayCard(channel, day.day, server, "en")
                storage.write(day_cards.add_round, card, entry.round, now)
