"""What earlier versions stored is read and played on: databases and custom ids, by version in `versions`."""

from __future__ import annotations

import json
import re
import shutil
from datetime import date
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, select, text

from bot.daily.store import shared_dice as daily_store
from bot.storage.database import Storage
from bot.storage.engine import address
from bot.storage.inspection import inspect_database
from bot.storage.schema import metadata
from bot.table.luck import SeededLuck
from bot.table.store import member_settings, rounds
from kept_versions import CUSTOM_IDS, FACTS, facts_of, numbers_of, read_database
from results_counted import ended
from rules import engine, registry
from rules.engine import Landed
from simulated import table, text_of

KEPT = sorted((Path(__file__).parent / "versions").iterdir())

ENDED, BEGUN = "over", "playing"

FIRST = KEPT[0]
"""Version 1.0.0."""

OF_HANDS = ("16",)
"""The private rounds of a day of several hands in 1.0.0, which version 2.0.0 closed."""

OF_DAYS_AND_DARES = ("2",)
"""The private rounds of 1.0.0 that went on when version 2.0.0 closed its dice."""

GONE = re.compile(
    r"[a-z]+:(step|position)-.*|stats:0:0:(more|hide|show).*|help:.*"
    r"|own:0:0:(coach|hints|companion|still)\..*"
    r"|setting:0:0:(hints|log|pace|level|hour|(still|threads|daily)\..*)"
    r"|tool:1:\d+:(details|film|post|(not-)?next|take-back)"
    r"|lobby:\d+:\d+:(how-to-play|same-dice)|(dare|new):set-.*"
    r"|fair:0:0:.*|stats:1:0:proof.*|(proof|details):(day|set)-.*"
    r"|stats:0:0:(board|history|me|pick(-\w+)?|rounds|server)\..*"
)
"""The custom ids of kinds that went since."""

NEEDS_MORE = re.compile(
    r"(menu|seat):.*|stats:0:0:list"
    r"|rules:0:1:close|tool:1:0:stay"
)
"""The custom ids that are refused without a choice from their menu, without a permission, or where
they are not those of a private message."""


@pytest.fixture(params=KEPT, ids=[one.name for one in KEPT])
def kept(request):
    """Return the folder of a version."""
    return request.param


@pytest.fixture
def storage(kept, url):
    """Open the database of a version as this version opens it."""
    read_database(kept, url)
    with Storage.open(url) as opened:
        assert inspect_database(url).state == "newest"
        yield opened


def of_status(storage, status):
    """Return the rounds with a status."""
    every = (storage.read(rounds.load, number) for number in numbers_of(storage))
    return [one for one in every if one.status == status]


def rows_of(storage):
    """Return all rows of a database, by table."""
    with storage._held.engine.connect() as connection:
        return {
            name: connection.execute(select(one)).all() for name, one in metadata.tables.items()
        }


def test_every_round_is_what_it_was(kept, storage):
    facts = json.loads((kept / FACTS).read_text(encoding="utf-8"))
    if kept == FIRST:
        _upgrade_from_the_first(facts)
    assert {str(number): facts_of(storage, number) for number in numbers_of(storage)} == facts
    for status in (ENDED, BEGUN):
        assert {one.game for one in of_status(storage, status)} == {*registry.games()}


def _upgrade_from_the_first(facts):
    """Change what is known of the rounds of 1.0.0 as their upgrade changes them."""
    for number in OF_HANDS:  # this version cannot read it: it counts from its saves
        facts[number] |= {"status": "closed", "moment": 2}
    for number in OF_DAYS_AND_DARES:
        facts[number] |= {"status": "closed"}
    for fact in facts.values():  # proofs of 1.x cannot be made any more
        fact["proof"] = False


def test_its_tables_are_those_of_the_schema(storage):
    """A change of the tables without its step in the newest revision is seen here."""
    with storage._held.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_of_a_day_the_result_of_perfect_play_is_kept(url):
    """Version 1.0.0 stored the most that the dice allowed behind it."""
    read_database(FIRST, url)
    engine = create_engine(address(url))
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE daily_days SET story = '221 240' WHERE plays = 'yams'")
    engine.dispose()
    with Storage.open(url) as storage:
        told = storage.read(daily_store.load_dice, date(2026, 1, 2))
    assert told.perfect == 221


def test_what_has_begun_is_played_to_its_end(storage, maker):
    for one in of_status(storage, BEGUN):
        stored = one
        while stored.status == BEGUN:
            stored = storage.write(rounds.save, maker.acted(stored), maker.noon)
            assert storage.read(rounds.load, stored.id) == stored
        assert storage.read(ended, stored.id)
        record = storage.read(rounds.record, stored.id)
        again = engine.replay(stored.play.game, len(stored.players), stored.options, record)
        assert again.over == stored.play.over


