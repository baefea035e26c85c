"""The way into a round: `/play` of each game, with each kind of opponent and each help."""

from __future__ import annotations

import re

import pytest

from bot.table.stored_round import HINTS, NONE, TRAINING
from rules import registry
from simulated import LOCALES, buttons, components, table, text_of
from simulated_luck import SeededLuck
from whole_rounds import at_lobby, control, leave, offered_by, use
from words import in_each_language

pytestmark = pytest.mark.slow

GAMES = sorted(registry.games())

UNRATED = {
    ("en", HINTS): "for fun: hints on",
    ("en", TRAINING): "for fun: training",
    ("ro", HINTS): "de plăcere: indicii",
    ("ro", TRAINING): "de plăcere: antrenament",
}


def spoken(sim, language):
    """Let everybody speak a language."""
    for member in (sim.ana, sim.bogdan, sim.carmen):
        sim.locales[member.id] = LOCALES[language]


def seated(sim, round_id=1):
    """Return who sits, members by their ids and computers by their levels."""
    return {one.user or one.level for one in sim.stored(round_id).players}


def begun_for(sim, member, answer):
    """Return whether the member can decide by a message that lies before them."""
    stored = sim.stored()
    (seat,) = stored.seats_of(member.id)
    shown = [one for message in (sim.message, *answer.followups) for one in components(message)]
    decides = any(re.match(r"(menu|mark|die):", one.get("custom_id", "")) for one in shown)
    return stored.status == "playing" and seat in stored.play.awaits.seats and decides


@in_each_language
async def test_it_begins_at_once_without_another_press(tmp_path, language):
    """Against the computer, or alone where the game is played alone."""
    async with table(tmp_path, SeededLuck(3), language=language) as sim:
        for game in GAMES:
            sim.another_story()
            spoken(sim, language)
            answer = await sim.play(sim.ana, game)
            assert begun_for(sim, sim.ana, answer), game
            alone = {"yams", "thirteen", "nine"}
            assert seated(sim) == ({sim.ana.id} if game in alone else {sim.ana.id, "house"}), game
            assert UNRATED[language, HINTS] in sim.text, game


async def test_a_level_is_the_computer_in_every_game(tmp_path):
    async with table(tmp_path, SeededLuck(3)) as sim:
        for game in GAMES:
            sim.another_story()
            answer = await sim.play(sim.ana, game, level="easy")
            assert seated(sim) == {sim.ana.id, "easy"}, game
            assert begun_for(sim, sim.ana, answer), game


@in_each_language
async def test_a_challenge_is_for_two_in_every_game(tmp_path, language):
    async with table(tmp_path, SeededLuck(3), language=language) as sim:
        for game in GAMES:
            sim.another_story()
            spoken(sim, language)
            since = len(sim.env.http_requests)
            await sim.play(sim.ana, game, opponent=sim.bogdan, match="3")
            labels = {"en": ["Accept", "Decline"], "ro": ["Acceptă", "Refuză"]}[language]
            assert list(buttons(sim.message))[:2] == labels, game
            assert sim.pings(since) == [str(sim.bogdan.id)], game
            refused = await at_lobby(sim.carmen, sim.message, "join")
            assert refused.ephemeral, game
            await at_lobby(sim.bogdan, sim.message, "join")
            assert sim.stored().status == "playing", game
            assert seated(sim) == {sim.ana.id, sim.bogdan.id}, game
            assert sim.stored().match_of == 3, game
            assert sim.stored().hints == NONE, game
            assert not any(told in sim.text for told in UNRATED.values()), game


async def test_a_challenge_is_declined_or_withdrawn_in_every_game(tmp_path):
    async with table(tmp_path, SeededLuck(3)) as sim:
        for game in GAMES:
            sim.another_story()
            await sim.play(sim.ana, game, opponent=sim.bogdan)
            await at_lobby(sim.bogdan, sim.message, "decline")
            assert sim.stored(1).status == "declined", game
            await sim.play(sim.ana, game, opponent=sim.bogdan)
            await at_lobby(sim.ana, sim.message, "withdraw")
            assert sim.stored(2).status == "withdrawn", game


async def test_an_open_table_waits_for_others(tmp_path):
    async with table(tmp_path, SeededLuck(3)) as sim:
        for game in GAMES:
            sim.another_story()
            await sim.open_table(sim.ana, game)
            assert sim.stored().status == "waiting", game
            await at_lobby(sim.bogdan, sim.message, "join")
            if sim.stored().status == "waiting":
                assert offered_by(sim.message)[0] == "add-computer.easy", game
                await at_lobby(sim.ana, sim.message, "start")
            assert seated(sim) == {sim.ana.id, sim.bogdan.id}, game


async def test_a_match_goes_on_by_itself_in_a_game_that_more_may_play(tmp_path):
    """The agreement to a challenge holds for all its rounds, also in Nine Categories."""
    async with table(tmp_path, SeededLuck(3)) as sim:
        await sim.play(sim.ana, "poker-dice", opponent=sim.bogdan, match="3")
        await at_lobby(sim.bogdan, sim.message, "join")
        assert "Best of 3" in sim.text
        while sim.stored().status == "playing":
            stored = sim.stored()
            seat = stored.play.awaits.seats[0]
            member = sim.ana if stored.players[seat.index].user == sim.ana.id else sim.bogdan
            await sim.press_id(member, sim.message, "press:1:*:keep")
        assert sim.stored(2).status == "playing"
        assert sim.stored(2).players[0].user == sim.bogdan.id


