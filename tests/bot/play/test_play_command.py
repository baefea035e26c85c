"""`/play` bare, with some options, and with those that a game does not have."""

from __future__ import annotations

import pytest

from bot.language.languages import LANGUAGES
from discord_limits import assert_all_fit
from rules import registry
from simulated import LOCALES, buttons, components, table, text_of
from words import Words

CHOSEN = Words(
    {
        "en": "Chosen: Level: Easy · Hints: none. Now the game:",
        "ro": "Ai ales: Nivel: Ușor · Indicii: fără. Acum jocul:",
    }
)
MATCH = Words({"en": "Match: Best of 3", "ro": "Meci: Cel mai bun din 3"})
NO_SEAT = Words(
    {
        "en": "Nine Categories has no such choice: Seat: dealer. "
        "*Play* begins without, and keeps all else.",
        "ro": "Nouă categorii nu are această alegere: Rol: crupier. "
        "*Joacă* începe fără ea și păstrează tot restul.",
    }
)
PLAY = Words({"en": "Play", "ro": "Joacă"})


async def typed(sim, member, **options):
    """Type `/play` with these options and no others."""
    answer = await member.slash(sim.channel, "play", **options)
    assert answer.acknowledged
    return answer


def begun(page):
    """Return the games that a page begins by a press."""
    ids = [one.get("custom_id", "") for one in components(page)]
    return {one.split(":")[3].partition(".")[0] for one in ids if one.startswith("play:")}


async def test_bare_it_is_the_first_page(tmp_path):
    async with table(tmp_path) as sim:
        answer = await typed(sim, sim.ana)
        assert answer.ephemeral
        assert text_of(answer.response) == text_of(await sim.first_page(sim.ana))
        assert begun(answer.response) == {*registry.games()}
        await sim.press_id(sim.ana, answer.response, "play:0:0:nine")
        assert sim.stored().game == "nine"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_was_chosen_without_a_game_is_kept_for_it(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        answer = await typed(sim, sim.ana, level="easy", hints="none")
        assert text_of(answer.response).splitlines()[0] == CHOSEN[language]
        assert begun(answer.response) == {*registry.games()}
        await sim.press_id(sim.ana, answer.response, "play:0:0:six-card.*")
        stored = sim.stored()
        assert (stored.game, stored.hints) == ("six-card", "none")
        assert [player.level for player in stored.players] == [None, "easy"]
        assert_all_fit(sim.env.http_requests)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_was_chosen_is_kept_for_a_challenge(tmp_path, language):
    """By *Challenge a member* on the page that asks for the game, and by its menu of members."""
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        page = (await typed(sim, sim.ana, match="3", pace="quick")).response
        await sim.press_id(sim.ana, page, "challenge:*")
        (menu,) = [one["custom_id"] for one in components(sim.reread(page)) if one["type"] == 5]
        await sim.ana.select(sim.reread(page), [sim.bogdan], custom_id=menu)
        assert MATCH[language] in text_of(sim.reread(page))
        await sim.press_id(sim.ana, page, "ask:*.game.nine")
        stored = sim.stored()
        assert (stored.game, stored.best_of, stored.pace) == ("nine", 3, "quick")
        assert [player.user for player in stored.players] == [sim.ana.id, sim.bogdan.id]
        assert_all_fit(sim.env.http_requests)


async def test_what_was_chosen_is_forgotten_by_a_restart_and_said_to_be(tmp_path):
    async with table(tmp_path) as sim:
        answer = await typed(sim, sim.ana, level="easy")
        await sim.restart()
        told = await sim.press_id(sim.ana, answer.response, "play:0:0:nine.*")
        assert "you asked for it too long ago" in text_of(told.response)
        assert not sim.channel.history()


async def test_an_opponent_alone_is_the_panel_of_a_challenge(tmp_path):
    async with table(tmp_path) as sim:
        answer = await typed(sim, sim.ana, opponent=sim.bogdan, match="3")
        assert answer.ephemeral
        assert f"You challenge <@{sim.bogdan.id}>" in text_of(answer.response)
        assert not sim.channel.history()
        refused = await typed(sim, sim.ana, opponent=sim.ana)
        assert "You cannot challenge yourself." in text_of(refused.response)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_a_game_does_not_have_is_told_and_nothing_is_lost(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        told = await typed(
            sim, sim.ana, game="nine", seat="dealer", opponent=sim.bogdan, match="3", pace="quick"
        )
        assert told.ephemeral
        assert text_of(told.response) == NO_SEAT[language]
        assert list(buttons(told.response)) == [PLAY[language]]
        assert not sim.channel.history()
        await sim.press(sim.ana, told.response, PLAY[language])
        stored = sim.stored()
        assert (stored.game, stored.best_of, stored.pace) == ("nine", 3, "quick")
        assert [player.user for player in stored.players] == [sim.ana.id, sim.bogdan.id]


async def test_a_level_of_other_games_is_told(tmp_path):
    async with table(tmp_path) as sim:
        told = await typed(sim, sim.ana, game="nine", level="greedy")
        assert "has no such choice: Level: Greedy" in text_of(told.response)
        await sim.press(sim.ana, told.response, "Play")
        assert [player.level for player in sim.stored().players] == [None]


async def test_what_the_first_page_kept_is_told_where_the_game_has_it_not(tmp_path):
    async with table(tmp_path) as sim:
        answer = await typed(sim, sim.ana, seat="dealer")
        told = await sim.press_id(sim.ana, answer.response, "play:0:0:nine.*")
        assert "has no such choice: Seat: dealer" in text_of(told.response)
        await sim.press_id(sim.ana, answer.response, "play:0:0:dice-poker.*")
        assert sim.stored().seats_of(sim.ana.id)[0].index == 0
