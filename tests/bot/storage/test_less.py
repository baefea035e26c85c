"""What `r0002` makes of a database of version 1.0.0: paces, matches, days, choices taken back, seeds.

Few changes touch it: README's command plays one of each kind, all others are slow.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy import Row, create_engine, inspect, select, text

import private_rounds
from bot.daily import judging
from bot.daily.calendar import begins, game_of
from bot.daily.store import shared_dice as daily_store
from bot.statistics.store import to_judge
from bot.storage import schema
from bot.storage.database import Storage
from bot.storage.engine import address, file_of
from bot.storage.errors import BrokenKeys, NoRoom
from bot.storage.keyed_hash import hash_with
from bot.table.luck import SeededLuck
from bot.table.store import bars, face_counts, rounds, seeds
from bot.table.store.errors import RoundGone
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import Table
from judged_games import judge_all
from kept_versions import read_database
from rules import codec, engine, registry
from rules.screen import Action, Seat
from sql import run

KEPT = Path(__file__).parents[1] / "versions" / "1.0.0"

YAMS, OVER, OF_HANDS = 9, 4, 16
"""Rounds of the kept database: one that is played, one that is over, and a private round of a day of
Six Card Poker."""

DAY, MEMBER, SERVER = date(2026, 1, 1), 1456074443980800072, 1456074443980800066
"""The day of that private round, its member and its server."""

NOW = datetime.now(UTC)


@pytest.fixture
def before(url):
    """Return a function that sends SQL to the kept database of 1.0.0 before it is upgraded."""
    read_database(KEPT, url)

    def change(*statements: str, **values: object) -> Row | None:
        made = create_engine(address(url))
        with made.begin() as connection:
            for statement in statements:
                result = connection.execute(text(statement), values)
            row = result.one() if result.returns_rows else None
        made.dispose()
        return row

    return change


def upgraded(url, number):
    """Return a round as this version reads it."""
    with Storage.open(url) as storage:
        return storage.read(rounds.load, number)


@pytest.mark.parametrize(("pace", "minutes"), [("normal", None), ("quick", 1), ("slow", 1440)])
def test_a_pace_is_minutes(url, before, pace, minutes):
    before("UPDATE rounds SET pace = :pace WHERE id = :round", pace=pace, round=YAMS)
    stored = upgraded(url, YAMS)
    assert (stored.terms.minutes, stored.status) == (minutes, "playing")


@pytest.mark.slow
def test_a_match_is_a_single_game_with_its_score(url, before):
    """Its next round is not due any more, and follows by *Rematch*."""
    due = "UPDATE rounds SET best_of = 3, deadline = opened WHERE id = :round"
    before(due, "UPDATE seats SET wins = 1 WHERE round = :round AND seat = 0", round=OVER)
    stored = upgraded(url, OVER)
    assert (stored.status, stored.deadline.at) == ("over", None)
    assert [player.wins for player in stored.players] == [1, 0]


@pytest.mark.slow
def test_a_word_of_the_coach_counts_as_a_hint_for_the_next_step(url, before):
    before(
        "UPDATE rounds SET hints = 'training' WHERE id = :round",
        "UPDATE seats SET hinted = '2', coached = '2 5' WHERE round = :round AND seat = 0",
        round=YAMS,
    )
    stored = upgraded(url, YAMS)
    assert [player.hinted for player in stored.players] == [(2, 3, 6), ()]


def test_settings_that_went_are_deleted_and_paces_of_servers_are_minutes(url, before):
    before(
        "INSERT INTO settings VALUES ('member/5', 'coach', 'on'), ('member/5', 'companion', 'off'), "
        "('member/5', 'positions', 'on'), ('guild/6', 'pace', 'slow'), ('guild/7', 'pace', 'quick'), "
        "('guild/7', 'reminders', 'off'), ('guild/8', 'pace', 'normal'), "
        "('guild/8', 'hints', 'off'), ('guild/8', 'level', 'easy'), ('guild/8', 'threads', 'on'), "
        "('guild/8', 'still', 'on'), ('member/5', 'still', 'on'), ('guild/8', 'daily', '123'), "
        "('guild/8', 'hour', '09'), ('guild/8', 'daily_posted', '2026-01-02'), "
        "('guild/8', 'daily_post_begun', '2026-01-02T09:00:00+00:00')"
    )
    with Storage.open(url) as storage, storage._held.engine.connect() as connection:
        left = connection.execute(
            text("SELECT * FROM settings WHERE scope LIKE 'guild/%' OR scope = 'member/5'")
        )
        assert {tuple(row) for row in left} == {
            ("member/5", "positions", "on"),
            ("guild/6", "minutes", "1440"),
            ("guild/7", "minutes", "2"),
            ("guild/7", "reminders", "off"),
        }


@pytest.mark.slow
def test_a_bar_names_the_member_and_who_set_it_last(url, before):
    """As the log of moderators told, which goes. Other members, servers and deeds are not it."""
    key = "00" * 32
    hashes = {name: hash_with(key, user) for name, user in (("ana", 5), ("bogdan", 6))}
    before(
        f"INSERT INTO settings VALUES ('host', 'hash-key', '{key}')",
        "INSERT INTO bars VALUES (1, :ana, '2999-01-01'), (1, :bogdan, '2999-01-02')",
        "INSERT INTO audit_log (id, guild, at, deed, moderator, member, detail) VALUES "
        "(1, 1, '2026-01-02', 'bar', 8, 5, 'week'), (2, 1, '2026-01-01', 'bar', 7, 5, 'day'), "
        "(3, 2, '2026-01-03', 'bar', 9, 5, 'day'), (4, 1, '2026-01-04', 'close', 9, 5, '1'), "
        "(5, 1, '2026-01-05', 'bar', 9, NULL, 'day'), (6, 1, '2026-01-05', 'set', 9, NULL, '')",
        **hashes,
    )
    now = datetime(2026, 1, 6, tzinfo=UTC)
    with Storage.open(url) as storage:
        found = storage.read(bars.in_force, 1, now)
        assert [(one.user, one.set_by) for one in found] == [(5, 8), (None, None)]
        assert storage.read(bars.bar_end, 1, 6, now) == datetime(2999, 1, 2, tzinfo=UTC)
        with storage._held.engine.connect() as connection:
            assert "audit_log" not in inspect(connection).get_table_names()


def rows_of(url):
    """Return the results of the upgraded database."""
    with Storage.open(url) as storage, storage._held.engine.connect() as connection:
        found = connection.execute(select(schema.results)).all()
    return {(row.round, row.seat): row for row in found}


def test_results_stay_a_row_for_each_members_seat(url, before):
    """Those of computers and of a sheet for everybody go; games that have begun get theirs."""
    before(
        "UPDATE seats SET hinted = '3' WHERE round = 5 AND seat = 1",
        "UPDATE results SET level = 'house', \"user\" = NULL WHERE round = 6 AND seat = 1",
        "UPDATE seats SET level = 'house', \"user\" = NULL WHERE round = 6 AND seat = 1",
        'UPDATE results SET "user" = NULL WHERE round = 7 AND seat = 1',
        'UPDATE seats SET "user" = -2 WHERE round = 7 AND seat = 1',
        'UPDATE seats SET "user" = 0 WHERE round = 1',
        'UPDATE results SET "user" = 0 WHERE round = 1',
    )
    rows = rows_of(url)
    ended = [3, 4, 5, 6, 7, 8]
    assert {number for number, _ in rows} == {*ended, *range(9, 15)}
    assert (6, 1) not in rows
    assert (rows[5, 1].score, rows[5, 1].hinted) == (84, True)
    assert (rows[4, 0].game, rows[4, 0].seat_count, rows[4, 0].share) == ("nine", 2, "1")
    assert rows[7, 1].user is None
    assert [rows[number, 0].finished is None for number in (8, 9)] == [False, True]
    assert [rows[9, 0].share, rows[9, 0].won] == [None, None]
    assert all(one.lost is None and one.choices is None for one in rows.values())


@pytest.mark.slow
def test_wins_count_as_they_do_now(url, before):
    """Two of a day with the same opponent, none against a computer, none for a tie; who left lost."""
    before(
        "UPDATE results SET share = '1/2', won = false WHERE round = 4",
        'UPDATE seats SET "left" = true WHERE round = 5 AND seat = 0',
    )
    won = {key: one.won for key, one in rows_of(url).items() if one.finished is not None}
    ana = {3: 0, 4: 0, 5: 0, 6: 1, 7: 0, 8: 0}
    assert [won[number, seat] for number, seat in ana.items()] == [
        *(True, None, False),
        *(True, None, None),
    ]
    assert [won[number, 1 - seat] for number, seat in ana.items()] == [
        *(False, None, True),
        *(False, False, False),
    ]
    assert won[1, 0] is None


@pytest.mark.slow
def test_what_rested_for_a_day_or_was_left_was_left(url, before):
    account = "0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0"  # amounts and what counted
    columns = (
        "start, luck, skill, others, hidden, estimate, result, given, expected, variance, counted"
    )
    before(
        "UPDATE rounds SET status = 'resting', parked = true WHERE id = 9",
        "UPDATE rounds SET status = 'closed' WHERE id IN (10, 11)",
        f'INSERT INTO accounts (round, seat, guild, "user", game, ended, gone, {columns}) '
        f"VALUES (10, 0, 1, 1, 'nine', '2026-02-03 00:00:00.000000', true, {account}), "
        f"(10, 1, 1, 2, 'nine', '2026-02-03 00:00:00.000000', false, {account})",
    )
    rows = rows_of(url)
    assert [(rows[9, seat].left, rows[9, seat].finished) for seat in (0, 1)] == [(True, None)] * 2
    assert [rows[10, seat].left for seat in (0, 1)] == [True, False]
    assert [rows[10, seat].share for seat in (0, 1)] == [None, None]
    assert rows[10, 0].finished == datetime(2026, 2, 3, tzinfo=UTC)
    assert (11, 0) not in rows, "it was closed before anything was accounted for"


def test_days_that_were_finished_are_results(url, before):
    """Private rounds at the dice of a card are not, and neither are those of several hands."""
    before(
        "UPDATE entries SET total = '88' WHERE round = 2",
        "UPDATE rounds SET set_key = '2026-01-02', status = 'over' WHERE id = 2",
        "UPDATE entries SET set_key = '2026-01-02' WHERE round = 2",
    )
    rows = rows_of(url)
    day = rows[2, 0]
    assert (day.day, day.game, day.share, day.score, day.won) == (True, "nine/alone", "1", 88, None)
    assert day.finished == day.begun
    assert (OF_HANDS, 0) not in rows


def test_choices_are_judged_again_from_their_moves_where_those_exist(url, before):
    before("DELETE FROM steps WHERE round = 4")
    with Storage.open(url) as storage:
        assert storage.read(to_judge.queue_length) == 13
        judge_all(storage)
    rows = rows_of(url)
    assert {rows[4, seat].choices for seat in (0, 1)} == {0}
    for number in (1, 3, 5, 6, 7, 8):
        for seat in range(rows[number, 0].seat_count):
            assert rows[number, seat].choices > 0
            assert rows[number, seat].par > 0
    assert rows[9, 0].choices is None


@pytest.mark.slow
def test_what_belongs_to_a_round_is_deleted_with_it(url, before):
    before("SELECT 1")
    with Storage.open(url) as storage:
        with storage._held.transaction(reads=False) as connection:
            run(connection, "DELETE FROM rounds WHERE id = 3")
            for name in ("seats", "steps", "results"):
                count = f"SELECT count(*) FROM {name} WHERE round = 3"
                assert run(connection, count).scalar() == 0
        with storage._held.engine.connect() as connection:
            tables = {*inspect(connection).get_table_names()}
    assert not tables & {"accounts", "decisions", "standings", "meetings", "account_queue"}


@pytest.mark.parametrize(
    ("stored", "left"),
    [
        (
            "('host/blocked-members', 'a hash', '1'), ('host/blocked-servers', '6', '1'), ('host', 'hash-key', 'a key')",
            ["host/hash-key"],
        ),
        (
            "('application/3', 'commands/global', 'a'), ('application/3', 'commands/77', 'b')",
            ["application/3/commands/global"],
        ),
        ("('lease', 'beat', '0123456789abcdef 7')", []),
        ("('renewal', 'reached', '0a1b2c3d 4')", []),
    ],
    ids=[
        *("whom the host has blocked", "the commands of single servers", "a lease"),
        "how far a recount came",
    ],
)
@pytest.mark.slow
def test_settings_without_a_use_are_deleted(url, before, stored, left):
    before(f"INSERT INTO settings VALUES {stored}")
    rows = text(
        "SELECT scope || '/' || key FROM settings "
        "WHERE scope LIKE 'host%' OR scope IN ('application/3', 'lease', 'renewal')"
    )
    with Storage.open(url) as storage, storage._held.engine.connect() as connection:
        assert connection.execute(rows).scalars().all() == left


def test_a_choice_that_was_taken_back_leaves_the_record(url, before):
    """Steps are numbered anew, and what names them; the moment stays, and the round plays on."""
    game, reroll, dice = registry.game("yams"), Action("reroll", "12345"), (1, 2, 3, 4, 5)
    (faces, moment, recorded) = before(
        "SELECT faces, moment, recorded FROM rounds JOIN steps ON round = id "
        "WHERE id = :round AND number = 1",
        round=YAMS,
    )
    begun = game.land(game.start(2, {}), tuple(map(int, faces.split())))
    state = game.land(game.play(begun, Seat(0), reroll), dice)
    back = recorded + 1
    before(
        "INSERT INTO steps (round, number, seat, action) VALUES "
        "(:round, :back, 0, 'take-back.1'), (:round, :again, 0, 'reroll.12345')",
        "INSERT INTO steps (round, number, faces, label) "
        "VALUES (:round, :landed, '1 2 3 4 5', 'seat/1/turn/1/roll/2/again/1')",
        "UPDATE rounds SET hints = 'training', state = :state, recorded = :landed, "
        "moment = moment + 2 WHERE id = :round",
        "UPDATE seats SET taken_back = :number, hinted = :hinted, left_at = :next "
        "WHERE round = :round AND seat = 0",
        round=YAMS,
        back=back,
        again=back + 1,
        landed=back + 2,
        next=back + 3,
        number=str(back),
        hinted=f"2 {back + 3}",
        state=json.dumps(codec.encode(state)),
    )
    with Storage.open(url) as storage:
        stored, record = storage.read(rounds.load, YAMS), storage.read(rounds.record, YAMS)
    assert [step.number for step in record] == [1, 2, 3]
    assert (record[1].action, record[2].faces) == (reroll, dice)
    assert (stored.play.state, stored.play.recorded) == (state, 3)
    assert stored.moment == moment + 2
    assert stored.players[0].hinted == (2, 4), "what was chosen instead counts as helped"
    assert stored.players[0].left_at == 4
    assert engine.replay(game, 2, {}, record).state == state


@pytest.mark.slow
def test_a_state_that_is_rebuilt_from_its_record_keeps_its_moment(url, before):
    """Else its board would stand ahead of it, and every press there would only redraw it."""
    before("UPDATE rounds SET moment = moment + 2, state = '{}' WHERE id = :round", round=YAMS)
    (moment,) = before("SELECT moment FROM rounds WHERE id = :round", round=YAMS)
    stored = upgraded(url, YAMS)
    assert stored.moment == moment


@pytest.mark.slow
def test_a_private_round_of_several_hands_is_closed_and_cannot_be_read(url, before):
    before("UPDATE entries SET total = NULL WHERE round = :round", round=OF_HANDS)
    stored = upgraded(url, OF_HANDS)
    assert (stored.status, stored.unreadable, stored.play) == ("closed", True, None)
    assert stored.version == 2, "another process that had read it cannot save it"


@pytest.mark.parametrize(("total", "whole"), [("8", 8), ("21/2", 10), ("1/2", 0)])
@pytest.mark.slow
def test_a_finished_private_round_of_several_hands_counts_as_before(url, before, total, whole):
    """Wins were halves in a draw; nothing shows them any more."""
    before(
        "UPDATE rounds SET status = 'over' WHERE id = :round",
        "UPDATE entries SET total = :total, given = 0.4 WHERE round = :round",
        "UPDATE daily_days SET closed = committed, revealed = committed, story = '21/2 15' "
        "WHERE plays = 'six-card'",
        round=OF_HANDS,
        total=total,
    )
    with Storage.open(url) as storage:
        stored = storage.read(rounds.load, OF_HANDS)
        day, listed = storage.read(daily_store.load_dice, DAY), daily_store.StandingsFilter(SERVER)
        ((place,), week) = storage.read(daily_store.ranked_days, DAY, DAY, listed)
        entry = storage.read(daily_store.load_entry, DAY, MEMBER)
        finished = storage.read(daily_store.finished_days, [MEMBER], DAY, SERVER)
        rows = storage.read(daily_store.rows_of_days, [MEMBER], DAY, SERVER)
        assert storage.read(daily_store.unjudged_entries, 9, 0) == ()
    assert (stored.status, stored.finished) == ("over", False)
    assert (entry.round, entry.total, entry.loss, entry.sheet) == (OF_HANDS, whole, 0.4, None)
    assert (place.shared, week) == (((MEMBER, whole, None),), ())
    assert (finished, rows) == ({MEMBER: {DAY}}, {MEMBER: 1})
    assert (day.game, day.sheet, day.perfect) == ("six-card", None, None)
    assert day.revealed is not None


@pytest.mark.slow
def test_what_was_not_judged_of_several_hands_counts_as_unfinished(url, before):
    before("UPDATE entries SET total = '8' WHERE round = :round", round=OF_HANDS)
    with Storage.open(url) as storage:
        assert storage.read(daily_store.unjudged_entries, 9, 0) == ()
        assert storage.read(daily_store.load_entry, DAY, MEMBER).total is None
        assert (
            storage.read(daily_store.count_unfinished, DAY, daily_store.StandingsFilter(SERVER))
            == 1
        )


# Seeds


SHARED, BEGUN, ENDED, CARD, OWN_SHEET = 2, (9, 10, 11, 12, 13, 14, 15), (1, 3, 4), 464354024, 1
"""Rounds of the kept database: a private round at the dice of a card, those that are open, some that
have ended; the card, and the sheet that it offers."""

PLAYS = (
    "INSERT INTO daily_days (day, seed, digest, previous, committed, opened, plays) "
    "SELECT '{}', seed, digest, previous, committed, 0, '{}' FROM daily_days "
    "WHERE day = '2026-01-02'"
)
"""Adds a day on which a game is played."""


@pytest.fixture
def send(url):
    """Return a function that sends SQL to a database and returns its rows."""

    def sent(statement: str) -> list[tuple[object, ...]]:
        made = create_engine(address(url))
        with made.begin() as connection:
            found = [tuple(row) for row in connection.execute(text(statement))]
        made.dispose()
        return found

    return sent


@pytest.mark.parametrize("status", ["playing", "resting"])
def test_each_game_that_goes_on_has_a_seed_of_its_own_and_no_proof(url, before, send, status):
    before("UPDATE rounds SET status = :status WHERE id = :round", status=status, round=YAMS)
    places = dict(send("SELECT round, channel FROM seed_numbers JOIN seed_blocks ON id = block"))
    start = datetime.now(UTC)
    with Storage.open(url) as storage:
        found = {number: storage.read(rounds.load, number).seed for number in BEGUN}
        next_one = storage.write(seeds.next_of, places[YAMS], start)
        assert storage.read(seeds.earlier, places[YAMS])[0].seal == found[YAMS].seal
    assert {number: seed.channel for number, seed in found.items()} == {
        number: places[number] for number in BEGUN
    }
    assert len({next_one.secret, *(seed.secret for seed in found.values())}) == len(BEGUN) + 1
    for seed in found.values():
        assert (seed.opened, seed.levels, seed.proven) == (0, 0, False)
        assert abs(seed.drawn - start) < timedelta(minutes=1)
        assert seed.seal == sha256(seed.secret).hexdigest()
    assert {row[0] for row in send("SELECT round FROM seeds WHERE round IS NOT NULL")} == {*BEGUN}


@pytest.mark.slow
def test_a_game_in_a_thread_has_a_seed_of_the_channel_that_holds_it_if_it_is_known(url, before):
    thread, other = 77, 78
    channel = before(
        "UPDATE rounds SET channel = :thread, in_thread = :yes WHERE id = 9",
        "UPDATE rounds SET channel = :other, in_thread = :yes WHERE id = 10",
        "DELETE FROM seed_numbers WHERE round = 10",
        "SELECT channel FROM seed_blocks JOIN seed_numbers ON id = block WHERE round = 9",
        thread=thread,
        other=other,
        yes=True,
    ).channel
    assert (upgraded(url, 9).seed.channel, upgraded(url, 10).seed.channel) == (channel, other)


@pytest.mark.slow
def test_a_game_that_goes_on_lands_dice_of_its_seed(url, before):
    """Not of the seed of 1.x, by whose labels its dice have landed until now."""
    with Storage.open(url) as storage:
        stored = storage.read(rounds.load, YAMS)
        member = stored.players[stored.play.awaits.seats[0].index].user
        reroll = Table(None, TimeLimits()).choose_action(
            member, stored.moment, Action("reroll", "12345"), NOW
        )
        after = storage.write(rounds.save, reroll(stored))
        *_, landed = storage.read(rounds.record, YAMS)
    luck = SeededLuck(stored.seed.secret, stored.seed.opened)
    assert landed.faces == luck.roll(landed.label, 5)
    assert after.moment == stored.moment + 1


def test_no_seed_of_1x_is_left(url, before, send):
    """Neither in its columns nor in pages that are free."""
    known = {row[0] for row in send("SELECT seed FROM daily_days")}
    known |= {bytes(row[0]) for row in send("SELECT secret FROM seed_blocks")}
    before("INSERT INTO settings VALUES ('member/5', 'word', 'abracadabra')")
    before("UPDATE seats SET word = 'abracadabra' WHERE round = :round", round=YAMS)
    Storage.open(url).close()
    assert send("SELECT day FROM daily_days WHERE seed IS NOT NULL") == []
    for number in ENDED:
        assert upgraded(url, number).seed is None
    file = file_of(address(url))
    if file is not None:
        data = file.read_bytes()
        written = [one if isinstance(one, bytes) else one.encode() for one in known]
        assert not any(one in data for one in (b"abracadabra", *written))


@pytest.mark.slow
def test_what_went_with_the_seeds_of_1x(url, before):
    before(
        "INSERT INTO settings VALUES ('daily-drawn-anew', '2026-01-02', 'yes'), "
        "('member/5', 'word', 'abracadabra')"
    )
    with Storage.open(url) as storage, storage._held.engine.connect() as connection:
        found = inspect(connection)
        columns = {
            table: {one["name"] for one in found.get_columns(table)}
            for table in ("seats", "rounds", "daily_days")
        }
        assert not {"seed_blocks", "seed_numbers"} & {*found.get_table_names()}
        rows = connection.execute(text("SELECT scope, key FROM settings")).all()
    assert not {"word", "early_word"} & columns["seats"]
    assert "sealed_until" not in columns["rounds"]
    assert not {"digest", "previous", "committed"} & columns["daily_days"]
    assert not [row for row in rows if row.scope == "daily-drawn-anew" or row.key == "word"]


# Days and dares


TODAY = datetime.now(UTC).date()
YESTERDAY = TODAY - timedelta(days=1)


@pytest.mark.slow
def test_the_faces_that_landed_on_a_server_are_counted_on(url, before):
    before("INSERT INTO face_counts VALUES (NULL, 1, 1, 1, 1, 1, 1)")
    with Storage.open(url) as storage:
        assert storage.read(face_counts.of_server, SERVER) == (66, 94, 70, 86, 83, 76)
        counted = storage.read(run, "SELECT guild FROM face_counts").scalars()
        assert counted == [SERVER], "none of direct messages"


@pytest.mark.parametrize("ahead", [0, 1, 2])
@pytest.mark.slow
def test_today_and_the_days_after_it_are_drawn_anew_and_can_be_played_again(url, before, ahead):
    """Whoever has finished today's sheet before may play again."""
    day = TODAY + timedelta(days=ahead)
    before(
        PLAYS.format(day, "yams"),
        "UPDATE entries SET set_key = :day, total = '8', given = 0.4 WHERE round = :round",
        "UPDATE rounds SET set_key = :day, status = 'over', game = 'yams' WHERE id = :round",
        round=OF_HANDS,
        day=str(day),
    )
    with Storage.open(url) as storage:
        assert storage.read(daily_store.load_dice, day) is None
        assert storage.read(daily_store.load_entry, day, MEMBER) is None
        with pytest.raises(RoundGone):
            storage.read(rounds.load, OF_HANDS)
        drawn = storage.write(daily_store.draw_day, day, NOW)
        assert (drawn.seed.drawn, drawn.game) == (NOW, game_of(day).info.key)
        new = private_rounds.begun(drawn, drawn.sheet, MEMBER, SERVER, begins(day))
        assert storage.write(daily_store.begin_round, new).round > OF_HANDS


