"""Permission to press; stale, repeated and simultaneous presses."""

from __future__ import annotations

import time
from contextlib import closing

import discord
import pytest

from bot.storage.database import Storage
from change_now import change_now
from rules.engine import Acted
from rules.screen import Action
from simulated import buttons, dice_of, find, selected, table, text_of, until
from whole_rounds import between_two
from words import Words


async def pressed(sim, member, custom_id):
    """Press a button that an older board of the round had."""
    record = sim.send(member, sim.message, custom_id)
    await sim.env.settle()
    assert record.responded
    return sim.answer_to(record)


async def test_the_other_seat_reads_in_private_whose_turn_it_is(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        before = sim.stored()
        for press in (
            sim.press(sim.ana, sim.message, "Keep all"),
            sim.mark(sim.ana, sim.message, 2),
            pressed(sim, sim.ana, "tool:1:0:hint"),
        ):
            answer = await press
            assert answer.ephemeral
            assert f"It is not your turn yet: <@{sim.bogdan.id}> is choosing." in text_of(
                answer.response
            )
        assert sim.stored() == before
        assert selected(sim.channel.history()[0]) == []
        assert sim.pings()[1:] == []
        refusals = sim.bot.figures.registry.get_sample_value("dice_poker_refusals_total")
        assert refusals == 3


NO_HINTS = Words(
    {
        "en": "There are hints only in games that you play without other members.",
        "ro": "Indicii sunt numai în partidele pe care le joci fără alți membri.",
    }
)


@pytest.mark.parametrize("language", NO_HINTS)
async def test_a_hint_of_an_older_board_is_refused_among_members(tmp_path, language):
    """Games of 1.0.0 between members may have the button; nobody has a hint from then on."""
    async with table(tmp_path) as sim:
        sim.locales[sim.bogdan.id] = language
        await between_two(sim)
        assert "💡 Hint" not in buttons(sim.message)
        before = sim.stored()
        answer = await pressed(sim, sim.bogdan, "tool:1:0:hint")
        assert answer.ephemeral
        assert text_of(answer.response) == NO_HINTS[language]
        assert sim.stored() == before


async def test_a_member_who_watches_reads_whose_turn_it_is(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        before = sim.stored()
        message = sim.message
        for press in (
            sim.press(sim.carmen, message, "Keep all"),
            sim.mark(sim.carmen, message, 2),
            sim.press(sim.carmen, message, "💡 Hint"),
        ):
            answer = await press
            assert answer.ephemeral
            assert "You are not playing in this game." in text_of(answer.response)
            assert f"<@{sim.ana.id}> is choosing" in text_of(answer.response)
        page = sim.reread_private(await sim.press(sim.carmen, message, "Menu"))
        assert list(buttons(page)) == ["How to play", "Fair dice?"]
        record = sim.send(sim.carmen, message, f"tool:1:{before.moment}:leave")
        await sim.env.settle()
        assert "You are not playing in this game." in text_of(sim.answer_to(record).response)
        assert sim.stored() == before
        assert selected(sim.reread(message)) == []


async def test_a_stale_press_changes_nothing_and_redraws_the_present(tmp_path):
    """The press is answered although the button is no longer on its message."""
    async with table(tmp_path) as sim:
        await between_two(sim)
        message = sim.message
        keep, mark = find(message, "Keep all")["custom_id"], dice_of(message)[1]["custom_id"]
        await sim.press(sim.bogdan, message, "Keep all")
        before = sim.stored()
        for member in (sim.bogdan, sim.ana):
            for custom_id in (keep, mark):
                since = len(sim.env.http_requests)
                await sim.send_all([(member, message, custom_id)])
                (answer,) = sim.requests(since=since)
                assert answer.json["type"] == 7
                assert "your turn — beat" in str(answer.json)
        page = sim.reread_private(await sim.press(sim.carmen, message, "Menu"))
        assert list(buttons(page)) == ["How to play", "Fair dice?"]
        record = sim.send(sim.carmen, message, "tool:1:0:leave")
        await sim.env.settle()
        assert "You are not playing in this game." in text_of(sim.answer_to(record).response)
        assert sim.stored() == before
        assert selected(sim.reread(message)) == []


@pytest.mark.parametrize("label", ["die", "💡 Hint"])
async def test_a_press_on_a_board_that_another_process_has_moved_on_is_no_stale_one(
    tmp_path, label
):
    """This process remembers the moment before; what it refuses by that, it reads again."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, "poker-dice")
        message = sim.message
        button = dice_of(message)[1] if label == "die" else find(message, label)
        with closing(Storage.open(sim.url)) as other:
            act = sim.bot.table.choose_action(
                sim.ana.id, 0, Action.parse("reroll.1"), discord.utils.utcnow()
            )
            assert change_now(other, 1, act).moment == 1
        assert (await sim.bot.rounds.load(1)).moment == 0
        kind, number, _, what = button["custom_id"].split(":")
        (record,) = await sim.send_all([(sim.ana, message, f"{kind}:{number}:1:{what}")])
        answer = sim.answer_to(record)
        if label == "die":
            assert selected(sim.reread(message)) == [2]
        else:
            assert text_of(sim.reread_private(answer)).startswith("### Hint")


async def test_the_same_press_twice_at_once_has_one_effect(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        keep = find(sim.message, "Keep all")["custom_id"]
        since = len(sim.env.http_requests)
        await sim.send_all([(sim.bogdan, sim.message, keep)] * 2)
        assert [one.json["type"] for one in sim.requests(since=since)] == [7, 7]
        assert [step for step in sim.record() if isinstance(step, Acted)] == [sim.record()[-1]]
        assert sim.stored().moment == 1
        assert "your turn — beat" in sim.text
        sim.assert_replays()


async def test_the_last_press_of_a_round_twice_at_once(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        keep = find(sim.message, "Keep all")["custom_id"]
        recorded = len(sim.record())
        await sim.send_all([(sim.ana, sim.message, keep)] * 3)
        assert len(sim.record()) == recorded + 1
        assert sim.stored().status == "over"
        assert "Rematch" in buttons(sim.message)
        sim.assert_replays()


async def test_two_different_choices_at_once(tmp_path):
    """The first is done; the other is stale."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.mark(sim.ana, sim.message, 1)
        labels = buttons(sim.message)
        presses = [labels[label]["custom_id"] for label in ("Reroll 1 die", "Keep all")]
        await sim.send_all([(sim.ana, sim.message, press) for press in presses])
        acted = [step.action.code for step in sim.record() if isinstance(step, Acted)]
        assert acted[1:] == ["reroll.1"]
        assert sim.stored().status == "over"


async def test_presses_of_two_rounds_do_not_wait_for_each_other(tmp_path):
    """While a press of one round waits, a press of another round is answered."""
    async with table(tmp_path) as sim:
        other = sim.guild.create_text_channel("more-games")
        await sim.play(sim.ana)
        await sim.play(sim.bogdan, channel=other)
        keep, other_keep = (
            (member, message, find(message, "Keep all")["custom_id"])
            for member, message in ((sim.ana, sim.message), (sim.bogdan, other.last_message))
        )
        async with sim.bot.rounds.lock(1):
            held, free = sim.send(*keep), sim.send(*other_keep)
            await until(lambda: free.responded)
            assert sim.stored(2).status == "over"
            assert sim.stored(1).status == "playing"
            assert not held.responded
        await sim.env.settle()
        assert held.responded
        assert sim.stored(1).status == "over"


async def test_one_log_line_an_act_without_names(tmp_path, caplog):
    caplog.set_level("INFO")
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        caplog.clear()
        await sim.reroll(sim.ana, sim.message, 1, 2)
        (line,) = [
            record.getMessage() for record in caplog.records if record.name.startswith("bot.play")
        ]
        assert line == "round=1 game=dice-poker seat=1 action=reroll.12 status=over"
        everything = "\n".join(record.getMessage() for record in caplog.records)
        assert "ana" not in everything.split()


async def test_a_press_after_a_channel_was_dragged_on_a_large_server(tmp_path):
    """Discord sends CHANNEL_UPDATE for every channel that it passes (discord-api-docs#2108)."""
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana)
        state, guild = sim.bot._connection, sim.bot.get_guild(sim.guild.id)
        overwrites = [
            {"id": str(10**14 + one), "type": 0, "allow": "1024", "deny": "0"} for one in range(10)
        ]

        def channel(number, **more):
            about = {"id": str(10**15 + number), "type": 0, "guild_id": str(guild.id), "name": "c"}
            return {**about, "position": number, "permission_overwrites": overwrites, **more}

        for number in range(500):
            state.parse_channel_create(channel(number))
        pressed = dice_of(sim.message)[0]["custom_id"]
        begun = time.perf_counter()
        for number in range(500):
            state.parse_channel_update(channel(number, position=number + 1))
        record = sim.send(sim.ana, sim.message, pressed)
        await until(lambda: record.responded)
        assert time.perf_counter() - begun < 1.0
        assert guild.get_channel(10**15).position == 1
