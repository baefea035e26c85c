"""Rounds in the database: opened, loaded and saved, with their records."""

import logging
from dataclasses import replace
from datetime import UTC, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy.dialects import postgresql, sqlite

from bot.storage.schema import Utc
from bot.table.players import Player, Players
from bot.table.store import deadlines, rounds
from bot.table.store.errors import (
    ChannelTaken,
    RematchExists,
    RoundGone,
    UnreadableRound,
    VersionConflict,
)
from bot.table.stored_round import Deadline, StoredRound, Terms
from refusals import write_or_refuse
from results_counted import of_round
from rules import engine
from rules.engine import Acted, Landed, replay
from rules.screen import Action, Seat


def without_steps(stored: StoredRound) -> StoredRound:
    return replace(stored, play=replace(stored.play, steps=()))


def test_a_new_round_gets_an_id_and_version_1(storage, maker):
    stored = storage.write(rounds.open_round, maker.lobby())
    assert stored.id > 0
    assert stored == maker.lobby(id=stored.id, version=1)
    assert storage.read(rounds.load, stored.id) == stored


EVERY_FACT = {
    "minutes": 1440,
    "pair": True,
    "in_thread": True,
    "out_of_reach": True,
    "rules_known": True,
    "closed": "by",
    "closed_by": 2**60,
    "has_card": True,
    "headline": "best.0.5.4",
    "better_than": 7,
}


def test_every_part_of_a_round_comes_back(storage, maker):
    before = storage.write(rounds.open_round, maker.lobby(channel=1, status="over"))
    begun = maker.begun(
        channel=2**62,
        guild=None,
        opener=2**61,
        players=(
            Player(user=2**60, left=True, missed_turns=3),
            Player(level="house"),
            Player(user=5, accepted=False),
        ),
        language="ro",
        options={"straights": "bust"},
        **EVERY_FACT,
        message=2**59,
        reminder=2**58,
        successor_of=before.id,
        drawn=1,
    )
    stored = storage.write(rounds.open_round, begun)
    assert stored == replace(without_steps(begun), id=stored.id, version=1)
    assert storage.read(rounds.load, stored.id) == stored


def test_times_come_back_in_utc_and_naive_ones_are_refused(storage, maker):
    at_two = maker.noon.astimezone(timezone(timedelta(hours=2)))
    stored = storage.write(rounds.open_round, maker.lobby(deadline=Deadline(at_two)))
    loaded = storage.read(rounds.load, stored.id).deadline.at
    assert (loaded, loaded.utcoffset()) == (maker.noon, timedelta(0))
    assert storage.read(deadlines.due, maker.noon) == (stored.id,)
    with pytest.raises(Exception, match="time zone"):
        storage.write(
            rounds.open_round,
            maker.lobby(channel=11, deadline=Deadline(maker.noon.replace(tzinfo=None))),
        )


@pytest.mark.parametrize("zone", [UTC, timezone(timedelta(hours=-5)), ZoneInfo("Europe/Bucharest")])
@pytest.mark.parametrize(
    "dialect", [sqlite.dialect(), postgresql.dialect()], ids=["sqlite", "postgres"]
)
def test_times_that_a_database_returns_in_its_own_zone_are_turned_into_utc(maker, dialect, zone):
    """A session of PostgreSQL answers in the time zone that the server is set to."""
    returned = Utc().process_result_value(maker.noon.astimezone(zone), dialect)
    assert returned == maker.noon
    assert returned.tzinfo is UTC


def test_a_round_that_is_not_there_is_gone(storage, maker):
    with pytest.raises(RoundGone):
        storage.read(rounds.load, 77)
    with pytest.raises(RoundGone):
        storage.write(rounds.save, maker.lobby(id=77, version=1))
    assert storage.read(rounds.record, 77) == ()


def test_only_an_open_round_occupies_its_channel(storage, maker):
    first = storage.write(rounds.open_round, maker.lobby())
    assert storage.read(rounds.in_channel, 10) == first.id
    assert storage.read(rounds.in_channel, 11) is None
    with pytest.raises(ChannelTaken) as taken:
        write_or_refuse(storage, rounds.open_round, maker.begun())
    assert taken.value.round_id == first.id
    begun = storage.write(
        rounds.save,
        replace(first, status="playing", players=maker.begun().players, play=maker.begun().play),
    )
    with pytest.raises(ChannelTaken):
        write_or_refuse(storage, rounds.open_round, maker.lobby())
    storage.write(rounds.save, replace(begun, status="closed"))
    assert storage.read(rounds.in_channel, 10) is None
    second = storage.write(rounds.open_round, maker.lobby())
    assert storage.read(rounds.in_channel, 10) == second.id > first.id


@pytest.mark.parametrize("status", ["over", "closed", "declined", "withdrawn", "lapsed"])
def test_every_ending_frees_the_channel(storage, maker, status):
    first = storage.write(rounds.open_round, maker.lobby())
    storage.write(rounds.save, first.ended_as(status))
    assert storage.write(rounds.open_round, maker.lobby()).id != first.id


