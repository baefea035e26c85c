"""Nobody sees dice or choices of a set before their own attempt has ended, whatever they press."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.daily import store as daily_store
from bot.storage.database import Storage
from daily_days import best, play_on, stored, worst
from sets_played import forged, join, offered, seeded_table, set_of
from simulated import components, text_of


async def test_after_the_own_attempt_nothing_more_is_shown_while_the_card_is_open(tmp_path):
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = set_of(sim)
        message = await join(sim, sim.bogdan, card)
        await play_on(sim, sim.bogdan, message, shared.key, best)
        for verb in ("review", "walk"):
            told = await forged(sim, sim.bogdan, card, f"set:0:{shared.key}:1.0.{verb}")
            assert "the day has not ended" in told or "nothing to look back at" in told
        fair = await forged(sim, sim.bogdan, card, f"set:0:{shared.key}:1.0.proof")
        assert shared.digest in fair
        assert shared.seed.hex() not in fair
        assert shared.seed.hex() not in str(sim.seen_by(sim.bogdan))


async def test_the_owner_does_not_see_the_seed_while_others_may_play(tmp_path):
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = set_of(sim)
        answer = await sim.press(sim.ana, sim.board, "Fair")
        assert "their seed is shown later" in text_of(sim.reread_private(answer))
        own = await forged(sim, sim.ana, card, f"set:0:{shared.key}:1.0.proof")
        assert shared.seed.hex() not in own
        assert sim.stored(1).sealed_until == shared.card.until


async def test_the_round_does_not_tell_its_seed_before_the_attempts_are_closed(tmp_path):
    """Its time is over, but the tick that closes the set has not come yet."""
    async with seeded_table(tmp_path) as sim:
        await offered(sim, sim.ana)
        shared = set_of(sim)
        sim.bot.ticks.stop()
        await sim.env.advance_time(timedelta(days=3, seconds=1).total_seconds())
        assert set_of(sim).closed is None
        fair = await sim.bogdan.slash(sim.channel, "fair", round=1)
        assert "their seed is shown later" in text_of(sim.reread_private(fair))
        assert shared.seed.hex() not in str(sim.seen_by(sim.bogdan))


async def test_a_control_acts_on_the_own_attempt_whoever_was_shown_it(tmp_path):
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = set_of(sim)
        message = await join(sim, sim.bogdan, card)
        before = stored(sim, sim.bogdan, shared.key)
        control = next(
            one["custom_id"]
            for one in components(sim.reread(message))
            if ".do." in one.get("custom_id", "")
        )
        told = await forged(sim, sim.carmen, card, control)
        assert "not played any more" in told, "she has no attempt"
        assert stored(sim, sim.carmen, shared.key) is None
        assert stored(sim, sim.bogdan, shared.key) == before


async def test_on_another_server_and_in_direct_messages_nothing_answers(tmp_path):
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = set_of(sim)
        with Storage.open(sim.url) as other, other._held.transaction(reads=False) as connection:
            connection.exec_driver_sql("UPDATE set_cards SET guild = 1")
        assert "not played any more" in text_of(await join(sim, sim.bogdan, card))
        assert stored(sim, sim.bogdan, shared.key) is None


async def test_two_presses_at_once_roll_once(tmp_path):
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = set_of(sim)
        message = await join(sim, sim.bogdan, card)
        moment = stored(sim, sim.bogdan, shared.key).play().moment
        presses = [
            (sim.bogdan, message, f"set:0:{shared.key}:1.{moment}.roll.reroll.{on}")
            for on in ("1", "12", "123", "12345")
        ]
        await sim.send_all(presses)
        attempt = stored(sim, sim.bogdan, shared.key)
        assert [one for one in attempt.hands[0] if hasattr(one, "action")] == [
            attempt.hands[0][1]
        ], "one choice was stored"


async def test_odds_do_not_answer_about_the_own_dice(tmp_path):
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = set_of(sim)
        await join(sim, sim.bogdan, card)
        dice = stored(sim, sim.bogdan, shared.key).hands[0][0].faces
        typed = "".join(map(str, dice))
        answer = await sim.bogdan.slash(sim.channel, "odds", game="dice-poker", dice=typed)
        assert "that has no hints" in text_of(sim.reread_private(answer))


async def test_the_card_names_nobody_and_tells_no_result_before_its_end(tmp_path):
    async with seeded_table(tmp_path) as sim:
        card = await offered(sim, sim.ana)
        shared = set_of(sim)
        for member, choose in ((sim.bogdan, best), (sim.carmen, worst)):
            message = await join(sim, member, card)
            attempt = await play_on(sim, member, message, shared.key, choose)
            await sim.wait(seconds=30)
            shown = text_of(sim.reread(card))
            assert str(member.id) not in shown
            assert f"{int(attempt.total)} points" not in shown
        assert "2 members have played them." in shown


@pytest.mark.parametrize("taken_back", [True, False])
async def test_a_sheet_in_which_a_choice_was_taken_back_is_offered_to_nobody(tmp_path, taken_back):
    """What lands after a choice taken back has other labels: others would meet other dice."""
    async with seeded_table(tmp_path) as sim:
        await offered(sim, sim.ana, taken_back=taken_back)
        with Storage.open(sim.url) as storage:
            found = storage.read(daily_store.due, sim.stored(1).opened + timedelta(days=9))
        assert len(found) == (not taken_back)
        assert (sim.stored(1).sealed_until is None) is taken_back