@pytest.mark.slow
def test_a_day_that_had_begun_is_closed_with_its_standings(url, before):
    """What was finished counts, also where it is judged only now; what was begun is closed."""
    before(
        PLAYS.format(YESTERDAY, "nine"),
        "UPDATE entries SET set_key = :day, total = '88', given = NULL WHERE round = :finished",
        "UPDATE entries SET set_key = :day WHERE round = :begun",
        "UPDATE rounds SET set_key = :day WHERE id IN (:finished, :begun)",
        finished=OWN_SHEET,
        begun=SHARED,
        day=str(YESTERDAY),
    )
    listed = daily_store.StandingsFilter(SERVER)
    with Storage.open(url) as storage:
        day = storage.read(daily_store.load_dice, YESTERDAY)
        assert None not in (day.closed, day.revealed)
        assert (day.seed, day.game) == (None, "nine")
        begun = storage.read(rounds.load, SHARED)
        assert (begun.status, begun.version) == ("closed", 2)
        (left,) = storage.read(daily_store.unjudged_entries, 9, 0)
        record = storage.read(rounds.record, left.round)
        judged = judging.judge_sheet(left.sheet, record)
        letters = judging.letters_of(judged)
        storage.write(daily_store.store_judgement, left, judged.loss, letters)
        ((place,), _) = storage.read(daily_store.ranked_days, YESTERDAY, YESTERDAY, listed)
        assert place.shared[0].points == 88
        assert place.shared[0].accuracy is not None
        assert storage.read(daily_store.count_unfinished, YESTERDAY, listed) == 1
        assert storage.write(daily_store.close_days, TODAY, NOW) == 0, "there is nothing to close"


