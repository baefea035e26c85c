"""A member's id leaves every column; the results of the others, and all seats, stay."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from operator import itemgetter

import pytest
from sqlalchemy import BigInteger, Text, inspect, select

import private_rounds
from bot.admin.store import erasing, member_export
from bot.admin.store.personal import PERSONAL_COLUMNS
from bot.commands.maintenance.copies import put_in_place
from bot.daily.calendar import game_of
from bot.daily.shared_dice import Dare, SharedDice
from bot.daily.store import day_cards as day_card_store
from bot.daily.store import reminders as reminder_store
from bot.daily.store import shared_dice as daily_store
from bot.storage import engine as connecting
from bot.storage.copies.backup import back_up
from bot.storage.database import Storage
from bot.storage.files import files_of
from bot.storage.keyed_hash import keyed_hash
from bot.storage.schema import FACES, metadata, settings
from bot.table.players import FORMER_ELSEWHERE, Players
from bot.table.players import Player as Seated
from bot.table.seed import draw_seed
from bot.table.store import bars, deadlines, erasures, member_settings, rounds
from bot.table.store.bars import Bar
from bot.table.store.errors import VersionConflict
from bot.table.stored_round import NO_CHANNEL
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import OpenRequest, Table
from judged_games import judge_all
from results_counted import ending_of, of_round
from rules.screen import Seat
from simulated_luck import SeededLuck
from sql import insert_rows

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
MEMBER, OTHER = 1456074443980800006, 1456074443980800007

NAMES_A_MEMBER = re.compile(
    r"user|member|opener|player|sitter|author|owner|moderator|closer|challeng"
)

IMPERSONAL = {
    "rounds": {
        *("guild", "channel", "message", "reminder", "options", "state"),
        "headline",
    },
    "seats": {"hinted"},
    "steps": {"faces", "source"},
    "seeds": {"channel", "opened"},  # an interaction
    "face_counts": {"guild", *FACES},
    "settings": {"value"},
    "bars": {"guild"},
    "results": {"guild"},
    "daily_days": {"perfect", "opened"},
    "entries": {"guild"},
    "dares": {"channel", "guild", "message", "round"},
    "day_cards": {"channel", "guild", "message", "former"},
    "daily_reminders": {"channel", "guild"},
}
"""Columns that never hold a member's id, by table: large numbers, long text."""


def test_every_column_that_may_hold_a_members_id_is_known():
    """Write a new column as that of a member in `bot.storage.schema`, or above if it never holds one."""
    known = {(one.table.name, one.column.key) for one in PERSONAL_COLUMNS}
    unknown = [
        f"{table.name}.{column.key}"
        for table in metadata.sorted_tables
        for column in table.columns
        if not (column.foreign_keys or column.key == "id")
        and (
            isinstance(column.type, BigInteger | Text)
            or NAMES_A_MEMBER.search(column.key)
            or NAMES_A_MEMBER.search(column.name)
        )
        and (table.name, column.key) not in known
        and column.key not in IMPERSONAL.get(table.name, ())
    ]
    assert unknown == []


def ended(maker, storage, *users, **parts):
    """Store a round that one of two members left; return it."""
    first, second = users
    begun = storage.write(
        rounds.open_round,
        maker.begun(players=(Seated(user=first), Seated(user=second)), opener=first, **parts),
    )
    left = replace(begun.players[0], left=True)
    over = replace(begun, players=Players((left, begun.players[1]))).ended_as("over")
    return storage.write(rounds.save, over, NOON)


def erase(storage, user, now):
    after = 0
    while after is not None:
        after = storage.write(erasing.erase_part, user, after)
    storage.write(erasing.finish_erasure, user, now)
    storage.checkpoint()


def everything(storage):
    """Return all rows of all tables as one text."""
    with storage._held.engine.connect() as connection:
        tables = inspect(connection).get_table_names()
        return str([connection.exec_driver_sql(f"SELECT * FROM {one}").all() for one in tables])


def of_everybody(storage, *members):
    """Store a sheet for everybody of another member: these had a turn, and the first is kept out."""
    table = Table(SeededLuck(1), TimeLimits())
    request = OpenRequest("nine", 300, 15, everybody=True)
    stored = storage.write(rounds.open_round, table.open(request, NOON))
    for user in members:
        taken = table.take_turn(user, stored.moment, NOON)(stored)
        action = taken.play.game.idle(taken.play.state, Seat(0))
        stored = storage.write(
            rounds.save, table.choose_action(user, taken.moment, action, NOON)(taken)
        )
    return storage.write(rounds.save, table.keep_out(300, members[0], NOON)(stored))


