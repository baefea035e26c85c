"""A figure that is new, or counted by another rule, counts the rounds before it, too."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sqlalchemy import Column, Table, select, update

from bot.statistics.store import standings_rebuild, standings_update
from bot.storage import settings
from bot.storage.schema import standings
from bot.table.stored_round import Player
from broken_full_house import FULL, accounted
from made_accounts import ANA, BOGDAN, CARMEN, count_all, counted, seat_account
from rules.hands import DICE_POKER
from rules.skill import RoundSkill
from rules.whole_hands import whole_hand
from simulated import table
from simulated_luck import WrittenLuck

FIGURES = [one for one in standings.columns if not one.primary_key and one.name != "span"]
NOTE = ("standings", "counted")


@pytest.fixture
def past(storage, maker, monkeypatch):
    """Count rounds that give every figure of a standing a value; return where members stand."""
    for enough in ("ENOUGH_ROUNDS", "ENOUGH_OPPONENTS", "PROVEN_FROM"):
        monkeypatch.setattr(f"bot.statistics.standing.{enough}", 1)
    monkeypatch.setattr("bot.statistics.standing.MOST_LEFT", 1.0)
    assert storage.write(standings_rebuild.enter_changed) == 0
    rare = whole_hand((1, 1, 1, 1, 1), DICE_POKER)
    account = seat_account(rarest=rare, round_skill=RoundSkill(1.5, 1.0, 0.01))
    half = Fraction(1, 2)
    nine = {"game": "nine", "accounting": [account, seat_account()]}
    left = (Player(user=ANA), Player(user=CARMEN, left=True, left_at=9))
    counted(maker, storage, (ANA, BOGDAN), (0, 1), (90, 120), **nine)
    counted(maker, storage, (ANA, BOGDAN), (half, half), (90, 90), **nine)
    counted(maker, storage, (ANA, CARMEN), scores=(100, 90), players=left, **nine)
    counted(maker, storage, (ANA, CARMEN), scores=(110, 90), **nine)
    return rows(storage)


def rows(storage):
    """Return all standings by their keys."""

    def read(connection):
        found = connection.execute(select(standings)).mappings()
        return {tuple(row[one.name] for one in standings.primary_key): dict(row) for row in found}

    return storage.read(read)


def missing(column):
    """Return what a migration fills a new column with."""
    return None if column.nullable else 0


@pytest.mark.slow
@pytest.mark.parametrize("column", FIGURES, ids=[one.name for one in FIGURES])
def test_a_new_figure_counts_old_rounds(storage, past, column):
    """Without the column the note was another one; where it is new, all of the past returns.

    A figure that no round here gives a value fails: it has to get one, and from what is stored.
    """
    assert any(row[column.name] not in (None, 0) for row in past.values())
    without = Table(
        "standings",
        standings.metadata.__class__(),
        *(Column(one.name, one.type) for one in standings.columns if one.name != column.name),
    )
    tables = (without, *standings_update.COUNTED_TABLES[1:])
    noted = standings_rebuild.counted_by(tables)
    assert noted != standings_rebuild.counted_by()

    def add_column(connection):
        connection.execute(update(standings).values({column.name: missing(column)}))
        settings.put(connection, *NOTE, noted)

    storage.write(add_column)
    assert storage.write(standings_rebuild.enter_changed) == 4
    count_all(storage)
    again = rows(storage)
    assert again.keys() == past.keys()
    for key, row in past.items():
        figure = row[column.name]
        expected = pytest.approx(figure) if isinstance(figure, float) else figure
        assert again[key][column.name] == expected
    assert storage.write(standings_rebuild.enter_changed) == 0, "once"


def test_another_rule_counts_old_rounds(storage, past, monkeypatch):
    assert storage.write(standings_rebuild.enter_changed) == 0
    monkeypatch.setattr(standings_rebuild, "RULES", standings_rebuild.RULES + 1)
    assert storage.write(standings_rebuild.enter_changed) == 4
    count_all(storage)
    assert rows(storage).keys() == past.keys()


async def test_after_an_update_the_past_is_counted_in_quiet_moments(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await accounted(sim)
        before = rows(sim.bot.storage)
        assert before

        def of_older_version(connection):
            connection.execute(update(standings).values(rounds=0, longest=0))
            settings.put(connection, *NOTE, "0 older")

        sim.bot.ticks.stop()
        await sim.bot.live.storage.write(of_older_version)
        assert await sim.bot.live.storage.write(standings_rebuild.enter_changed) == 1
        assert rows(sim.bot.storage) == {}
        await sim.account()
        assert rows(sim.bot.storage) == before