def test_a_round_has_one_successor(storage, maker):
    first = storage.write(rounds.open_round, maker.lobby(status="over"))
    assert storage.read(rounds.successor, first.id) is None
    second = storage.write(rounds.open_round, maker.lobby(successor_of=first.id))
    assert storage.read(rounds.successor, first.id) == second.id
    for channel in (10, 11):  # the same answer where the channel is taken as well
        with pytest.raises(RematchExists) as followed:
            write_or_refuse(
                storage, rounds.open_round, maker.lobby(channel=channel, successor_of=first.id)
            )
        assert followed.value.round_id == second.id


def test_a_conflict_that_storage_does_not_know_is_not_hidden(storage, maker):
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        storage.write(rounds.open_round, maker.lobby(successor_of=99))
    assert storage.read(rounds.in_channel, 10) is None


def test_a_save_appends_the_steps_and_moves_the_version(storage, maker):
    begun = maker.begun()
    stored = storage.write(rounds.open_round, begun)
    assert storage.read(rounds.record, stored.id) == begun.play.steps
    acted = maker.acted(storage.read(rounds.load, stored.id))
    saved = storage.write(rounds.save, acted)
    assert saved == replace(without_steps(acted), version=2)
    assert storage.read(rounds.load, stored.id) == saved
    assert storage.read(rounds.record, stored.id) == begun.play.steps + acted.play.steps


def test_steps_that_are_stored_already_are_not_doubled(storage, maker):
    begun = maker.begun()
    stored = storage.write(rounds.open_round, begun)
    longer = maker.acted(replace(begun, id=stored.id, version=1))
    assert len(longer.play.steps) > len(begun.play.steps)
    storage.write(rounds.save, longer)
    assert storage.read(rounds.record, stored.id) == longer.play.steps


def test_steps_with_a_gap_are_refused(storage, maker):
    stored = storage.write(rounds.open_round, maker.begun())
    acted = maker.acted(stored)
    far = replace(acted.play.steps[0], number=acted.play.recorded + 1)
    for steps in (acted.play.steps[1:], acted.play.steps[:-1], (*acted.play.steps, far)):
        with pytest.raises(ValueError, match="not followed by"):
            storage.write(rounds.save, replace(acted, play=replace(acted.play, steps=steps)))
    assert storage.read(rounds.load, stored.id) == stored


def test_steps_of_every_kind_come_back(storage, maker):
    steps = (
        Landed(1, (6, 1)),
        Acted(2, Seat(1), Action("split", "443-22-1")),
        Landed(3, ()),
        Acted(4, Seat(0), Action("keep")),
        Landed(5, tuple(range(1, 53))),
    )
    play = replace(maker.begun().play, recorded=5, steps=steps)
    stored = storage.write(rounds.open_round, maker.begun(play=play))
    assert storage.read(rounds.record, stored.id) == steps


def test_a_save_of_an_older_version_is_refused(storage, maker):
    stored = storage.write(rounds.open_round, maker.begun())
    first, second = maker.acted(stored), maker.acted(stored)
    saved = storage.write(rounds.save, first)
    with pytest.raises(VersionConflict):
        storage.write(rounds.save, second)
    assert storage.read(rounds.load, stored.id) == saved
    again = storage.write(rounds.save, maker.acted(storage.read(rounds.load, stored.id)))
    assert again.version == 3


def test_every_game_is_stored_as_it_stands_and_replays_from_its_record(
    storage, maker, any_game, journeys
):
    for channel, journey in enumerate(journeys[:3]):
        players = tuple(Player(user=100 + index) for index in range(journey.seats))
        begun = engine.begin(any_game, journey.seats, journey.options, maker.luck)
        stored = storage.write(
            rounds.open_round,
            maker.begun(
                channel=channel,
                game=any_game.info.key,
                options=journey.options,
                players=players,
                play=begun,
            ),
        )
        while stored.status == "playing":
            stored = storage.write(
                rounds.save, maker.acted(storage.read(rounds.load, stored.id)), maker.noon
            )
        loaded = storage.read(rounds.load, stored.id)
        replayed = replay(
            any_game, journey.seats, journey.options, storage.read(rounds.record, stored.id)
        )
        assert loaded == stored
        assert loaded.play == replace(replayed, steps=())
        shares = [one.share for one in storage.read(of_round, stored.id)]
        assert shares == [str(share) for share in loaded.outcome.shares]