@pytest.mark.slow
def test_a_day_that_was_over_stays_as_it_is(url, before):
    over = datetime(2026, 1, 1, 0, 0, 20, tzinfo=UTC)
    before(
        "UPDATE daily_days SET closed = committed, revealed = committed WHERE day = '2026-01-02'"
    )
    with Storage.open(url) as storage:
        day = storage.read(daily_store.load_dice, date(2026, 1, 2))
    assert (day.closed, day.revealed, day.seed) == (over, over, None)


def test_an_open_card_closes_and_is_drawn_again(url, before):
    with Storage.open(url) as storage:
        shared = storage.read(daily_store.load_dice, CARD)
        assert None not in (shared.closed, shared.revealed)
        assert [one.key for one in storage.read(daily_store.undrawn_dares, 9)] == [CARD]
        assert storage.read(daily_store.finished_entries, CARD)
        assert storage.read(rounds.load, SHARED).status == "closed"
        sheet = storage.read(rounds.load, OWN_SHEET)
        assert (sheet.end.secret_until, sheet.seed, sheet.end.has_card) == (None, None, True)


@pytest.mark.slow
def test_a_card_that_had_closed_is_not_drawn_again(url, before):
    before("UPDATE daily_days SET closed = committed, revealed = committed WHERE day LIKE 's%'")
    with Storage.open(url) as storage:
        assert storage.read(daily_store.undrawn_dares, 9) == ()


