"""A table of four, opened by presses: counted from nothing to the first turn, in both languages."""

from __future__ import annotations

import pytest

from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer, render
from bot.play.opening.play_options import chosen_game, entries
from bot.table.time_limits import DAY
from discord_limits import assert_all_fit
from rules import registry
from simulated import LOCALES, buttons, components, table, text_of
from simulated_luck import SeededLuck
from words import Words

pytestmark = pytest.mark.slow

OPEN = Words({"en": "Open a table", "ro": "Deschide o masă"})
ASKED = Words({"en": "Open a table: which game?", "ro": "Deschizi o masă: la ce joc?"})
JOIN = Words({"en": "Join", "ro": "Intru și eu"})
START = Words({"en": "Start", "ro": "Începe"})
A_DAY = {
    "off": Words({"en": "A day a turn: off", "ro": "O zi pe tură: nu"}),
    "on": Words({"en": "A day a turn: on", "ro": "O zi pe tură: da"}),
}
EACH_TURN = Words({"en": "A day for each turn.", "ro": "O zi pentru fiecare tură."})


class Presses:
    """Presses buttons and counts them."""

    def __init__(self, sim):
        self.sim, self.count = sim, 0

    async def press(self, member, message, label):
        self.count += 1
        return await self.sim.press(member, message, label)

    async def press_id(self, member, message, pattern):
        self.count += 1
        return await self.sim.press_id(member, message, pattern)


async def four_sit_down(sim, presses, language):
    """Let three others join the table that is posted, and who opened it start."""
    dan = sim.member("dan")
    for member in (sim.bogdan, sim.carmen, dan):
        await presses.press(member, sim.message, JOIN[language])
    await presses.press(sim.ana, sim.message, START[language])
    stored = sim.stored()
    assert stored.status == "playing"
    people = [sim.ana.id, sim.bogdan.id, sim.carmen.id, dan.id]
    assert [player.user for player in stored.players] == people


@pytest.mark.parametrize("language", LANGUAGES)
async def test_five_presses_after_a_typed_option(tmp_path, language):
    async with table(tmp_path, SeededLuck(3), language=language) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        presses = Presses(sim)
        asked = await sim.ana.slash(sim.channel, "play", open=True)
        assert asked.ephemeral
        assert text_of(asked.response).splitlines()[0] == f"### {ASKED[language]}"
        await presses.press_id(sim.ana, asked.response, "table:0:0:poker-dice*")
        await four_sit_down(sim, presses, language)
        assert presses.count == 5
        assert_all_fit(sim.env.http_requests)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_six_presses_and_nothing_typed_but_the_command(tmp_path, language):
    async with table(tmp_path, SeededLuck(3), language=language) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        presses = Presses(sim)
        page = await sim.ana.slash(sim.channel, "play")
        await presses.press(sim.ana, page.response, OPEN[language])
        await presses.press_id(sim.ana, page.response, "table:0:0:poker-dice")
        await four_sit_down(sim, presses, language)
        assert presses.count == 6


async def test_every_game_and_variant_is_offered_and_opens_a_table(tmp_path):
    listed = entries(registry.games().values())
    assert "poker-dice.bust" in [one.key for one in listed]
    async with table(tmp_path) as sim:
        for number, entry in enumerate(listed, start=1):
            channel = sim.guild.create_text_channel(f"room-{number}")
            page = (await sim.ana.slash(channel, "play", open=True)).response
            offered = {
                one["label"]: one["custom_id"].split(":")[3].rpartition(".")[0]
                for one in components(page)
                if "table:" in one.get("custom_id", "")
            }
            labels = {render(one.name, "en", PlainRenderer("en")): one.key for one in listed}
            assert offered == {**labels, "A day a turn: off": ".slow"}
            await sim.press_id(sim.ana, page, f"table:0:0:{entry.key}.[0-9]*")
            stored, (game, options) = sim.stored(number), chosen_game(entry.key)
            assert (stored.game, stored.status, stored.terms.minutes) == (game, "waiting", None)
            assert stored.options == registry.game(game).complete(options)


async def test_what_was_chosen_with_it_holds_at_the_table(tmp_path):
    async with table(tmp_path) as sim:
        page = (await sim.ana.slash(sim.channel, "play", open=True, slow=True)).response
        assert "A day a turn: on" in buttons(page)
        await sim.press_id(sim.ana, page, "table:0:0:nine.*")
        assert sim.stored().terms.minutes == DAY
        other = sim.guild.create_text_channel("other")
        page = (await sim.ana.slash(other, "play", slow=True)).response
        await sim.press(sim.ana, page, "Open a table")
        await sim.press_id(sim.ana, page, "table:0:0:nine.*")
        assert (sim.stored(2).terms.minutes, sim.stored(2).status) == (DAY, "waiting")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_switch_of_the_page_gives_a_day_for_each_turn(tmp_path, language):
    """It is pressed on, off and on again; the table is then in a thread, and says how long."""
    async with table(tmp_path, language=language) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        page = (await sim.ana.slash(sim.channel, "play")).response
        await sim.press(sim.ana, page, OPEN[language])
        for shown, custom_id in (("off", ".slow"), ("on", ""), ("off", ".slow")):
            switch = buttons(sim.reread(page))[A_DAY[shown][language]]
            assert switch["custom_id"] == f"table:0:0:{custom_id}".removesuffix(":")
            await sim.ana.click(page, custom_id=switch["custom_id"])
        await sim.press_id(sim.ana, page, "table:0:0:poker-dice.bust.slow")
        stored = sim.stored()
        assert (stored.terms.minutes, stored.options) == (DAY, {"straights": "bust"})
        (thread,) = sim.channel.threads
        assert stored.place.channel == thread.id
        assert EACH_TURN[language] in text_of(thread.last_message)


async def test_a_page_opens_tables_after_a_restart(tmp_path):
    async with table(tmp_path) as sim:
        page = (await sim.ana.slash(sim.channel, "play")).response
        await sim.press(sim.ana, page, "Open a table")
        await sim.restart()
        await sim.press_id(sim.ana, page, "table:0:0:nine")
        assert sim.stored().status == "waiting"


async def test_a_full_table_starts_by_itself(tmp_path):
    """Six seats of Nine Categories: the sixth player begins the round for all."""
    async with table(tmp_path, SeededLuck(3)) as sim:
        await sim.open_table(sim.ana, "nine")
        others = [sim.bogdan, sim.carmen, *(sim.member(f"member{number}") for number in range(3))]
        for number, member in enumerate(others, start=2):
            assert sim.stored().status == "waiting"
            assert len(sim.stored().players) == number - 1
            await sim.press(member, sim.message, "Join")
        assert sim.stored().status == "playing"
        assert len(sim.stored().players) == 6
        assert "Start" not in buttons(sim.message)
