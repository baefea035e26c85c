"""The day after: what perfect play chose, and the review of one's own private round."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, time, timedelta

import pytest

from bot import verify
from bot.daily.store import shared_dice as daily_store
from daily_days import best, open_daily, play_on, press, worst
from dares_played import forged, seeded_table
from discord_limits import assert_fits
from handed_proofs import LATER, asked_for, offers_proof, proof_of
from messages_read import tree_of
from rules.engine import Landed
from simulated import LOCALES, buttons, components, is_more, last_message, table, text_of
from words import Words, in_each_language

pytestmark = pytest.mark.slow

FRIDAY = date(2026, 1, 2)


def private(answer):
    shown = last_message(answer)
    assert shown.flags.ephemeral
    return shown


def fits(message):
    assert_fits(tree_of(message))


CHECKED = Words(
    {
        "en": "✅ All {} rolls follow from the seed with the seal `{}`, the same for everybody.",
        "ro": "✅ Toate cele {} aruncări decurg din sămânța cu sigiliul `{}`, aceeași pentru toți.",
    }
)


async def explained(sim, member):
    """Press *Yesterday's best choices* on the standings; return the page."""
    standings = private(await member.slash(sim.channel, "daily"))
    return private(await press(sim, member, standings, r"story:(day|set)-\d+:0"))


@in_each_language
async def test_the_proof_of_a_day_waits_for_its_end_and_says_until_when(tmp_path, language):
    """Also in the hour in which a private round can still be finished."""
    end = datetime.combine(FRIDAY, time(1), UTC) + timedelta(days=1)
    later = LATER[language].format(int(end.timestamp()))
    async with seeded_table(tmp_path, language) as sim:
        await sim.restart(away=timedelta(hours=36))
        message = await open_daily(sim, sim.ana)
        private_round = await play_on(sim, sim.ana, message, FRIDAY, worst)
        await open_daily(sim, sim.bogdan)
        seed = sim.bot.storage.read(daily_store.load_dice, FRIDAY).seed
        landed = [one for one in private_round.record if isinstance(one, Landed)]
        checked = CHECKED[language].format(len(landed), seed.seal)
        for away in (timedelta(), timedelta(hours=12, minutes=30)):
            await sim.restart(away=away)
            await sim.wait(seconds=30)
            page = await sim.fair(sim.ana, message)
            assert checked in text_of(page)
            refused = await asked_for(sim, sim.ana, page)
            assert text_of(refused) == later
            assert not refused.attachments

        await sim.wait(hours=1)
        fits(await sim.fair(sim.ana, message))
        for member in (sim.ana, sim.bogdan):
            page = await sim.fair(member, await explained(sim, member))
            handed, told = await proof_of(sim, member, page)
            fits(handed)
            assert (told["seal"], told["opened"], told["seats"]) == (seed.seal, "0", ["member"])
            assert told["steps"][0]["label"] == "turn/1/roll/1"
            assert str(member.id) not in json.dumps(told)
        assert checked in text_of(await sim.fair(sim.ana, message))
        story = await explained(sim, sim.carmen)
        assert not any(map(is_more, buttons(story).values())), "nothing is theirs"


async def test_a_private_round_that_fails_its_proof_is_told(tmp_path, caplog):
    """Its dice came from somewhere else, as those of a host who cheats."""
    async with table(tmp_path) as sim:
        await sim.restart(away=timedelta(hours=36))
        await open_daily(sim, sim.ana)
        with sim.bot.storage._engine.begin() as connection:
            connection.exec_driver_sql("UPDATE steps SET faces = '6 6 6 6 6'")
        await sim.restart(away=timedelta(hours=24))
        await sim.wait(seconds=30)
        page = await sim.fair(sim.ana, await explained(sim, sim.ana))
        assert "what landed does not follow from its seed" in text_of(page)
        handed = await asked_for(sim, sim.ana, page)
        with pytest.raises(verify.BadProof, match="by the seed"):
            verify.verify(await handed.attachments[0].read())
        assert "has a proof that fails" in caplog.text


UNEXPLAINED = Words(
    {
        "en": "That day was played under 1.x: its best choices can no longer be shown.",
        "ro": "Ziua aceea a fost jucată sub 1.x: cele mai bune alegeri ale ei nu mai pot fi arătate.",
    }
)
OF_1X = Words(
    {
        "en": "This game was played under 1.x: its proof can no longer be made.",
        "ro": "Această partidă a fost jucată sub 1.x: dovada ei nu mai poate fi făcută.",
    }
)