@pytest.mark.slow
def test_cards_of_several_hands_go_and_those_of_sheets_stay(url, before):
    before(
        "INSERT INTO daily_days SELECT 's7', seed, digest, previous, committed, opened, closed, "
        "revealed, story, plays FROM daily_days WHERE day LIKE 's%'",
        "INSERT INTO set_cards SELECT 's7', 'six-card', owner, invited, until, language, channel, "
        "guild, message, NULL, helped, followed, told, version, drawn FROM set_cards",
        "UPDATE rounds SET set_key = 's7' WHERE id = :round",
        "UPDATE entries SET set_key = 's7' WHERE round = :round",
        round=OF_HANDS,
    )
    with Storage.open(url) as storage:
        assert storage.read(daily_store.load_dice, 7) is None
        with pytest.raises(RoundGone):
            storage.read(rounds.load, OF_HANDS)
        assert storage.read(daily_store.finished_entries, 7) == ()
        assert storage.read(daily_store.load_dice, 464354024).dare.game == "nine"
        assert storage.read(daily_store.finished_entries, 464354024)


@pytest.mark.slow
def test_a_card_forgets_a_sheet_that_was_deleted(url, before):
    before("UPDATE set_cards SET round = 99")
    with Storage.open(url) as storage:
        assert storage.read(daily_store.load_dice, CARD).dare.round is None


