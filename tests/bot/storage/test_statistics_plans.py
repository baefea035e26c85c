"""Every question about statistics is answered from an index: nothing reads a whole table."""

from __future__ import annotations

from sqlalchemy import event

from bot.storage.connection import writing
from bot.storage.schema import standings
from bot.storage.shards import Shards
from bot.storage.standings import Asked
from bot.table.standing import span

HERE, ANA = 1, 100


def plans(storage, use):
    """Return the plan of SQLite for each statement of `use` that reads, as one text each."""
    engine = storage._database.engine
    asked = []

    def note(_connection, _cursor, statement, parameters, *_):
        asked.append((statement, parameters))

    event.listen(engine, "before_cursor_execute", note)
    try:
        use()
    finally:
        event.remove(engine, "before_cursor_execute", note)
    found = []
    with engine.connect() as connection:
        for statement, parameters in asked:
            if statement.startswith("SELECT"):
                rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
                found.append("\n".join(row[-1] for row in rows))
    assert found
    return found


def assert_searched(found):
    for plan in found:
        assert "SCAN" not in plan.replace("SCAN CONSTANT ROW", ""), plan


def test_a_member_is_read_from_indexes(sqlite_storage):
    storage = sqlite_storage

    def use():
        storage.standings.of_member(HERE, ANA)
        storage.standings.against(HERE, ANA, "nine")
        storage.standings.mistake(HERE, ANA, "nine")
        storage.standings.mistake(HERE, ANA, "")
        storage.accounts.form(HERE, ANA, None, 100)
        storage.accounts.form(HERE, ANA, "nine", 100)
        storage.history.page(HERE, ANA, 0)
        storage.history.page(0, ANA, 3)
        storage.settings.hidden(ANA)

    assert_searched(plans(storage, use))


def test_form_and_history_come_in_the_order_of_their_indexes(sqlite_storage):
    storage = sqlite_storage

    def use():
        storage.accounts.form(HERE, ANA, None, 100)
        storage.history.page(HERE, ANA, 0)

    for plan in plans(storage, use):
        assert "TEMP B-TREE" not in plan, plan


def test_leaderboards_come_in_the_order_of_their_index(sqlite_storage, maker):
    storage = sqlite_storage
    texts = ("span", "rarest")
    values = {column.key: 0 for column in standings.columns if column.key not in texts}
    named = {"game": "nine", "period": "week", "span": span("week", maker.noon)}
    with writing(storage._database) as connection:
        connection.execute(
            standings.insert(),
            [{**values, **named, "guild": HERE, "user": user} for user in range(1, 13)],
        )

    def use():
        for by in ("skill", "results", "best"):
            asked = Asked(HERE, "nine", by, "week", maker.noon, ANA)
            storage.standings.leaderboard(asked, 1)

    found = plans(storage, use)
    assert_searched(found)
    for order in ("skill", "results", "best"):
        assert any(f"standings_by_{order}" in plan for plan in found)
    assert not any("TEMP B-TREE" in plan for plan in found)
    key = "SEARCH standings USING PRIMARY KEY (user=? AND guild=? AND game=? AND period=?)"
    assert sum(key in plan for plan in found) == 6  # the asker, and the members of the page


def test_waiting_rounds_come_in_the_order_of_their_index_however_many_wait(sqlite_storage):
    storage = sqlite_storage

    def use():
        storage.account_queue.waiting(5)
        storage.account_queue.waiting(5, Shards(2, (1,)))

    for plan in plans(storage, use):
        assert "account_queue_by_attempts" in plan
        assert "TEMP B-TREE" not in plan
        assert "SCAN rounds" not in plan
