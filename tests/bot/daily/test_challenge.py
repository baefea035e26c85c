"""The daily challenge: a day, midnight, the day after, restarts, presses from elsewhere."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from bot.daily import judging, private_rounds
from bot.daily.calendar import GRACE, begins
from bot.daily.store import shared_dice as daily_store
from bot.storage.errors import StorageFailed
from bot.table.players import Player
from bot.table.store import rounds
from bot.thinking.process import AnalysisCrashed
from daily_days import (
    best,
    do,
    finish,
    open_daily,
    open_page,
    play_on,
    press,
    share,
    stored,
    worst,
)
from discord_limits import assert_fits
from handed_proofs import offers_proof
from hanging import CALLBACK, hanging
from messages_read import tree_of
from rules.screen import Action
from simulated import components, dice_of, last_message, selected, speak, table, text_of
from sql import run
from words import Words, in_each_language

THURSDAY = date(2026, 1, 1)


def day_of(sim, day):
    return sim.bot.storage.read(daily_store.load_dice, day)


@pytest.mark.parametrize(
    ("language", "refused"),
    [("en", "You erased your data today"), ("ro", "Ți-ai șters azi datele")],
)
async def test_who_erases_themselves_plays_no_day_twice(tmp_path, language, refused):
    async with table(tmp_path) as sim:
        speak(sim, language)
        await open_daily(sim, sim.ana)
        await sim.erase(sim.ana)
        assert stored(sim, sim.ana, THURSDAY) is None
        assert refused in text_of(await open_daily(sim, sim.ana))
        assert stored(sim, sim.ana, THURSDAY) is None
        await open_daily(sim, sim.bogdan)
        assert stored(sim, sim.bogdan, THURSDAY)
        await sim.restart(away=timedelta(days=1))
        await open_daily(sim, sim.ana)
        assert stored(sim, sim.ana, THURSDAY + timedelta(days=1))


async def test_a_private_round_can_be_finished_in_the_hour_after_its_day(tmp_path):
    async with table(tmp_path) as sim:
        await open_daily(sim, sim.ana)
        await sim.restart(away=timedelta(hours=24, minutes=50))
        await open_page(sim, sim.bogdan)
        assert stored(sim, sim.ana, THURSDAY).status == "private"
        await sim.restart(away=timedelta(minutes=20))
        await open_page(sim, sim.bogdan)
        assert stored(sim, sim.ana, THURSDAY).status == "closed"


async def test_a_day_is_closed_though_nobody_asks_for_the_next_one(tmp_path):
    async with table(tmp_path) as sim:
        await open_daily(sim, sim.ana)
        await sim.restart(away=timedelta(days=2))
        await sim.play(sim.bogdan)  # its id tells the time
        await sim.wait(minutes=1)
        assert stored(sim, sim.ana, THURSDAY).status == "closed"


async def test_a_day_is_closed_soon_after_its_grace_though_the_clock_is_ahead_of_ids(tmp_path):
    """The clock has passed one o'clock; the id that passes it comes later, and not on the hour."""
    friday = THURSDAY + timedelta(days=1)
    async with table(tmp_path) as sim:
        await open_daily(sim, sim.ana)
        over = begins(friday) + GRACE
        await sim.wait(seconds=(over - timedelta(seconds=10) - sim.env.now()).total_seconds())
        await sim.play(sim.bogdan)
        await sim.tick_through(minutes=1)
        assert stored(sim, sim.ana, THURSDAY).status == "private"
        await sim.play(sim.carmen)
        await sim.tick_through(minutes=1)
        assert stored(sim, sim.ana, THURSDAY).status == "closed"


async def test_a_day_that_could_not_be_closed_is_closed_at_the_next_occasion(tmp_path, monkeypatch):
    def fail(*_):
        raise StorageFailed("The database does not answer.")

    async with table(tmp_path) as sim:
        await open_daily(sim, sim.ana)
        await sim.restart(away=timedelta(days=2))
        with monkeypatch.context() as away:
            away.setattr(daily_store, "close_days", fail)
            await sim.bogdan.slash(sim.channel, "daily")
        assert day_of(sim, THURSDAY).closed is None
        await sim.wait(minutes=1)
        await open_page(sim, sim.bogdan)
        assert stored(sim, sim.ana, THURSDAY).status == "closed"
        assert day_of(sim, THURSDAY).revealed is not None


async def test_a_card_that_discord_posts_late_is_not_posted_twice(tmp_path):
    async with table(tmp_path) as sim:
        for member in (sim.ana, sim.bogdan):
            finish(sim, member, THURSDAY, best)
        page = await open_daily(sim, sim.ana)
        with hanging(sim, "POST", CALLBACK, times=1, landed=True):
            sim.send(sim.ana, page, f"share:day-{THURSDAY.toordinal()}:0")
            await sim.wait(seconds=6)
            await share(sim, sim.bogdan)
        await sim.wait(seconds=1)
        (card,) = sim.channel.history()
        assert f"<@{sim.bogdan.id}>" in text_of(card), "it is drawn once its message is known"


