"""Resting rounds, a member's rounds, abandoned rematches and distant deadlines, in the database."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.table.players import Player
from bot.table.store import deadlines, rounds
from bot.table.store.errors import ChannelTaken, RematchExists, RoundGone, VersionConflict
from bot.table.stored_round import Deadline
from refusals import write_or_refuse
from rules.errors import Refusal

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def rests(storage, stored):
    """Let a round rest."""
    return storage.write(
        rounds.save, replace(stored, status="resting", deadline=stored.deadline.moved(None))
    )


def taken_up(resting, **place):
    return replace(
        resting,
        status="playing",
        place=replace(resting.place, **place),
        deadline=resting.deadline.moved(resting.opened + DAY),
    )


def test_a_resting_round_leaves_its_channel_free_and_is_never_due(storage, maker, monkeypatch):
    monkeypatch.setattr(rounds, "MOST_OPEN", 1)
    stored = rests(storage, storage.write(rounds.open_round, maker.begun(remind_at=None)))
    assert storage.read(rounds.in_channel, 10) is None
    assert storage.read(deadlines.due, maker.noon + DAY) == ()
    assert storage.read(rounds.load, stored.id) == stored
    assert storage.write(rounds.open_round, maker.begun()).id != stored.id, (
        "it does not count as open"
    )


def test_it_is_taken_up_in_its_channel(storage, maker):
    resting = rests(storage, storage.write(rounds.open_round, maker.begun(message=70)))
    storage.write(rounds.mark_message, resting, 71)
    saved = storage.write(
        rounds.resume, taken_up(replace(resting, place=replace(resting.place, message=71)))
    )
    assert (saved.version, saved.place.message, saved.status) == (
        resting.version + 1,
        71,
        "playing",
    )
    assert storage.read(rounds.load, resting.id) == saved
    assert storage.read(rounds.in_channel, 10) == resting.id
    acted = storage.write(rounds.save, maker.acted(saved))
    assert storage.read(rounds.load, resting.id) == acted


def test_it_is_taken_up_in_another_channel(storage, maker):
    resting = rests(storage, storage.write(rounds.open_round, maker.begun(message=70)))
    other = storage.write(rounds.open_round, maker.lobby())
    with pytest.raises(ChannelTaken) as taken:
        write_or_refuse(storage, rounds.resume, taken_up(resting))
    assert taken.value.round_id == other.id
    assert storage.read(rounds.load, resting.id) == resting
    saved = storage.write(rounds.resume, taken_up(resting, channel=11, guild=5, message=None))
    assert (saved.place.channel, saved.place.guild, saved.place.message) == (11, 5, None)
    assert storage.read(rounds.load, resting.id) == saved
    assert storage.read(rounds.in_channel, 11) == resting.id


def test_one_of_two_who_take_it_up_at_once_is_too_late(storage, maker):
    resting = rests(storage, storage.write(rounds.open_round, maker.begun()))
    storage.write(rounds.resume, taken_up(resting))
    with pytest.raises(VersionConflict):
        storage.write(rounds.resume, taken_up(resting, channel=11))
    assert storage.read(rounds.in_channel, 11) is None
    with pytest.raises((VersionConflict, RoundGone)):
        storage.write(rounds.resume, taken_up(replace(resting, id=99)))


def test_a_round_that_is_taken_up_counts_again(storage, maker, monkeypatch):
    monkeypatch.setattr(rounds, "MOST_OPEN", 1)
    resting = rests(storage, storage.write(rounds.open_round, maker.begun()))
    storage.write(rounds.open_round, maker.begun(channel=11))
    with pytest.raises(Refusal, match="open already"):
        storage.write(rounds.resume, taken_up(resting))
    assert storage.read(rounds.load, resting.id) == resting
    monkeypatch.setattr(rounds, "MOST_OPEN", 2)
    assert storage.write(rounds.resume, taken_up(resting)).open


def test_the_rounds_of_a_member_are_those_in_which_they_sit(storage, maker):
    """Ids that begin or end alike are other members."""

    def seats(*users):
        return tuple(Player(user=user) for user in users)

    late = storage.write(rounds.open_round, maker.begun(channel=1, players=seats(100, 200)))
    soon = storage.write(
        rounds.open_round,
        maker.begun(channel=2, players=seats(200, 1), deadline=Deadline(maker.noon + MINUTE)),
    )
    waiting = storage.write(
        rounds.open_round,
        maker.lobby(
            channel=3,
            players=(*seats(7), Player(user=200, accepted=False)),
            deadline=Deadline(maker.noon + DAY),
        ),
    )
    storage.write(rounds.open_round, maker.begun(channel=4, players=seats(20, 2000, 1200)))
    storage.write(rounds.open_round, maker.begun(channel=5, players=seats(200), status="closed"))
    old, new = (
        rests(storage, storage.write(rounds.open_round, maker.begun(channel=channel, opener=200)))
        for channel in (6, 7)
    )
    assert storage.read(rounds.of_member, 200) == ((soon.id, late.id, waiting.id), (new.id, old.id))
    assert storage.read(rounds.of_member, 55) == ((), ())


@pytest.mark.parametrize("status", ["declined", "withdrawn", "lapsed"])
def test_an_abandoned_rematch_makes_room_for_another_one(storage, maker, status):
    first = storage.write(rounds.open_round, maker.lobby(status="over"))
    second = storage.write(rounds.open_round, maker.lobby(successor_of=first.id))
    storage.write(rounds.save, second.ended_as(status))
    assert storage.read(rounds.successor, first.id) is None
    third = storage.write(rounds.open_round, maker.lobby(successor_of=first.id))
    assert storage.read(rounds.successor, first.id) == third.id
    with pytest.raises(RematchExists) as exists:
        write_or_refuse(storage, rounds.open_round, maker.lobby(channel=12, successor_of=first.id))
    assert exists.value.round_id == third.id


@pytest.mark.parametrize("status", ["waiting", "playing", "resting", "over", "closed"])
def test_a_rematch_that_was_not_abandoned_stays_the_only_one(storage, maker, status):
    first = storage.write(rounds.open_round, maker.lobby(status="over"))
    second = storage.write(rounds.open_round, maker.lobby(successor_of=first.id, status=status))
    assert storage.read(rounds.successor, first.id) == second.id
    with pytest.raises(RematchExists):
        write_or_refuse(storage, rounds.open_round, maker.lobby(channel=12, successor_of=first.id))


@pytest.mark.parametrize("usual", [10 * MINUTE, 3 * DAY])
def test_a_distant_deadline_is_cut_to_what_a_turn_takes_at_its_table(storage, maker, usual):
    """Turns shorter than the usual ones have the usual time, which a lobby waits as well."""
    hour, day = max(usual, 60 * MINUTE), max(usual, DAY)
    made = [
        (maker.begun, None, usual),
        (maker.begun, 1, usual),
        (maker.begun, 10, usual),
        (maker.begun, 60, hour),
        (maker.begun, 1440, day),
        (maker.lobby, None, usual),
        (maker.lobby, 1, usual),
        (maker.lobby, 1440, day),
    ]
    stored = [
        storage.write(
            rounds.open_round,
            make(channel=channel, deadline=Deadline(maker.noon + 30 * DAY), minutes=minutes),
        )
        for channel, (make, minutes, _) in enumerate(made)
    ]
    near = storage.write(
        rounds.open_round, maker.begun(channel=99, deadline=Deadline(maker.noon + MINUTE))
    )
    assert storage.write(deadlines.cut_distant, maker.noon, usual) == len(made)
    for one, (_, _, lasts) in zip(stored, made, strict=True):
        after = storage.read(rounds.load, one.id)
        assert after == replace(one, deadline=one.deadline.moved(maker.noon + lasts), version=2)
    assert storage.read(rounds.load, near.id) == near
    assert storage.write(deadlines.cut_distant, maker.noon, usual) == 0


def test_the_score_of_a_player_is_stored(storage, maker):
    players = (Player(user=100, wins=3), Player(user=200))
    stored = storage.write(rounds.open_round, maker.begun(players=players))
    assert storage.read(rounds.load, stored.id).players == players
