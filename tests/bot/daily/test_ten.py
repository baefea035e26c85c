"""Ten decisions: which positions come, nothing told before the end, what stands there then."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest

from bot import verify
from bot.daily import attempt_proof, store, ten, ten_pages
from bot.daily.attempt import Player
from bot.daily.attempt_pages import screen_of
from bot.daily.calendar import game_on, plan_for, plan_of
from bot.daily.judging import judge, perfect, tell_story
from bot.decisions import shipped
from bot.language.languages import LANGUAGES
from bot.storage.database import Storage
from daily_days import best, do, open_daily, play_on, press, stored, worst
from discord_limits import assert_fits
from rules import engine, registry
from rules.review import review_of
from rules.screen import Action, Dice, with_dice
from simulated import LOCALES, components, table, text_of
from words import Words

pytestmark = pytest.mark.usefixtures("daily_seeds")

THURSDAY, FRIDAY = date(2026, 1, 1), date(2026, 1, 2)
NOW = datetime(2026, 1, 2, 12, tzinfo=UTC)
TELLING = Words({"en": ("cost", "best", "gives away"), "ro": ("pierd", "cel mai bine", "Corect")})
LOST = Words({"en": "· gave away", "ro": "· pierdute prin alegeri:"})
SCORE = Words({"en": "{} of 10 right", "ro": "{} din 10 corecte"})
TITLE = Words({"en": "Daily challenge 2 · Ten decisions", "ro": "Provocarea 2 · Zece alegeri"})


@pytest.fixture
def friday(tmp_path):
    """A Friday as it is committed."""
    storage = Storage.open(f"sqlite:///{tmp_path}/days.sqlite3")
    yield storage.write(store.commit, FRIDAY, bytes(range(32)), NOW, game_on(FRIDAY))
    storage.close()


def decided(shared, choose):
    """Return a finished attempt."""
    plan = shared.plan
    player = Player(shared, plan)
    attempt = player.begin(7, 1, NOW)
    while attempt.status == "playing":
        play = attempt.play()
        attempt = player.act(attempt, 1, play.moment, choose(attempt), NOW)
    return attempt


# as values


def test_four_three_and_three_come_and_none_twice():
    parts = Counter(key for key, _, _ in ten.order())
    assert parts == {"thirteen": 4, "nine": 3, "dice-poker": 3}
    dice = Random(3)
    for _ in range(40):
        landed = [tuple(dice.choices(range(1, 7), k=ten.DICE)) for _ in ten.order()]
        states = [ten.position(number, one).state for number, one in enumerate(landed, 1)]
        assert len({repr(state) for state in states}) == 10


def test_the_dice_name_a_position_by_a_number_to_the_base_of_six():
    of_game = shipped.positions()["thirteen"]
    assert ten.position(1, (1,) * 9).state == of_game[0].state
    assert ten.position(1, (2,) + (1,) * 8).state == of_game[4].state, "every fourth is its part"
    assert ten.position(2, (1, 3) + (1,) * 7).state == of_game[1 + 4 * 12].state
    assert ten.position(1, (6,) * 9).state == of_game[4 * ((6**9 - 1) % 1000)].state


def test_on_wednesdays_and_fridays_ten_decisions_come_and_their_games_on_sunday_and_monday():
    days = [date(2026, 1, 5) + timedelta(days=number) for number in range(7)]
    ten_of_the_file = f"decisions@{shipped.file_key()}"
    assert [game_on(day) for day in days] == [
        "thirteen",
        "dice-poker",
        ten_of_the_file,
        "six-card",
        ten_of_the_file,
        "poker-dice",
        "nine",
    ]


def test_a_day_that_was_committed_before_keeps_its_game(tmp_path):
    storage = Storage.open(f"sqlite:///{tmp_path}/days.sqlite3")
    before = storage.write(store.commit, FRIDAY, bytes(32), NOW)
    assert before.plan == plan_of(FRIDAY)
    again = storage.write(store.commit, FRIDAY, bytes(range(32)), NOW, game_on(FRIDAY))
    assert (again.plan, again.seed) == (plan_of(FRIDAY), bytes(32))
    storage.close()


def test_perfect_play_gives_nothing_away_and_the_worst_is_judged_as_exact_play_judges(friday):
    flawless = judge(perfect(friday, friday.plan))
    assert flawless.costs == (0.0,) * 10
    assert set(flawless.verdicts) == {"best"}
    assert tell_story(friday, friday.plan).most == 0
    attempt = decided(friday, worst)
    judged = judge(attempt)
    for number, (landed, action) in enumerate(attempt.play().state.decided, 1):
        asked = ten.position(number, landed)
        advice = asked.game.advise(asked.state, asked.seat)
        (chosen,) = [one for one in advice if one.action == action]
        lost = advice[0].worth - chosen.worth
        in_points = lost if asked.game.info.unit(asked.seats) == "points" else lost * 200 / 3
        assert judged.costs[number - 1] == pytest.approx(in_points, abs=1e-9)
    rounds = engine.history(ten.GAME, 1, {}, attempt.hands[0])
    (reviewed,) = review_of(rounds, 1)
    assert reviewed.start + reviewed.total("skill") == pytest.approx(reviewed.result, abs=1e-9)


def test_what_is_told_of_each_choice(friday):
    attempt = decided(friday, worst)
    told = ten_pages.tell(attempt)
    assert len(told) == 10
    assert all(one.lost is not None for one in told)
    assert sum(one.why is not None for one in told) > 3
    assert all(
        one.lost is None and one.why is None for one in ten_pages.tell(decided(friday, best))
    )


def test_the_medium_level_is_wrong_everywhere(friday):
    def house(attempt):
        play = attempt.play()
        return ten.GAME.computer(play.state, ten.ME, "house")[0][0]

    judged = judge(decided(friday, house))
    assert min(judged.costs) > 2 - 1e-9


# on Discord


def drawn(message):
    return [one if isinstance(one, dict) else one.to_dict() for one in message.components]


def answer_of(answer):
    return answer.followups[-1] if answer.followups else answer.response


async def to_friday(sim):
    await sim.restart(away=timedelta(days=1))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_ten_positions_without_a_word_then_everything(tmp_path, language):
    async with table(tmp_path) as sim:
        for member in (sim.ana, sim.bogdan):
            sim.locales[member.id] = LOCALES[language]
        await to_friday(sim)
        message = await open_daily(sim, sim.ana)
        assert TITLE[language] in text_of(message)
        for number in range(1, 11):
            attempt = stored(sim, sim.ana, FRIDAY)
            assert len(attempt.play().state.decided) == number - 1
            shown = text_of(sim.reread(message))
            assert f"{number} of 10" in shown or f"{number} din 10" in shown
            assert not any(word in shown for word in TELLING[language])
            greens = [one for one in components(sim.reread(message)) if one.get("style") == 3]
            assert not greens
            assert_fits(drawn(sim.reread(message)))
            choose = best if number > 3 else worst
            await do(sim, sim.ana, message, choose(attempt))
        end = text_of(sim.reread(message))
        assert SCORE[language].format(7) in end
        assert end.count("🟩") == 1 + 2 * 7, "the legend, the row and the lines"
        assert len(end.splitlines()) < 30
        assert len(end) < 4000
        assert_fits(drawn(sim.reread(message)))


async def test_it_is_shared_without_positions_and_ranked_by_what_was_given_away(tmp_path):
    async with table(tmp_path) as sim:
        await to_friday(sim)
        message = await open_daily(sim, sim.ana)
        await play_on(sim, sim.ana, message, FRIDAY, best)
        other = await open_daily(sim, sim.bogdan)
        await play_on(sim, sim.bogdan, other, FRIDAY, worst)
        await press(sim, sim.ana, message, r"1\.0\.share")
        card = sim.channel.history()[0]
        assert "10 of 10 right" in text_of(card)
        assert "keep" not in text_of(card).lower()
        for language in LANGUAGES:
            sim.locales[sim.ana.id] = LOCALES[language]
            answer = await sim.ana.slash(sim.channel, "daily standings")
            shown = text_of(sim.reread_private(answer))
            first, second = [line for line in shown.splitlines() if LOST[language] in line]
            assert str(sim.ana.id) in first
            assert re.search(rf"{LOST[language]} 0[.,]0 .* · {SCORE[language].format(10)}$", first)
            assert str(sim.bogdan.id) in second
            assert second.endswith(f" · {SCORE[language].format(0)}")


@pytest.mark.parametrize(
    ("language", "perfect_play"),
    [("en", "What perfect play chose"), ("ro", "Ce a ales jocul perfect")],
)
async def test_the_day_after_tells_what_was_best_and_goes_through_it(
    tmp_path, language, perfect_play
):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        await to_friday(sim)
        message = await open_daily(sim, sim.ana)
        await play_on(sim, sim.ana, message, FRIDAY, worst)
        story = f"daily:0:{FRIDAY.toordinal()}:1.0.story"
        sim.put_button(message, story)
        await sim.restart(away=timedelta(days=2))
        await sim.wait(seconds=60)
        told = answer_of(await sim.ana.click(message, custom_id=story))
        shown = text_of(told)
        assert perfect_play in shown
        assert "10. " in shown
        walked = answer_of(await press(sim, sim.ana, told, r"1\.0\.walk"))
        assert_fits(drawn(walked))
        fair = answer_of(await press(sim, sim.ana, message, r"1\.0\.proof"))
        assert "SHA-256" in text_of(await sim.details(sim.ana, fair))


async def test_a_day_under_way_when_the_host_updates_stays_what_it_is(tmp_path):
    async with table(tmp_path) as sim:
        storage = Storage.open(sim.url)
        storage.write(lambda connection: connection.exec_driver_sql("DELETE FROM daily_days"))
        storage.write(store.commit, FRIDAY, bytes(32), NOW)
        storage.close()
        await to_friday(sim)
        message = await open_daily(sim, sim.ana)
        assert stored(sim, sim.ana, FRIDAY).plan == plan_of(FRIDAY)
        assert "Thirteen Rows" in text_of(message)


OTHER_POSITIONS = Words(
    {"en": "The bot was updated with other positions", "ro": "Botul a fost actualizat cu alte"}
)


def with_another_file(sim):
    """Let the day be one that was committed when other positions shipped."""
    with Storage.open(sim.url) as storage:
        query = "UPDATE daily_days SET plays = 'decisions@0123456789' WHERE day = '2026-01-02'"
        storage.write(lambda connection: connection.exec_driver_sql(query))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_day_whose_positions_ship_no_more_says_so_and_judges_nothing_by_others(
    tmp_path, language
):
    told = OTHER_POSITIONS[language]
    async with table(tmp_path) as sim:
        for member in (sim.ana, sim.bogdan):
            sim.locales[member.id] = LOCALES[language]
        await to_friday(sim)
        message = await open_daily(sim, sim.ana)
        begun = await play_on(sim, sim.ana, message, FRIDAY, best, most=4)
        other = await open_daily(sim, sim.bogdan)
        finished = await play_on(sim, sim.bogdan, other, FRIDAY, best)
        with_another_file(sim)
        await sim.restart()
        await sim.wait(seconds=60)
        control = next(
            one["custom_id"]
            for one in components(sim.reread(message))
            if ".do." in one.get("custom_id", "")
        )
        pressed = await sim.ana.click(message, custom_id=control)
        assert told in text_of(sim.reread_private(pressed))
        assert told in text_of(sim.reread_private(await sim.ana.slash(sim.channel, "daily play")))
        assert stored(sim, sim.ana, FRIDAY) == begun
        odds = await sim.ana.slash(sim.channel, "odds", game="dice-poker", dice="11234")
        assert odds.acknowledged
        shown = text_of(sim.reread_private(await sim.ana.slash(sim.channel, "daily standings")))
        assert SCORE[language].format(10) in shown, "what was judged stays"
        await sim.restart(away=timedelta(days=2))
        await sim.wait(seconds=60)
        for verb in ("story", "review", "share"):
            custom_id = f"daily:0:{FRIDAY.toordinal()}:1.0.{verb}"
            if verb != "share":  # that one is there
                sim.put_button(other, custom_id)
            answer = await sim.bogdan.click(other, custom_id=custom_id)
            assert told in text_of(sim.reread_private(answer))
        fair = answer_of(await press(sim, sim.bogdan, other, r"1\.0\.proof"))
        assert "❌" not in text_of(sim.reread(fair)), "nobody is accused"
        assert stored(sim, sim.bogdan, FRIDAY) == finished


async def test_a_day_that_nobody_has_begun_asks_what_ships_now(tmp_path):
    async with table(tmp_path) as sim:
        with_another_file(sim)
        await to_friday(sim)
        message = await open_daily(sim, sim.ana)
        assert TITLE["en"] in text_of(message)
        attempt = await play_on(sim, sim.ana, message, FRIDAY, best)
        assert attempt.status == "finished"


def test_an_attempt_at_positions_that_ship_no_more_is_not_judged(friday, tmp_path):
    with Storage.open(f"sqlite:///{tmp_path}/days.sqlite3") as storage:
        storage.write(store.begin, decided(friday, worst))
        assert len(storage.read(store.not_judged, 9)) == 1
        query = "UPDATE daily_days SET plays = 'decisions@0123456789'"
        storage.write(lambda connection: connection.exec_driver_sql(query))
        assert storage.read(store.not_judged, 9) == ()
        assert storage.write(store.commit, FRIDAY, bytes(32), NOW, game_on(FRIDAY)).changed


NO_HINTS = Words({"en": "it has no hints", "ro": "acolo nu există indicii"})


@pytest.mark.parametrize("language", LANGUAGES)
async def test_odds_do_not_answer_about_the_dice_of_a_position(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        await to_friday(sim)
        await open_daily(sim, sim.ana)
        blocks = with_dice(screen_of(stored(sim, sim.ana, FRIDAY)))
        (shown,) = [block.faces for block in blocks if isinstance(block, Dice)]
        typed = "".join(map(str, reversed(shown)))
        answer = await sim.ana.slash(sim.channel, "odds", game="dice-poker", dice=typed)
        assert NO_HINTS[language] in text_of(sim.reread_private(answer))


WITHHELD = Words(
    {"en": "one of today’s ten decisions", "ro": "una dintre cele zece alegeri de azi"}
)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_practice_tells_nothing_of_the_positions_that_are_still_to_be_decided(
    tmp_path, language, monkeypatch
):
    async with table(tmp_path) as sim:
        for member in (sim.ana, sim.bogdan):
            sim.locales[member.id] = LOCALES[language]
        await to_friday(sim)
        message = await open_daily(sim, sim.ana)
        attempt = await play_on(sim, sim.ana, message, FRIDAY, best, most=1)
        landed = attempt.play().state.landed
        key = ten.named(2, landed).key
        practised = sim.reread_private(await sim.ana.slash(sim.channel, "daily practise"))
        action = best(attempt).code
        for what in ("select.0", f"do.{action}"):
            sim.put_button(practised, f"practise:0:0:{key}.{what}")
            pressed = await sim.ana.click(practised, custom_id=f"practise:0:0:{key}.{what}")
            told = text_of(sim.reread_private(pressed))
            assert WITHHELD[language] in told
            assert not any(word in told for word in TELLING[language])
        seen = []
        monkeypatch.setattr(
            "bot.decisions.practice.next_shipped", lambda *asked: seen.append(asked[2])
        )
        await sim.ana.slash(sim.channel, "daily practise")
        assert len(seen[0]) == 10
        assert key in seen[0]
        await play_on(sim, sim.ana, message, FRIDAY, best)
        await sim.ana.slash(sim.channel, "daily practise")
        assert not seen[1], "she has decided them"


async def test_no_choice_of_another_position_and_none_twice(tmp_path):
    async with table(tmp_path) as sim:
        await to_friday(sim)
        message = await open_daily(sim, sim.ana)
        before = stored(sim, sim.ana, FRIDAY)
        ordinal = FRIDAY.toordinal()
        for what in ("1.0.do.write.nothing", "1.1.do.keep", "1.0.next", "1.0.story", "2.0.do.keep"):
            custom_id = f"daily:0:{ordinal}:{what}"
            sim.put_button(message, custom_id)
            answer = await sim.ana.click(message, custom_id=custom_id)
            assert answer.acknowledged, what
        assert stored(sim, sim.ana, FRIDAY).hands == before.hands
        assert registry.game("thirteen").daily is not None
        assert plan_for("decisions").hands == 1
        assert Action("keep").code == "keep"


def test_the_proof_of_an_attempt_is_valid_and_no_other_label_is(friday):
    attempt = decided(friday, worst)
    ended = replace(friday, closed=NOW, revealed=NOW)
    file, told, wrong = attempt_proof.checked(ended, attempt)
    assert wrong == ""
    assert told["game"] == ten.KEY
    assert verify.verify(file) == told
    told["record"][0][4]["label"] = "position/4"
    with pytest.raises(verify.Wrong, match="take turns"):
        verify.check_labels(told)
