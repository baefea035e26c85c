"""Nobody sees dice or choices of a set before their own attempt has ended, whatever they press."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.storage.database import Storage
from daily_days import best, play_on, stored, worst
from sets_played import closed, forged, join, offered, seeded_table, set_of
from simulated import components, text_of
from words import Words, in_each_language


@pytest.mark.slow
async def test_after_the_own_attempt_nothing_more_is_shown_while_the_card_is_open(tmp_path):
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = set_of(sim)
        message = await join(sim, sim.bogdan, card)
        await play_on(sim, sim.bogdan, message, shared.key, best)
        told = await forged(sim, sim.bogdan, card, f"review:set-{shared.key}:0")
        assert "when that is over" in told
        fair = await sim.fair(sim.bogdan, message)
        assert not fair.attachments
        assert shared.digest not in text_of(fair)
        assert shared.digest in text_of(await sim.details(sim.bogdan, fair))
        assert shared.seed.hex() not in str(sim.seen_by(sim.bogdan))


async def test_the_owner_does_not_see_the_seed_while_others_may_play(tmp_path):
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = set_of(sim)
        answer = await sim.press(sim.ana, sim.board, "Fair dice?")
        assert "they can be checked later" in text_of(sim.reread_private(answer))
        details = text_of(await sim.details(sim.ana, sim.reread_private(answer)))
        assert "It is committed as " + sim.stored(1).commitment.digest in details
        more = await forged(sim, sim.ana, card, f"more:set-{shared.key}:0")
        assert shared.seed.hex() not in more
        assert shared.seed.hex() not in str(sim.seen_by(sim.ana))
        assert sim.stored(1).sealed_until == shared.card.until


async def test_the_round_does_not_tell_its_seed_before_the_attempts_are_closed(tmp_path):
    """Its time is over, but the tick that closes the set has not come yet."""
    async with seeded_table(tmp_path) as sim:
        await offered(sim, sim.ana)
        shared = set_of(sim)
        sim.bot.ticks.stop()
        await sim.env.advance_time(timedelta(days=3, seconds=1).total_seconds())
        assert set_of(sim).closed is None
        fair = await sim.fair(sim.bogdan, sim.board)
        assert "they can be checked later" in text_of(fair)
        assert shared.seed.hex() not in str(sim.seen_by(sim.bogdan))


async def test_a_control_of_an_attempt_is_answered_to_its_member_alone(tmp_path):
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = set_of(sim)
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
        shared = set_of(sim)
        with Storage.open(sim.url) as other, other._held.transaction(reads=False) as connection:
            connection.exec_driver_sql("UPDATE set_cards SET guild = 1")
        assert "These dice are gone" in text_of(await join(sim, sim.bogdan, card))
        assert stored(sim, sim.bogdan, shared.key) is None


async def test_two_presses_at_once_roll_once(tmp_path):
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = set_of(sim)
        message = await join(sim, sim.bogdan, card)
        private = stored(sim, sim.bogdan, shared.key).round
        presses = [
            (sim.bogdan, message, f"press:{private.id}:{private.moment}:reroll.{on}")
            for on in ("1", "12", "123", "12345")
        ]
        await sim.send_all(presses)
        attempt = stored(sim, sim.bogdan, shared.key)
        assert [one for one in attempt.record if hasattr(one, "action")] == [attempt.record[1]], (
            "one choice was stored"
        )


@pytest.mark.slow
async def test_pressed_twice_a_card_begins_one_attempt_and_two_devices_play_the_same(tmp_path):
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = set_of(sim)
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
            if ":write." in one.get("custom_id", "")
        )
        after = await play_on(sim, sim.bogdan, phone, shared.key, best, most=1)
        assert after.round.version == 2
        assert (await sim.bogdan.click(desktop, custom_id=old)).acknowledged
        assert stored(sim, sim.bogdan, shared.key) == after, "it was only drawn again"


@pytest.mark.slow
async def test_the_card_tells_names_and_points_and_no_dice_before_its_end(tmp_path):
    """Whoever has not finished is not named; choices and accuracy come with the table."""
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = set_of(sim)
        played = [(int(stored(sim, sim.ana, shared.key).total), sim.ana)]
        for member, choose in ((sim.bogdan, best), (sim.carmen, worst)):
            message = await join(sim, member, card)
            await sim.wait(seconds=30)
            assert str(member.id) not in text_of(sim.reread(card)), "still playing"
            attempt = await play_on(sim, member, message, shared.key, choose)
            played.append((int(attempt.total), member))
            await sim.wait(seconds=30)
            shown = text_of(sim.reread(card))
            lines = [f"<@{one.id}> · {points} points" for points, one in played]
            places = [shown.index(line) for line in lines]
            by_points = sorted(range(len(played)), key=lambda at: -played[at][0])
            assert sorted(range(len(played)), key=places.__getitem__) == by_points
        assert "<:" not in shown, "no dice"
        for hidden in ("🥇", "accuracy", "parted", "turn 1", "write", "keep", "🟥"):
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
