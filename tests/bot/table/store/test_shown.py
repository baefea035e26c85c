"""How rounds are shown, and when they are due."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.table.store import deadlines, rounds
from bot.table.store.errors import ChannelTaken
from bot.table.stored_round import Deadline
from refusals import write_or_refuse

MINUTE = timedelta(minutes=1)


def test_the_message_of_a_round_is_noted_and_survives_a_save_that_does_not_know_it(storage, maker):
    stored = storage.write(rounds.open_round, maker.begun())
    storage.write(
        rounds.mark_message, replace(stored, place=replace(stored.place, channel=12)), 5000
    )
    storage.write(rounds.mark_shown, {stored.id: rounds.ShownVersion(1)})
    storage.write(rounds.mark_reminded, stored.id, 6000)
    saved = storage.write(rounds.save, maker.acted(stored))
    assert (
        saved.place.channel,
        saved.place.message,
        saved.place.drawn,
        saved.deadline.reminder,
    ) == (12, 5000, 1, 6000)
    assert saved.version == 2
    assert storage.read(rounds.load, stored.id) == saved


def test_a_round_cannot_move_to_a_channel_that_is_taken(storage, maker):
    other = storage.write(rounds.open_round, maker.lobby(channel=12))
    stored = storage.write(rounds.open_round, maker.lobby())
    with pytest.raises(ChannelTaken) as taken:
        write_or_refuse(
            storage,
            rounds.mark_message,
            replace(stored, place=replace(stored.place, channel=12)),
            5000,
        )
    assert taken.value.round_id == other.id
    assert storage.read(rounds.load, stored.id) == stored


def test_notes_on_a_message_touch_their_own_round_only(storage, maker):
    stored = storage.write(rounds.open_round, maker.begun())
    other = storage.write(rounds.open_round, maker.begun(channel=11))
    storage.write(rounds.mark_message, stored, 5000)
    storage.write(rounds.mark_shown, {stored.id: rounds.ShownVersion(1)})
    storage.write(rounds.mark_reminded, stored.id, 6000)
    assert storage.read(rounds.load, other.id) == other


def test_a_message_is_never_taken_back_to_an_older_version(storage, maker):
    stored = storage.write(rounds.open_round, maker.lobby())
    for version in (3, 2):
        storage.write(rounds.mark_shown, {stored.id: rounds.ShownVersion(version)})
        assert storage.read(rounds.load, stored.id).place.drawn == 3


def test_rounds_with_an_outdated_message_are_undrawn(storage, maker):
    shown, drawn, unseen, ended = (
        storage.write(rounds.open_round, maker.lobby(channel=channel)) for channel in range(4)
    )
    for stored in (shown, drawn, ended):
        storage.write(rounds.mark_message, stored, 5000)
    assert storage.read(deadlines.undrawn) == (ended.id, drawn.id, shown.id)
    for stored in (shown, drawn, ended):
        storage.write(rounds.mark_shown, {stored.id: rounds.ShownVersion(1)})
    assert storage.read(deadlines.undrawn) == ()
    storage.write(rounds.save, shown)
    storage.write(rounds.save, replace(ended, status="lapsed"))
    storage.write(rounds.save, unseen)
    assert storage.read(deadlines.undrawn) == (ended.id, shown.id)


def test_outdated_messages_are_read_in_parts_from_the_newest_on(storage, maker):
    opened = [storage.write(rounds.open_round, maker.lobby(channel=one)) for one in range(5)]
    for stored in opened:
        storage.write(rounds.mark_message, stored, 5000)
    ids = sorted((stored.id for stored in opened), reverse=True)
    first = storage.read(deadlines.undrawn, most=2)
    assert first == tuple(ids[:2])
    assert storage.read(deadlines.undrawn, below=first[-1], most=2) == tuple(ids[2:4])
    assert storage.read(deadlines.undrawn, below=ids[3], most=2) == (ids[4],)


def test_open_rounds_are_due_from_their_deadline_on(storage, maker):
    late, early = (
        storage.write(
            rounds.open_round,
            maker.lobby(channel=channel, deadline=Deadline(maker.noon + minutes * MINUTE)),
        )
        for channel, minutes in ((1, 10), (2, 5))
    )
    storage.write(rounds.open_round, maker.lobby(channel=3, deadline=Deadline()))
    storage.write(
        rounds.open_round, maker.lobby(channel=4, status="closed", deadline=Deadline(maker.noon))
    )
    instant = timedelta(microseconds=1)
    assert storage.read(deadlines.due, maker.noon + 5 * MINUTE - instant) == ()
    assert storage.read(deadlines.due, maker.noon + 5 * MINUTE) == (early.id,)
    assert storage.read(deadlines.due, maker.noon + 60 * MINUTE) == (early.id, late.id)


def test_a_member_is_reminded_once_a_turn(storage, maker):
    stored = storage.write(rounds.open_round, maker.begun())
    storage.write(
        rounds.open_round, maker.lobby(channel=11, remind_at=maker.noon)
    )  # nobody plays here yet
    assert storage.read(deadlines.to_remind, maker.noon + MINUTE - timedelta(seconds=1)) == ()
    assert storage.read(deadlines.to_remind, maker.noon + MINUTE) == (stored.id,)
    storage.write(rounds.mark_reminded, stored.id, 6000)
    assert storage.read(deadlines.to_remind, maker.noon + MINUTE) == ()
    # the member acts; the reminder is taken away; the next turn has its own time
    acted = maker.acted(stored)
    later = replace(acted.deadline, remind_at=maker.noon + 5 * MINUTE)
    storage.write(rounds.save, replace(acted, deadline=later))
    storage.write(rounds.mark_reminded, stored.id, None)
    assert storage.read(rounds.load, stored.id).deadline.reminder is None
    assert storage.read(deadlines.to_remind, maker.noon + 4 * MINUTE) == ()
    assert storage.read(deadlines.to_remind, maker.noon + 5 * MINUTE) == (stored.id,)


def test_a_reminder_that_could_not_be_sent_is_not_tried_again(storage, maker):
    stored = storage.write(rounds.open_round, maker.begun())
    storage.write(rounds.mark_reminded, stored.id, 0)
    assert storage.read(deadlines.to_remind, maker.noon + 60 * MINUTE) == ()
    assert storage.read(rounds.load, stored.id) == replace(
        stored, deadline=replace(stored.deadline, reminder=0)
    )


def test_an_extension_moves_the_deadlines_that_have_passed(storage, maker):
    overdue = storage.write(
        rounds.open_round, maker.lobby(channel=1, deadline=Deadline(maker.noon))
    )
    pending = storage.write(
        rounds.open_round, maker.lobby(channel=2, deadline=Deadline(maker.noon + 3 * MINUTE))
    )
    closed = storage.write(
        rounds.open_round, maker.lobby(channel=3, status="closed", deadline=Deadline(maker.noon))
    )
    now = maker.noon + MINUTE
    assert storage.write(deadlines.extend_overdue, now, now + 2 * MINUTE) == 1
    extended = storage.read(rounds.load, overdue.id)
    assert extended == replace(
        overdue, deadline=overdue.deadline.moved(now + 2 * MINUTE), version=2
    )
    assert storage.read(rounds.load, pending.id) == pending
    assert storage.read(rounds.load, closed.id) == closed
    assert storage.write(deadlines.extend_overdue, now, now + 2 * MINUTE) == 0


def test_an_extended_round_is_drawn_again(storage, maker):
    stored = storage.write(rounds.open_round, maker.lobby())
    storage.write(rounds.mark_message, stored, 5000)
    storage.write(rounds.mark_shown, {stored.id: rounds.ShownVersion(1)})
    storage.write(deadlines.extend_overdue, stored.deadline.at, stored.deadline.at + 2 * MINUTE)
    assert storage.read(deadlines.undrawn) == (stored.id,)


@pytest.mark.parametrize(
    ("ask", "index"),
    [
        (lambda storage, now: storage.read(rounds.in_channel, 10), "one_open_round_per_channel"),
        (lambda storage, now: storage.read(deadlines.due, now), "open_rounds_by_deadline"),
        (lambda storage, now: storage.read(deadlines.to_remind, now), "rounds_to_remind"),
        (lambda storage, now: storage.read(deadlines.undrawn), "undrawn_rounds"),
        (lambda storage, now: storage.read(rounds.successor, 1), "one_successor_per_round"),
        (lambda storage, now: storage.read(rounds.of_member, 1), "resting_rounds_by_opener"),
    ],
)
@pytest.mark.parametrize("url", ["sqlite_url"], indirect=True, ids=["sqlite"])
def test_no_question_reads_all_the_rounds_ever_played(storage, statements, sql, ask, index):
    with statements() as sent:
        ask(storage, datetime(2026, 3, 1, tzinfo=UTC))
    questions = [re.sub(r":\w+", "1", one) for one in sent if one.startswith("SELECT")]
    plans = [str(sql(f"EXPLAIN QUERY PLAN {question}")) for question in questions]
    assert index in plans[-1]
    assert all("INDEX" in plan for plan in plans)