async def test_a_match_against_the_computer(tmp_path):
    async with table(tmp_path, SeededLuck(3)) as sim:
        await sim.play(sim.ana, "nine", level="easy", match="5")
        assert "Best of 5" in sim.text


CONTRADICTIONS = [
    ("nine", {"match": "3"}, "en", "A match is one of two: choose an opponent, or a level"),
    ("nine", {"match": "3"}, "ro", "Un meci se joacă în doi: alege un adversar sau un nivel"),
    ("thirteen", {"open": True, "level": "easy"}, "en", "An open table waits for others"),
    ("thirteen", {"open": True, "level": "easy"}, "ro", "O masă deschisă așteaptă"),
    ("poker-dice", {"opponent": 1, "level": "easy"}, "en", "Choose either an opponent or"),
    ("nine", {"opponent": 1, "open": True}, "en", "An open table waits for others"),
    ("six-card", {"opponent": 1, "open": True}, "en", "An open challenge waits for anybody"),
]


async def test_what_contradicts_itself_is_refused_kindly(tmp_path):
    async with table(tmp_path) as sim:
        for game, asked, language, told in CONTRADICTIONS:
            sim.another_story()
            spoken(sim, language)
            given = {**asked, **({"opponent": sim.bogdan} if "opponent" in asked else {})}
            answer = await sim.play(sim.ana, game, **given)
            assert answer.ephemeral, told
            assert told in text_of(answer.response)
            assert not sim.channel.history(), told


async def test_who_plays_alone_has_the_help_that_they_chose_last(tmp_path):
    """At first hints; a choice where others play is about that table alone."""
    async with table(tmp_path, SeededLuck(3)) as sim:

        async def helped(number, member, **options):
            channel = sim.guild.create_text_channel(f"room-{number}")
            await sim.play(member, "nine", channel=channel, **options)
            return sim.stored(number).hints

        assert await helped(1, sim.ana) == HINTS
        assert await helped(2, sim.ana, hints="none") == NONE
        assert await helped(3, sim.ana) == NONE
        assert await helped(4, sim.ana, level="easy") == NONE
        assert await helped(5, sim.bogdan) == HINTS
        assert await helped(6, sim.ana, open=True, hints="training") == TRAINING
        assert await helped(7, sim.ana, opponent=sim.bogdan) == NONE
        await sim.restart()
        assert await helped(8, sim.ana) == NONE
        assert await helped(9, sim.ana, hints="training") == TRAINING
        assert await helped(10, sim.ana) == TRAINING


async def test_who_has_a_coach_trains_where_they_chose_nothing(tmp_path):
    async with table(tmp_path, SeededLuck(3)) as sim:
        await sim.own_settings(sim.ana, "coach")
        await sim.play(sim.ana, "nine")
        assert sim.stored().hints == TRAINING
        await leave(sim, sim.ana)
        await sim.play(sim.ana, "nine", hints="none")
        await leave(sim, sim.ana)
        await sim.play(sim.ana, "nine")
        assert sim.stored(3).hints == NONE


async def test_a_server_without_hints_gives_none_unless_asked_for(tmp_path):
    async with table(tmp_path, SeededLuck(3)) as sim:
        await sim.bot.servers.set(sim.guild.id, "hints", False)
        await sim.play(sim.ana, "nine")
        assert sim.stored().hints == NONE
        assert "💡 Hint" not in buttons(sim.message)
        await leave(sim, sim.ana)
        await sim.play(sim.ana, "nine", hints="hints")
        assert sim.stored(2).hints == HINTS


@in_each_language
@pytest.mark.parametrize("help_", [NONE, HINTS, TRAINING])
async def test_each_help_says_what_it_is_and_gives_it(tmp_path, help_, language):
    """None says nothing; training has a coach without any other command."""
    async with table(tmp_path, SeededLuck(3), language=language) as sim:
        spoken(sim, language)
        answer = await sim.play(sim.ana, "nine", hints=help_)
        assert answer.acknowledged
        told = [words for (key, _), words in UNRATED.items() if key == language]
        assert [words for words in told if words in sim.text] == [
            words for (key, name), words in UNRATED.items() if (key, name) == (language, help_)
        ]
        assert bool(control(sim.message, r"tool:1:\d+:hint")) == (help_ != NONE)
        if help_ != NONE:
            await use(sim.ana, sim.message, "hint")
        await sim.env.settle()
        unrated = UNRATED.get((language, help_), "nothing")
        assert (unrated in sim.text) == (help_ != NONE)
        pressed = await sim.choose(sim.ana, sim.message, "write.five-of-a-kind")
        await sim.env.settle()
        assert unrated not in sim.text, "it stands once"
        word = {"en": "Your coach", "ro": "Antrenorul tău"}[language]
        heard = [one for one in pressed.followups if word in text_of(one)]
        assert len(heard) == (help_ == TRAINING)
        for one in heard:
            await sim.press_id(sim.ana, one, "tool:1:*:take-back")
            assert sim.stored().players[0].taken_back
