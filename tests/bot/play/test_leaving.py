"""Leaving a round, with a confirmation, and who wins it then."""

from __future__ import annotations

import pytest

from simulated import LOCALES, buttons, find, table, text_of
from whole_rounds import behind_more, between_two
from words import Words, in_each_language

CHECKS = Words(
    {
        "en": {"dice-poker": "Fair dice?", "six-card": "Fair cards?"},
        "ro": {"dice-poker": "Zaruri cinstite?", "six-card": "Cărți cinstite?"},
    }
)


@pytest.mark.parametrize("game", ["dice-poker", "six-card"])
@in_each_language
async def test_a_button_says_that_it_checks_dice_or_cards(tmp_path, language, game):
    """It stands behind *Menu*, and behind *More* once the round has ended."""
    label = CHECKS[language][game]
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        await sim.play(sim.ana, game)
        assert label in await behind_more(sim, sim.ana, sim.message)
        assert label not in buttons(sim.message)
        asked = await sim.press_id(sim.ana, sim.message, "tool:1:*:leave")
        await sim.press_id(sim.ana, asked.response, "tool:1:*:leave-now")
        assert label in await behind_more(sim, sim.ana, sim.message)


async def test_leaving_asks_first(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        before = sim.stored()
        asked = await sim.press(sim.ana, sim.message, "Leave")
        assert sim.reread_private(asked).ephemeral
        assert "Leave? It counts as a loss." in text_of(asked.response)
        assert list(buttons(asked.response)) == ["Stay", "Leave the game"]
        assert sim.stored() == before
        await sim.press(sim.ana, asked.response, "Stay")
        assert asked.response is None
        assert sim.stored() == before


async def test_a_manager_who_plays_leaves_by_closing(tmp_path):
    async with table(tmp_path) as sim:
        mod = sim.member("mod", manage_messages=True)
        for number, game in enumerate(("nine", "dice-poker"), 1):
            await sim.play(mod, game)
            asked = await sim.press_id(mod, sim.message, "tool:*:leave")
            closing = await mod.context_menu(sim.channel, "Close this game", sim.message)
            assert text_of(closing.response) == text_of(asked.response), "who sits there leaves"
            await sim.press_id(mod, closing.response, "tool:*:leave-now")
            assert sim.stored(number).status == ("closed" if game == "nine" else "over")


async def test_a_manager_who_does_not_play_reads_that_a_closed_game_does_not_count(tmp_path):
    async with table(tmp_path) as sim:
        mod = sim.member("mod", manage_messages=True)
        await between_two(sim)
        asked = await mod.context_menu(sim.channel, "Close this game", sim.message)
        assert "It ends at once and does not count." in text_of(asked.response)


async def test_the_one_who_stays_wins(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        asked = await sim.press(sim.ana, sim.message, "Leave")
        await sim.press(sim.ana, asked.response, "Leave the game")
        assert sim.stored().status == "over"
        assert sim.stored().outcome.shares == (1, 0)
        assert sim.result.endswith(f"<@{sim.bogdan.id}> wins")
        assert f"<@{sim.ana.id}> left the game." in sim.text
        assert "Keep all" not in buttons(sim.message)
        assert text_of(sim.reread_private(asked)) == "You left the game."
        assert not buttons(sim.reread_private(asked))
        sim.assert_replays()
        assert not (await sim.play(sim.carmen)).ephemeral


async def test_leaving_the_computer(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        asked = await sim.press(sim.ana, sim.message, "Leave")
        await sim.press(sim.ana, asked.response, "Leave the game")
        assert sim.stored().outcome.shares == (1, 0)
        assert "**Computer (medium)** wins" in sim.text
        sim.assert_replays()


async def test_the_confirmation_twice_at_once_and_after_the_end(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        asked = await sim.press(sim.ana, sim.message, "Leave")
        leave = find(asked.response, "Leave the game")["custom_id"]
        await sim.send_all([(sim.ana, asked.response, leave)] * 2)
        assert sim.stored().status == "over"
        assert sim.stored().outcome.shares == (1, 0)
        later = await sim.press(sim.bogdan, sim.message, "Rematch")
        assert later.acknowledged


async def test_a_confirmation_that_comes_too_late(tmp_path):
    """The round ended meanwhile: nobody loses it a second time."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        asked = await sim.press(sim.ana, sim.message, "Leave")
        await sim.press(sim.ana, sim.message, "Keep all")
        before = sim.stored()
        await sim.press(sim.ana, asked.response, "Leave the game")
        assert sim.stored() == before
        assert asked.response is None


async def test_a_page_of_tools_says_that_the_round_has_ended(tmp_path):
    """Its *Leave* does not make it vanish: the page turns into a sentence."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        page = sim.reread_private(await sim.press(sim.ana, sim.message, "Menu"))
        await sim.press(sim.ana, sim.message, "Keep all")
        before = sim.stored()
        pressed = await sim.press(sim.ana, page, "Leave")
        said = text_of(sim.reread_private(pressed))
        assert said == "This game has ended meanwhile: you need not leave it any more."
        assert sim.stored() == before


async def test_a_stale_leave_button(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        page = sim.reread_private(await sim.press(sim.ana, sim.message, "Menu"))
        leave = find(page, "Leave")["custom_id"]
        await sim.press(sim.ana, sim.message, "Keep all")
        since = len(sim.env.http_requests)
        await sim.send_all([(sim.ana, sim.message, leave)])
        assert "Rematch" in buttons(sim.message)
        assert sim.requests(since=since)[0].json["type"] == 7