@pytest.mark.parametrize("helped", [True, False])
@pytest.mark.slow
def test_help_with_the_sheet_of_a_card_is_a_hint_of_the_dare(url, before, helped):
    before(f"UPDATE set_cards SET helped = {str(helped).lower()}")
    with Storage.open(url) as storage:
        assert storage.read(daily_store.load_dice, CARD).dare.hinted is helped


# Rows


TABLES_GONE = {
    *("account_queue", "accounts", "audit_log", "count_queue", "decisions", "meetings"),
    *("mistakes", "opponents", "practice", "seed_blocks", "seed_numbers", "set_cards"),
    *("standings", "without_account"),
}

OF_KEPT = {
    "a setting that went": {"settings": -1},
    "the results of games that have begun, until now": {"results": 12},
    "the seeds of games that go on": {"seeds": len(BEGUN)},
}
"""What becomes of the rows of the kept database."""

EVERYTHING = (
    "INSERT INTO settings VALUES ('guild/8', 'hour', '09'), ('guild/6', 'pace', 'slow')",
    "INSERT INTO bars VALUES (1, 'a hash', '2999-01-01'), (2, 'a hash', '2999-01-01')",
    "INSERT INTO erasures VALUES ('a hash', '2026-01-01')",
    "INSERT INTO face_counts VALUES (NULL, 1, 1, 1, 1, 1, 1), (5, 1, 1, 1, 1, 1, 1)",
    "INSERT INTO kept_out VALUES (3, 5), (3, 6)",
    "INSERT INTO turns VALUES (3, 1, 5, '2026-01-01', 1, NULL, 9, false)",
    "INSERT INTO audit_log (id, guild, at, deed, detail) VALUES (1, 1, '2026-01-01', 'set', '')",
    "INSERT INTO practice VALUES (5, '3.1', 1, 1, NULL)",
    "INSERT INTO without_account VALUES (3)",
    "INSERT INTO account_queue VALUES (3, '2026-01-01', 0, 0)",
    "INSERT INTO count_queue VALUES (1, 3)",
    f"INSERT INTO steps (round, number, seat, action) VALUES ({YAMS}, 4, 0, 'take-back.1')",
    "UPDATE results SET level = 'house', \"user\" = NULL WHERE round = 6 AND seat = 1",
    "UPDATE seats SET level = 'house', \"user\" = NULL WHERE round = 6 AND seat = 1",
    PLAYS.format(TODAY, "six-card"),
    f"UPDATE entries SET set_key = '{TODAY}' WHERE round = {OF_HANDS}",
    f"UPDATE rounds SET set_key = '{TODAY}' WHERE id = {OF_HANDS}",
)
"""Fills every table of 1.0.0, with rows that stay and rows that go."""

