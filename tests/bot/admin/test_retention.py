"""A server that removes the bot keeps its data for thirty days; old rounds lose their moves."""

from dataclasses import replace

import pytest
from simcord.backend import serializers

from bot.admin.store import retention
from bot.client import DicePokerBot
from bot.storage.database import Storage
from bot.storage.shards import Shards
from bot.table.store import rounds, server_settings
from bot.table.store.errors import RoundGone
from results_counted import of_round
from simulated import table, text_of
from words import Words

ELSEWHERE = 77 << 22
RESTED = Words(
    {
        "en": "The game was closed after 90 days without a move. It does not count.",
        "ro": "Partida a fost închisă după 90 de zile fără nicio mutare. Nu se ia în calcul.",
    }
)


async def tick(sim):
    await sim.bot.ticks.run("retention")


async def pass_by(sim, **duration):
    """Let days pass without the ticks that they would have, but the last one."""
    sim.bot.ticks.stop()
    await sim.wait(**duration)
    await tick(sim)


def shards_elsewhere(sim, first=1):
    """Return the shards from a first one on without that of the server."""
    number = sim.guild.id >> 22
    count = next(count for count in range(3, 100) if number % count)
    ids = tuple(one for one in range(first, count) if one != number % count)
    return Shards(count, ids)


async def vanish(sim, **more):
    """Let the server go from those of the bot; it may be `unavailable`."""
    sim.env.backend.emit("GUILD_DELETE", {"id": str(sim.guild.id), **more})
    await sim.env.settle()


async def remove_bot(sim):
    """Remove the bot, and let a minute pass in which the server might return."""
    await vanish(sim)
    await sim.env.advance_time(61)


async def add_bot(sim):
    backend = sim.env.backend
    guild = backend.get_guild(sim.guild.id)
    backend.emit("GUILD_CREATE", dict(serializers.guild_create_payload(backend, guild)))
    await sim.env.settle()


async def keep_all(sim):
    """Play a round of Dice Poker against the computer to its end, and let it be judged."""
    await sim.play(sim.ana)
    await sim.press_id(sim.ana, sim.message, "press:*keep*")
    assert sim.stored().status == "over"
    await sim.judge()


def settings_of(sim):
    with Storage.open(sim.url) as storage:
        return storage.read(server_settings.of_guild, sim.guild.id), storage.read(
            retention.removed_servers
        )


async def played_here(sim):
    """Play a round to its end and open another; set the language."""
    await keep_all(sim)
    await sim.play(sim.ana, opponent=sim.bogdan)
    await sim.bot.stored.write(server_settings.set_of_guild, sim.guild.id, "language", "ro")


