"""No id of a round is given again, so that buttons of old messages name no other round."""

from datetime import UTC, datetime
from threading import Thread

from bot.storage import id_counters
from bot.storage.database import Storage
from bot.table.store import restored, round_ids, rounds

NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC)


def opened(storage, maker, channel=1):
    return storage.write(rounds.open_round, maker.begun(channel=channel)).id


def test_after_a_start_they_are_above_the_seconds_since_2026(storage, maker):
    storage.write(restored.begin, NEW_YEAR)
    assert opened(storage, maker) == 1
    storage.write(restored.begin, NEW_YEAR.replace(day=3, second=7))
    assert opened(storage, maker, 2) == 2 * 86_400 + 7 + 1


def test_a_clock_that_was_set_back_moves_none_back(storage, maker):
    storage.write(restored.begin, NEW_YEAR.replace(day=3))
    first = opened(storage, maker)
    for now in (NEW_YEAR.replace(day=2), NEW_YEAR.replace(year=2020)):
        storage.write(restored.begin, now)
    assert opened(storage, maker, 2) == first + 1


def test_a_given_id_is_passed_over_only_if_it_is_above_the_last(storage, maker):
    assert storage.read(round_ids.last_id) == 0
    storage.write(round_ids.pass_over, 50)
    assert storage.read(round_ids.last_id) == 50
    storage.write(round_ids.pass_over, 20)
    assert opened(storage, maker) == 51
    storage.write(round_ids.pass_over, 51)
    assert opened(storage, maker, 2) == 52


def test_another_process_opens_none_in_between(url, maker, monkeypatch):
    """Between the look at the last id and the move: else its ids would be given once more."""
    real, looks, others = id_counters.last_id, [], []
    with Storage.open(url) as here, Storage.open(url) as there:
        opening = Thread(target=lambda: others.extend(opened(there, maker, one) for one in (1, 2)))

        def last(connection, column):
            found = real(connection, column)
            looks.append(found)
            if len(looks) == (1 if url.startswith("sqlite") else 2):
                opening.start()
                opening.join(0.5)
            return found

        monkeypatch.setattr(id_counters, "last_id", last)
        here.write(round_ids.pass_over, 1)
        opening.join()
        assert [*others, opened(here, maker, 3)] == [2, 3, 4]