OF_EVERYTHING = {
    "another setting that went": {"settings": -1},
    "faces of direct messages": {"face_counts": -1},
    "a choice that was taken back, and the two steps after it": {"steps": -3},
    "the result of a computer": {"results": -1},
    "today, with an attempt": {
        "daily_days": -1,
        "entries": -1,
        "rounds": -1,
        "seats": -2,
        "steps": -2,
    },
}
"""What becomes of the rows of `EVERYTHING`."""


@pytest.fixture
def counts(url):
    """Return a function that counts the rows of all tables."""

    def counted() -> dict[str, int]:
        made = create_engine(address(url))
        with made.connect() as connection:
            names = {*inspect(connection).get_table_names()} - {"alembic_version"}
            count = "SELECT count(*) FROM"
            found = {
                name: connection.exec_driver_sql(f"{count} {name}").scalar_one() for name in names
            }
        made.dispose()
        return found

    return counted


@pytest.mark.parametrize(
    ("added", "reasons"),
    [((), OF_KEPT), (EVERYTHING, OF_KEPT | OF_EVERYTHING)],
    ids=["kept", "and more"],
)
def test_every_row_stays_or_goes_for_a_reason(url, before, counts, added, reasons):
    before(*added, "SELECT 1")
    was = counts()
    assert not added or 0 not in was.values(), "a table has no rows"
    Storage.open(url).close()
    expected = Counter({name: was.get(name, 0) for name in schema.metadata.tables})
    expected["dares"] = was["set_cards"]
    for differences in reasons.values():
        for name, difference in differences.items():
            expected[name] += difference
    assert counts() == expected
    assert {*was} - {*expected} == TABLES_GONE


