"""Rounds that version 0.2.0 stored before seats had a table are read as they were, and go on.

`rounds_0_2_0.sql` is a database of revision 0017, `rounds_0_2_0.json` what that version read from
it: one round a line, `about` says what is special in it.
"""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from bot.storage.database import Storage
from bot.table.pace import TimeLimits
from bot.table.store import deadlines, rounds
from bot.table.stored_round import Player
from bot.table.use_cases import Table
from older_databases import copies_of, each, rounds_of
from open_connections import all_closed
from rules import codec, engine, registry
from simulated_luck import SeededLuck

ROUNDS = rounds_of("0_2_0")
GAMES = {"dice-poker", "nine", "poker-dice", "six-card", "thirteen"}


@pytest.fixture(scope="module", autouse=True)
def connections_closed():
    """Let the tests fail that leave a connection open at the end of all: they share the copies."""
    with all_closed():
        yield


@pytest.fixture(scope="module")
def copies(connections_closed, tmp_path_factory):
    with copies_of("0_2_0", tmp_path_factory) as opened:
        yield opened


@pytest.fixture
def old(copies, request) -> Storage:
    """Return the test's database; a test changes nothing but its own round."""
    return copies(request.function.__name__)[1]


LATER = {"word"}
"""Fields of a player that later versions have; they are empty here."""


def player_as_json(player):
    values = {one.name: getattr(player, one.name) for one in fields(Player)}
    assert not any(values.pop(name) for name in LATER)
    return {key: [*one] if isinstance(one, tuple) else one for key, one in values.items()}


@each(ROUNDS)
def test_a_round_is_read_as_it_was(old, expected, caplog):
    stored = old.read(rounds.load, expected["id"])
    play = stored.play
    waits = () if play is None or stored.status != "playing" else play.awaits.seats
    assert expected == {
        "id": stored.id,
        "about": expected["about"],
        "game": stored.game,
        "status": stored.status,
        "opener": stored.opener,
        "players": [player_as_json(one) for one in stored.players],
        "table_options": stored.table_options,
        "moment": stored.moment,
        "recorded": None if play is None else play.recorded,
        "state": None if play is None else codec.encode(play.state),
        "awaited": [seat.index for seat in waits],
    }
    assert not caplog.records


@each([one for one in ROUNDS if one["state"] is not None])
def test_its_record_rebuilds_it(old, expected):
    stored = old.read(rounds.load, expected["id"])
    record = old.read(rounds.record, stored.id)
    replayed = engine.replay(stored.play.game, len(stored.players), stored.options, record)
    assert replace(replayed, steps=()) == stored.play


@each([one for one in ROUNDS if one["status"] == "playing"])
def test_an_open_round_is_played_to_its_end(old, expected):
    table = Table(SeededLuck(expected["id"]), TimeLimits())
    stored = old.read(rounds.load, expected["id"])
    members = [one["user"] for one in expected["players"] if not one["left"]]
    for user in members:
        assert stored.id in old.read(rounds.of_member, user)[0]
    while stored.status == "playing":
        seat = stored.play.awaits.seats[0]
        action = next(iter(stored.play.game.legal(stored.play.state, seat)))
        player = stored.players[seat.index]
        act = table.act(player.user, stored.moment, action, stored.deadline)
        after = (table.expire(stored.deadline) if player.left else act)(stored)
        stored = old.act(rounds.save, after, stored.opened)
        assert old.read(rounds.load, stored.id) == stored
    assert stored.status == "over"
    for user in members:
        assert stored.id not in old.read(rounds.of_member, user)[0]


def test_slow_threads_are_known(old):
    slow = {
        one["id"]
        for one in ROUNDS
        if one["status"] == "playing" and one["table_options"].get("thread") == "yes"
    }
    channels = {old.read(rounds.load, number).channel for number in slow}
    assert slow
    assert {*old.read(deadlines.slow_threads)} == channels


def test_the_database_holds_an_open_round_of_every_game_and_every_option():
    assert {one["game"] for one in ROUNDS if one["status"] == "playing"} == GAMES
    assert {*registry.games()} >= GAMES
    assert {one["status"] for one in ROUNDS} == {"playing", "over", "closed", "resting", "waiting"}
    options = {key for one in ROUNDS for key in one["table_options"]}
    later = {"hints", "take_back"}  # of rounds of version 0.1.0
    assert options | later == {
        *("help", "hints", "take_back", "pace", "match", "pair", "thread", "reach", "rules"),
        *("closed", "next", "replay", "end"),
    }
    players = [player for one in ROUNDS for player in one["players"]]
    for name in ("left", "left_at", "missed_turns", "wins", "hints", "coached"):
        assert any(player[name] for player in players)