SEALS = Words(
    {
        "en": ("Seal of this game: `{}`", "To check tomorrow’s dice later: seal `{}`"),
        "ro": ("Sigiliul acestei partide: `{}`", "Ca să verifici zarurile de mâine: sigiliul `{}`"),
    }
)


@in_each_language
async def test_fair_shows_the_seals_of_today_and_tomorrow_and_the_standings_that_of_tomorrow(
    tmp_path, language
):
    """So whoever plays tomorrow can have seen its seal the day before."""
    friday = THURSDAY + timedelta(days=1)
    this, following = SEALS[language]
    async with table(tmp_path) as sim:
        speak(sim, language)
        message = await open_daily(sim, sim.ana)
        standings = sim.reread_private(await sim.bogdan.slash(sim.channel, "daily"))
        tomorrow = day_of(sim, friday).seed
        assert following.format(tomorrow.seal) in text_of(standings)
        fair = await sim.fair(sim.ana, message)
        assert this.format(day_of(sim, THURSDAY).seed.seal) in text_of(fair)
        assert following.format(tomorrow.seal) in text_of(fair)
        assert not offers_proof(fair)

        await sim.restart(away=timedelta(days=1))
        seen = await sim.fair(sim.ana, await open_daily(sim, sim.ana))
        assert this.format(tomorrow.seal) in text_of(seen)


GRACE_TOLD = Words(
    {
        "en": "The day has ended, but you can finish your attempt: time is up <t:",
        "ro": "Ziua s-a încheiat, dar poți termina încercarea: timpul expiră <t:",
    }
)


LEGEND = Words(
    {
        "en": "🟩\u00a0good · 🔸\u00a0small\u00a0mistake",
        "ro": "🟩\u00a0bine · 🔸\u00a0greșeală\u00a0mică",
    }
)


@pytest.mark.slow
@in_each_language
async def test_a_day_midnight_and_the_day_after(tmp_path, language):
    friday = date(2026, 1, 2)
    async with table(tmp_path) as sim:
        speak(sim, language)
        await sim.wait(seconds=30)
        await sim.restart(away=timedelta(hours=36))
        await sim.wait(seconds=30)
        seed = day_of(sim, friday).seed
        assert seed.drawn.date() < friday
        message = await open_daily(sim, sim.ana)
        assert Words({"en": "Daily challenge 2 · Yams", "ro": "Provocarea 2 · "})[
            language
        ] in text_of(message)
        assert_fits(tree_of(message))
        private_round = await play_on(sim, sim.ana, message, friday, best)
        assert private_round.status == "over"
        assert private_round.loss == pytest.approx(0)
        text = text_of(sim.reread(message))
        day = day_of(sim, friday)
        assert private_round.total == judging.points_of(judging.perfect_round(day, day.sheet))
        result = f"**{private_round.total} "
        assert result in text
        assert "🟩" * 13 in text
        assert LEGEND[language] in text
        assert seed.seal not in text
        following = int(begins(friday + timedelta(days=1)).timestamp())
        assert f"<t:{following}:f>" in text, "when the next one begins"
        await press(sim, sim.ana, message, r"share:(day|set)-\d+:0")
        assert not sim.message.flags.ephemeral

        other = await open_daily(sim, sim.bogdan)
        await play_on(sim, sim.bogdan, other, friday, worst, most=4)
        await sim.restart(away=timedelta(hours=11, minutes=59))
        assert stored(sim, sim.bogdan, friday).status == "private"
        await sim.wait(minutes=2)
        assert stored(sim, sim.bogdan, friday).status == "private", "it has an hour of grace"
        await play_on(sim, sim.bogdan, other, friday, worst, most=1)
        assert GRACE_TOLD[language] in text_of(sim.reread(other))
        assert day_of(sim, friday).revealed is None
        await sim.wait(hours=1)
        await open_page(sim, sim.carmen)  # its id tells the time
        closed = stored(sim, sim.bogdan, friday)
        assert closed.status == "closed"
        assert day_of(sim, friday).revealed >= day_of(sim, friday).closed
        old = components(sim.reread(other))
        stale = next(one["custom_id"] for one in old if "mark:" in one.get("custom_id", ""))
        late = await sim.bogdan.click(other, custom_id=stale)
        assert late.acknowledged
        over = Words(
            {"en": "That daily challenge is over.", "ro": "Provocarea aceea s-a încheiat."}
        )[language]
        assert over in text_of(sim.reread(other))
        assert stored(sim, sim.bogdan, friday) == closed
        anew = await open_daily(sim, sim.bogdan)
        assert Words({"en": "Daily challenge 3", "ro": "Provocarea 3"})[language] in text_of(anew)