@pytest.mark.parametrize("language", RESTED)
async def test_a_round_that_rests_for_ninety_days_is_closed(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = language
        await sim.play(sim.ana)
        await sim.wait(minutes=10, seconds=5)
        ends = int(sim.stored().deadline.at.timestamp())
        assert f"<t:{ends}:R>" in sim.text
        await pass_by(sim, days=89, hours=23)
        assert sim.stored().status == "resting"
        await pass_by(sim, hours=2)
        assert sim.stored().status == "closed"
        assert RESTED[language] in sim.text


async def test_all_whose_rest_is_over_are_closed_without_an_hour_between(tmp_path, monkeypatch):
    monkeypatch.setattr("bot.admin.retention.ROUNDS_AT_ONCE", 2)
    async with table(tmp_path) as sim:
        for _ in range(3):
            await sim.play(sim.ana, "nine", channel=sim.guild.create_text_channel("games"))
        await sim.wait(minutes=11)
        await pass_by(sim, days=91)
        await tick(sim)
        assert [sim.stored(number).status for number in (1, 2, 3)] == ["closed"] * 3


@pytest.mark.slow
async def test_a_rest_of_a_day_counts_as_left_but_on_a_sheet_for_everybody(tmp_path):
    async with table(tmp_path) as sim:
        page = (await sim.ana.slash(sim.guild.create_text_channel("sheet"), "play")).response
        for custom_id in ("table:0:0", "everybody:0:0", "everybody:0:0:nine"):
            await sim.press_id(sim.ana, page, custom_id)
        await sim.wait(minutes=1)
        await sim.play(sim.ana, "nine")
        await sim.wait(hours=20)
        assert sim.stored(1).players.everybody
        await pass_by(sim, hours=30)
        assert [sim.stored(number).status for number in (1, 2)] == ["resting"] * 2
        await sim.bot.ticks.run("rests")
        rows = [sim.bot.storage.read(of_round, number) for number in (1, 2)]
        assert [[one.left for one in each] for each in rows] == [[], [True]]


async def test_a_round_that_is_taken_up_does_not_end_with_its_rest(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.wait(minutes=10, seconds=5)
        await pass_by(sim, days=89)
        await sim.mark(sim.ana, sim.message, 2)
        await pass_by(sim, days=2)
        assert sim.stored().status in ("playing", "resting")


async def test_thirty_days_later_everything_of_it_is_deleted(tmp_path, monkeypatch):
    """By the process that answers for the server, and by no other."""
    async with table(tmp_path) as sim:
        await tick(sim)
        await played_here(sim)
        await remove_bot(sim)
        await tick(sim)
        assert sim.stored(2).status == "closed"
        assert sim.stored(2).deadline.at is None
        assert sim.stored(2).place.drawn == sim.stored(2).version
        assert [*settings_of(sim)[1]] == [sim.guild.id]
        await pass_by(sim, days=29)
        assert sim.stored(1).status == "over"
        assert settings_of(sim)[0] == {"language": "ro"}
        with monkeypatch.context() as patched:
            patched.setattr(DicePokerBot, "held_shards", shards_elsewhere(sim))
            await pass_by(sim, days=1)
        assert sim.stored(1).status == "over"
        await tick(sim)
        for round_id in (1, 2):
            with pytest.raises(RoundGone):
                sim.stored(round_id)
        assert settings_of(sim) == ({}, {})


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_server_that_returns_keeps_everything(tmp_path, restarted):
    async with table(tmp_path) as sim:
        await played_here(sim)
        await remove_bot(sim)
        await tick(sim)
        board = sim.message
        await pass_by(sim, days=20)
        if restarted:
            await sim.restart()  # Discord names the server among those of the bot
        else:
            await add_bot(sim)
        await tick(sim)
        assert settings_of(sim) == ({"language": "ro"}, {})
        await pass_by(sim, days=20)
        assert sim.stored(1).status == "over"
        await sim.press(sim.bogdan, board, "Accept")
        assert "was closed before it began" in text_of(sim.reread(board))


async def test_an_outage_is_no_removal(tmp_path):
    async with table(tmp_path) as sim:
        await played_here(sim)
        await vanish(sim, unavailable=True)
        await sim.env.advance_time(61)
        await tick(sim)
        assert sim.stored(2).status == "waiting"
        assert settings_of(sim)[1] == {}


async def test_removed_while_the_bot_was_away(tmp_path):
    """Rounds of a server that Discord does not name any more are closed after the start."""
    async with table(tmp_path) as sim:
        await keep_all(sim)
        await sim.play(sim.ana)
        stored = sim.stored(2)
        with Storage.open(sim.url) as storage:
            elsewhere = replace(
                stored,
                id=0,
                place=replace(stored.place, channel=5, guild=ELSEWHERE),
                seed=None,
                successor_of=None,
                play=None,
                status="waiting",
            )
            moved = storage.write(rounds.open_round, elsewhere)
        await sim.restart()
        await tick(sim)
        assert sim.stored(moved.id).status != "closed", "it may return within a minute"
        await sim.env.advance_time(61)
        await tick(sim)
        assert sim.stored(moved.id).status == "closed"
        assert sim.stored(2).status == "playing"
        assert [*settings_of(sim)[1]] == [ELSEWHERE]


async def test_the_database_of_another_bot_is_left_alone(tmp_path, caplog):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        sim.bot._connection._guilds.clear()
        await tick(sim)
        assert sim.stored().status == "waiting"
        assert "is it that of another one?" in caplog.text


@pytest.mark.parametrize(
    ("locale", "told"),
    [
        ("en-US", "The moves of this game are no longer kept. Its result still counts."),
        ("ro", "Mutările acestei partide nu se mai păstrează."),
    ],
)
async def test_an_old_round_loses_its_moves_and_says_so(tmp_path, locale, told):
    async with table(tmp_path, keep_rounds_days=30) as sim:
        sim.locales[sim.ana.id] = locale
        await keep_all(sim)
        board = sim.message
        await pass_by(sim, days=29)
        assert sim.record()
        await pass_by(sim, days=1, hours=1)
        answer = await sim.press_id(sim.ana, board, "*review*")
        assert told in text_of(sim.reread_private(answer))
        assert sim.stored().status == "over"
        with Storage.open(sim.url) as storage:
            assert len(storage.read(of_round, 1)) == 1
        await sim.press_id(sim.ana, board, "*rematch*")
        assert sim.stored(2).status == "playing"


@pytest.mark.slow
async def test_the_process_of_shard_0_looks_after_the_rounds_of_all(tmp_path, monkeypatch):
    """Also after those of servers that another process holds."""
    async with table(tmp_path, keep_rounds_days=30) as sim:
        await keep_all(sim)
        await sim.play(sim.ana)
        await sim.wait(minutes=10, seconds=5)
        monkeypatch.setattr(DicePokerBot, "held_shards", shards_elsewhere(sim))
        await pass_by(sim, days=91)
        assert sim.record()
        assert sim.stored(2).status == "resting"
        monkeypatch.setattr(DicePokerBot, "held_shards", shards_elsewhere(sim, first=0))
        await tick(sim)
        assert sim.stored(2).status == "closed"
        with Storage.open(sim.url) as storage, pytest.raises(Exception, match="no longer kept"):
            storage.read(rounds.record, 1)


async def test_without_the_setting_moves_are_kept(tmp_path):
    async with table(tmp_path) as sim:
        await keep_all(sim)
        await pass_by(sim, days=4000)
        assert sim.record()


async def test_nothing_is_deleted_while_somebody_is_answered(tmp_path):
    async with table(tmp_path, keep_rounds_days=1) as sim:
        await keep_all(sim)
        sim.bot.under_way.add(task := sim.bot.loop.create_future())
        await pass_by(sim, days=3)
        assert sim.record()
        sim.bot.under_way.discard(task)
        await tick(sim)
        with Storage.open(sim.url) as storage, pytest.raises(Exception, match="no longer kept"):
            storage.read(rounds.record, 1)


async def test_a_fault_does_not_end_it(tmp_path, monkeypatch, caplog):
    async with table(tmp_path) as sim:
        sim.bot.ticks.stop()
        await remove_bot(sim)

        def fail(*_):
            raise ValueError("what no migration knows")

        with monkeypatch.context() as patched:
            patched.setattr(retention, "unfinished_rounds", fail)
            await tick(sim)
        assert "nothing old could be deleted: ValueError('what no migration knows')" in caplog.text
        assert settings_of(sim)[1] == {}
        await tick(sim)
        assert [*settings_of(sim)[1]] == [sim.guild.id]


async def test_a_server_that_adds_the_bot_again_at_once_keeps_its_games(tmp_path):
    async with table(tmp_path) as sim:
        await tick(sim)
        await sim.play(sim.ana)
        sim.bot.ticks.stop()
        await vanish(sim)
        await tick(sim)
        await sim.env.advance_time(50)
        await tick(sim)
        assert sim.stored().status == "playing"
        await add_bot(sim)
        await sim.env.advance_time(61)
        await tick(sim)
        assert sim.stored().status == "playing"
        assert settings_of(sim)[1] == {}
