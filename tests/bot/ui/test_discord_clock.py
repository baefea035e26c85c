"""A clock that is wrong against Discord's: one warning, and countdowns that are right."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest

from bot.ui.discord_clock import COMPARED, DiscordClock
from simulated import dice_of, table, text_of
from whole_rounds import between_two

TOLD = "the clock of this machine is"


def lines(caplog):
    return [one.getMessage() for one in caplog.records if TOLD in one.getMessage()]


def at(seconds):
    """Return the id of an interaction that was made so many seconds ago."""
    made = discord.utils.utcnow() - timedelta(seconds=seconds)
    return discord.utils.time_snowflake(made)


@pytest.mark.parametrize(
    ("lead", "told"), [(300, "300 seconds ahead of"), (-90, "90 seconds behind")]
)
def test_a_clock_that_is_wrong_is_one_warning(caplog, lead, told):
    changed = []
    clock = DiscordClock()
    clock.on_change = lambda: changed.append(1)
    for _ in range(3):
        clock.set_by(at(lead + 0.2))
    assert clock.lead == pytest.approx(lead, abs=1)
    (line,) = lines(caplog)
    assert told in line
    assert changed == [1]


@pytest.mark.parametrize("lead", [0, 30, -30, 59])
def test_a_minute_may_be_the_way_of_an_event(caplog, lead):
    clock = DiscordClock()
    clock.set_by(at(lead))
    assert clock.lead == 0
    assert lines(caplog) == []


def test_an_event_that_comes_late_says_nothing_of_the_clock(caplog):
    clock = DiscordClock()
    clock.set_by(at(0.3))
    clock.set_by(at(200))
    assert (clock.lead, lines(caplog)) == (0, [])


def test_a_clock_that_was_set_right_is_followed_again():
    clock = DiscordClock()
    clock.set_by(at(300))
    clock.set_by(at(0.3))
    assert clock.lead == 0
    clock.set_by(at(-300))
    assert clock.lead < 0
    for _ in range(COMPARED):
        clock.set_by(at(0.3))
    assert clock.lead == 0


async def test_countdowns_on_boards_follow_the_time_of_discord(tmp_path, monkeypatch):
    """The machine is five minutes ahead: its deadlines are, too, but what is shown is not."""
    async with table(tmp_path, reminders=False) as sim:
        real = discord.utils.utcnow
        monkeypatch.setattr(discord.utils, "utcnow", lambda: real() + timedelta(minutes=5))
        await between_two(sim)
        deadline = sim.stored().deadline.at
        assert (deadline - real()).total_seconds() == pytest.approx(900, abs=2)
        shown = int((deadline - timedelta(minutes=5)).timestamp())
        assert f"<t:{shown}:R>" in sim.text
        await sim.press_id(sim.bogdan, sim.message, dice_of(sim.message)[0]["custom_id"])
        assert f"<t:{shown}:R>" in sim.text
        page = (await sim.bogdan.slash(sim.channel, "rounds")).response
        assert f"<t:{shown}:f>" in text_of(page)
