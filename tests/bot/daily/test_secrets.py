"""Nobody sees shared dice or choices before their own private round has ended, whatever they press."""

from __future__ import annotations

import json
import logging
from base64 import b64encode
from datetime import timedelta

import discord
import pytest

from bot.daily.calendar import day_at
from bot.daily.store import shared_dice as daily_store
from bot.storage.database import Storage
from daily_days import best, open_daily, play_on, stored, worst
from dares_played import closed, dare_of, forged, join, offered, seeded_table
from handed_proofs import LATER, asked_for, proof_of
from simulated import components, text_of
from words import Words, in_each_language


@pytest.mark.slow
@in_each_language
async def test_the_proof_of_a_dare_waits_for_its_end_and_says_until_when(tmp_path, language):
    """For the owner of the sheet, too, and for those who look on."""
    async with seeded_table(tmp_path, language) as sim:
        card = await offered(sim, sim.ana)
        shared = dare_of(sim)
        later = LATER[language].format(int(shared.dare.until.timestamp()))
        message = await join(sim, sim.bogdan, card)
        await play_on(sim, sim.bogdan, message, shared.key, best)
        told = await forged(sim, sim.bogdan, card, f"review:set-{shared.key}:0")
        assert LATER[language].split(",")[0] in told
        pages = []
        for member, where in ((sim.ana, sim.board), (sim.carmen, sim.board), (sim.bogdan, message)):
            page = await sim.fair(member, where)
            assert shared.seed.seal in text_of(page)
            pages.append((member, page))
            assert text_of(await asked_for(sim, member, page)) == later
            number = 1 if where is sim.board else 2
            assert await forged(sim, member, page, f"fair:{number}:0:show") == later

        await closed(sim, sim.ana, card)
        assert sim.stored(1).end.secret_until is None
        opened = sim.stored(1).seed.opened
        assert opened > 10**15, "the sheet was opened by a command"
        for member, page in pages:
            _, told = await proof_of(sim, member, page)
            assert (told["seal"], told["opened"]) == (shared.seed.seal, str(opened))
            assert told["seats"] == ["member"]
            assert told["steps"][0]["label"] == "turn/1/roll/1"


@pytest.mark.slow
async def test_the_proof_does_not_come_before_the_private_rounds_are_closed(tmp_path):
    """The time of the card is over, but the tick that closes it has not come yet."""
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = dare_of(sim)
        message = await join(sim, sim.bogdan, card)
        await play_on(sim, sim.bogdan, message, shared.key, best)
        sim.bot.ticks.stop()
        await sim.env.advance_time(timedelta(days=3, seconds=1).total_seconds())
        assert dare_of(sim).closed is None
        for member, where in ((sim.carmen, sim.board), (sim.ana, sim.board), (sim.bogdan, message)):
            refused = await asked_for(sim, member, await sim.fair(member, where))
            assert "the proof can be had after" in text_of(refused)
            assert not refused.attachments


@pytest.mark.slow
async def test_nothing_that_is_sent_or_logged_tells_the_seed_of_an_open_day_or_dare(
    tmp_path, caplog
):
    caplog.set_level(logging.DEBUG)
    async with seeded_table(tmp_path) as sim:
        today = day_at(discord.utils.utcnow())
        card = await offered(sim, sim.ana)
        mine = await open_daily(sim, sim.bogdan)
        await play_on(sim, sim.bogdan, mine, today, best)
        theirs = await join(sim, sim.bogdan, card)
        await play_on(sim, sim.bogdan, theirs, dare_of(sim).key, best)
        await sim.restart()
        for member, where in ((sim.bogdan, mine), (sim.bogdan, theirs), (sim.ana, sim.board)):
            await asked_for(sim, member, await sim.fair(member, where))
        await sim.bogdan.slash(sim.channel, "daily")
        await sim.wait(minutes=1)
        sent = "".join(f"{one.path} {json.dumps(one.json)}" for one in sim.env.http_requests)
        text = (sent + caplog.text).lower()
        read = sim.bot.storage.read
        days = [read(daily_store.load_dice, today + timedelta(days=one)) for one in range(3)]
        for one in (*days, dare_of(sim)):
            assert one.revealed is None
            secret = one.seed.secret
            for way in (secret.hex(), b64encode(secret).decode(), repr(secret)):
                assert way.lower() not in text


async def test_a_control_of_a_private_round_is_answered_to_its_member_alone(tmp_path):
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = dare_of(sim)
        message = await join(sim, sim.bogdan, card)
        before = stored(sim, sim.bogdan, shared.key)
        control = next(
            one["custom_id"]
            for one in components(sim.reread(message))
            if one.get("custom_id", "").startswith("press:")
        )
        told = await forged(sim, sim.carmen, card, control)
        assert "no longer exists" in told, "it is not hers"
        answer = await sim.bogdan.click(card, custom_id=control)
        told = text_of(sim.reread_private(answer))
        assert "no longer exists" in told, "everybody sees this message"
        assert stored(sim, sim.carmen, shared.key) is None
        assert stored(sim, sim.bogdan, shared.key) == before


