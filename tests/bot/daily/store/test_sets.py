"""Days and attempts in the database: drawn, unique, closed before they are revealed."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta

import pytest

import attempts
from bot.daily.calendar import game_of
from bot.daily.judging import judge
from bot.daily.store import day_cards as day_card_store
from bot.daily.store import reminders as reminder_store
from bot.daily.store import sets as daily_store
from bot.table.refusals import Stale
from bot.table.store import member_settings, rounds
from bot.table.store.errors import VersionConflict
from query_plans import assert_searched, plans
from rules.errors import Refusal

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
TODAY = NOON.date()
DAY = timedelta(days=1)


def drawn(storage, day=TODAY, now=NOON):
    return storage.write(daily_store.draw, day, now)


def new(storage, member=7, day=TODAY, guild=1):
    return attempts.begun(drawn(storage, day), game_of(day), member, guild, NOON)


def begun(storage, member=7, day=TODAY):
    storage.write(daily_store.begin, new(storage, member, day))
    return loaded(storage, member, day)


def best(attempt):
    play = attempt.play()
    seat = attempt.round.seats_of(attempt.entry.member)[0]
    return play.game.advise(play.state, seat)[0].action


def acted(attempt):
    return attempts.acted(attempt.round, best(attempt), NOON)


def loaded(storage, member=7, day=TODAY):
    return attempts.loaded(storage, day, member)


def act(storage, attempt):
    storage.write(rounds.save, acted(attempt), NOON)
    return loaded(storage, attempt.entry.member, attempt.entry.key)


def finished(storage, attempt):
    """Play an attempt to its end by the best choices."""
    while attempt.status == "private":
        attempt = act(storage, attempt)
    return attempt


def test_a_day_has_one_seed_that_nothing_opened_and_that_is_not_revealed(storage):
    first = drawn(storage)
    assert (first.seed.drawn, first.seed.opened, first.seed.revealed) == (NOON, 0, False)
    assert drawn(storage, now=NOON + DAY) == first
    assert drawn(storage, TODAY + DAY).seed.secret != first.seed.secret
    assert storage.read(daily_store.load_set, TODAY + 2 * DAY) is None


def test_a_day_is_drawn_with_the_game_of_its_weekday(storage):
    week = [drawn(storage, TODAY + number * DAY).sheet for number in range(7)]
    assert week == [game_of(TODAY + number * DAY) for number in range(7)]


@pytest.mark.slow
@pytest.mark.parametrize("day", [TODAY + number * DAY for number in range(7)])
def test_an_attempt_is_read_as_it_was_written(storage, day):
    attempt, steps = begun(storage, day=day), []
    steps += new(storage, day=day).play.steps
    while attempt.status == "private":
        after = acted(attempt)
        steps += after.play.steps
        attempt = act(storage, attempt)
        assert attempt.play() == replace(after.play, steps=())
        assert attempt.round.players == after.players
    assert isinstance(attempt.total, int)
    assert attempt.record == tuple(steps)
    assert [vars_of(step) for step in attempt.record] == [vars_of(step) for step in steps]
    assert storage.read(daily_store.not_judged, 9) == (attempt.entry,)
    judged = judge(game_of(day), attempt.record)
    storage.write(daily_store.judge, attempt.entry, judged.given_away)
    assert loaded(storage, day=day).given == judged.given_away == pytest.approx(0, abs=1e-9)
    assert storage.read(daily_store.not_judged, 9) == ()


def vars_of(step):
    """Return all fields of a step, those too that say how it was drawn."""
    return [getattr(step, field.name) for field in fields(step)]


def test_a_member_has_one_attempt_a_day(storage):
    attempt = begun(storage)
    after = act(storage, attempt)
    assert storage.write(daily_store.begin, new(storage, guild=2)) == after.entry
    assert begun(storage, member=8).round.id != attempt.round.id
    with storage._held.engine.connect() as connection:
        query = "SELECT count(*) FROM rounds WHERE set_key IS NOT NULL"
        assert connection.exec_driver_sql(query).scalar() == 2


def test_of_two_processes_one_saves(storage):
    attempt = begun(storage)
    storage.write(rounds.save, acted(attempt), NOON)
    with pytest.raises(VersionConflict):
        storage.write(rounds.save, acted(attempt), NOON)


def test_nothing_is_played_once_a_day_is_closed_and_only_then_it_is_revealed(storage):
    attempt, late = begun(storage), new(storage, member=8)
    storage.write(daily_store.reveal, NOON)
    assert storage.read(daily_store.load_set, TODAY).revealed is None
    assert storage.write(daily_store.close, TODAY, NOON) == 0
    assert storage.write(daily_store.close, TODAY + DAY, NOON) == 1
    closed = loaded(storage)
    assert (closed.status, closed.play()) == ("closed", attempt.play())
    assert storage.read(daily_store.load_set, TODAY).revealed is None
    with pytest.raises(VersionConflict):
        storage.write(rounds.save, acted(attempt), NOON)
    with pytest.raises(Refusal, match="That daily challenge is over"):
        storage.write(daily_store.begin, late)
    with pytest.raises(Stale):
        acted(closed)
    assert not loaded(storage).round.seed.revealed
    storage.write(daily_store.reveal, NOON)
    assert storage.read(daily_store.load_set, TODAY).revealed == NOON
    assert loaded(storage).round.seed.revealed


def test_a_transaction_that_fails_reveals_nothing_and_loses_no_move(storage, monkeypatch):
    saved = act(storage, begun(storage))

    class Killed(BaseException):
        pass

    real = storage._held.transaction

    def killed(**options):
        manager = real(**options)

        class Dying:
            def __enter__(self):
                return manager.__enter__()

            def __exit__(self, *error):
                manager.__exit__(Killed, Killed(), None)
                raise Killed

        return Dying()

    monkeypatch.setattr(storage._held, "transaction", killed)
    for write in (
        lambda: storage.write(rounds.save, acted(saved), NOON),
        lambda: storage.write(daily_store.close, TODAY + DAY, NOON),
    ):
        with pytest.raises(Killed):
            write()
    monkeypatch.undo()
    assert loaded(storage) == saved
    assert storage.read(daily_store.load_set, TODAY).closed is None
    after = act(storage, saved)
    assert after.record[: len(saved.record)] == saved.record
    with pytest.raises(Stale):
        attempts.TABLE.choose_action(7, saved.round.moment, best(saved), NOON)(after.round)


def test_the_result_of_perfect_play_is_kept(storage):
    drawn(storage)
    storage.write(daily_store.tell, TODAY, 221)
    assert storage.read(daily_store.load_set, TODAY).perfect == 221


def test_standings_list_what_was_finished_on_a_server(storage):
    """Points rank at once; the accuracy follows once it is judged."""
    attempt = begun(storage)
    here, elsewhere = daily_store.Listed(1), daily_store.Listed(2)

    def listed(of, day=TODAY):
        (placed, summed) = storage.read(daily_store.ranked_days, day - DAY, day, of)
        assert summed == (), "nobody wins a day alone"
        return [one for place in placed for one in place.shared]

    assert listed(here) == []
    assert storage.read(daily_store.unfinished, TODAY, here) == 1
    assert storage.read(daily_store.unfinished, TODAY, elsewhere) == 0
    attempt = finished(storage, attempt)
    assert listed(here) == [(7, attempt.total, None)]
    storage.write(daily_store.judge, attempt.entry, 0.0, "b" * 13)
    assert listed(here) == [(7, attempt.total, 100)]
    assert loaded(storage).entry.verdicts == "b" * 13
    assert (listed(elsewhere), listed(here, TODAY - DAY)) == ([], [])
    assert storage.read(daily_store.place_of, TODAY, here, 7)[0].number == "1"
    storage.write(member_settings.set_hidden, 7, on=True)
    assert (listed(here), len(listed(replace(here, reader=7)))) == ([], 1)
    assert storage.read(daily_store.place_of, TODAY, here, 7) == (None, 0)


def test_rows_of_days_pass_over_what_nobody_has_finished(storage):
    """Of members as of channels; a day of somebody elsewhere ends them."""
    for day in (TODAY - 3 * DAY, TODAY):
        finished(storage, begun(storage, day=day))
    asked = ([7], TODAY, 1)
    assert storage.read(daily_store.rows_of_days, *asked) == {7: 2}
    assert storage.read(daily_store.in_a_row, TODAY, daily_store.Listed(1), 9) == {7}
    storage.write(daily_store.begin, new(storage, 8, TODAY - DAY, guild=2))
    assert storage.read(daily_store.rows_of_days, *asked) == {7: 2}, "it is not finished"
    finished(storage, loaded(storage, 8, TODAY - DAY))
    assert storage.read(daily_store.rows_of_days, *asked) == {7: 1}
    assert storage.read(daily_store.in_a_row, TODAY, daily_store.Listed(1), 9) == set()


def shared(storage, attempt, now=NOON, channel=5):
    new = day_card_store.DayCard(channel, attempt.entry.key, 1, "en")
    return storage.write(day_card_store.share, new, attempt.round.id, now)


def test_one_member_posts_the_card_and_the_next_after_an_hour(storage):
    first, second = (finished(storage, begun(storage, one)) for one in (7, 8))
    card, joined, posts = shared(storage, first)
    assert (joined, posts, card.message) == (True, True, None)
    assert shared(storage, second)[1:] == (True, False), "it is under way"
    storage.write(day_card_store.place, card, 70)
    (card,) = storage.read(day_card_store.to_draw, 9)
    assert (card.message, card.version - card.drawn) == (70, 1)
    assert len(storage.read(day_card_store.lines_of, card)) == 2
    storage.write(day_card_store.mark, card)
    assert storage.read(day_card_store.to_draw, 9) == ()
    hour = day_card_store.AGAIN_AFTER
    assert shared(storage, second, NOON + hour - timedelta(seconds=1))[1:] == (False, False)
    again, joined, posts = shared(storage, second, NOON + hour)
    assert (joined, posts) == (False, True)
    storage.write(day_card_store.place, again, 71)
    (card,) = storage.read(day_card_store.to_draw, 9)
    assert (card.message, card.former) == (71, 70)
    storage.write(day_card_store.shorten, card)
    assert storage.read(day_card_store.to_draw, 9) == ()


def test_a_card_that_was_lost_is_posted_by_the_next_one(storage):
    """So is one of a process that was killed before it had sent it, a minute later."""
    first, second = (finished(storage, begun(storage, one)) for one in (7, 8))
    card, _, _ = shared(storage, first)
    assert shared(storage, first, NOON + timedelta(seconds=59))[2] is False
    card, _, posts = shared(storage, first, NOON + timedelta(seconds=60))
    assert posts
    storage.write(day_card_store.place, card, 70)
    placed = storage.read(day_card_store.load, 5, TODAY)
    storage.write(day_card_store.lose, placed)
    assert shared(storage, second)[2] is True


def test_the_cards_of_an_attempt_are_drawn_again_once_it_is_judged(storage):
    attempt = finished(storage, begun(storage))
    for channel in (5, 6):
        card, _, _ = shared(storage, attempt, channel=channel)
        storage.write(day_card_store.place, card, 70 + channel)
    storage.write(daily_store.judge, attempt.entry, 0.0, "b" * 13)
    assert len(storage.read(day_card_store.to_draw, 9)) == 2


def test_a_channel_has_a_row_of_days_with_a_card(storage):
    for day in (TODAY - 3 * DAY, TODAY):
        attempt = finished(storage, begun(storage, day=day))
        shared(storage, attempt)
    assert storage.read(day_card_store.row_of_channel, 5, TODAY) == 2
    finished(storage, begun(storage, 8, TODAY - DAY))
    assert storage.read(day_card_store.row_of_channel, 5, TODAY) == 1
    assert storage.read(day_card_store.row_of_channel, 6, TODAY) == 0


def test_standings_read_the_attempts_of_a_server_by_one_index(sqlite_storage):
    """It holds all that is read of thousands: their records stay where they are."""
    here = daily_store.Listed(1)

    def use():
        sqlite_storage.read(daily_store.unfinished, TODAY, here)
        sqlite_storage.read(daily_store.ranked_days, TODAY - DAY, TODAY, here)
        sqlite_storage.read(daily_store._finished_on, TODAY, here)

    found = [plan for plan in plans(sqlite_storage, use) if "entries" in plan.text]
    assert_searched(found)
    assert not any(plan.sorts for plan in found)
    assert all("entries_by_guild" in plan.text for plan in found)
    assert all("COVERING" in plan.text for plan in found)


def test_an_attempt_counts_on_the_first_server_on_which_it_is_shared(storage):
    entry = storage.write(daily_store.begin, new(storage, guild=None))
    for guild in (3, 4):
        storage.write(daily_store.place, entry.round, guild)
    assert (loaded(storage).entry.guild, loaded(storage).round.place.guild) == (3, 3)


def test_a_reminder_is_of_who_wants_one_and_is_taken_once(storage):
    due = NOON + timedelta(hours=20)
    storage.write(reminder_store.remind, 7, (1, 3), "en", due)
    assert storage.read(reminder_store.due_at, due, 9) == (), "nobody has asked"
    storage.write(reminder_store.set_reminded, 7, on=True)
    storage.write(reminder_store.set_reminded, 7, on=True)
    storage.write(reminder_store.remind, 7, (1, 3), "ro", due)
    assert storage.read(reminder_store.due_at, due - timedelta(seconds=1), 9) == ()
    (found,) = storage.read(reminder_store.due_at, due, 9)
    assert found == reminder_store.Reminder(7, 1, 3, "ro", due)
    later = due + timedelta(days=1)
    storage.write(reminder_store.remind, 7, (1, 3), "ro", later)
    assert not storage.write(reminder_store.take, found), "another attempt has begun"
    (found,) = storage.read(reminder_store.due_at, later, 9)
    assert storage.write(reminder_store.take, found)
    assert not storage.write(reminder_store.take, found)
    assert storage.read(reminder_store.is_reminded, 7)
    storage.write(reminder_store.remind, 7, None, "ro", later)
    assert storage.read(reminder_store.due_at, later, 9) == (), "no channel of a server"
    storage.write(reminder_store.set_reminded, 7, on=False)
    assert not storage.read(reminder_store.is_reminded, 7)
