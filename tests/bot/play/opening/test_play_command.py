"""`/play` bare, with some options, and with those that a game does not have."""

from __future__ import annotations

import pytest

from bot.language.languages import LANGUAGES
from bot.table.hints import are_given
from bot.table.time_limits import DAY
from discord_limits import assert_all_fit
from rules import registry
from simulated import LOCALES, buttons, components, table, text_of
from words import Words

CHOSEN = Words(
    {
        "en": "Chosen: Level: Easy · Slow. Now the game:",
        "ro": "Ai ales: Nivel: Ușor · Lent. Acum jocul:",
    }
)
SLOW = Words({"en": "Slow", "ro": "Lent"})
A_DAY = Words({"en": "A day a turn: on", "ro": "O zi pe tură: da"})
NO_LEVEL = Words(
    {
        "en": "Nine Categories has no such choice: Level: Greedy. "
        "*Play* begins without, and keeps all else.",
        "ro": "Nouă categorii nu are această opțiune: Nivel: Lacom. "
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
        answer = await typed(sim, sim.ana, level="easy", slow=True)
        assert text_of(answer.response).splitlines()[0] == CHOSEN[language]
        assert begun(answer.response) == {*registry.games()}
        await sim.press_id(sim.ana, answer.response, "play:0:0:six-card.*")
        stored = sim.stored()
        assert (stored.game, stored.terms.minutes) == ("six-card", None), (
            "the computer waits for nobody"
        )
        assert [player.level for player in stored.players] == [None, "easy"]
        assert_all_fit(sim.env.http_requests)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_was_chosen_is_kept_for_a_challenge(tmp_path, language):
    """By *Challenge a member* on the page that asks for the game, and by its menu of members."""
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        page = (await typed(sim, sim.ana, slow=True)).response
        assert SLOW[language] in text_of(page).splitlines()[0]
        await sim.press_id(sim.ana, page, "challenge:*")
        (menu,) = [one["custom_id"] for one in components(sim.reread(page)) if one["type"] == 5]
        await sim.ana.select(sim.reread(page), [sim.bogdan], custom_id=menu)
        assert A_DAY[language] in buttons(sim.reread(page))
        await sim.press_id(sim.ana, page, "ask:*.game.nine")
        stored = sim.stored()
        assert (stored.game, stored.terms.minutes) == ("nine", DAY)
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
        answer = await typed(sim, sim.ana, opponent=sim.bogdan, slow=True)
        assert answer.ephemeral
        assert A_DAY["en"] in buttons(answer.response)
        assert f"You challenge <@{sim.bogdan.id}>" in text_of(answer.response)
        assert not sim.channel.history()
        refused = await typed(sim, sim.ana, opponent=sim.ana)
        assert "You cannot challenge yourself." in text_of(refused.response)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_a_game_does_not_have_is_told_and_nothing_is_lost(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        told = await typed(
            sim, sim.ana, game="nine", opponent=sim.bogdan, level="greedy", slow=True
        )
        assert told.ephemeral
        assert text_of(told.response) == NO_LEVEL[language]
        assert list(buttons(told.response)) == [PLAY[language]]
        assert not sim.channel.history()
        await sim.press(sim.ana, told.response, PLAY[language])
        stored = sim.stored()
        assert (stored.game, stored.terms.minutes) == ("nine", DAY)
        assert [player.user for player in stored.players] == [sim.ana.id, sim.bogdan.id]


async def test_a_level_of_other_games_is_told(tmp_path):
    async with table(tmp_path) as sim:
        told = await typed(sim, sim.ana, game="nine", level="greedy")
        assert "has no such choice: Level: Greedy" in text_of(told.response)
        await sim.press(sim.ana, told.response, "Play")
        assert [player.level for player in sim.stored().players] == [None]


async def test_what_the_first_page_kept_is_told_where_the_game_has_it_not(tmp_path):
    async with table(tmp_path) as sim:
        answer = await typed(sim, sim.ana, level="greedy")
        told = await sim.press_id(sim.ana, answer.response, "play:0:0:nine.*")
        assert "has no such choice: Level: Greedy" in text_of(told.response)
        await sim.press_id(sim.ana, answer.response, "play:0:0:dice-poker.*")
        assert [player.level for player in sim.stored().players] == ["greedy", None]


# Poker Dice, straights are busts

BUST = "poker-dice.bust"


@pytest.mark.parametrize("how", ["alone", "opponent", "open"])
async def test_straights_that_are_busts_are_an_entry_of_game(tmp_path, how):
    async with table(tmp_path) as sim:
        options = {"alone": {}, "opponent": {"opponent": sim.bogdan}, "open": {"open": True}}[how]
        await typed(sim, sim.ana, game=BUST, **options)
        stored = sim.stored()
        assert (stored.game, stored.options) == ("poker-dice", {"straights": "bust"})
        assert stored.status == ("playing" if how == "alone" else "waiting")


async def test_that_entry_is_not_on_the_first_page_but_where_a_table_is_opened(tmp_path):
    async with table(tmp_path) as sim:
        page = (await typed(sim, sim.ana)).response
        ids = {one.get("custom_id", "") for one in components(page)}
        assert "play:0:0:poker-dice" in ids
        assert not any(BUST in one for one in ids)
        await sim.press_id(sim.ana, page, "table:0:0")
        ids = {one.get("custom_id", "") for one in components(sim.reread(page))}
        assert {"table:0:0:poker-dice", f"table:0:0:{BUST}"} <= ids


async def test_what_was_chosen_before_is_kept_for_that_entry(tmp_path):
    async with table(tmp_path) as sim:
        sim.forbid(create_public_threads=True)
        answer = await typed(sim, sim.ana, open=True, slow=True)
        await sim.press_id(sim.ana, answer.response, f"table:0:0:{BUST}.slow.*")
        stored = sim.stored()
        assert (stored.options, stored.terms.minutes) == ({"straights": "bust"}, DAY)


@pytest.mark.parametrize("entry", ["poker-dice.normal", "nine.bust", "chess"])
async def test_an_entry_that_there_is_not_is_refused(tmp_path, entry):
    async with table(tmp_path) as sim:
        record = sim.send_command(sim.ana, "play", game=entry)
        await sim.env.settle()
        told = text_of(sim.answer_to(record).response)
        assert f"There is no game called “{entry}”." in told
        assert not sim.channel.history()


# Hints: where one member sits, and nowhere else


@pytest.mark.parametrize(
    ("options", "hints"),
    [
        ({}, True),
        ({"level": "perfect"}, True),
        ({"opponent": True}, False),
        ({"open": True}, False),
    ],
)
async def test_hints_are_there_where_no_other_member_sits(tmp_path, options, hints):
    async with table(tmp_path) as sim:
        others = {"opponent": sim.bogdan} if "opponent" in options else options
        await typed(sim, sim.ana, game="poker-dice", **others)
        assert "hint" not in sim.text.casefold(), "no lobby and no board speaks of them"
        if sim.stored().status == "waiting":
            await sim.press_id(sim.bogdan, sim.message, "lobby:*:join")
        if sim.stored().status == "waiting":
            await sim.press_id(sim.ana, sim.message, "lobby:*:start")
        stored = sim.stored()
        assert stored.status == "playing"
        assert ("💡 Hint" in buttons(sim.message)) is are_given(stored) is hints


@pytest.mark.parametrize("level", ["alone", "house"])
async def test_a_sheet_for_everybody_has_no_hints(tmp_path, level):
    async with table(tmp_path) as sim:
        page = await sim.first_page(sim.ana)
        for custom_id in ("table:0:0", "everybody:0:0"):
            await sim.press_id(sim.ana, page, custom_id)
        await sim.ana.select(sim.reread(page), [level], custom_id="everybody:0:0")
        await sim.press(sim.ana, page, "Nine Categories")
        stored = sim.stored()
        assert (stored.status, stored.players.everybody, are_given(stored)) == (
            "playing",
            True,
            False,
        )
        assert "💡 Hint" not in buttons(sim.message)