@pytest.mark.slow
@pytest.mark.parametrize("day", [date(2026, 1, 1) + timedelta(days=number) for number in range(7)])
async def test_every_game_of_the_week_is_played_to_its_end(tmp_path, day):
    async with table(tmp_path) as sim:
        await sim.restart(away=timedelta(days=(day - THURSDAY).days, hours=12))
        message = await open_daily(sim, sim.ana)
        first = stored(sim, sim.ana, day)
        private_round = await play_on(sim, sim.ana, message, day, worst)
        assert private_round.status == "over"
        assert private_round.loss > 0
        assert first.play().game.info.weekdays.count(day.weekday()) == 1
        assert first.round.players == (Player(user=sim.ana.id),), "a sheet is filled alone"
        assert_fits(tree_of(sim.reread(message)))


async def test_a_private_round_goes_on_after_a_restart_and_no_press_counts_twice(tmp_path):
    async with table(tmp_path) as sim:
        await sim.restart(away=timedelta(hours=36))
        day = date(2026, 1, 2)
        message = await open_daily(sim, sim.ana)
        await play_on(sim, sim.ana, message, day, best, most=3)
        before = stored(sim, sim.ana, day)
        await sim.restart(away=timedelta(hours=1))
        assert stored(sim, sim.ana, day) == before
        shown = components(sim.reread(message))
        button = next(one["custom_id"] for one in shown if "press:" in one.get("custom_id", ""))
        await sim.send_all([(sim.ana, message, button)] * 2)
        after = stored(sim, sim.ana, day)
        assert after.round.version == before.round.version + 1
        again = await open_daily(sim, sim.ana)
        await do(sim, sim.ana, again, best(after))
        private_round = await play_on(sim, sim.ana, again, day, best)
        assert private_round.status == "over"
        once_more = await open_daily(sim, sim.ana)
        assert "🟩" in text_of(once_more)
        assert stored(sim, sim.ana, day) == private_round


async def test_another_member_cannot_play_a_private_round(tmp_path):
    async with table(tmp_path) as sim:
        message = await open_daily(sim, sim.ana)
        button = next(
            one["custom_id"]
            for one in components(message)
            if one.get("custom_id", "").startswith(("press:", "mark:"))
        )
        before = stored(sim, sim.ana, THURSDAY)
        await sim.send_all([(sim.bogdan, message, button)])
        assert stored(sim, sim.ana, THURSDAY) == before
        assert stored(sim, sim.bogdan, THURSDAY) is None


async def test_the_daily_challenge_can_be_turned_off(tmp_path):
    async with table(tmp_path, daily="off") as sim:
        assert "daily" not in [one["name"] for one in sim.synced()]


@pytest.mark.slow
async def test_what_could_not_be_computed_is_computed_later(tmp_path, monkeypatch):
    friday = date(2026, 1, 2)
    async with table(tmp_path) as sim:
        await sim.restart(away=timedelta(hours=36))

        async def crash(*_, **__):
            raise AnalysisCrashed

        monkeypatch.setattr(sim.bot.analysis, "ask", crash)
        message = await open_daily(sim, sim.ana)
        private_round = await play_on(sim, sim.ana, message, friday, worst)
        assert (private_round.status, private_round.loss) == ("over", None)
        assert "Your accuracy comes in a moment." in text_of(sim.reread(message))
        await sim.restart(away=timedelta(minutes=1))
        await sim.wait(seconds=30)
        assert stored(sim, sim.ana, friday).loss > 0


