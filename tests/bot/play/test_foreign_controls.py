"""A custom id of a round of another channel or server, or of none: it is gone."""

from __future__ import annotations

from copy import deepcopy
from itertools import product

import pytest

from bot.ui.custom_ids import read
from simulated import ids_of, table, text_of
from sql import run
from whole_rounds import between_two, use

GONE = "This game no longer exists."

PLAYING = [
    ("press:1:0:keep", None),
    ("menu:1:0", "reroll.12"),
    ("mark:1:0:1", None),
    ("submit:1:0:reroll", None),
    ("follow:1:0:keep", None),
    ("peek:1:0", None),
    *((f"tool:1:0:{verb}", None) for verb in ("leave", "leave-now", "close", "hint", "review")),
]
WAITING = [
    *((f"lobby:1:1:{verb}", None) for verb in ("join", "decline", "withdraw", "start", "leave")),
    ("lobby:1:1:remove-computer", None),
    ("seat:1:1", "add-computer.easy"),
    ("tool:1:1:close", None),
]
OVER = [
    *((f"tool:1:2:{verb}", None) for verb in ("rematch", "review", "share", "overview")),
    ("walk:1:0:next", None),
    ("peek:1:2", None),
    ("fair:1:0:proof", None),
    ("tool:1:2:proof", None),
]

WITHOUT_A_ROUND = {"stay", "games"}
"""The tools that are answered whether or not their round is stored."""

CONTROLS = {"waiting": WAITING, "playing": PLAYING, "over": OVER}


async def test_every_kind_of_control_is_tried(tmp_path):
    tried = {read(custom_id).kind for some in CONTROLS.values() for custom_id, _ in some}
    without_a_round = {
        "rules",
        "play",
        "offered",
        "begin",
        "table",
        "everybody",
        "rounds",
        "challenge",
        "thread",
        "ask",
        "own",
        "setting",
        "bar",
        "privacy",
        "stats",
    }
    async with table(tmp_path) as sim:
        assert tried - {"tool"} == sim.bot.controls._kinds.keys() - without_a_round
        assert without_a_round < sim.bot.controls._kinds.keys()


async def reach(sim, status):
    """Bring a round of Ana and Bogdan to a status; he deals and is to choose."""
    if status == "waiting":
        await sim.play(sim.ana, opponent=sim.bogdan)
        return
    await between_two(sim)
    if status == "over":
        await sim.press(sim.bogdan, sim.message, "Keep all")
        await sim.press(sim.ana, sim.message, "Keep all")


@pytest.mark.parametrize("elsewhere", ["channel", "server"])
@pytest.mark.parametrize("status", CONTROLS)
async def test_each_is_refused_as_gone(tmp_path, elsewhere, status):
    """Ana and Bogdan, who play, may not reach the round from a board of another one."""
    async with table(tmp_path, reminders=False) as sim:
        await reach(sim, status)
        before, shown = sim.stored(), sim.text
        users = {sim.ana: sim.ana, sim.bogdan: sim.bogdan}
        if elsewhere == "server":
            guild = sim.env.create_guild("Elsewhere")
            users = {one: guild.add_member(one.user) for one in users}
            sim.guild, home = guild, sim.guild
        else:
            home = sim.guild
        channel = sim.guild.create_text_channel("elsewhere")
        await sim.play(users[sim.ana], channel=channel)
        other, record = channel.last_message, sim.stored(2)
        since = len(sim.env.http_requests)
        for (custom_id, value), member in product(CONTROLS[status], users.values()):
            sim.put_button(other, custom_id)
            answered = sim.send(member, other, custom_id, None if value is None else [value])
            await sim.env.settle()
            answer = sim.answer_to(answered)
            assert answer.ephemeral, custom_id
            said = text_of(sim.reread_private(answer))
            assert said.startswith(GONE), custom_id
            assert custom_id in ids_of(sim.reread(other)), "its round may be reached elsewhere"
            assert sim.stored() == before, custom_id
            assert sim.stored(2) == record, custom_id
        assert sim.pings(since) == []
        sim.guild = home
        assert sim.text == shown


async def test_every_kind_of_control_and_every_tool_is_withdrawn(tmp_path):
    """On messages for everybody and for one; other rounds' controls on them stay."""
    async with table(tmp_path) as sim:
        tools = sim.bot.controls._tools.keys() - WITHOUT_A_ROUND
        assert len(tools) > 15
        tried = dict.fromkeys(f"tool:77:0:{verb}" for verb in tools)
        for some in CONTROLS.values():
            tried |= {custom_id.replace(":1:", ":77:", 1): value for custom_id, value in some}
        await sim.play(sim.ana)
        private = sim.reread_private(await use(sim.ana, sim.message, "more"))
        for message in (sim.message, private):
            stored = sim._stored(message)
            drawn, own, words = deepcopy(stored.components), ids_of(message), text_of(message)
            for custom_id, value in tried.items():
                stored.components[:] = deepcopy(drawn)
                (sim.put_button if value is None else sim.put_menu)(message, custom_id)
                since = len(sim.env.http_requests)
                sim.send(sim.bogdan, message, custom_id, None if value is None else [value])
                await sim.env.settle()
                (answer,) = sim.requests(since=since)
                assert answer.json["type"] == 7, custom_id
                after = sim.reread(message)
                assert ids_of(after) == own, custom_id
                assert text_of(after).startswith(f"{words}\n-# {GONE}"), custom_id
        assert sim.bot.storage.read(run, "SELECT count(*) FROM rounds").scalar() == 1
