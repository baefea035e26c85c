"""The last games of a member in /stats, with what is told of them and their buttons."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from bot.statistics.store import history as stored_history
from broken_full_house import ask
from costly_rounds import played, worst_row
from discord_limits import assert_all_fit
from elsewhere import elsewhere
from rules import registry
from rules.accuracy import accuracy
from sets_played import writes_only
from simulated import LOCALES, buttons, components, table, text_of
from simulated_luck import SeededLuck
from whole_rounds import between_two, click, do, leave, look, play_on, seat, step, use
from words import Words, in_each_language

LABELS = Words(
    {
        "en": ["Review"],
        "ro": ["Analiză"],
    }
)
TABS = Words(
    {
        "en": ["Me", "This server", "My games"],
        "ro": ["Eu", "Serverul acesta", "Partidele mele"],
    }
)
TURNING = Words({"en": ["Newer", "Older"], "ro": ["Mai noi", "Mai vechi"]})


async def history(sim, who, channel):
    """Open the member's rounds in /stats; return the page."""
    return await ask(sim, who, "history", channel)


@pytest.mark.slow
async def test_of_a_game_that_was_left_no_accuracy_is_told(tmp_path):
    """Few choices were made: of a whole game they would have cost next to nothing."""
    async with table(tmp_path) as sim:
        for leaves in (False, True):
            await seat(sim, "nine", [sim.ana, sim.bogdan])
            await step(sim, [sim.ana, sim.bogdan], writes_only)
            if leaves:
                await leave(sim, sim.ana)
            else:
                await play_on(sim, [sim.ana, sim.bogdan], writes_only)
            await sim.wait(seconds=30)
        for member in (sim.ana, sim.bogdan):
            page = text_of(await history(sim, member, sim.channel))
            assert len(re.findall(r"luck", page)) == 2
            assert len(re.findall(r"accuracy", page)) == 1


@pytest.mark.slow
@pytest.mark.parametrize(("straights", "other"), [("normal", "bust"), ("bust", "normal")])
async def test_the_accuracy_of_a_variant_is_told_by_its_own_table(tmp_path, straights, other):
    own, others = (
        registry.game("poker-dice").house_skill(2, {"straights": one}).mean
        for one in (straights, other)
    )
    async with table(tmp_path, SeededLuck("of a variant")) as sim:
        await between_two(sim, "poker-dice", straights=straights)
        while (stored := await look(sim)).status == "playing":
            at = stored.play.awaits.seats[0]
            member = sim.ana if stored.players[at.index].user == sim.ana.id else sim.bogdan
            await do(sim, member, sim.message, worst_row(stored.play, at))
        await sim.wait(seconds=30)
        page = text_of(await history(sim, sim.ana, sim.channel))
        ((one,), _) = sim.bot.storage.read(stored_history.page, sim.guild.id, sim.ana.id, 0)
        assert f"accuracy {accuracy(one.given, own)}%" in page
        assert f"accuracy {accuracy(one.given, others)}%" not in page


@pytest.mark.slow
async def test_rounds_of_no_server_are_looked_back_at_in_direct_messages(tmp_path, no_picture):
    """It was played where the bot was a guest; nothing of it can be shared elsewhere."""
    async with table(tmp_path) as sim:
        await played(sim, "dice-poker", worst_row)
        sim.bot.live.flush(sim.bot.storage)
        with closing(sqlite3.connect(tmp_path / "rounds.sqlite3")) as database:
            database.execute("UPDATE rounds SET out_of_reach = true")
            database.execute("UPDATE results SET guild = 0")
            database.commit()
        sim.bot.live.forget()
        with elsewhere(sim, "direct"):
            page = await history(sim, sim.ana, sim.channel)
            review = sim.reread_private(await use(sim.ana, page, "review"))
            assert [*buttons(review)] == ["Step by step"]
            share = f"tool:1:{sim.stored().moment}:share"
            await sim.send_all([(sim.ana, review, share)])
            assert len(sim.channel.history()) == 1
            step = sim.reread_private(await click(sim.ana, review, r"walk:\d+:0:steps"))
            assert "### Step 1 of 3" in text_of(step)


@in_each_language
async def test_a_full_page_has_all_its_buttons_within_the_limits(tmp_path, monkeypatch, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        await played(sim, "dice-poker", worst_row)
        ((one,), _) = sim.bot.storage.read(stored_history.page, sim.guild.id, sim.ana.id, 0)
        five = [
            replace(one, stored=replace(one.stored, id=number))
            for number in range(10**9, 10**9 + 5)
        ]
        monkeypatch.setattr(stored_history, "page", lambda *_: (five, True))
        page = await history(sim, sim.ana, sim.channel)
        since = len(sim.env.http_requests)
        await sim.press(sim.ana, page, TURNING[language][1])
        assert_all_fit(sim.requests("POST", "*", since=since))
        shown = [one["label"] for one in components(sim.reread(page)) if one["type"] == 2]
        assert shown == [*5 * LABELS[language], *TABS[language], *TURNING[language]]


@pytest.mark.slow
async def test_of_a_game_with_a_hint_no_accuracy_is_told(tmp_path):
    async with table(tmp_path) as sim:
        for number, hinted in ((1, False), (2, True)):
            await sim.play(sim.ana, "nine")
            if hinted:
                await use(sim.ana, sim.message, "hint")
            await play_on(sim, [sim.ana], writes_only, round_id=number)
            await sim.wait(seconds=30)
        page = text_of(await history(sim, sim.ana, sim.channel))
        assert len(re.findall(r"luck", page)) == 2
        assert len(re.findall(r"accuracy", page)) == 1
