"""Days and private rounds in the database: drawn, unique, closed before they are revealed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta

import pytest

import private_rounds
from bot.daily.calendar import game_of
from bot.daily.judging import judge_sheet, letters_of
from bot.daily.store import day_cards as day_card_store
from bot.daily.store import reminders as reminder_store
from bot.daily.store import shared_dice as daily_store
from bot.storage.database import Storage
from bot.table.refusals import Stale
from bot.table.store import member_settings, rounds
from bot.table.store.errors import VersionConflict
from query_plans import assert_searched, plans
from rules.errors import Refusal
from sql import run

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
TODAY = NOON.date()
DAY = timedelta(days=1)


def drawn(storage, day=TODAY, now=NOON):
    return storage.write(daily_store.draw_day, day, now)


def new(storage, member=7, day=TODAY, guild=1):
    return private_rounds.begun(drawn(storage, day), game_of(day), member, guild, NOON)


def begun(storage, member=7, day=TODAY):
    storage.write(daily_store.begin_round, new(storage, member, day))
    return loaded(storage, member, day)


def best(private_round):
    play = private_round.play()
    seat = private_round.round.seats_of(private_round.entry.member)[0]
    return play.game.advise(play.state, seat)[0].action


def acted(private_round):
    return private_rounds.acted(private_round.round, best(private_round), NOON)


def loaded(storage, member=7, day=TODAY):
    return private_rounds.loaded(storage, day, member)


def act(storage, private_round):
    storage.write(rounds.save, acted(private_round), NOON)
    return loaded(storage, private_round.entry.member, private_round.entry.key)


def finished(storage, private_round):
    """Play a private round to its end by the best choices."""
    while private_round.status == "private":
        private_round = act(storage, private_round)
    return private_round


def test_a_day_has_one_seed_that_nothing_opened_and_that_is_not_revealed(storage):
    first = drawn(storage)
    assert (first.seed.drawn, first.seed.opened, first.seed.revealed) == (NOON, 0, False)
    assert drawn(storage, now=NOON + DAY) == first
    assert drawn(storage, TODAY + DAY).seed.secret != first.seed.secret
    assert storage.read(daily_store.load_dice, TODAY + 2 * DAY) is None


def test_a_day_is_drawn_with_the_game_of_its_weekday(storage):
    week = [drawn(storage, TODAY + number * DAY).sheet for number in range(7)]
    assert week == [game_of(TODAY + number * DAY) for number in range(7)]


@pytest.mark.slow
@pytest.mark.parametrize("day", [TODAY + number * DAY for number in range(7)])
def test_a_private_round_is_read_as_it_was_written(storage, day):
    private_round, steps = begun(storage, day=day), []
    steps += new(storage, day=day).play.steps
    while private_round.status == "private":
        after = acted(private_round)
        steps += after.play.steps
        private_round = act(storage, private_round)
        assert private_round.play() == replace(after.play, steps=())
        assert private_round.round.players == after.players
    assert isinstance(private_round.total, int)
    assert private_round.record == tuple(steps)
    assert [vars_of(step) for step in private_round.record] == [vars_of(step) for step in steps]
    assert storage.read(daily_store.unjudged_entries, 9, 0) == (private_round.entry,)
    judged = judge_sheet(game_of(day), private_round.record)
    letters = letters_of(judged)
    storage.write(daily_store.store_judgement, private_round.entry, judged.loss, letters)
    assert loaded(storage, day=day).loss == judged.loss == pytest.approx(0, abs=1e-9)
    assert storage.read(daily_store.unjudged_entries, 9, 0) == ()


def vars_of(step):
    """Return all fields of a step, those too that say how it was drawn."""
    return [getattr(step, field.name) for field in fields(step)]


def test_a_member_has_one_private_round_a_day(storage):
    private_round = begun(storage)
    after = act(storage, private_round)
    assert storage.write(daily_store.begin_round, new(storage, guild=2)) == after.entry
    assert begun(storage, member=8).round.id != private_round.round.id
    with storage._held.engine.connect() as connection:
        query = "SELECT count(*) FROM rounds WHERE set_key IS NOT NULL"
        assert connection.exec_driver_sql(query).scalar() == 2


def test_of_two_processes_one_saves(storage):
    private_round = begun(storage)
    storage.write(rounds.save, acted(private_round), NOON)
    with pytest.raises(VersionConflict):
        storage.write(rounds.save, acted(private_round), NOON)


def test_nothing_is_played_once_a_day_is_closed_and_only_then_it_is_revealed(storage):
    private_round, late = begun(storage), new(storage, member=8)
    storage.write(daily_store.reveal_seeds, NOON)
    assert storage.read(daily_store.load_dice, TODAY).revealed is None
    assert storage.write(daily_store.close_days, TODAY, NOON) == 0
    assert storage.write(daily_store.close_days, TODAY + DAY, NOON) == 1
    closed = loaded(storage)
    assert (closed.status, closed.play()) == ("closed", private_round.play())
    assert storage.read(daily_store.load_dice, TODAY).revealed is None
    with pytest.raises(VersionConflict):
        storage.write(rounds.save, acted(private_round), NOON)
    with pytest.raises(Refusal, match="That daily challenge is over"):
        storage.write(daily_store.begin_round, late)
    with pytest.raises(Stale):
        acted(closed)
    assert not loaded(storage).round.seed.revealed
    storage.write(daily_store.reveal_seeds, NOON)
    assert storage.read(daily_store.load_dice, TODAY).revealed == NOON
    assert loaded(storage).round.seed.revealed


def test_a_round_begun_while_its_day_is_closed_is_closed_with_it(postgres_url):
    """On SQLite one of the two writes waits for the other as a whole."""
    with (
        Storage.open(postgres_url) as one,
        Storage.open(postgres_url) as other,
        ThreadPoolExecutor(1) as beside,
    ):
        begun, process = new(one), other.read(run, "SELECT pg_backend_pid()").scalar()
        is_waiting = f"SELECT cardinality(pg_blocking_pids({process})) > 0"

        def begin(connection):
            daily_store.begin_round(connection, begun)
            closing = beside.submit(other.write, daily_store.close_days, TODAY + DAY, NOON)
            while not (closing.done() or run(connection, is_waiting).scalar()):
                pass
            return closing

        assert one.write(begin).result() == 1


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
        lambda: storage.write(daily_store.close_days, TODAY + DAY, NOON),
    ):
        with pytest.raises(Killed):
            write()
    monkeypatch.undo()
    assert loaded(storage) == saved
    assert storage.read(daily_store.load_dice, TODAY).closed is None
    after = act(storage, saved)
    assert after.record[: len(saved.record)] == saved.record
    with pytest.raises(Stale):
        private_rounds.TABLE.choose_action(7, saved.round.moment, best(saved), NOON)(after.round)


def test_the_result_of_perfect_play_is_kept(storage):
    drawn(storage)
    storage.write(daily_store.store_perfect, TODAY, 221)
    assert storage.read(daily_store.load_dice, TODAY).perfect == 221


def test_standings_list_what_was_finished_on_a_server(storage):
    """Points rank at once; the accuracy follows once it is judged."""
    private_round = begun(storage)
    here, elsewhere = daily_store.StandingsFilter(1), daily_store.StandingsFilter(2)

    def listed(of, day=TODAY):
        (placed, summed) = storage.read(daily_store.ranked_days, day - DAY, day, of)
        assert summed == (), "nobody wins a day alone"
        return [one for place in placed for one in place.shared]

    assert listed(here) == []
    assert storage.read(daily_store.count_unfinished, TODAY, here) == 1
    assert storage.read(daily_store.count_unfinished, TODAY, elsewhere) == 0
    private_round = finished(storage, private_round)
    assert listed(here) == [(7, private_round.total, None)]
    storage.write(daily_store.store_judgement, private_round.entry, 0.0, "b" * 13)
    assert listed(here) == [(7, private_round.total, 100)]
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
    assert storage.read(daily_store.members_in_a_row, TODAY, daily_store.StandingsFilter(1), 9) == {
        7
    }
    storage.write(daily_store.begin_round, new(storage, 8, TODAY - DAY, guild=2))
    assert storage.read(daily_store.rows_of_days, *asked) == {7: 2}, "it is not finished"
    finished(storage, loaded(storage, 8, TODAY - DAY))
    assert storage.read(daily_store.rows_of_days, *asked) == {7: 1}
    assert (
        storage.read(daily_store.members_in_a_row, TODAY, daily_store.StandingsFilter(1), 9)
        == set()
    )


def test_days_played_in_direct_messages_have_a_row_of_their_own(storage):
    storage.write(daily_store.begin_round, new(storage, guild=None))
    finished(storage, loaded(storage))
    assert storage.read(daily_store.rows_of_days, [7], TODAY, None) == {7: 1}
    assert storage.read(daily_store.rows_of_days, [7], TODAY, 1) == {7: 0}


def shared(storage, private_round, now=NOON, channel=5):
    new = day_card_store.DayCard(channel, private_round.entry.key, 1, "en")
    return storage.write(day_card_store.add_round, new, private_round.round.id, now)


def test_one_member_posts_the_card_and_the_next_after_an_hour(storage):
    first, second = (finished(storage, begun(storage, one)) for one in (7, 8))
    card, joined, posts = shared(storage, first)
    assert (joined, posts, card.message) == (True, True, None)
    assert shared(storage, second)[1:] == (True, False), "it is under way"
    storage.write(day_card_store.place_message, card, 70)
    (card,) = storage.read(day_card_store.undrawn_cards, 9)
    assert (card.message, card.version - card.drawn) == (70, 1)
    assert len(storage.read(day_card_store.entries_on, card)) == 2
    storage.write(day_card_store.note_drawn, card)
    assert storage.read(day_card_store.undrawn_cards, 9) == ()
    hour = day_card_store.AGAIN_AFTER
    assert shared(storage, second, NOON + hour - timedelta(seconds=1))[1:] == (False, False)
    again, joined, posts = shared(storage, second, NOON + hour)
    assert (joined, posts) == (False, True)
    storage.write(day_card_store.place_message, again, 71)
    (card,) = storage.read(day_card_store.undrawn_cards, 9)
    assert (card.message, card.former) == (71, 70)
    storage.write(day_card_store.note_shortened, card)
    assert storage.read(day_card_store.undrawn_cards, 9) == ()


def test_of_two_processes_at_once_one_posts_the_card_again(postgres_url):
    """On SQLite one of the two writes waits for the other as a whole."""
    with (
        Storage.open(postgres_url) as one,
        Storage.open(postgres_url) as other,
        ThreadPoolExecutor(1) as beside,
    ):
        private_round = finished(one, begun(one))
        card, _, _ = shared(one, private_round)
        one.write(day_card_store.place_message, card, 70)
        later = NOON + day_card_store.AGAIN_AFTER
        process = other.read(run, "SELECT pg_backend_pid()").scalar()
        is_waiting = f"SELECT cardinality(pg_blocking_pids({process})) > 0"
        sharing = []

        class SharedMeanwhile:
            """Lets the other process share once this one has read the card."""

            def __init__(self, connection):
                self.connection = connection

            def run(self, statement, **values):
                if statement is day_card_store._CHANGE:
                    sharing.append(beside.submit(shared, other, private_round, later))
                    while not (sharing[0].done() or run(self.connection, is_waiting).scalar()):
                        pass
                return self.connection.run(statement, **values)

        def share(connection):
            reached = SharedMeanwhile(connection)
            return day_card_store.add_round(reached, card, private_round.round.id, later)

        assert one.write(share)[2] is True
        assert sharing[0].result()[2] is False


def test_a_card_that_was_lost_is_posted_by_the_next_one(storage):
    """So is one of a process that was killed before it had sent it, a minute later."""
    first, second = (finished(storage, begun(storage, one)) for one in (7, 8))
    card, _, _ = shared(storage, first)
    assert shared(storage, first, NOON + timedelta(seconds=59))[2] is False
    card, _, posts = shared(storage, first, NOON + timedelta(seconds=60))
    assert posts
    storage.write(day_card_store.place_message, card, 70)
    placed = storage.read(day_card_store.load_card, 5, TODAY)
    storage.write(day_card_store.lose_message, placed)
    unsent, _, posts = shared(storage, second)
    assert posts is True
    storage.write(day_card_store.lose_message, unsent)
    assert shared(storage, second)[2] is True, "Discord has refused it: nothing is under way"


def test_what_is_noted_of_earlier_messages_leaves_those_posted_meanwhile(storage):
    private_round = finished(storage, begun(storage))
    cards = []
    for number, message in enumerate((70, 71, 72)):
        card, _, _ = shared(storage, private_round, NOON + number * day_card_store.AGAIN_AFTER)
        storage.write(day_card_store.place_message, card, message)
        cards.append(storage.read(day_card_store.load_card, 5, TODAY))
    storage.write(day_card_store.lose_message, cards[1])
    storage.write(day_card_store.note_shortened, cards[1])
    card = storage.read(day_card_store.load_card, 5, TODAY)
    assert (card.message, card.former) == (72, 71)


def test_the_cards_of_a_private_round_are_drawn_again_once_it_is_judged(storage):
    private_round = finished(storage, begun(storage))
    for channel in (5, 6):
        card, _, _ = shared(storage, private_round, channel=channel)
        storage.write(day_card_store.place_message, card, 70 + channel)
    storage.write(daily_store.store_judgement, private_round.entry, 0.0, "b" * 13)
    assert len(storage.read(day_card_store.undrawn_cards, 9)) == 2


def test_a_channel_has_a_row_of_days_with_a_card(storage):
    for day in (TODAY - 3 * DAY, TODAY):
        private_round = finished(storage, begun(storage, day=day))
        shared(storage, private_round)
    assert storage.read(day_card_store.channel_streak, 5, TODAY) == 2
    finished(storage, begun(storage, 8, TODAY - DAY))
    assert storage.read(day_card_store.channel_streak, 5, TODAY) == 1
    assert storage.read(day_card_store.channel_streak, 6, TODAY) == 0


def test_standings_read_the_private_rounds_of_a_server_by_one_index(sqlite_storage):
    """It holds all that is read of thousands: their records stay where they are."""
    here = daily_store.StandingsFilter(1)

    def use():
        sqlite_storage.read(daily_store.count_unfinished, TODAY, here)
        sqlite_storage.read(daily_store.ranked_days, TODAY - DAY, TODAY, here)
        sqlite_storage.read(daily_store._finished_on, TODAY, here)

    found = [plan for plan in plans(sqlite_storage, use) if "entries" in plan.text]
    assert_searched(found)
    assert not any(plan.sorts for plan in found)
    assert all("entries_by_guild" in plan.text for plan in found)
    assert all("COVERING" in plan.text for plan in found)


def test_a_private_round_counts_on_the_first_server_on_which_it_is_shared(storage):
    entry = storage.write(daily_store.begin_round, new(storage, guild=None))
    for guild in (3, 4):
        storage.write(daily_store.place_on_server, entry.round, guild)
    assert (loaded(storage).entry.guild, loaded(storage).round.place.guild) == (3, 3)


def test_a_reminder_is_of_who_wants_one_and_is_taken_once(storage):
    due = NOON + timedelta(hours=20)
    storage.write(reminder_store.store_reminder, 7, (1, 3), "en", due)
    assert storage.read(reminder_store.due_reminders, due, 9) == (), "nobody has asked"
    storage.write(reminder_store.set_reminded, 7, on=True)
    storage.write(reminder_store.set_reminded, 7, on=True)
    storage.write(reminder_store.store_reminder, 7, (1, 3), "ro", due)
    assert storage.read(reminder_store.due_reminders, due - timedelta(seconds=1), 9) == ()
    (found,) = storage.read(reminder_store.due_reminders, due, 9)
    assert found == reminder_store.Reminder(7, 1, 3, "ro", due)
    later = due + timedelta(days=1)
    storage.write(reminder_store.store_reminder, 7, (1, 3), "ro", later)
    assert not storage.write(reminder_store.take_reminder, found), "a later round has begun"
    (found,) = storage.read(reminder_store.due_reminders, later, 9)
    assert storage.write(reminder_store.take_reminder, found)
    assert not storage.write(reminder_store.take_reminder, found)
    assert storage.read(reminder_store.is_reminded, 7)
    storage.write(reminder_store.store_reminder, 7, None, "ro", later)
    assert storage.read(reminder_store.due_reminders, later, 9) == (), "no channel of a server"
    storage.write(reminder_store.set_reminded, 7, on=False)
    assert not storage.read(reminder_store.is_reminded, 7)