@pytest.mark.parametrize("table", ["turns", "kept_out", "steps", "erasures", "bars", "seats"])
@pytest.mark.slow
def test_what_is_not_said_otherwise_is_copied_as_it_was(url, before, send, table):
    before(*EVERYTHING[:8], "UPDATE seats SET left_at = 1 + seat, missed_turns = 2 + seat")
    columns = [one.name for one in schema.metadata.tables[table].columns]
    columns = ", ".join(f'"{one}"' for one in columns if one not in ("user", "set_by"))
    rows = f"SELECT {columns} FROM {table} ORDER BY 1, 2"
    was = send(rows)
    Storage.open(url).close()
    assert was
    assert send(rows) == was


@pytest.mark.parametrize(
    ("broken", "table", "parent"),
    [
        ("INSERT INTO kept_out VALUES (99, 5)", "kept_out", "rounds"),
        ("DELETE FROM daily_days WHERE day = '2026-01-01'", "rounds", "daily_days"),
    ],
)
def test_a_row_that_names_a_missing_one_is_found_and_nothing_changes(
    sqlite_url, broken, table, parent
):
    """SQLite does not watch keys while tables are made anew, so they are checked at the end."""
    read_database(KEPT, sqlite_url)
    with closing(sqlite3.connect(file_of(address(sqlite_url)))) as connection:
        with connection:
            connection.execute(broken)
        was = [*connection.iterdump()]
        with pytest.raises(BrokenKeys) as fault:
            Storage.open(sqlite_url)
        assert [*connection.iterdump()] == was
    assert f"rows of {table} name rows of {parent} that are missing" in str(fault.value)


