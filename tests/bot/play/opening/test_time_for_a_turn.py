"""The time for a turn: *slow* of `/play`, that of the server, deadlines, reminders and gaps."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from bot.language.languages import LANGUAGES
from bot.table.time_limits import DAY
from discord_limits import assert_all_fit
from kept_versions import read_database
from simulated import LOCALES, buttons, components, table, text_of
from sql import run
from whole_rounds import at_lobby, between_two, leave, seat, use
from words import Words

pytestmark = pytest.mark.slow

LASTS = Words(
    {
        "en": {"slow": "A day for each turn.", "short": "2 minutes for each turn."},
        "ro": {"slow": "O zi pentru fiecare tură.", "short": "2 minute pentru fiecare tură."},
    }
)
MINUTE = Words({"en": "1 minute for each turn.", "ro": "1 minut pentru fiecare tură."})
SWITCH = Words(
    {
        "en": ("A day a turn: off", "A day a turn: on"),
        "ro": ("O zi pe tură: nu", "O zi pe tură: da"),
    }
)

KEPT = Path(__file__).parents[2] / "versions" / "1.0.0"

YAMS = 9
"""The number of a round of Yams under way that version 1.0.0 has stored."""


def stay_in_the_channel(sim):
    """Let the bot make no threads, so that slow tables open in the channel, too."""
    sim.forbid(create_public_threads=True)


async def choose(sim, minutes):
    """Choose the time for a turn of the server."""
    await sim.bot.servers.set(sim.guild.id, "minutes", minutes)


def seconds_left(sim, number=1):
    return (sim.stored(number).deadline.at - sim.env.now()).total_seconds()


@pytest.mark.parametrize(
    ("minutes", "slow", "turn", "reminder"),
    [
        ("2", False, 120, 20),
        ("30", False, 1800, 180),
        ("auto", False, 600, 60),
        ("1440", False, 86400, 600),
        ("auto", True, 86400, 600),
        ("2", True, 86400, 600),
    ],
)
async def test_the_deadline_and_the_reminder_fit_the_turn(tmp_path, minutes, slow, turn, reminder):
    """A day that was chosen for the game comes before what the server has chosen."""
    async with table(tmp_path) as sim:
        stay_in_the_channel(sim)
        await choose(sim, minutes)
        await between_two(sim, **({"slow": True} if slow else {}))
        since = len(sim.env.http_requests)
        assert seconds_left(sim) == turn
        await sim.wait(seconds=reminder - 5)
        assert sim.pings(since) == []
        await sim.wait(seconds=10)
        assert sim.pings(since) == [str(sim.bogdan.id)]
        if turn == 86400:  # the ticks of a day take a minute
            return
        await sim.wait(seconds=turn - reminder - 10)
        assert sim.stored().moment == 0
        await sim.wait(seconds=10)
        assert sim.stored().moment == 1


@pytest.mark.parametrize("chosen", ["slow", "short"])
@pytest.mark.parametrize("language", LASTS)
async def test_lobby_and_board_say_how_long_a_turn_takes(tmp_path, language, chosen):
    line = LASTS[language][chosen]
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = language
        stay_in_the_channel(sim)
        if chosen == "short":
            await choose(sim, "2")
        await sim.open_table(sim.ana, "thirteen", **({"slow": True} if chosen == "slow" else {}))
        assert line in sim.text
        assert seconds_left(sim) == (86400 if chosen == "slow" else 600)
        await at_lobby(sim.bogdan, sim.message, "join")
        await at_lobby(sim.ana, sim.message, "start")
        assert line in sim.text


async def test_an_invitation_waits_the_usual_time_at_least(tmp_path):
    async with table(tmp_path) as sim:
        await choose(sim, "2")
        await sim.play(sim.ana, opponent=sim.bogdan)
        assert seconds_left(sim) == 600
        await sim.wait(minutes=5)
        await at_lobby(sim.bogdan, sim.message, "join")
        assert seconds_left(sim) == 120


async def test_false_is_the_time_of_the_server(tmp_path):
    async with table(tmp_path) as sim:
        await choose(sim, "2")
        await sim.play(sim.ana, opponent=sim.bogdan, slow=False)
        assert sim.stored().terms.minutes == 2
        await at_lobby(sim.ana, sim.message, "withdraw")
        await choose(sim, "auto")
        await sim.play(sim.ana, opponent=sim.bogdan, slow=False)
        assert sim.stored(2).terms.minutes is None


async def test_a_rematch_keeps_the_time_for_a_turn(tmp_path):
    """Also where the server has chosen another one meanwhile."""
    async with table(tmp_path) as sim:
        stay_in_the_channel(sim)
        await between_two(sim, slow=True)
        await leave(sim, sim.ana)
        await choose(sim, "2")
        await use(sim.ana, sim.message, "rematch")
        assert sim.stored(2).terms.minutes == DAY
        await at_lobby(sim.bogdan, sim.message, "join")
        assert seconds_left(sim, 2) == 86400


async def test_a_gap_does_not_cut_a_slow_table(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        stay_in_the_channel(sim)
        await seat(sim, "thirteen", [sim.ana, sim.bogdan], slow=True)
        before = sim.stored().deadline.at
        await sim.restart(away=timedelta(hours=2))
        await sim.wait(seconds=6)
        assert sim.stored().deadline.at == before
        await sim.restart(away=timedelta(hours=30))
        await sim.wait(seconds=6)
        assert 110 <= seconds_left(sim) <= 120


@pytest.mark.parametrize(("options", "turn"), [({"slow": True}, 86400), ({}, 600)])
async def test_a_clock_that_went_ahead_leaves_each_table_its_time(tmp_path, options, turn):
    """Deadlines that were set by a wrong clock are cut to what a turn takes there."""
    async with table(tmp_path, reminders=False) as sim:
        stay_in_the_channel(sim)
        await between_two(sim, **options)
        far = "UPDATE rounds SET deadline = '2199-01-01 00:00:00.000000'"
        sim.bot.storage.write(run, far)
        await sim.restart(away=timedelta(minutes=1))
        await sim.wait(seconds=6)
        assert turn - 100 <= seconds_left(sim) <= turn


@pytest.mark.parametrize("options", [{}, {"level": "easy"}])
async def test_alone_and_against_the_computer_a_turn_takes_the_usual_time(tmp_path, options):
    async with table(tmp_path) as sim:
        await choose(sim, "2")
        await sim.play(sim.ana, slow=True, **options)
        assert sim.stored().terms.minutes is None
        assert seconds_left(sim) == 600
        assert "Menu" in buttons(sim.message)
        assert "for each turn" not in sim.text


@pytest.mark.parametrize("language", LASTS)
async def test_an_open_quick_game_of_version_1_0_0_keeps_its_minute(tmp_path, language):
    """New games on that server have the two minutes that its pace has become."""
    async with table(tmp_path) as sim:
        sim.url = f"sqlite:///{tmp_path / 'kept.sqlite3'}"
        read_database(KEPT, sim.url)
        kept = create_engine(sim.url)
        with kept.begin() as connection:
            connection.exec_driver_sql(
                "UPDATE rounds SET pace = 'quick', language = ?, channel = ?, message = NULL "
                "WHERE id = ?",
                (language, sim.channel.id, YAMS),
            )
            connection.exec_driver_sql(
                "INSERT INTO settings VALUES (?, 'pace', 'quick')", (f"guild/{sim.guild.id}",)
            )
        kept.dispose()
        await sim.restart()
        stored = sim.stored(YAMS)
        assert (stored.place.guild, stored.players.people) == (
            sim.guild.id,
            (sim.ana.id, sim.bogdan.id),
        )
        assert (stored.status, stored.terms.minutes) == ("playing", 1)
        (seat,) = stored.play.awaits.seats
        await sim.show_here(sim.ana)
        assert MINUTE[language] in sim.text
        await sim.press_id(sim.ana if seat.index == 0 else sim.bogdan, sim.message, "press:*")
        assert sim.stored(YAMS).moment == stored.moment + 1
        assert seconds_left(sim, YAMS) == 60
        elsewhere = sim.guild.create_text_channel("elsewhere")
        await sim.play(sim.ana, channel=elsewhere, opponent=sim.bogdan)
        assert LASTS["en"]["short"] in text_of(elsewhere.last_message)


# The page *Open a table*


def games_on(page):
    """Return the controls of the page that open a table."""
    ids = [one.get("custom_id", "") for one in components(page)]
    return [one for one in ids if one.startswith("table:0:0:") and one != "table:0:0:.slow"]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_one_press_on_the_page_of_tables_makes_them_slow(tmp_path, language):
    off, on = SWITCH[language]
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        stay_in_the_channel(sim)
        page = await sim.first_page(sim.ana)
        await sim.press_id(sim.ana, page, "table:0:0")
        assert off in buttons(sim.reread(page))
        assert on not in buttons(sim.reread(page))
        assert not any(one.endswith(".slow") for one in games_on(sim.reread(page)))
        await sim.press(sim.ana, page, off)
        assert on in buttons(sim.reread(page))
        assert all(one.endswith(".slow") for one in games_on(sim.reread(page)))
        await sim.press(sim.ana, page, on)
        assert off in buttons(sim.reread(page))
        await sim.press(sim.ana, page, off)
        await sim.press_id(sim.ana, page, "table:0:0:nine.slow")
        assert (sim.stored().game, sim.stored().terms.minutes) == ("nine", DAY)
        assert LASTS[language]["slow"] in sim.text
        assert_all_fit(sim.env.http_requests)


async def test_without_that_press_a_table_has_the_time_of_the_server(tmp_path):
    async with table(tmp_path) as sim:
        await choose(sim, "2")
        page = await sim.first_page(sim.ana)
        await sim.press_id(sim.ana, page, "table:0:0")
        await sim.press_id(sim.ana, page, "table:0:0:nine")
        assert (sim.stored().status, sim.stored().terms.minutes) == ("waiting", 2)


@pytest.mark.parametrize(("turned", "minutes"), [(False, DAY), (True, None)])
async def test_what_was_typed_is_on_the_page_and_may_be_turned_off(tmp_path, turned, minutes):
    async with table(tmp_path) as sim:
        stay_in_the_channel(sim)
        answer = await sim.ana.slash(sim.channel, "play", open=True, slow=True)
        off, on = SWITCH["en"]
        assert on in buttons(answer.response)
        if turned:
            await sim.press(sim.ana, answer.response, on)
            assert off in buttons(sim.reread(answer.response))
        await sim.press(sim.ana, answer.response, "Nine Categories")
        assert (sim.stored().game, sim.stored().terms.minutes) == ("nine", minutes)


async def test_poker_dice_whose_straights_are_busts_is_an_entry_of_that_page(tmp_path):
    async with table(tmp_path) as sim:
        stay_in_the_channel(sim)
        page = await sim.first_page(sim.ana)
        await sim.press_id(sim.ana, page, "table:0:0")
        await sim.press(sim.ana, page, "A day a turn: off")
        await sim.press(sim.ana, page, "Poker Dice, straights are busts")
        stored = sim.stored()
        assert (stored.game, stored.options) == ("poker-dice", {"straights": "bust"})
        assert stored.terms.minutes == DAY
        assert "straights: count as busts" in sim.text.lower()
