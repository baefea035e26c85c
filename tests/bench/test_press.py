"""The bench of presses: both bots start and answer, and its database and its table are right."""

from __future__ import annotations

import sqlite3
import sys
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bench import press
from bench.direct import change_now
from bench.local_discord import deadlines, figures, load, prefill
from bench.local_discord.load import Sample
from bench.local_discord.players import Player
from bench.local_discord.process import BotProcess, Launch
from bench.local_discord.runs import NOOP, Run
from bench.local_discord.server import LocalDiscord
from bot.storage.database import Storage
from bot.table.pace import TimeLimits
from bot.table.store import deadlines as stored_deadlines
from bot.table.store import results, rounds
from bot.table.use_cases import OpenRequest, Table
from rules import engine
from rules.screen import Action
from simulated_luck import SeededLuck

ROOT = Path(__file__).parents[2]
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="the bench reads /proc")


@on_linux
@pytest.mark.parametrize("bot", ["bot", NOOP])
async def test_a_bot_starts_and_answers_presses(tmp_path, bot):
    """A second of load; a whole run is one command away: python bench/press.py --quick."""
    async with LocalDiscord(1, 4) as discord:
        started = await BotProcess.start(bot, discord, tmp_path, Launch(None, ROOT))
        try:
            assert started.start_seconds > 0
            players = [Player(discord, place, strict=bot != NOOP) for place in discord.places]
            for _ in range(20):  # a busy machine may need more than half a second
                sample = await load.mixed(started, players, 0.5)
                if sample.answered > 4:
                    break
            assert started.memory().rss > started.memory().pss > 0
            assert not started.faults_logged(), started.log_end()
        finally:
            await started.stop()
    assert sample.answered > 4
    assert len(sample.latencies) == sample.answered
    assert not sample.faults
    assert sample.cpu > 0
    assert not discord.unknown


def test_a_filled_database_holds_copies_that_can_be_played(tmp_path):
    """Copies of the finished round, and of the open one without the original."""
    url = f"sqlite:///{tmp_path / prefill.DATABASE}"
    table, now = Table(SeededLuck(5), TimeLimits()), datetime.now(UTC)
    with Storage.open(url) as storage:
        for channel, decisions in ((1, 2), (2, 0)):
            opening = OpenRequest("dice-poker", 11, channel, opponent=22)
            stored = storage.write(rounds.open_round, table.open(opening, now))
            stored = change_now(storage, stored.id, table.join(22, now))
            for user in (22, 11)[:decisions]:
                act = table.act(user, stored.moment, Action("keep"), now)
                stored = change_now(storage, stored.id, act)
    prefill.fill(tmp_path / prefill.DATABASE, 30, 20)
    prefill.set_deadlines(tmp_path / prefill.DATABASE, timedelta(hours=1))
    assert prefill.due(tmp_path / prefill.DATABASE) == 0
    prefill.set_deadlines(tmp_path / prefill.DATABASE, timedelta(hours=-1))
    assert prefill.due(tmp_path / prefill.DATABASE) == 20
    with closing(sqlite3.connect(tmp_path / prefill.DATABASE)) as connection:
        kept = connection.execute("SELECT status, count(*) FROM rounds GROUP BY status")
        assert dict(kept.fetchall()) == {"over": 31, "playing": 20}
        copied = connection.execute("SELECT max(id) FROM rounds WHERE status = 'over'")
        (finished,) = copied.fetchone()
    with Storage.open(url) as storage:
        assert len(storage.read(stored_deadlines.due, datetime.now(UTC))) == 20
        for round_id in (finished, storage.read(stored_deadlines.due, datetime.now(UTC))[0]):
            stored = storage.read(rounds.load, round_id)
            record = storage.read(rounds.record, round_id)
            rebuilt = engine.replay(stored.play.game, 2, stored.options, record)
            assert rebuilt.state == stored.play.state
        assert len(storage.read(results.of_round, finished)) == 2


def test_the_table_names_the_aims_that_were_missed(capsys):
    """Ratios are taken pair by pair; the median of three is judged."""
    ours = [{"32 mixed cpu": cpu, "32 mixed throughput": 900} for cpu in (1.0, 9.0, 1.2)]
    others = [{"32 mixed cpu": 1.0, "32 mixed throughput": 1000}] * 3
    runs = {figures.BOT: [Run(one) for one in ours], figures.NOOP_BOT: [Run(one) for one in others]}
    late = deadlines.Figures(10, 61.0, None, 0, 4, Sample(latencies=[0.004], answered=1))
    assert press.report(runs, late) == 0
    printed = capsys.readouterr().out
    assert "1.20 (1.00–9.00)" in printed
    assert "≤ 1.6 reached" in printed
    assert "0 aims missed" in printed
    assert "not in time, 4 are left" in printed
    slow = [Run({"32 mixed cpu": 1.7}, Counter({"32 mixed: late": 2}))]
    assert press.report({figures.BOT: slow, figures.NOOP_BOT: [Run(others[0])]}, None) == 1
    printed = capsys.readouterr().out
    assert "≤ 1.6 MISSED" in printed
    assert "bot: 2 × 32 mixed: late" in printed