@in_each_language
async def test_a_day_of_1x_is_neither_explained_nor_proven(tmp_path, language):
    """The button is on old messages alone."""
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        await sim.restart(away=timedelta(hours=36))
        message = await open_daily(sim, sim.ana)
        await play_on(sim, sim.ana, message, FRIDAY, worst)
        with sim.bot.storage._engine.begin() as connection:
            sql = f"UPDATE daily_days SET seed = NULL WHERE day = '{FRIDAY}'"
            connection.exec_driver_sql(sql)
        await sim.restart(away=timedelta(hours=24))
        await sim.wait(seconds=30)
        assert (
            await forged(sim, sim.ana, message, f"story:day-{FRIDAY.toordinal()}:0")
            == (UNEXPLAINED[language])
        )
        page = await sim.fair(sim.ana, message)
        assert OF_1X[language] in text_of(page)
        assert "✅" not in text_of(page)
        assert not offers_proof(page)
        standings = private(await sim.ana.slash(sim.channel, "daily"))
        assert not [one for one in components(standings) if "story" in one.get("custom_id", "")]


MADE = Words({"en": "-# Perfect play made ", "ro": "-# Jocul perfect a făcut "})


@in_each_language
async def test_a_day_is_explained_and_reviewed_once_it_is_over(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        await sim.restart(away=timedelta(hours=36))
        message = await open_daily(sim, sim.ana)
        await play_on(sim, sim.ana, message, FRIDAY, worst)
        number = FRIDAY.toordinal()
        sim.put_button(message, f"story:day-{number}:0")
        early = private(await sim.ana.click(message, custom_id=f"story:day-{number}:0"))
        ended = Words({"en": "The day has not ended", "ro": "Ziua nu s-a încheiat"})[language]
        assert ended in text_of(early)
        never = f"story:day-{number - 30}:0"
        sim.put_button(message, never)
        nothing = private(await sim.ana.click(message, custom_id=never))
        none = Words({"en": "There was no challenge", "ro": "n-a fost nicio provocare"})[language]
        assert none in text_of(nothing)

        await sim.restart(away=timedelta(hours=24))
        await sim.wait(seconds=30)
        explained = f"story:day-{number}:0"
        story = private(await sim.ana.click(message, custom_id=explained))
        text = text_of(story)
        chose = Words({"en": "What perfect play chose", "ro": "Ce a ales jocul perfect"})[language]
        assert chose in text
        assert "\n13. " in text
        assert MADE[language] in text
        told = sim.bot.storage.read(daily_store.load_dice, FRIDAY)
        assert told.perfect is not None, "it is computed once"
        fits(story)
        review = private(await press(sim, sim.ana, story, r"tool:\d+:\d+:review"))
        cost = Words({"en": "Lost by choices: ", "ro": "Pierdut prin alegeri: "})[language]
        assert cost in text_of(review)
        fits(review)
        walk = private(await press(sim, sim.ana, review, r"walk:\d+:0:steps"))
        steps = Words({"en": "Step 1 of ", "ro": "Pasul 1 din "})[language]
        assert steps in text_of(walk)
        await press(sim, sim.ana, walk, r"walk:\d+:1:next")
        assert steps.replace("1", "2", 1) in text_of(sim.reread(walk))
        fits(sim.reread(walk))


@in_each_language
async def test_on_the_first_day_nothing_leads_to_the_day_before(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        await sim.restart(away=timedelta(hours=36))
        message = await open_daily(sim, sim.ana)
        await play_on(sim, sim.ana, message, FRIDAY, best)
        standings = private(await sim.ana.slash(sim.channel, "daily"))
        for page in (sim.reread(message), standings):
            assert not [one for one in components(page) if "story" in one.get("custom_id", "")]
        await sim.restart(away=timedelta(hours=24))
        await sim.wait(seconds=30)
        standings = private(await sim.ana.slash(sim.channel, "daily"))
        assert [one for one in components(standings) if "story" in one.get("custom_id", "")]


async def test_who_did_not_play_reads_the_choices_and_nothing_of_others(tmp_path):
    async with table(tmp_path) as sim:
        await sim.restart(away=timedelta(hours=36))
        await play_on(sim, sim.ana, await open_daily(sim, sim.ana), FRIDAY, best)
        await sim.restart(away=timedelta(hours=24))
        await sim.wait(seconds=30)
        story = await explained(sim, sim.bogdan)
        assert "What perfect play chose" in text_of(story)
        assert not [one for one in components(story) if "review" in one.get("custom_id", "")]