@pytest.mark.parametrize("state", ['{"is": "Unknown"}', "no json", "[]", "null", "{}"])
def test_an_unreadable_state_is_rebuilt_from_the_record(storage, maker, sql, caplog, state):
    stored = storage.write(
        rounds.save, maker.acted(storage.write(rounds.open_round, maker.begun()))
    )
    sql(f"UPDATE rounds SET state = '{state}'")
    with caplog.at_level(logging.WARNING):
        assert storage.read(rounds.load, stored.id) == stored
    assert f"round={stored.id} " in caplog.text
    healed = storage.write(rounds.save, maker.acted(stored))
    caplog.clear()
    assert storage.read(rounds.load, healed.id) == healed
    assert not caplog.records


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM steps WHERE number = 2",
        "DELETE FROM steps WHERE number = (SELECT max(number) FROM steps)",
        "UPDATE steps SET faces = '7 7 7 7 7' WHERE number = 1",
        "UPDATE steps SET action = 'Not a code!' WHERE action IS NOT NULL",
        "DELETE FROM seats",
        'UPDATE rounds SET options = \'{"gone": "yes"}\'',
    ],
)
def test_a_round_is_unreadable_when_its_record_does_not_rebuild_it(
    storage, maker, sql, caplog, damage
):
    stored = storage.write(
        rounds.save, maker.acted(storage.write(rounds.open_round, maker.begun()))
    )
    sql("UPDATE rounds SET state = '{}'")
    sql(damage)
    with pytest.raises(UnreadableRound) as lost:
        storage.read(rounds.load, stored.id)
    assert lost.value.stored.play is None
    assert lost.value.stored.id == stored.id
    assert "Traceback" in caplog.text
    storage.write(rounds.save, lost.value.stored.ended_as("closed"))
    closed = storage.read(rounds.load, stored.id)
    assert (closed.status, closed.play) == ("closed", None)
    assert storage.read(rounds.in_channel, stored.place.channel) is None


def test_a_round_of_an_unknown_game_is_unreadable(storage, maker, sql):
    stored = storage.write(rounds.open_round, maker.begun())
    sql("UPDATE rounds SET game = 'whist'")
    with pytest.raises(UnreadableRound) as lost:
        storage.read(rounds.load, stored.id)
    assert lost.value.stored == replace(stored, game="whist", play=None, unreadable=True)


def test_a_rebuilt_round_ends_where_its_row_does(storage, maker, sql):
    stored = storage.write(rounds.open_round, maker.begun())
    later = maker.acted(stored).play.steps[0]
    sql("UPDATE rounds SET state = '{}'")
    sql(
        "INSERT INTO steps (round, number, seat, action) "
        f"VALUES ({stored.id}, {later.number}, {later.seat.index}, '{later.action.code}')"
    )
    assert storage.read(rounds.load, stored.id) == stored


def test_an_act_writes_seats_and_options_only_where_they_change(storage, maker, statements):
    stored = storage.write(rounds.open_round, maker.begun())
    with statements() as sent:
        stored = storage.write(rounds.save, maker.acted(stored))
    writing = [one.split(" ", 2)[:2] for one in sent if not one.startswith("BEGIN")]
    assert writing == [["UPDATE", "rounds"], ["INSERT", "INTO"]]
    hinted = stored.with_player(Seat(0), hinted=(2,))
    hinted = replace(hinted, terms=Terms(minutes=1440))
    with statements() as sent:
        saved = storage.write(rounds.save, hinted)
    writing = [one.split()[:3] for one in sent if not one.startswith("BEGIN")]
    assert [("seats" in one) for one in writing] == [False, False, True]
    assert storage.read(rounds.load, stored.id) == saved
    assert (saved.players[0].hinted, saved.terms.minutes) == ((2,), 1440)


def test_seats_follow_a_lobby_that_grows_and_shrinks(storage, maker):
    stored = storage.write(rounds.open_round, maker.lobby())
    more = (*stored.players, Player(user=300), Player(level="easy"))
    for players in (more, more[1:], more[:1], more):
        stored = storage.write(rounds.save, replace(stored, players=Players(players)))
        assert storage.read(rounds.load, stored.id).players == players


def test_seats_are_written_whole_where_nobody_knows_what_is_stored(storage, maker):
    stored = storage.write(rounds.open_round, maker.lobby(players=(Player(user=1), Player(user=2))))
    storage.write(rounds.save, replace(stored, players=Players((Player(user=3),)), as_stored=None))
    assert storage.read(rounds.load, stored.id).players == (Player(user=3),)


def test_a_member_sits_in_open_rounds_alone(storage, maker):
    stored = storage.write(rounds.open_round, maker.lobby(players=(Player(user=7),)))
    assert storage.read(rounds.of_member, 7) == ((stored.id,), ())
    ended = storage.write(rounds.save, stored.ended_as("lapsed"))
    assert storage.read(rounds.of_member, 7) == ((), ())
    assert ended.as_stored.open is False


def test_a_save_costs_the_same_after_10_and_after_2000_steps(storage, maker, statements):
    sent = {}
    for length in (10, 2000):
        steps = tuple(Landed(number, (1, 2, 3, 4, 5)) for number in range(1, length + 1))
        play = replace(maker.begun().play, recorded=length, steps=steps)
        stored = storage.write(rounds.open_round, maker.begun(channel=length, play=play))
        with statements() as sent[length]:
            loaded = storage.read(rounds.load, stored.id)
        more = replace(
            loaded.play, recorded=length + 1, steps=(Acted(length + 1, Seat(0), Action("keep")),)
        )
        with statements() as saving:
            storage.write(rounds.save, replace(loaded, play=more))
        sent[length] += saving
    assert sent[10] == sent[2000]
    assert sum("INSERT INTO steps" in one for one in sent[10]) == 1
    assert not any("FROM steps" in one for one in sent[10])
