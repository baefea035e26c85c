"""Nothing that the bot asks while it runs reads all rounds: each question has an index."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.admin.store import erasing, member_export, retention
from bot.statistics.store import leaderboards, of_member, to_judge
from bot.statistics.store.leaderboards import LeaderboardQuery
from bot.storage.shards import Shards
from bot.table.store import deadlines, rounds
from bot.table.stored_round import Deadline
from query_plans import plans
from sql import run

HERE, ANA = 1, 100

SMALL = {"settings", "erasures", "bars", "daily_days"}
"""Tables that do not grow with the rounds, or are empty most of the time."""

PARTS = {"servers", "members"}
"""Parts of a question that stand for what it has found so far."""

OF_FEW = {
    *("one_open_round_per_channel", "open_rounds_by_deadline", "open_rounds_by_opener"),
    *("open_seats_by_user", "rounds_to_remind", "undrawn_rounds"),
    *("resting_rounds_by_opener", "resting_rounds_by_deadline", "results_to_judge"),
}
"""Indexes of the rounds that are open, rest, or wait for something."""

SHARDS = Shards(2, (1,))


def read_as_a_whole(plan):
    """Return what a plan reads as a whole that grows with the rounds."""
    found = (step.removeprefix("SCAN ").split() for step in plan.whole)
    return [
        " ".join(words)
        for words in found
        if not words[0].startswith(("(", "anon_"))
        and words[0] not in {*SMALL, *PARTS}
        and not OF_FEW & {*words}
    ]


@pytest.fixture
def played(storage, maker):
    """Store a round that is over, one that is open and one that rests."""
    over = maker.begun(guild=HERE, deadline=Deadline())
    while over.status == "playing":
        over = maker.acted(over)
    opened = storage.write(rounds.open_round, replace(over, place=replace(over.place, channel=1)))
    storage.write(rounds.open_round, maker.begun(channel=2, guild=HERE))
    resting = storage.write(rounds.open_round, maker.begun(channel=3, guild=HERE))
    storage.write(rounds.save, replace(resting, status="resting"))
    return opened.id


QUESTIONS = {
    "servers": lambda storage, _, __: storage.read(retention.stored_servers),
    "unfinished": lambda storage, _, __: storage.read(retention.unfinished_rounds, HERE),
    "unfinished in a channel": lambda storage, _, __: storage.read(rounds.unfinished_in, 3),
    "rested": lambda storage, now, _: storage.read(retention.rested_rounds, now, 20),
    "thin": lambda storage, now, _: storage.write(retention.thin_rounds, now, 0, 50),
    "delete": lambda storage, _, __: storage.write(retention.delete_server, HERE, 20),
    "delete all": lambda storage, _, __: storage.write(retention.delete_server, HERE, 99),
    "due": lambda storage, now, _: storage.read(deadlines.due, now, SHARDS),
    "to remind": lambda storage, now, _: storage.read(deadlines.to_remind, now, SHARDS),
    "undrawn": lambda storage, _, __: storage.read(deadlines.undrawn, SHARDS),
    "how many are open": lambda storage, _, __: storage.read(deadlines.count_open, SHARDS),
    "overdue": lambda storage, now, _: storage.write(deadlines.extend_overdue, now, now, SHARDS),
    "overdue in": lambda storage, now, _: storage.write(
        deadlines.extend_overdue_in, now, now, {7, 8}, now
    ),
    "distant": lambda storage, now, _: storage.write(
        deadlines.cut_distant, now, timedelta(minutes=10), SHARDS
    ),
    "of a member": lambda storage, _, __: storage.read(rounds.of_member, ANA),
    "load": lambda storage, _, number: storage.read(rounds.load, number),
    "successor": lambda storage, _, number: storage.read(rounds.successor, number),
    "record": lambda storage, _, number: storage.read(rounds.record, number),
    "to judge": lambda storage, _, __: storage.read(to_judge.load_oldest, 16, SHARDS),
    "how many are to judge": lambda storage, _, __: storage.read(to_judge.queue_length, SHARDS),
    "let rest": lambda storage, now, _: storage.write(to_judge.let_rest, now),
    "games of a member": lambda storage, now, _: storage.read(of_member.games, HERE, ANA, now),
    **{
        f"list {kind}": lambda storage, now, _, kind=kind: storage.read(
            leaderboards.read_leaderboard, LeaderboardQuery(HERE, kind, "yams/alone", ANA, now)
        )
        for kind in ("won", "best", "accuracy")
    },
    "export": lambda storage, _, __: storage.read(member_export.rounds_after, ANA, 0),
    "export others": lambda storage, _, __: storage.read(member_export.other_rows, ANA),
    "erase": lambda storage, _, __: storage.write(erasing.erase_part, ANA, 0),
    "erase others": lambda storage, now, _: storage.write(erasing.finish_erasure, ANA, now),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_no_question_reads_a_table_that_grows_with_the_rounds_as_a_whole(
    storage, played, maker, name
):
    found = plans(storage, lambda: QUESTIONS[name](storage, maker.noon, played))
    assert {plan.text: read_as_a_whole(plan) for plan in found if read_as_a_whole(plan)} == {}


def test_a_table_that_is_read_as_a_whole_is_found(storage, played):
    (found,) = plans(
        storage,
        lambda: storage.read(lambda one: run(one, "SELECT id FROM rounds WHERE game = 'nine'")),
    )
    assert read_as_a_whole(found) != []
