"""Rounds that version 0.1.0 stored are read as they were, and go on.

`rounds_0_1_0.sql` is a database written by version 0.1.0, `rounds_0_1_0.json` is
what that version read from it: one round a line, `about` says what is special in
it. States and actions stand there under their stored names.
"""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from bot.storage.database import Storage
from bot.table.pace import TimeLimits
from bot.table.store import results, rounds, server_settings
from bot.table.stored_round import Player, Status, StoredRound
from bot.table.use_cases import Table
from bot.ui import store as ui_store
from older_databases import copies_of, each, rounds_of
from open_connections import all_closed
from rules import codec, engine, registry
from rules.engine import Acted, Step
from rules.screen import Action
from simulated_luck import SeededLuck

ROUNDS = rounds_of("0_1_0")

BEGUN = [one for one in ROUNDS if one["state"] is not None]
PLAYING = [one for one in BEGUN if one["status"] == "playing"]
AWAITING = [one for one in PLAYING if one["awaited"]]
IN_THE_AIR = [one for one in PLAYING if not one["awaited"]]

SHEETS = {"Rolling", "Choosing", "Full"}
PHASES = {
    "dice-poker": {
        "DealerRolls",
        "PlayerRolls",
        "DealerSelects",
        "DealerRerolls",
        "PlayerSelects",
        "PlayerRerolls",
        "Compared",
    },
    "nine": SHEETS,
    "poker-dice": {"Rolling", "Choosing", "Compared"},
    "six-card": {"Dealing", "Splitting", "Compared"},
    "thirteen": SHEETS,
}
"""The stored names of the states of every game."""

PARTS = {
    "dice-poker": {"Final"},
    "nine": {"InAir", "Lying"},
    "poker-dice": {"Finished", "InAir", "Lying", "Table"},
    "six-card": {"Split"},
    "thirteen": {"InAir", "Lying"},
}
"""The stored names of what these states consist of."""


@pytest.fixture(scope="module", autouse=True)
def connections_closed():
    """Let the tests fail that leave a connection open at the end of all: they share the copies."""
    with all_closed():
        yield


@pytest.fixture(scope="module")
def copies(connections_closed, tmp_path_factory):
    with copies_of("0_1_0", tmp_path_factory) as opened:
        yield opened


@pytest.fixture
def file(copies, request) -> Path:
    """Return the file of the test's database, the same for all rounds that the test is about."""
    return copies(request.function.__name__)[0]


@pytest.fixture
def old(copies, request) -> Storage:
    """Return the test's database; a test changes nothing but its own round."""
    return copies(request.function.__name__)[1]


@pytest.fixture
def table() -> Table:
    return Table(SeededLuck(7), TimeLimits())


def as_json(stored: StoredRound, record: tuple[Step, ...]) -> dict[str, object]:
    """Return everything that is known of a round, as the JSON file has it."""
    play, outcome = stored.play, stored.outcome
    awaits = None if play is None else play.awaits
    return {
        "id": stored.id,
        "version": stored.version,
        "drawn": stored.drawn,
        "status": stored.status,
        "game": stored.game,
        "guild": stored.guild,
        "channel": stored.channel,
        "message": stored.message,
        "opener": stored.opener,
        "language": stored.language,
        "options": stored.options,
        "table_options": stored.table_options,
        "opened": time_as_json(stored.opened),
        "deadline": time_as_json(stored.deadline),
        "nudge": time_as_json(stored.remind_at),
        "nudge_message": stored.reminder,
        "successor_of": stored.successor_of,
        "moment": stored.moment,
        "recorded": None if play is None else play.recorded,
        "outcome": None
        if outcome is None
        else {
            "shares": [str(share) for share in outcome.shares],
            "scores": None if outcome.scores is None else list(outcome.scores),
        },
        "players": [player_as_json(player) for player in stored.players],
        "state": None if play is None else codec.encode(play.state),
        "awaited": [] if awaits is None else [seat.index for seat in awaits.seats],
        "legal": {}
        if awaits is None
        else {
            str(seat.index): " ".join(one.code for one in play.game.legal(play.state, seat))
            for seat in awaits.may_act
        },
        "record": [step_as_json(step) for step in record],
    }


def player_as_json(player: Player) -> dict[str, object]:
    return {
        "user": player.user,
        "level": player.level,
        "accepted": player.accepted,
        "left": player.left,
        "missed_turns": player.missed_turns,
        "hints": list(player.hints),
    }


def step_as_json(step: Step) -> str:
    if isinstance(step, Acted):
        return f"{step.seat.index} {step.action.code}"
    return " ".join(map(str, step.faces))


def time_as_json(time):
    return None if time is None else time.isoformat()


def row_of(file, round_id):
    """Return the row of a round as the file holds it."""
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        found = connection.execute("SELECT * FROM rounds WHERE id = ?", (round_id,))
        return dict(found.fetchone())


def names_in(state):
    """Return the names of all classes in a stored state."""
    match state:
        case dict():
            return {state["is"]}.union(*(names_in(value) for value in state.values()))
        case list():
            return set().union(*(names_in(item) for item in state))
        case _:
            return set()


@each(ROUNDS)
def test_an_old_round_is_read_as_it_was(old, expected, caplog):
    stored = old.read(rounds.load, expected["id"])
    read = as_json(stored, old.read(rounds.record, stored.id))
    assert {**read, "about": expected["about"]} == expected
    assert not caplog.records  # an unreadable state would be rebuilt, with a warning


