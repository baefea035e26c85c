"""The way into a round: `/play` of each game with each of its options, and whether it has hints."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from bot.play.opening.play_options import chosen_game, entries
from bot.table.hints import are_given
from bot.table.players import EVERYBODY
from bot.table.time_limits import DAY
from rules import registry
from simulated import buttons, components, speak, table, text_of
from simulated_luck import SeededLuck
from whole_rounds import at_lobby, at_random, control, leave, offered_by, play_on, seat, use
from words import Words, in_each_language

pytestmark = pytest.mark.slow

GAMES = sorted(registry.games())

ENTRIES = [one.key for one in entries(registry.games().values())]
"""The games, and their variants."""

NO_HINTS = Words(
    {
        "en": "There are hints only in games that you play without other members.",
        "ro": "Indicii sunt numai în partidele pe care le joci fără alți membri.",
    }
)
FIRST_HINT = Words(
    {
        "en": "From here on, this game counts neither for accuracy nor for best totals.",
        "ro": "De aici încolo, partida nu mai contează nici la precizie, nici la recorduri.",
    }
)
EACH_TURN = Words({"en": "A day for each turn.", "ro": "O zi pentru fiecare tură."})
BUSTS = Words(
    {
        "en": "Straights count as busts, the lowest hands.",
        "ro": "Aici chintele sunt cele mai slabe mâini.",
    }
)


def seated(sim):
    """Return who sits, members by their ids and computers by their levels."""
    return {one.user or one.level for one in sim.stored().players}


def begun_for(sim, member, answer):
    """Return whether the member can decide by a message that lies before them."""
    stored = sim.stored()
    (seat,) = stored.seats_of(member.id)
    shown = [one for message in (sim.message, *answer.followups) for one in components(message)]
    decides = any(re.match(r"(menu|mark):", one.get("custom_id", "")) for one in shown)
    return stored.status == "playing" and seat in stored.play.awaits.seats and decides


def hint_offered(sim, answer):
    """Return whether the board, or a private message beside it, has a *Hint*."""
    shown = [one for message in (sim.message, *answer.followups) for one in components(message)]
    return any(re.fullmatch(r"tool:\d+:\d+:hint", one.get("custom_id", "")) for one in shown)


async def refused_hint(sim, member, message):
    """Press a *Hint* that is not on the message, as an older board had it; return the answer."""
    record = sim.send(member, message, f"tool:{sim.stored().id}:{sim.stored().moment}:hint")
    await sim.env.settle()
    answer = sim.reread_private(sim.answer_to(record))
    assert answer.flags.ephemeral
    return text_of(answer)


@in_each_language
async def test_it_begins_at_once_without_another_press(tmp_path, language):
    """Against the computer, or alone where the game is played alone."""
    async with table(tmp_path, SeededLuck(3), language=language) as sim:
        for entry in ENTRIES:
            sim.another_story()
            speak(sim, language)
            answer = await sim.play(sim.ana, entry)
            game, options = chosen_game(entry)
            assert begun_for(sim, sim.ana, answer), game
            alone = {"yams", "thirteen", "nine"}
            assert seated(sim) == ({sim.ana.id} if game in alone else {sim.ana.id, "house"}), game
            assert sim.stored().game == game
            assert sim.stored().options == registry.game(game).complete(options), entry
            assert (BUSTS[language] in sim.text) == (entry == "poker-dice.bust")
            assert hint_offered(sim, answer) == (registry.game(game).exact is not None), game


async def test_the_first_page_has_games_and_no_variant(tmp_path):
    async with table(tmp_path) as sim:
        page = (await sim.ana.slash(sim.channel, "play")).response
        shown = [one.get("custom_id", "") for one in components(page)]
        assert "play:0:0:poker-dice" in shown
        assert not [one for one in shown if one.startswith("play:") and "." in one]


async def test_a_level_is_the_computer_in_every_game(tmp_path):
    async with table(tmp_path, SeededLuck(3)) as sim:
        for game in GAMES:
            sim.another_story()
            answer = await sim.play(sim.ana, game, level="easy")
            assert seated(sim) == {sim.ana.id, "easy"}, game
            assert begun_for(sim, sim.ana, answer), game
            assert hint_offered(sim, answer) == (registry.game(game).exact is not None), game


@in_each_language
async def test_a_challenge_is_for_two_in_every_game(tmp_path, language):
    async with table(tmp_path, SeededLuck(3), language=language) as sim:
        for entry in ENTRIES:
            game, options = chosen_game(entry)
            sim.another_story()
            speak(sim, language)
            since = len(sim.env.http_requests)
            await sim.play(sim.ana, entry, opponent=sim.bogdan)
            labels = {"en": ["Accept", "Decline"], "ro": ["Acceptă", "Refuză"]}[language]
            assert list(buttons(sim.message))[:2] == labels, game
            assert sim.pings(since) == [str(sim.bogdan.id)], game
            refused = await at_lobby(sim.carmen, sim.message, "join")
            assert refused.ephemeral, game
            await at_lobby(sim.bogdan, sim.message, "join")
            assert sim.stored().status == "playing", game
            assert seated(sim) == {sim.ana.id, sim.bogdan.id}, game
            assert sim.stored().options == registry.game(game).complete(options), entry
            assert sim.stored().terms.minutes is None, game
            assert EACH_TURN[language] not in sim.text, game
            assert not are_given(sim.stored()), game


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


CONTRADICTIONS = [
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
            speak(sim, language)
            given = {**asked, **({"opponent": sim.bogdan} if "opponent" in asked else {})}
            answer = await sim.play(sim.ana, game, **given)
            assert answer.ephemeral, told
            assert told in text_of(answer.response)
            assert not sim.channel.history(), told


@in_each_language
@pytest.mark.parametrize("how", ["challenge", "open table"])
async def test_a_slow_game_has_a_day_for_each_turn(tmp_path, how, language):
    async with table(tmp_path, SeededLuck(3), language=language) as sim:
        for game in GAMES:
            sim.another_story()
            speak(sim, language)
            others = {"opponent": sim.bogdan} if how == "challenge" else {"open": True}
            await sim.play(sim.ana, game, slow=True, **others)
            assert sim.stored().terms.minutes == DAY, game
            (thread,) = sim.channel.threads
            assert EACH_TURN[language] in text_of(thread.last_message), game
            await at_lobby(sim.bogdan, thread.last_message, "join")
            if sim.stored().status == "waiting":
                await at_lobby(sim.ana, thread.last_message, "start")
            assert sim.stored().deadline.at - sim.env.now() > timedelta(hours=23), game
            assert EACH_TURN[language] in text_of(thread.last_message), game


async def test_where_nobody_else_waits_a_slow_game_is_as_any_other(tmp_path):
    async with table(tmp_path, SeededLuck(3)) as sim:
        for options in ({}, {"level": "easy"}):
            for game in GAMES:
                sim.another_story()
                answer = await sim.play(sim.ana, game, slow=True, **options)
                assert begun_for(sim, sim.ana, answer), game
                assert sim.stored().terms.minutes is None, game
                assert not sim.channel.threads, game


async def test_who_opens_dice_poker_is_the_player_and_a_rematch_turns_the_parts(tmp_path):
    """Whoever accepts deals and is to choose first; against the computer the parts turn, too."""
    async with table(tmp_path, SeededLuck(3)) as sim:
        dealer, player = 0, 1
        for challenges in (True, False):
            sim.another_story()
            others = {"opponent": sim.bogdan} if challenges else {"open": True}
            await sim.play(sim.ana, "dice-poker", **others)
            await at_lobby(sim.bogdan, sim.message, "join")
            assert sim.stored().players[player].user == sim.ana.id
            assert sim.stored().players[dealer].user == sim.bogdan.id
            await play_on(sim, [sim.ana, sim.bogdan], at_random(1), round_id=sim.stored().id)
            await use(sim.ana, sim.message, "rematch")
            await at_lobby(sim.bogdan, sim.message, "join")
            assert sim.stored(2).players[player].user == sim.bogdan.id
            assert sim.stored(2).players[dealer].user == sim.ana.id
        sim.another_story()
        await sim.play(sim.ana, "dice-poker")
        for number, part in ((1, player), (2, dealer), (3, player)):
            assert sim.stored(number).players[part].user == sim.ana.id
            assert sim.stored(number).players[1 - part].level == "house"
            await play_on(sim, [sim.ana], at_random(1), round_id=sim.stored(number).id)
            await use(sim.ana, sim.message, "rematch")


@in_each_language
async def test_hints_are_where_one_member_sits_and_the_first_says_what_it_costs(tmp_path, language):
    """It says so once in a game, and nothing of it stands on the board, which all can read."""
    async with table(tmp_path, SeededLuck(3), language=language) as sim:
        for options in ({}, {"level": "easy"}):
            sim.another_story()
            speak(sim, language)
            await sim.play(sim.ana, "nine", **options)
            board = sim.text
            first = sim.reread_private(await use(sim.ana, sim.message, "hint"))
            assert FIRST_HINT[language] in text_of(first)
            assert sim.text == board
            (place,) = [at for at, one in enumerate(sim.stored().players) if one.user]
            assert len(sim.stored().players[place].hinted) == 1
            again = sim.reread_private(await use(sim.ana, sim.message, "hint"))
            assert FIRST_HINT[language] in text_of(again), "it takes the place of the first"
            assert len(sim.stored().players[place].hinted) == 1
            await sim.choose(sim.ana, sim.message, "write.chance")
            later = sim.reread_private(await use(sim.ana, sim.message, "hint"))
            assert FIRST_HINT[language] not in text_of(later)
            assert len(sim.stored().players[place].hinted) == 2


@in_each_language
async def test_there_are_no_hints_among_members(tmp_path, language):
    """Nor once the others have left, beside computers, or on a sheet for everybody."""
    async with table(tmp_path, SeededLuck(3), language=language) as sim:
        for game in ("poker-dice", "nine"):
            sim.another_story()
            speak(sim, language)
            await seat(sim, game, [sim.ana, sim.bogdan], ["easy"])
            assert control(sim.message, r"tool:\d+:\d+:hint") is None, game
            assert NO_HINTS[language] in await refused_hint(sim, sim.ana, sim.message), game
            await leave(sim, sim.bogdan)
            assert sim.stored().status == "playing"
            assert control(sim.message, r"tool:\d+:\d+:hint") is None, game
            assert NO_HINTS[language] in await refused_hint(sim, sim.ana, sim.message), game
        sim.another_story()
        speak(sim, language)
        page = (await sim.ana.slash(sim.channel, "play")).response
        for custom_id in ("table:0:0", "everybody:0:0", "everybody:0:0:nine"):
            await sim.press_id(sim.ana, page, custom_id)
        assert sim.stored().players[0].user == EVERYBODY
        assert control(sim.message, r"tool:\d+:\d+:hint") is None
        assert NO_HINTS[language] in await refused_hint(sim, sim.bogdan, sim.message)
        assert sim.stored().players[0].hinted == ()
