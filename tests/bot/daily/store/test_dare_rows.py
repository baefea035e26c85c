"""Dares in the database: opened once, closed as a whole, drawn again when they change."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

import private_rounds
from bot.admin.store import erasing, member_export, retention
from bot.daily.shared_dice import DARE_NUMBERS, Dare, SharedDice, dare_key
from bot.daily.store import shared_dice as daily_store
from bot.table.luck import SeededLuck
from bot.table.round_luck import luck_of
from bot.table.seed import Seed
from bot.table.store import rounds
from bot.table.stored_round import NO_CHANNEL
from rules.errors import Refusal
from rules.screen import Seat

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
UNTIL = NOON + timedelta(days=3)


OPENED = 1470000000000000001
"""The interaction that opened the sheet with these dice."""


def made(owner=7, **card):
    seed = Seed(NO_CHANNEL, bytes(32), NOON, opened=OPENED, revealed=False)
    told = {"game": "nine", "owner": owner, "until": UNTIL, "language": "en", "channel": 3}
    return SharedDice(dare_key(seed), seed, dare=Dare(**{**told, "guild": 1, **card}))


def opened(storage, **card):
    return storage.write(daily_store.open_dare, made(**card))


def begun(storage, shared, member):
    new = private_rounds.begun(shared, shared.sheet, member, 1, NOON)
    storage.write(daily_store.begin_round, new)
    return private_rounds.loaded(storage, shared.key, member)


def finished(storage, shared, member, given):
    return end(storage, begun(storage, shared, member), given)


def end(storage, private_round, given):
    """Write the first row that is open, to the end; note what that gave away."""

    def choose(play):
        legal = play.game.legal(play.state, Seat(0))
        return next(action for action in legal if action.verb == "write")

    storage.write(rounds.save, private_rounds.played(private_round.round, choose, NOON), NOON)
    saved = storage.read(
        daily_store.load_entry, private_round.entry.key, private_round.entry.member
    )
    assert saved.total is not None
    if given is not None:
        storage.write(daily_store.store_judgement, saved, given, "b")
    return saved


def version(storage, shared):
    return storage.read(daily_store.load_dice, shared.key).dare.version


def test_a_dare_is_read_as_it_was_written_and_opened_once(storage):
    shared = opened(storage)
    assert shared == made()
    assert storage.write(daily_store.open_dare, made(owner=8)) == shared
    storage.write(daily_store.place_card, shared.key, 99)
    placed = storage.read(daily_store.load_dice, shared.key)
    assert placed.dare == replace(shared.dare, message=99, drawn=1)


def test_the_number_follows_from_the_seal_and_the_dice_from_what_opened_the_sheet(storage):
    shared = opened(storage)
    assert shared.key == int(shared.seed.seal, 16) % DARE_NUMBERS
    luck = SeededLuck(bytes(32), OPENED)
    of_dare = luck_of(begun(storage, shared, 8).round)
    assert of_dare.roll("seat/1/turn/1/roll/1", 5) == luck.roll("turn/1/roll/1", 5)


def test_days_of_the_calendar_and_dares_leave_each_other_alone(storage):
    day = storage.write(daily_store.draw_day, NOON.date(), NOON)
    shared = opened(storage)
    private_round = begun(storage, shared, 8)
    storage.write(daily_store.close_days, date(2026, 2, 1), NOON)
    assert storage.read(daily_store.load_dice, day.key).closed == NOON
    assert storage.read(daily_store.load_dice, shared.key).closed is None
    assert private_rounds.loaded(storage, shared.key, 8) == private_round
    storage.write(daily_store.reveal_seeds, NOON)
    assert storage.read(daily_store.load_dice, shared.key).revealed is None
    end(storage, private_round, 1.0)
    days = date(2026, 1, 1), date(2026, 2, 1)
    found = storage.read(daily_store.results_of_days, *days, daily_store.StandingsFilter(1))
    assert found == {day.key: []}
    assert storage.read(daily_store.finished_days, {8}, date(2026, 2, 1), 1) == {8: set()}


def test_a_dare_closes_once_and_nobody_begins_it_any_more(storage):
    shared = opened(storage)
    begun(storage, shared, 8)
    finished(storage, shared, 9, 1.0)
    assert storage.read(daily_store.due_dares, UNTIL - timedelta(seconds=1)) == ()
    assert [one.key for one in storage.read(daily_store.due_dares, UNTIL)] == [shared.key]
    assert [one.member for one in storage.read(daily_store.finished_entries, shared.key)] == [9]
    assert storage.write(daily_store.close_dare, shared.key, UNTIL)
    assert not storage.write(daily_store.close_dare, shared.key, UNTIL)
    assert private_rounds.loaded(storage, shared.key, 8).status == "closed"
    assert storage.read(daily_store.due_dares, UNTIL) == ()
    with pytest.raises(Refusal):
        begun(storage, shared, 10)


def test_what_the_card_shows_is_drawn_again_once_it_has_changed(storage):
    shared = opened(storage)
    storage.write(daily_store.place_card, shared.key, 99)
    assert storage.read(daily_store.undrawn_dares, 9) == ()
    begun(storage, shared, 8)
    assert storage.read(daily_store.undrawn_dares, 9) == (), "who has only begun is not told"
    finished(storage, shared, 9, 1.0)
    (found,) = storage.read(daily_store.undrawn_dares, 9)
    storage.write(daily_store.mark_drawn, shared.key, found.dare.version)
    assert storage.read(daily_store.undrawn_dares, 9) == ()
    storage.write(daily_store.close_dare, shared.key, NOON)
    assert storage.read(daily_store.undrawn_dares, 9)


def test_those_with_most_points_come_first_and_who_plays_is_left_out(storage):
    shared = opened(storage)
    for member in (8, 9):
        finished(storage, shared, member, None)
    begun(storage, shared, 11)
    same = storage.read(daily_store.finished_entries, shared.key)
    assert [one.member for one in same] == [8, 9], "of equal points the first comes first"
    with storage._held.transaction(reads=False) as connection:
        connection.execute("UPDATE entries SET total = '999' WHERE member = 9")
    assert [one.member for one in storage.read(daily_store.finished_entries, shared.key)] == [9, 8]


def test_who_is_erased_leaves_the_dare_and_the_card_is_drawn_again(storage):
    shared = opened(storage)
    finished(storage, shared, 8, 1.0)
    before = version(storage, shared)
    storage.write(erasing.erase_part, 8, 0)
    storage.write(erasing.finish_erasure, 8, NOON)
    assert storage.read(daily_store.load_entry, shared.key, 8) is None
    with storage._held.engine.connect() as connection:
        for name in ("rounds", "seats", "steps", "entries"):
            assert connection.exec_driver_sql(f"SELECT count(*) FROM {name}").scalar() == 0
    assert version(storage, shared) == before + 1
    storage.write(erasing.finish_erasure, 7, NOON)
    assert storage.read(daily_store.load_dice, shared.key).dare.owner is None


def test_the_export_of_an_owner_holds_no_seed(storage):
    shared = opened(storage)
    begun(storage, shared, 7)
    exported = storage.read(member_export.other_rows, 7)
    assert [one["set_key"] for one in exported["dares"]] == [f"s{shared.key}"]
    assert shared.seed.secret.hex() not in str(exported)


def test_the_cards_of_a_server_go_with_it(storage):
    shared = opened(storage)
    finished(storage, shared, 8, 1.0)
    assert 1 in storage.read(retention.stored_servers)
    assert storage.write(retention.delete_server, 1, 10)
    assert storage.read(daily_store.load_dice, shared.key) is None
    assert storage.read(daily_store.load_entry, shared.key, 8) is None


def test_private_rounds_from_another_server_go_with_the_card(storage):
    shared = opened(storage)
    storage.write(daily_store.begin_round, private_rounds.begun(shared, shared.sheet, 8, 2, NOON))
    assert storage.write(retention.delete_server, 1, 10)
    assert storage.read(daily_store.load_dice, shared.key) is None
    assert 2 not in storage.read(retention.stored_servers)


def test_a_card_stays_without_the_sheet_that_it_came_from(storage, maker):
    sheet = storage.write(rounds.open_round, maker.begun(guild=2))
    shared = opened(storage, round=sheet.id)
    assert storage.write(retention.delete_server, 2, 10)
    assert storage.read(daily_store.load_dice, shared.key).dare == replace(shared.dare, round=None)