def full(maker, storage):
    """Write a member's traces into every column that may hold one."""
    of_everybody(storage, MEMBER, OTHER, MEMBER)
    ended(maker, storage, MEMBER, OTHER, channel=11)
    ended(maker, storage, OTHER, MEMBER, channel=12)
    closed = {"closed": "by", "closed_by": MEMBER}
    ended(maker, storage, OTHER, 300, channel=13, **closed)
    ended(maker, storage, MEMBER, 300, channel=14)
    assert judge_all(storage) == 4
    storage.write(member_settings.set_hidden, MEMBER, on=True)
    with storage._held.transaction(reads=False) as connection:
        value = {"scope": f"member/{MEMBER}", "key": "positions", "value": "on"}
        insert_rows(connection, settings, [value])
    day = storage.write(daily_store.draw_day, NOON.date(), NOON)
    private = private_rounds.begun(day, game_of(day.day), MEMBER, 1, NOON)
    begun = storage.write(daily_store.begin_round, private)
    shown = day_card_store.DayCard(11, day.day, 1, "en")
    storage.write(day_card_store.add_round, shown, begun.round, NOON)
    for barred, moderator in ((MEMBER, OTHER), (OTHER, MEMBER)):
        storage.write(bars.bar, 1, barred, NOON + timedelta(days=1), moderator)
    dare = Dare("nine", MEMBER, NOON, "en", 11, invited=MEMBER)
    storage.write(daily_store.open_dare, SharedDice(1, draw_seed(NO_CHANNEL, NOON), dare=dare))
    storage.write(reminder_store.set_reminded, MEMBER, on=True)


def test_no_column_of_any_table_holds_the_id(maker, storage, monkeypatch):
    monkeypatch.setattr(erasing, "PART", 1)
    full(maker, storage)
    held = everything(storage)
    assert held.count(str(MEMBER)) == 23
    before = held.count(str(OTHER))
    erase(storage, MEMBER, NOON)
    assert str(MEMBER) not in everything(storage)
    assert everything(storage).count(str(OTHER)) == before


def test_a_bar_holds_after_an_erasure_and_was_set_by_a_former_player(maker, storage):
    full(maker, storage)
    end = NOON + timedelta(days=1)
    erase(storage, MEMBER, NOON)
    assert storage.read(bars.bar_end, 1, MEMBER, NOON) == end
    assert {*storage.read(bars.in_force, 1, NOON)} == {
        Bar(None, OTHER, end),
        Bar(OTHER, FORMER_ELSEWHERE, end),
    }


def test_turns_of_an_erased_member_are_those_of_a_former_player(storage):
    stored = of_everybody(storage, MEMBER, OTHER, MEMBER)
    exported = storage.read(member_export.rounds_after, MEMBER, 0)
    turns = exported[0]["your_turns"]
    assert [(one["turn"], len(one["actions"])) for one in turns] == [(1, 1), (3, 1)]
    assert exported[0]["seats"] == [{"who": "everybody"}]
    erase(storage, MEMBER, NOON)
    loaded = storage.read(rounds.load, stored.id)
    assert [one.member for one in loaded.turns.taken] == [FORMER_ELSEWHERE, OTHER, FORMER_ELSEWHERE]
    assert (loaded.status, loaded.turns.kept_out) == ("playing", ())
    assert loaded.version == stored.version + 1
    assert storage.read(member_export.rounds_after, MEMBER, 0) == []


def test_every_entry_of_the_list_is_erased(maker, storage):
    """Each column of the list has a trace in `full`, so that the test above means something."""
    full(maker, storage)
    with storage._held.engine.connect() as connection:
        for one in (one for one in PERSONAL_COLUMNS if one.erasure != "hash"):
            rows = connection.execute(select(one.column)).scalars()
            assert any(str(MEMBER) in str(value) for value in rows), one.column


def test_the_export_has_settings_bars_and_erasures(maker, storage):
    full(maker, storage)
    storage.write(bars.bar, 1, 300, NOON + timedelta(days=1), OTHER)
    exported = storage.read(member_export.other_rows, MEMBER)
    assert sorted(exported.pop("bars"), key=itemgetter("set_by_you")) == [
        {"guild": 1, "until": "2026-03-02T12:00:00+00:00", "set_by_you": by} for by in (False, True)
    ], "nobody else is named"
    assert all(exported.pop(name) for name in ("entries", "dares", "daily_reminders"))
    (shared,) = exported.pop("day_card_lines")
    assert (shared["channel"], shared["day"]) == (11, str(NOON.date()))
    assert exported == {
        "settings": [
            {"key": "positions", "value": "on"},
            {"scope": "hidden", "value": "on"},
        ],
        "kept_out": [{"round": 1}],
    }
    erase(storage, MEMBER, NOON)
    kept = storage.read(member_export.other_rows, MEMBER)
    assert kept["erasures"] == [{"at": "2026-03-01T12:00:00+00:00"}]
    assert len(kept["bars"]) == 1


def test_the_export_has_what_each_game_came_to(maker, storage):
    round_id = ended(maker, storage, OTHER, MEMBER, channel=11).id
    judge_all(storage)
    (exported,) = storage.read(member_export.rounds_after, MEMBER, 0)
    assert exported["your_results"] == [
        {
            "seat": 2,
            "game": "dice-poker",
            "seat_count": 2,
            "day": False,
            "begun": "2026-03-01T12:00:00+00:00",
            "finished": "2026-03-01T12:00:00+00:00",
            "share": "1",
            "won": True,
            "score": None,
            "left": False,
            "hinted": False,
            "choices": 0,
            "lost": 0.0,
            "par": 0.0,
        }
    ]
    erase(storage, MEMBER, NOON)
    assert storage.read(member_export.rounds_after, MEMBER, 0) == []
    assert [one.user for one in storage.read(of_round, round_id)] == [OTHER, None]