@pytest.mark.slow
async def test_a_private_round_that_cannot_be_judged_keeps_no_other_waiting(tmp_path, monkeypatch):
    friday = date(2026, 1, 2)
    monkeypatch.setattr(private_rounds, "ENTRIES_AT_ONCE", 1)
    async with table(tmp_path) as sim:
        await sim.restart(away=timedelta(hours=36))
        ask, broken, asked = sim.bot.analysis.ask, None, []

        async def crash_at(question, *arguments, later=False):
            if question is judging.judge_sheet:
                asked.append(arguments[1])
                if broken in (None, arguments[1]):
                    raise AnalysisCrashed
            return await ask(question, *arguments, later=later)

        monkeypatch.setattr(sim.bot.analysis, "ask", crash_at)
        for member, choice in ((sim.ana, best), (sim.bogdan, worst)):
            await play_on(sim, member, await open_daily(sim, member), friday, choice)
        first = stored(sim, sim.ana, friday)
        broken = sim.bot.storage.read(rounds.record, first.round.id)
        asked.clear()
        await private_rounds.DailyJudge(sim.bot.stored, sim.bot.analysis).judge_unjudged()
        assert asked.count(broken) == 1
        assert stored(sim, sim.ana, friday).loss is None
        assert stored(sim, sim.bogdan, friday).loss > 0


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM steps WHERE round = {}",
        "UPDATE steps SET action = 'fold' WHERE round = {} AND action IS NOT NULL",
    ],
)
async def test_a_private_round_whose_moves_cannot_be_read_keeps_no_other_waiting(tmp_path, change):
    async with table(tmp_path) as sim:
        first = finish(sim, sim.ana, THURSDAY, best)
        finish(sim, sim.bogdan, THURSDAY, worst)
        sim.bot.storage.write(run, change.format(first.round.id))
        await private_rounds.DailyJudge(sim.bot.stored, sim.bot.analysis).judge_unjudged()
        judged = {
            member: sim.bot.storage.read(daily_store.load_entry, THURSDAY, member.id).loss
            for member in (sim.ana, sim.bogdan)
        }
        assert judged[sim.ana] is None
        assert judged[sim.bogdan] > 0


NEVER_DRAWN = [
    "share:day-1:0",
    "story:day-999999999:0",
    f"x:day-{THURSDAY.toordinal()}:0",
    f"fly.1:day-{THURSDAY.toordinal()}:0",
    f"share:day-{THURSDAY.toordinal()}:0",
    f"review:day-{THURSDAY.toordinal()}:0",
    "press:1:0:split.1-2-3",
    "press:1:0:next",
    "press:1:0:keep",
    "mark:1:0:9",
    "submit:1:0:fly",
    "menu:1:0",
    "press:1:7:next",
    "press:2:0:next",
]


async def test_a_control_that_was_never_drawn_is_answered_and_changes_nothing(tmp_path):
    async with table(tmp_path) as sim:
        message = await open_daily(sim, sim.ana)
        before = stored(sim, sim.ana, THURSDAY)
        for what in NEVER_DRAWN:
            sim.put_button(message, what)
            posted = len(sim.channel.history())
            answer = await sim.ana.click(message, custom_id=what)
            assert answer.acknowledged, what
            assert stored(sim, sim.ana, THURSDAY) == before, what
            assert len(sim.channel.history()) <= posted + 1, what
            told = last_message(answer)
            assert "went wrong" not in text_of(told or sim.reread(message)), what


async def test_dice_are_selected_in_the_daily_as_on_a_board(tmp_path):
    """Presses that arrive together all count, also after a restart, on the message they are of."""
    async with table(tmp_path) as sim:
        message = await open_daily(sim, sim.ana)
        ids = [one["custom_id"] for one in dice_of(message)]
        await sim.send_all([(sim.ana, message, ids[0]), (sim.ana, message, ids[4])])
        assert selected(sim.reread(message)) == [1, 5]
        page = await sim.press_id(sim.ana, message, "tool:*:rules")
        assert page.ephemeral
        assert selected(sim.reread(message)) == [1, 5]
        await sim.restart()
        again = await open_daily(sim, sim.ana)
        assert selected(again) == [], "nothing is stored before it is rerolled"
        await press(sim, sim.ana, again, r"mark:\d+:\d+:2")
        await press(sim, sim.ana, message, r"mark:\d+:\d+:4")
        assert selected(sim.reread(message)) == [1, 4, 5]
        assert selected(sim.reread(again)) == [2]
        stale = sim.reread(again)
        await press(sim, sim.ana, message, r"submit:\d+:\d+:reroll")
        after = stored(sim, sim.ana, THURSDAY)
        assert after.record[-2].action == Action("reroll", "145")
        await sim.send_all([(sim.ana, stale, dice_of(stale)[2]["custom_id"])])
        present = [one["custom_id"] for one in dice_of(sim.reread(message))]
        assert [one["custom_id"] for one in dice_of(sim.reread(again))] == present
        assert selected(sim.reread(again)) == [], "it shows the present"
        assert stored(sim, sim.ana, THURSDAY) == after


ABOUT = Words(
    {
        "en": "Everyone gets the same dice. You play once.",
        "ro": "Toți primesc aceleași zaruri. Joci o singură dată.",
    }
)


@in_each_language
async def test_the_first_board_of_a_day_says_what_it_is(tmp_path, language):
    """Below its title, and not again once something is written."""
    async with table(tmp_path) as sim:
        speak(sim, language)
        await sim.restart(away=timedelta(days=1))
        message = await open_daily(sim, sim.ana)
        assert text_of(message).splitlines()[2] == ABOUT[language]
        await play_on(sim, sim.ana, message, THURSDAY + timedelta(days=1), worst, most=1)
        assert ABOUT[language] not in text_of(sim.reread(message))