class Disk(NamedTuple):
    """What `shutil.disk_usage` returns."""

    total: int
    used: int
    free: int


def test_without_room_on_the_disk_nothing_is_changed(sqlite_url, tmp_path, monkeypatch):
    """The copy, the write-ahead log and the new tables come to four times the database."""
    read_database(KEPT, sqlite_url)
    file = file_of(address(sqlite_url))
    size = file.stat().st_size
    free = 4 * size - 1
    monkeypatch.setattr(
        "bot.storage.migrations.shutil.disk_usage", lambda folder: Disk(10**9, 0, free)
    )
    with closing(sqlite3.connect(file)) as connection:
        was = [*connection.iterdump()]
        with pytest.raises(NoRoom) as fault:
            Storage.open(sqlite_url)
        assert [*connection.iterdump()] == was
    assert not [*tmp_path.glob("*.before-*")]
    sentence = str(fault.value)
    assert f"{4 * size // 10**6 + 1} MB of free space and has {free // 10**6} MB" in sentence
    free += 1
    Storage.open(sqlite_url).close()
    assert [*tmp_path.glob("*.before-*")]


def test_a_database_without_tables_needs_no_room(sqlite_url, monkeypatch):
    monkeypatch.setattr(
        "bot.storage.migrations.shutil.disk_usage", lambda folder: Disk(10**9, 0, 0)
    )
    Storage.open(sqlite_url).close()