def test_results_of_the_other_stay_right_and_seats_stay_people(maker, storage):
    round_id = ended(maker, storage, MEMBER, OTHER).id
    _, before = storage.read(of_round, round_id)
    assert (before.user, ending_of(before)) == (OTHER, "won")
    erase(storage, MEMBER, NOON)
    erased, kept = storage.read(of_round, round_id)
    assert (kept, erased.user) == (before, None)
    stored = storage.read(rounds.load, round_id)
    assert [one.user for one in stored.players] == [-1, OTHER]
    assert stored.opener == -1
    erase(storage, OTHER, NOON)
    assert [one.user for one in storage.read(rounds.load, round_id).players] == [-1, -2]


def test_versions_move_and_drawn_boards_count_as_drawn(maker, storage):
    stored = ended(maker, storage, MEMBER, OTHER, channel=11, message=5)
    undrawn = ended(maker, storage, MEMBER, OTHER, channel=12, message=6)
    storage.write(rounds.mark_shown, {stored.id: rounds.ShownVersion(stored.version)})
    erase(storage, MEMBER, NOON)
    assert storage.read(rounds.load, stored.id).version == stored.version + 1
    assert storage.read(deadlines.undrawn) == (undrawn.id,)
    with pytest.raises(VersionConflict):
        storage.write(rounds.save, stored)


def test_a_round_in_which_the_member_still_sits_is_left_alone(maker, storage):
    opened = storage.write(
        rounds.open_round, maker.begun(players=(Seated(user=MEMBER), Seated(user=OTHER)))
    )
    assert storage.write(erasing.erase_part, MEMBER, 0) == opened.id
    assert storage.write(erasing.erase_part, MEMBER, opened.id) is None
    assert storage.read(rounds.load, opened.id).players[0].user == MEMBER


def test_the_hash_of_a_member_needs_the_key_and_stays_the_same(storage):
    with storage._held.transaction(reads=False) as connection:
        first, again = (keyed_hash(connection, MEMBER) for _ in range(2))
        other = keyed_hash(connection, OTHER)
    assert first == again != other
    assert re.fullmatch("[0-9a-f]{64}", first)


# After a restoration

NOW = NOON + timedelta(days=2)


def restored(url, copy):
    """Put the copy in the place of the database; return it, opened."""
    put_in_place(url, copy, NOW)
    return Storage.open(url)


def test_a_restored_copy_is_erased_again(maker, sqlite_url, tmp_path):
    copy = tmp_path / "copy.sqlite3"
    with Storage.open(sqlite_url) as storage:
        full(maker, storage)
        erase(storage, 300, NOON)  # before the copy: who comes back is not erased again
        ended(maker, storage, 300, OTHER, channel=14)
        players = (Seated(user=MEMBER), Seated(user=OTHER))
        waiting = storage.write(
            rounds.open_round, maker.lobby(channel=20, opener=MEMBER, players=players)
        )
        playing = storage.write(rounds.open_round, maker.begun(channel=21, players=players))
        back_up(sqlite_url, copy)
        for stored, status in ((waiting, "withdrawn"), (playing, "closed")):
            left = tuple(replace(one, left=True) for one in stored.players)
            storage.write(rounds.save, replace(stored, players=Players(left)).ended_as(status))
        erase(storage, MEMBER, NOON + timedelta(days=1))
        noted = storage.read(erasures.count_erasures)
    with restored(sqlite_url, copy) as storage:
        held = everything(storage)
        assert str(MEMBER) not in held
        assert "300" in held
        assert storage.read(erasures.count_erasures) == noted == 2
        assert storage.read(rounds.load, waiting.id).status == "withdrawn"
        assert storage.read(rounds.load, playing.id).status == "closed"
        assert storage.read(rounds.load, playing.id).deadline.at is None
    for file in files_of(tmp_path / "rounds.sqlite3"):
        assert not file.exists() or MEMBER.to_bytes(8, "big") not in file.read_bytes()


def test_freed_places_are_overwritten_where_sqlite_does_not_do_so_by_itself(
    sqlite_url, monkeypatch
):
    """Debian builds SQLite with `SECURE_DELETE`, others do not."""

    def write_ahead(connection):
        connection.execute("PRAGMA secure_delete = OFF")
        assert connection.execute("PRAGMA secure_delete").fetchone() == (0,)

    monkeypatch.setattr(connecting, "_write_ahead", write_ahead)
    with Storage.open(sqlite_url) as storage, storage._engine.connect() as connected:
        assert connected.exec_driver_sql("PRAGMA secure_delete").scalar() == 1