@each(ROUNDS)
def test_an_old_round_is_stored_again_as_it_was(old, file, expected, caplog):
    before = row_of(file, expected["id"])
    saved = old.act(rounds.save, old.read(rounds.load, expected["id"]))
    assert row_of(file, saved.id) == {**before, "version": before["version"] + 1}
    assert expected["state"] == (before["state"] and json.loads(before["state"]))
    assert not caplog.records


@each(BEGUN)
def test_an_old_record_rebuilds_its_round(old, expected):
    stored = old.read(rounds.load, expected["id"])
    record = old.read(rounds.record, stored.id)
    replayed = engine.replay(stored.play.game, len(stored.players), stored.options, record)
    assert replace(replayed, steps=()) == stored.play


@each(AWAITING)
def test_an_old_round_that_awaits_somebody_goes_on(old, table, expected):
    stored = old.read(rounds.load, expected["id"])
    record = old.read(rounds.record, stored.id)
    seat = expected["awaited"][0]
    user = stored.players[seat].user
    for code in expected["legal"][str(seat)].split():
        act = table.act(user, stored.moment, Action.parse(code), stored.deadline)
        after = act(stored)
        assert after.play.steps[0].action.code == code
    saved = old.act(rounds.save, after, stored.deadline)
    assert saved.version == stored.version + 1
    assert saved.status in ("playing", "over")
    assert old.read(rounds.load, saved.id) == saved
    longer = old.read(rounds.record, saved.id)
    assert longer == record + after.play.steps


@each([one for one in AWAITING if sum(two["user"] is not None for two in one["players"]) == 1])
def test_an_old_round_of_one_member_rests_when_it_is_due(old, table, expected):
    stored = old.read(rounds.load, expected["id"])
    due = stored.deadline or stored.opened
    resting = table.expire(due)(replace(stored, deadline=due))
    assert resting.status == "resting"
    assert resting.play == stored.play
    saved = old.act(rounds.save, resting)
    user = next(player.user for player in saved.players if player.user is not None)
    assert saved.id in old.read(rounds.of_member, user)[1]
    resumed = old.act(rounds.resume, table.resume(user, due, saved.channel, saved.guild)(saved))
    assert old.read(rounds.load, saved.id) == resumed
    assert (resumed.play, resumed.status) == (stored.play, "playing")


@each(IN_THE_AIR)
def test_what_was_in_the_air_in_an_old_round_lands(old, expected):
    stored = old.read(rounds.load, expected["id"])
    landed = engine.resolve_chance(stored.play, SeededLuck(7))
    assert landed.awaits.seats or landed.over
    saved = old.act(rounds.save, replace(stored, play=landed))
    assert old.read(rounds.load, saved.id) == saved


@each([one for one in ROUNDS if one["status"] == "over"])
def test_an_old_round_that_is_over_has_its_results(old, expected):
    found = old.read(results.of_round, expected["id"])
    outcome = expected["outcome"]
    assert [str(one.share) for one in found] == outcome["shares"]
    assert [one.score for one in found] == (outcome["scores"] or [None] * len(found))
    assert [(one.user, one.level) for one in found] == [
        (player["user"], player["level"]) for player in expected["players"]
    ]


def test_old_settings_are_read(old):
    assert old.read(server_settings.of_guild, 1) == {"language": "ro"}
    assert old.read(ui_store.digest, 77, "global") == "9f86d081884c7d65"


@pytest.mark.parametrize("game", PHASES)
def test_the_old_rounds_hold_every_state_of_the_game(game):
    states = [one["state"] for one in BEGUN if one["game"] == game]
    assert {state["is"] for state in states} == PHASES[game]
    assert names_in(states) == PHASES[game] | PARTS[game]
    assert len(get_args(registry.game(game).state)) == len(PHASES[game])


@pytest.mark.parametrize("game", ["nine", "thirteen"])
@pytest.mark.parametrize("seats", [1, 3])
def test_the_old_sheets_are_empty_half_full_and_all_but_full_at_every_roll(game, seats):
    rows, half = {"nine": (9, 5), "thirteen": (13, 7)}[game]
    found = set()
    for one in AWAITING:
        if one["game"] == game and len(one["players"]) == seats:
            (seat,) = one["awaited"]
            left = one["state"]["sheets"][seat].count(None)
            found.add((left, len(one["state"]["lying"]["rolls"])))
    assert {(left, roll) for left in (rows, half, 1) for roll in (1, 2, 3)} <= found


def test_the_old_rounds_hold_all_that_may_be_known_of_a_round():
    def values(key):
        return {json.dumps(one[key]) for one in ROUNDS}

    players = [player for one in PLAYING for player in one["players"]]
    assert {player["missed_turns"] for player in players} == {0, 1, 2}
    assert {len(player["hints"]) for player in players} == {0, 1, 3}
    assert {player["left"] for player in players} == {True, False}
    assert {player["level"] for player in players} == {None, "easy", "greedy", "house", "perfect"}
    assert {player["accepted"] for one in ROUNDS for player in one["players"]} == {True, False}
    assert {one["status"] for one in ROUNDS} == set(get_args(Status)) - {"resting"}
    assert {one["game"] for one in PLAYING} == set(PHASES)
    assert values("options") == {"{}", '{"straights": "normal"}', '{"straights": "bust"}'}
    assert values("table_options") == {"{}", '{"hints": "on"}', '{"hints": "off"}'}
    assert values("language") == {'"en"', '"ro"'}
    for key in ("guild", "message", "deadline", "nudge", "nudge_message", "successor_of"):
        assert "null" in values(key)
        assert len(values(key)) > 1
