"""One whole round of each game in each language: its sentences, from lobby to rematch, are its own.

These are the stories that README's command plays; all others are slow.
"""

from __future__ import annotations

import re
from contextlib import contextmanager

import pytest

from bot.language.languages import LANGUAGES
from discord_limits import assert_all_fit
from rendered_sentences import sentences_recorded
from rules import registry
from rules.screen import Action
from simulated import LOCALES, buttons, components, table, text_of
from simulated_luck import SeededLuck
from whole_rounds import (
    at_lobby,
    at_random,
    click,
    control,
    do,
    leave,
    look,
    offered_by,
    play_on,
    seat,
    use,
)

each_language = pytest.mark.parametrize("language", LANGUAGES)
each_translation = pytest.mark.parametrize("language", LANGUAGES[1:])


@contextmanager
def told_in(language):
    """Check that all sentences are told in this language, whose catalogue has them; yield them."""
    with sentences_recorded() as recorded:
        yield recorded
    assert recorded.languages == {language}
    assert recorded.missing == set()


def members_in(language, sim, *more):
    """Let Ana, Bogdan, Carmen and more members speak a language; return them."""
    members = [sim.ana, sim.bogdan, sim.carmen, *map(sim.member, more)]
    for member in members:
        sim.locales[member.id] = LOCALES[language]
    return members


@each_language
@pytest.mark.parametrize("game", ["thirteen", "nine", "yams"])
async def test_a_whole_sheet(tmp_path, game, language):
    with told_in(language) as recorded:
        async with table(tmp_path, SeededLuck(game), language=language) as sim:
            members = members_in(language, sim)
            recorded.languages.clear()
            await sim.play(sim.ana, game)
            stored = await play_on(sim, members, at_random(game))
            assert stored.status == "over"
            sim.assert_replays()
            await use(sim.ana, sim.message, "rematch")
            assert_all_fit(sim.env.http_requests)


@each_language
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("poker-dice", {"straights": "bust"}),
        pytest.param("thirteen", {}, marks=pytest.mark.slow),
        pytest.param("nine", {}, marks=pytest.mark.slow),
    ],
)
async def test_a_whole_round_of_many(tmp_path, game, options, language):
    """A lobby, refusals, a deadline, a player who leaves, review and rematch."""
    with told_in(language) as recorded:
        async with table(tmp_path, SeededLuck(game), language=language) as sim:
            members = members_in(language, sim, "dora")
            recorded.languages.clear()  # commands are named in all languages
            await seat(sim, game, members, ["easy", "house"], **options)
            action = Action("keep") if game == "poker-dice" else Action("write", "chance")
            await do(sim, sim.bogdan, sim.message, action)
            if game != "poker-dice":
                page = sim.reread_private(await use(sim.carmen, sim.message, "more"))
                await click(sim.carmen, page, r"peek:\d+:\d+")

            async def after_each(acts):
                if acts == 2:
                    await leave(sim, sim.carmen)
                if acts == 4 and (await look(sim)).status == "playing":
                    await sim.wait(minutes=10, seconds=5)

            stored = await play_on(sim, members, at_random(game), after_each=after_each)
            assert stored.status == "over"
            await use(sim.ana, sim.message, "review")
            await use(sim.ana, sim.message, "rematch")
            assert sim.stored(2).language == language
            await sim.press_id(sim.ana, sim.message, "tool:*:rules")
            await at_lobby(sim.ana, sim.message, "leave")
            assert_all_fit(sim.env.http_requests)
    assert recorded.sentences > 100


@each_language
async def test_a_whole_round_of_dice_poker(tmp_path, language):
    with told_in(language) as recorded:
        async with table(tmp_path, SeededLuck(6), language=language) as sim:
            members = members_in(language, sim)
            recorded.languages.clear()
            await sim.play(sim.ana, "dice-poker", opponent=sim.bogdan)
            await sim.press_id(sim.bogdan, sim.message, "tool:*:rules")
            await at_lobby(sim.bogdan, sim.message, "join")
            stored = await play_on(sim, members, at_random("dice-poker"))
            assert stored.status == "over"
            await use(sim.ana, sim.message, "review")
            await click(sim.carmen, sim.message, r"tool:\d+:\d+:rematch")
            assert_all_fit(sim.env.http_requests)


@each_language
async def test_a_whole_round_of_six_card_poker(tmp_path, language):
    with told_in(language) as recorded:
        async with table(tmp_path, SeededLuck(6), language=language) as sim:
            members_in(language, sim)
            recorded.languages.clear()
            for number in range(1, 7):
                await sim.play(sim.ana, "six-card", opponent=sim.bogdan)
                await sim.press_id(sim.bogdan, sim.message, "tool:*:rules")
                await at_lobby(sim.bogdan, sim.message, "join")
                for member in (sim.ana, sim.bogdan):
                    own = sim.reread_private(await click(member, sim.message, r"peek:\d+:\d+"))
                    values = offered_by(own)
                    await sim.choose(member, own, values[number * 3 % len(values)])
                    assert sim.is_gone(own) or text_of(sim.reread(own))
                assert sim.stored(number).status == "over"
                await use(sim.ana, sim.message, "review")
            await click(sim.carmen, sim.message, r"tool:\d+:\d+:rematch")
            assert_all_fit(sim.env.http_requests)


@each_language
async def test_hints_of_every_game(tmp_path, language):
    """Alone or against the computer; it says what it costs."""
    costs = {
        "en": "counts neither for accuracy",
        "ro": "nu mai contează nici la precizie",
    }
    with told_in(language) as recorded:
        async with table(tmp_path, SeededLuck(6), language=language) as sim:
            recorded.languages.clear()
            for game in [key for key, one in registry.games().items() if one.exact is not None]:
                sim.another_story()
                members_in(language, sim)
                await sim.play(sim.ana, game)
                if sim.stored().play.awaits.secret:
                    own = sim.reread_private(await click(sim.ana, sim.message, r"peek:\d+:\d+"))
                    await use(sim.ana, own, "hint")
                    hint = sim.reread(own)
                else:
                    hint = sim.reread_private(await use(sim.ana, sim.message, "hint"))
                assert costs[language] in text_of(hint), game
                assert [len(one.hinted) for one in sim.stored().players if one.user] == [1]
            assert_all_fit(sim.env.http_requests)


def is_tool(shown):
    """Return whether a control is one of the table, which everybody may press."""
    return shown["custom_id"].startswith("tool:")


@each_translation
async def test_the_board_keeps_its_language_and_private_answers_use_the_readers(tmp_path, language):
    """Rounds in another language with an English-speaking member."""
    async with table(tmp_path, SeededLuck(1), language=language) as sim:
        for game in registry.games():
            sim.another_story()
            sim.locales[sim.ana.id] = LOCALES[language]
            await sim.play(sim.ana, game)
            board = text_of(sim.message)
            controls = [one for one in components(sim.message) if "custom_id" in one]
            chosen = next(one["custom_id"] for one in controls if not is_tool(one))
            refused = await click(sim.bogdan, sim.message, re.escape(chosen))
            assert "You are not playing in this game." in text_of(refused.response)
            page = sim.reread_private(await use(sim.bogdan, sim.message, "more"))
            assert "How to play" in buttons(page)
            page = sim.reread_private(await use(sim.ana, sim.message, "more"))
            assert control(page, r"tool:\d+:\d+:leave")
            assert not {"How to play", "Leave"} & {*buttons(page)}
            assert text_of(sim.message) == board
            labels = " ".join(one.get("label") or "" for one in components(sim.message))
            assert "Hint" not in labels, game
