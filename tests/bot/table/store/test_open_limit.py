"""How many rounds of one opener are open, and what refuses another one."""

from __future__ import annotations

import re

import pytest

from bot.table.store import rounds
from bot.table.store.errors import ChannelTaken, RematchExists
from refusals import write_or_refuse
from rules.errors import Refusal


def test_a_round_beyond_the_limit_is_refused_and_not_stored(storage, maker, monkeypatch, sql):
    monkeypatch.setattr(rounds, "MOST_OPEN", 2)
    storage.write(rounds.open_round, maker.lobby(channel=1))
    storage.write(rounds.open_round, maker.begun(channel=2))
    with pytest.raises(Refusal, match="open already") as refused:
        storage.write(rounds.open_round, maker.begun(channel=3))
    assert refused.value.text.count == 2
    assert storage.read(rounds.in_channel, 3) is None
    assert sql("SELECT count(*) FROM rounds") == [(2,)]
    assert sql("SELECT count(*) FROM steps WHERE round > 2") == [(0,)]


def test_only_open_rounds_of_the_same_opener_count(storage, maker, monkeypatch):
    monkeypatch.setattr(rounds, "MOST_OPEN", 1)
    for channel, parts in enumerate(
        ({"opener": 200}, *({"status": one} for one in ("over", "closed", "declined", "lapsed")))
    ):
        storage.write(rounds.open_round, maker.lobby(channel=channel, **parts))
    storage.write(rounds.open_round, maker.lobby(channel=20))
    with pytest.raises(Refusal, match="open already"):
        storage.write(rounds.open_round, maker.lobby(channel=21))


def test_a_round_that_has_ended_makes_room(storage, maker, monkeypatch):
    monkeypatch.setattr(rounds, "MOST_OPEN", 1)
    first = storage.write(rounds.open_round, maker.begun(channel=1))
    over = maker.acted(storage.write(rounds.save, maker.acted(first)))
    assert over.status == "over"
    storage.write(rounds.save, over)
    storage.write(rounds.open_round, maker.begun(channel=2))


def test_a_round_that_is_over_at_once_is_not_refused(storage, maker, monkeypatch):
    monkeypatch.setattr(rounds, "MOST_OPEN", 1)
    storage.write(rounds.open_round, maker.begun(channel=1))
    assert storage.write(rounds.open_round, maker.lobby(channel=2, status="over")).status == "over"


def test_a_taken_channel_and_a_rematch_are_told_first(storage, maker, monkeypatch):
    monkeypatch.setattr(rounds, "MOST_OPEN", 1)
    before = storage.write(rounds.open_round, maker.lobby(channel=1, status="over"))
    first = storage.write(rounds.open_round, maker.lobby(channel=1))
    with pytest.raises(ChannelTaken) as taken:
        write_or_refuse(storage, rounds.open_round, maker.lobby(channel=1))
    assert taken.value.round_id == first.id
    after = storage.write(
        rounds.open_round, maker.lobby(channel=2, opener=5, successor_of=before.id)
    )
    with pytest.raises(RematchExists) as exists:
        write_or_refuse(storage, rounds.open_round, maker.lobby(channel=3, successor_of=before.id))
    assert exists.value.round_id == after.id


@pytest.mark.parametrize("url", ["sqlite_url"], indirect=True, ids=["sqlite"])
def test_the_count_reads_open_rounds_of_the_opener_alone(storage, maker, statements, sql):
    with statements() as sent:
        storage.write(rounds.open_round, maker.lobby())
    (count,) = [re.sub(r":\w+", "1", one) for one in sent if one.startswith("SELECT count")]
    plan = str(sql(f"EXPLAIN QUERY PLAN {count}"))
    assert "USING COVERING INDEX open_rounds_by_opener (opener=?)" in plan or (
        "USING INDEX open_rounds_by_opener (opener=?)" in plan
    )


def test_whether_there_is_room_is_known_before_a_round_is_opened(storage, maker, monkeypatch):
    storage.write(rounds.open_round, maker.lobby(channel=1))
    opener = maker.lobby(channel=2).opener
    monkeypatch.setattr(rounds, "MOST_OPEN", 2)
    storage.read(rounds.check_room, opener)
    monkeypatch.setattr(rounds, "MOST_OPEN", 1)
    with pytest.raises(Refusal, match="open already") as refused:
        storage.read(rounds.check_room, opener)
    assert refused.value.text.count == 1
    storage.read(rounds.check_room, opener + 1)
