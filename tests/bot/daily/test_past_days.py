"""The day after: what perfect play chose, and the review of one's own attempt."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from bot import verify
from bot.daily import store as daily_store
from daily_days import best, open_daily, play_on, press, stored, worst
from discord_limits import assert_fits
from proofs_read import verified
from simulated import LOCALES, buttons, components, is_more, table, text_of
from words import Words, in_each_language

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("daily_seeds")]

FRIDAY, TUESDAY = date(2026, 1, 2), date(2026, 1, 6)


def private(answer):
    shown = answer.followups[-1] if answer.followups else answer.response
    assert shown.flags.ephemeral
    return shown


def fits(message):
    drawn = [one if isinstance(one, dict) else one.to_dict() for one in message.components]
    assert_fits(drawn)


CHECKED = Words(
    {"en": "Nobody changed the dice of game", "ro": "Nimeni n-a schimbat zarurile partidei"}
)
HOST = Words(
    {
        "en": "The dice follow from a seed that the host drew.",
        "ro": "Zarurile rezultă dintr-o sămânță trasă de gazda botului.",
    }
)


@in_each_language
async def test_fair_hands_out_the_proof_of_an_attempt_once_its_day_is_revealed(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = sim.locales[sim.bogdan.id] = LOCALES[language]
        await sim.restart(away=timedelta(days=5, hours=12))
        await play_on(sim, sim.ana, await open_daily(sim, sim.ana), TUESDAY, best)
        message = await open_daily(sim, sim.bogdan)
        early = await sim.fair(sim.bogdan, message)
        assert not early.attachments
        await sim.restart(away=timedelta(hours=24))
        await sim.wait(seconds=30)
        ends = ((sim.ana, "over"), (sim.bogdan, "closed"), (sim.carmen, None))
        for member, end in ends:
            answer = await member.slash(sim.channel, "daily standings")
            story = private(await press(sim, member, private(answer), r"story:(day|set)-\d+:0"))
            if end is None:
                assert not any(map(is_more, buttons(story).values())), "nothing is theirs"
                continue
            fair = await sim.fair(member, story)
            fits(fair)
            assert CHECKED[language] in text_of(fair)
            assert HOST[language] in text_of(fair), "nothing on Discord is older than the day"
            file, verifier = fair.attachments
            told = verified(await file.read())
            name = f"dice-poker-round-{told['round']}.json"
            assert (file.filename, verifier.filename) == (name, "verify.py")
            assert (told["set"], told["opened"]) == (f"daily/{TUESDAY}", "0")
            assert told["ended"] == end
            assert f"python verify.py {file.filename}" in text_of(fair)
            details = await sim.details(member, fair)
            fits(details)
            assert told["digest"] in text_of(details)
            assert told["seed"] in text_of(details)
            assert told["seed"] not in text_of(fair)
            assert str(member.id) not in (await file.read()).decode()


ANEW = Words({"en": "A backup was restored. The dice of", "ro": "A fost restaurată o copie"})


@in_each_language
async def test_a_day_that_was_drawn_anew_says_so(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        await sim.restart(away=timedelta(hours=36))
        message = await open_daily(sim, sim.ana)
        assert ANEW[language] not in text_of(message)
        old = stored(sim, sim.ana, FRIDAY)
        sim.bot.storage.write(daily_store.draw_anew, None)
        message = await open_daily(sim, sim.ana)
        assert ANEW[language] in text_of(message)
        assert stored(sim, sim.ana, FRIDAY).play() != old.play()
        fair = await sim.fair(sim.ana, message)
        assert ANEW[language] in text_of(fair)
        fits(fair)


async def test_an_attempt_that_fails_its_proof_is_told(tmp_path, caplog):
    """Its dice came from somewhere else, as those of a host who cheats."""
    async with table(tmp_path) as sim:
        await sim.restart(away=timedelta(hours=36))
        await open_daily(sim, sim.ana)
        with sim.bot.storage._engine.begin() as connection:
            connection.exec_driver_sql("UPDATE steps SET faces = '6 6 6 6 6'")
        await sim.restart(away=timedelta(hours=24))
        await sim.wait(seconds=30)
        answer = await sim.ana.slash(sim.channel, "daily standings")
        story = private(await press(sim, sim.ana, private(answer), r"story:(day|set)-\d+:0"))
        fair = await sim.fair(sim.ana, story)
        assert "dice or cards were changed" in text_of(fair)
        with pytest.raises(verify.Wrong, match="gives other faces"):
            verify.verify(await fair.attachments[0].read())
        assert "has a proof that fails" in caplog.text


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
        storage = sim.bot.storage
        told = storage.read(daily_store.load_set, FRIDAY)
        assert told.perfect is not None, "it is computed once"
        seed = told.seed.hex()
        assert seed not in text
        fair = await sim.fair(sim.ana, story)
        assert seed in text_of(await sim.details(sim.ana, fair))
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
        standings = private(await sim.ana.slash(sim.channel, "daily standings"))
        for page in (sim.reread(message), standings):
            assert not [one for one in components(page) if "story" in one.get("custom_id", "")]
        await sim.restart(away=timedelta(hours=24))
        await sim.wait(seconds=30)
        standings = private(await sim.ana.slash(sim.channel, "daily standings"))
        assert [one for one in components(standings) if "story" in one.get("custom_id", "")]


async def test_who_did_not_play_reads_the_choices_and_nothing_of_others(tmp_path):
    async with table(tmp_path) as sim:
        await sim.restart(away=timedelta(hours=36))
        await play_on(sim, sim.ana, await open_daily(sim, sim.ana), FRIDAY, best)
        await sim.restart(away=timedelta(hours=24))
        await sim.wait(seconds=30)
        answer = await sim.bogdan.slash(sim.channel, "daily standings")
        story = private(await press(sim, sim.bogdan, private(answer), r"story:(day|set)-\d+:0"))
        assert "What perfect play chose" in text_of(story)
        assert not [one for one in components(story) if "review" in one.get("custom_id", "")]