async def test_on_another_server_and_in_direct_messages_nothing_answers(tmp_path):
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = dare_of(sim)
        with Storage.open(sim.url) as other, other._held.transaction(reads=False) as connection:
            connection.execute("UPDATE dares SET guild = 1")
        assert "These dice are gone" in text_of(await join(sim, sim.bogdan, card))
        assert stored(sim, sim.bogdan, shared.key) is None


async def test_two_presses_at_once_roll_once(tmp_path):
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = dare_of(sim)
        message = await join(sim, sim.bogdan, card)
        private = stored(sim, sim.bogdan, shared.key).round
        presses = [
            (sim.bogdan, message, f"press:{private.id}:{private.moment}:reroll.{on}")
            for on in ("1", "12", "123", "12345")
        ]
        await sim.send_all(presses)
        private_round = stored(sim, sim.bogdan, shared.key)
        assert [one for one in private_round.record if hasattr(one, "action")] == [
            private_round.record[1]
        ], "one choice was stored"


@pytest.mark.slow
async def test_pressed_twice_a_card_begins_one_private_round_and_two_devices_play_the_same(
    tmp_path,
):
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = dare_of(sim)
        (control,) = [
            one["custom_id"]
            for one in components(sim.reread(card))
            if one.get("custom_id", "").startswith("join:")
        ]
        await sim.send_all([(sim.bogdan, card, control)] * 3)
        begun = stored(sim, sim.bogdan, shared.key)
        assert begun.round.version == 1
        phone, desktop = await join(sim, sim.bogdan, card), await join(sim, sim.bogdan, card)
        old = next(
            one["custom_id"]
            for one in components(sim.reread(desktop))
            if "press:" in one.get("custom_id", "")
        )
        after = await play_on(sim, sim.bogdan, phone, shared.key, best, most=1)
        assert after.round.version == 2
        assert (await sim.bogdan.click(desktop, custom_id=old)).acknowledged
        assert stored(sim, sim.bogdan, shared.key) == after, "it was only drawn again"


@pytest.mark.slow
async def test_the_card_tells_names_and_points_and_no_dice_before_its_end(tmp_path):
    """Whoever has not finished is not named; no choice and no accuracy is told."""
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = dare_of(sim)
        played = [(int(stored(sim, sim.ana, shared.key).total), sim.ana)]
        for member, choose in ((sim.bogdan, best), (sim.carmen, worst)):
            message = await join(sim, member, card)
            await sim.wait(seconds=30)
            assert str(member.id) not in text_of(sim.reread(card)), "still playing"
            private_round = await play_on(sim, member, message, shared.key, choose)
            played.append((int(private_round.total), member))
            await sim.wait(seconds=30)
            shown = text_of(sim.reread(card))
            lines = [f"<@{one.id}> · {points}" for points, one in played]
            places = [shown.index(line) for line in lines]
            by_points = sorted(range(len(played)), key=lambda at: -played[at][0])
            assert sorted(range(len(played)), key=places.__getitem__) == by_points
        assert "<:" not in shown, "no dice"
        for hidden in ("accuracy", "turn 1", "write", "keep", "🟩", "❌"):
            assert hidden not in shown


LOOK_BACK = Words(
    {
        "en": "only the player of this sheet can look back at it",
        "ro": "doar cine a completat foaia o poate revedea",
    }
)


async def looked_back(sim, member, tool):
    """Press a tool of the sheet's board, whether it is drawn or not; return what is told."""
    board = sim.reread(sim.board)
    drawn = [one.get("custom_id", "") for one in components(board)]
    custom_id = next((one for one in drawn if one.endswith(f":{tool}")), f"tool:1:0:{tool}")
    if custom_id not in drawn:
        sim.put_button(board, custom_id)
    answer = await member.click(board, custom_id=custom_id)
    assert answer.acknowledged
    return text_of(sim.reread_private(answer))


@pytest.mark.slow
@pytest.mark.usefixtures("no_picture")
@in_each_language
async def test_the_sheet_on_offer_is_looked_back_at_by_its_player_alone(tmp_path, language):
    refused = LOOK_BACK[language]
    async with seeded_table(tmp_path, language) as sim:
        card = await offered(sim, sim.ana)
        for tool in ("review", "share", "share-now", "overview"):
            told = await looked_back(sim, sim.carmen, tool)
            assert refused in told, (tool, told)
        await closed(sim, sim.ana, card)
        assert refused not in await looked_back(sim, sim.carmen, "review")
