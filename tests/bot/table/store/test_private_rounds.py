"""Private rounds in the database: nothing that asks for the rounds of a channel sees them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

import private_rounds
from bot.admin.store import member_export, retention
from bot.daily.calendar import game_of
from bot.daily.store import shared_dice as daily_store
from bot.storage.schema import results, seats
from bot.table.store import deadlines, rounds
from bot.table.stored_round import NO_CHANNEL
from judged_games import judge_all

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
TODAY = NOON.date()
LATER = NOON + timedelta(days=400)
MEMBER, SERVER = 7, 1


def begun(storage, day=TODAY, member=MEMBER):
    shared = storage.write(daily_store.draw_day, day, NOON)
    new = private_rounds.begun(shared, game_of(day), member, SERVER, NOON)
    storage.write(daily_store.begin_round, new)
    return private_rounds.loaded(storage, day, member).round


def first(play):
    return play.game.legal(play.state, play.awaits.seats[0])[0]


def ended(storage, private_round):
    storage.write(rounds.save, private_rounds.played(private_round, first, NOON), NOON)
    return storage.read(rounds.load, private_round.id)


@pytest.mark.parametrize("ends", [False, True], ids=["played", "over"])
def test_no_query_of_open_rounds_sees_them(storage, ends, monkeypatch):
    for number in range(3):
        private_round = begun(storage, TODAY + timedelta(days=number))
        if ends:
            assert ended(storage, private_round).status == "over"
    assert storage.read(deadlines.due, LATER) == ()
    assert storage.read(deadlines.to_remind, LATER) == ()
    assert storage.read(deadlines.undrawn) == ()
    assert storage.read(deadlines.to_reveal, LATER) == ()
    assert storage.read(deadlines.count_open) == 0
    assert storage.write(deadlines.extend_overdue, LATER, LATER) in (0, ())
    assert storage.read(rounds.of_member, MEMBER) == ((), ())
    assert storage.read(rounds.in_channel, NO_CHANNEL) is None
    assert storage.read(rounds.unfinished_in, NO_CHANNEL) == ()
    monkeypatch.setattr(rounds, "MOST_OPEN", 1)
    storage.read(rounds.check_room, MEMBER)
    assert storage.read(retention.unfinished_rounds, SERVER) == ()
    assert storage.read(retention.rested_rounds, LATER, 9) == ()
    with storage._held.engine.connect() as connection:
        rows = connection.execute(select(results)).all()
        assert [(one.day, one.won, one.share) for one in rows] == [
            (True, None, "1" if ends else None)
        ] * 3
        assert not any(connection.execute(select(seats.c.open)).scalars())


def test_one_that_has_ended_loses_its_steps_once_its_day_is_closed_and_judged(storage):
    playing, over = begun(storage), begun(storage, member=8)
    ended(storage, over)
    entry = storage.read(daily_store.load_entry, TODAY, 8)
    storage.write(retention.thin_rounds, LATER, 0, 9)
    assert storage.read(rounds.record, playing.id)
    closing = (daily_store.close_days, TODAY + timedelta(days=1), NOON)
    for needed in (closing, (daily_store.store_judgement, entry, 0.0, "b")):
        storage.write(retention.thin_rounds, LATER, 0, 9)
        assert storage.read(rounds.record, over.id)
        storage.write(*needed)
    storage.write(retention.thin_rounds, LATER, 0, 9)
    assert storage.read(rounds.record, over.id), "its choices are to be judged, too"
    judge_all(storage)
    storage.write(retention.thin_rounds, LATER, 0, 9)
    with pytest.raises(rounds.MovesGone):
        storage.read(rounds.record, over.id)


def test_a_state_that_cannot_be_read_is_rebuilt_from_the_record(storage):
    private_round = begun(storage)
    before = storage.read(rounds.load, private_round.id)
    with storage._held.transaction(reads=False) as connection:
        connection.execute("UPDATE rounds SET state = '{}'")
    rebuilt = storage.read(rounds.load, private_round.id)
    assert rebuilt == replace(before, play=rebuilt.play)
    assert (rebuilt.play.state, rebuilt.moment) == (before.play.state, before.moment)


def test_their_export_holds_what_was_chosen_and_no_seed(storage):
    private_round = begun(storage)
    (exported,) = storage.read(member_export.rounds_after, MEMBER, 0)
    assert (exported["round"], exported["status"]) == (private_round.id, "private")
    assert private_round.seed.secret.hex() not in str(exported)