def test_nobody_waits_for_a_next_game_any_more(url):
    read_database(FIRST, url)
    engine = create_engine(address(url))
    with engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO settings VALUES ('member/7', 'next', '5.7.17')")
        connection.exec_driver_sql("INSERT INTO settings VALUES ('member/7', 'language', 'ro')")
    engine.dispose()
    with Storage.open(url) as storage:
        assert storage.read(member_settings.choices, "next") == {}
        assert storage.read(member_settings.choices, "language") == {7: "ro"}


async def test_every_button_is_still_answered(kept, tmp_path):
    """A button of a kind that went says so, in private, and changes nothing."""
    written = (kept / CUSTOM_IDS).read_text(encoding="utf-8").split()
    assert written
    async with table(tmp_path) as sim:
        boss = sim.member("boss", manage_guild=True, manage_messages=True)
        await sim.play(sim.ana, game="nine")
        refused = set[str]()
        for custom_id in written:
            before, message = rows_of(sim.bot.storage), sim.message
            sim.put_button(message, custom_id)
            member = boss if custom_id.startswith("setting:") else sim.ana
            (record,) = await sim.send_all([(member, message, custom_id)])
            if not sim.is_gone(message):
                sim.take_button(message, custom_id)
            answer = sim.answer_to(record)
            shown = answer.response or next(iter(answer.followups), None)
            if shown and "This button is no longer in use." in text_of(shown):
                assert answer.ephemeral, custom_id
                assert rows_of(sim.bot.storage) == before, custom_id
                refused.add(custom_id)
        assert refused == {
            one for one in written if GONE.fullmatch(one) or NEEDS_MORE.fullmatch(one)
        }


@pytest.mark.slow
async def test_what_has_begun_is_played_on_by_its_buttons(kept, tmp_path):
    """What lands follows from a seed that the game has now; one of 1.0.0 has no proof."""
    url = f"sqlite:///{tmp_path / 'kept.sqlite3'}"
    read_database(kept, url)
    shutil.copy(tmp_path / "kept.sqlite3", tmp_path / "read.sqlite3")
    with Storage.open(f"sqlite:///{tmp_path / 'read.sqlite3'}") as storage:
        begun = of_status(storage, BEGUN)
        recorded = {one.id: one.play.recorded for one in begun}
    async with table(tmp_path) as sim:
        boards, people = {}, (sim.ana, sim.bogdan, sim.carmen)
        for stored in begun:
            sim.channel = sim.guild.create_text_channel(stored.game)
            await sim.play(sim.ana)
            boards[stored.id] = sim.message
        sim.luck = None

        def kept_here():
            """Put the kept database in place, with the ids that are here."""
            engine = create_engine(url)
            members = {player.user for stored in begun for player in stored.players if player.user}
            with engine.begin() as connection:
                for number, board in boards.items():
                    where = {"channel": board.channel.id, "board": board.id, "id": number}
                    connection.execute(
                        text(
                            "UPDATE rounds SET channel = :channel, message = :board WHERE id = :id"
                        ),
                        where,
                    )
                connection.execute(text("UPDATE rounds SET guild = :here"), {"here": sim.guild.id})
                for before, member in zip(sorted(members), people, strict=False):
                    connection.execute(
                        text('UPDATE seats SET "user" = :new WHERE "user" = :old'),
                        {"new": member.id, "old": before},
                    )
            engine.dispose()
            shutil.move(tmp_path / "kept.sqlite3", tmp_path / "rounds.sqlite3")

        await sim.restart(meanwhile=kept_here)
        for number, board in boards.items():
            while (stored := sim.stored(number)).status == BEGUN:
                seat = stored.play.awaits.seats[0]
                user = stored.players[seat.index].user
                member = next(one for one in people if one.id == user)
                action = stored.play.game.legal(stored.play.state, seat)[-1]
                custom_id = f"press:{number}:{stored.moment}:{action.code}"
                await sim.send_all([(member, board, custom_id)])
                assert sim.stored(number).version > stored.version
            assert (stored.status, stored.seed.proven) == (ENDED, kept != FIRST)
            luck = SeededLuck(stored.seed.secret, stored.seed.opened)
            for step in sim.record(number)[recorded[number] :]:
                if isinstance(step, Landed):
                    assert step.faces == luck.roll(step.label, len(step.faces))
