"""*Next round: I am in*: who finds a channel taken has a seat in the next round that opens there."""

from __future__ import annotations

import pytest

from bot.language.languages import LANGUAGES
from bot.table.store import bars
from bot.table.stored_round import NONE
from discord_limits import assert_all_fit
from simulated import LOCALES, buttons, table, text_of
from simulated_luck import SeededLuck
from whole_rounds import at_lobby, at_random, between_two, click, play_on, use
from words import Words

pytestmark = pytest.mark.slow

IN = Words({"en": "Join the next game", "ro": "Joc în partida următoare"})
OUT = Words({"en": "Not any more", "ro": "Nu mai joc"})
NOTED = Words({"en": "In the next game: ", "ro": "În partida următoare: "})
THREAD = Words({"en": "Play in a thread", "ro": "Joacă într-un fir"})
CLOSE = Words(
    {"en": "Close ana’s and bogdan’s game", "ro": "Închide partida: ana și bogdan"},
)


async def says_in(sim, member, language="en"):
    """Let a member who does not sit there press a board, and then *Next round: I am in*."""
    answer = await sim.press_id(member, sim.message, "*press:*:keep")
    await sim.press(member, answer.response, IN[language])
    return answer


async def first_of_two(sim, game="poker-dice"):
    """Begin a round of Ana and Bogdan in which Carmen says that she is in for the next one."""
    await between_two(sim, game)
    return await says_in(sim, sim.carmen)


async def to_the_end(sim, round_id=1):
    members = [sim.ana, sim.bogdan, sim.carmen]
    return await play_on(sim, members, at_random(1), round_id=round_id)


def people(stored):
    return [player.user for player in stored.players]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_press_of_a_spectator_leads_to_the_rematch(tmp_path, language):
    async with table(tmp_path, SeededLuck(3), reminders=False, language=language) as sim:
        for member in (sim.ana, sim.bogdan, sim.carmen):
            sim.locales[member.id] = LOCALES[language]
        await between_two(sim, "poker-dice")
        answer = await sim.press_id(sim.carmen, sim.message, "*press:*:keep")
        assert answer.ephemeral
        assert list(buttons(answer.response)) == [THREAD[language], IN[language]]
        await sim.press(sim.carmen, answer.response, IN[language])
        assert list(buttons(answer.response)) == [OUT[language]]
        line = f"{NOTED[language]}<@{sim.carmen.id}>"
        assert line in sim.text
        await to_the_end(sim)
        assert line in sim.text
        done, since = sim.message, len(sim.env.http_requests)
        await use(sim.ana, done, "rematch")
        rematch = sim.stored(2)
        seats = {player.user: player.accepted for player in rematch.players}
        assert seats == {sim.ana.id: True, sim.bogdan.id: False, sim.carmen.id: True}
        assert sorted(sim.pings(since)) == sorted([str(sim.bogdan.id), str(sim.carmen.id)])
        assert line not in sim.text
        assert line not in text_of(sim.reread(done))
        await at_lobby(sim.bogdan, sim.message, "join")
        await at_lobby(sim.ana, sim.message, "start")
        assert sim.stored(2).status == "playing"
        assert_all_fit(sim.env.http_requests)


async def test_it_is_offered_to_whom_play_finds_the_channel_taken(tmp_path):
    async with table(tmp_path, SeededLuck(3), reminders=False) as sim:
        await between_two(sim, "poker-dice")
        answer = await sim.play(sim.carmen, "nine")
        await sim.press(sim.carmen, answer.response, IN["en"])
        told = text_of(sim.reread_private(answer))
        assert told.startswith("You join the next game here that has a free seat.")
        assert f"/{sim.message.id}" in told
        assert NOTED["en"] in sim.text


async def test_it_survives_a_restart(tmp_path):
    async with table(tmp_path, SeededLuck(3), reminders=False) as sim:
        await first_of_two(sim)
        await sim.restart()
        await to_the_end(sim)
        assert f"{NOTED['en']}<@{sim.carmen.id}>" in sim.text
        await use(sim.bogdan, sim.message, "rematch")
        assert sim.carmen.id in sim.stored(2).people


async def test_an_open_table_of_anybody_has_the_seat(tmp_path):
    async with table(tmp_path, SeededLuck(3), reminders=False) as sim:
        await first_of_two(sim)
        await to_the_end(sim)
        dan = sim.member("dan")
        since = len(sim.env.http_requests)
        await sim.open_table(dan, "nine")
        assert people(sim.stored(2)) == [dan.id, sim.carmen.id]
        assert sim.pings(since) == [str(sim.carmen.id)]
        await at_lobby(dan, sim.message, "start")
        assert sim.stored(2).status == "playing"


async def test_an_open_challenge_begins_at_once(tmp_path):
    async with table(tmp_path, SeededLuck(3), reminders=False) as sim:
        await first_of_two(sim)
        await to_the_end(sim)
        await sim.play(sim.ana, "dice-poker", open=True)
        assert {*people(sim.stored(2))} == {sim.ana.id, sim.carmen.id}
        assert sim.stored(2).status == "playing"


async def test_two_others_are_left_alone_in_a_game_of_two(tmp_path):
    async with table(tmp_path, SeededLuck(3), reminders=False) as sim:
        await first_of_two(sim, "dice-poker")
        await to_the_end(sim)
        await use(sim.ana, sim.message, "rematch")
        assert {*people(sim.stored(2))} == {sim.ana.id, sim.bogdan.id}
        assert f"{NOTED['en']}@carmen" in sim.text
        assert sim.bot.next_players.of(sim.channel.id) == (sim.carmen.id,)


async def test_the_computer_makes_room_and_the_score_begins_anew(tmp_path):
    async with table(tmp_path, SeededLuck(3), reminders=False) as sim:
        await sim.play(sim.ana, "dice-poker", hints="hints")
        await says_in(sim, sim.carmen)
        await sim.press(sim.ana, sim.message, "Keep all")
        await use(sim.ana, sim.message, "rematch")
        stored = sim.stored(2)
        assert {*people(stored)} == {sim.ana.id, sim.carmen.id}
        assert (stored.status, stored.successor_of, stored.hints) == ("playing", None, NONE)
        assert [player.wins for player in stored.players] == [0, 0]


async def test_a_closed_round_is_played_again_with_the_member(tmp_path):
    async with table(tmp_path, SeededLuck(3), reminders=False) as sim:
        await sim.play(sim.ana, "nine")
        await says_in_by_play(sim, sim.carmen)
        dora = sim.member("dora", manage_messages=True)
        answer = await sim.play(dora, "nine")
        asked = await sim.press(dora, answer.response, "Close ana’s game")
        await sim.press(dora, sim.reread_private(asked), "Close it for everybody")
        assert sim.stored().status == "closed"
        await use(sim.ana, sim.message, "again")
        assert {*people(sim.stored(2))} == {sim.ana.id, sim.carmen.id}


async def says_in_by_play(sim, member):
    answer = await sim.play(member)
    await sim.press(member, answer.response, IN["en"])
    return answer


async def test_who_is_out_again_has_no_seat(tmp_path):
    async with table(tmp_path, SeededLuck(3), reminders=False) as sim:
        answer = await first_of_two(sim)
        await sim.press(sim.carmen, answer.response, OUT["en"])
        assert text_of(answer.response) == "You do not join the next game any more."
        assert NOTED["en"] not in sim.text
        await to_the_end(sim)
        await use(sim.ana, sim.message, "rematch")
        assert sim.carmen.id not in people(sim.stored(2))


async def test_who_waits_in_another_channel_is_named_there_alone(tmp_path):
    """The first channel shows its old round and a new one, as both were to have named her."""
    async with table(tmp_path, SeededLuck(3), reminders=False) as sim:
        first = await first_of_two(sim, "dice-poker")
        await to_the_end(sim)
        old = sim.message
        await use(sim.ana, old, "rematch")
        new = sim.message
        assert NOTED["en"] in text_of(sim.reread(new))
        other = sim.guild.create_text_channel("other")
        await sim.play(sim.member("dan"), channel=other)
        answer = await sim.play(sim.carmen, channel=other)
        await sim.press(sim.carmen, answer.response, IN["en"])
        await sim.env.settle()
        there = other.last_message
        assert NOTED["en"] in text_of(there)
        for board in (old, new):
            assert NOTED["en"] not in text_of(sim.reread(board))
        await sim.press(sim.carmen, first.response, OUT["en"])
        assert sim.bot.next_players.of(other.id) == (sim.carmen.id,), "she waits there"
        await sim.press(sim.carmen, answer.response, OUT["en"])
        assert NOTED["en"] not in text_of(sim.reread(there))


async def test_nobody_waits_for_more_than_half_a_day(tmp_path):
    async with table(tmp_path, SeededLuck(3), reminders=False) as sim:
        await first_of_two(sim)
        await sim.wait(hours=11)
        assert sim.bot.next_players.of(sim.channel.id) == (sim.carmen.id,)
        await sim.wait(hours=2)
        assert sim.bot.next_players.of(sim.channel.id) == ()


async def test_a_member_who_was_barred_since_gets_no_seat(tmp_path):
    async with table(tmp_path, SeededLuck(3), reminders=False) as sim:
        await first_of_two(sim)
        await to_the_end(sim)
        now = sim.stored().opened
        until = now.replace(year=2100)
        sim.bot.storage.write(bars.bar, sim.guild.id, sim.carmen.id, until, now)
        await use(sim.ana, sim.message, "rematch")
        assert people(sim.stored(2)) == [sim.bogdan.id, sim.ana.id]


async def test_who_is_erased_waits_no_longer(tmp_path):
    async with table(tmp_path, SeededLuck(3), reminders=False) as sim:
        await first_of_two(sim)
        page = await sim.privacy(sim.carmen)
        await sim.press_id(sim.carmen, page, "privacy:0:0:erase")
        await sim.press_id(sim.carmen, page, "privacy:0:0:erase-now")
        assert sim.bot.next_players.of(sim.channel.id) == ()
        await sim.restart()
        assert sim.bot.next_players.of(sim.channel.id) == ()


async def test_the_thread_of_a_spectator_has_the_same_game(tmp_path):
    async with table(tmp_path, SeededLuck(3), reminders=False) as sim:
        await sim.bot.servers.set(sim.guild.id, "hints", False)
        await between_two(sim, "poker-dice", straights="bust")
        answer = await sim.press_id(sim.carmen, sim.message, "*press:*:keep")
        await sim.press(sim.carmen, answer.response, THREAD["en"])
        (thread,) = sim.channel.threads
        stored = sim.stored(2)
        assert (stored.channel, stored.game, stored.hints) == (thread.id, "poker-dice", NONE)
        assert stored.options == {"straights": "bust"}
        assert stored.people == (sim.carmen.id,)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_who_manages_messages_closes_it_last_and_by_name(tmp_path, language):
    async with table(tmp_path, SeededLuck(3), reminders=False, language=language) as sim:
        warden = sim.member("warden", locale=LOCALES[language], manage_messages=True)
        await between_two(sim, "poker-dice")
        answer = await sim.press_id(warden, sim.message, "*press:*:keep")
        assert list(buttons(answer.response)) == [THREAD[language], IN[language], CLOSE[language]]
        await sim.press(warden, answer.response, CLOSE[language])
        await click(warden, sim.reread(answer.response), r"tool:\d+:\d+:close-now")
        assert sim.stored().status == "closed"


async def test_a_table_with_room_is_joined_instead(tmp_path):
    async with table(tmp_path, SeededLuck(3), reminders=False) as sim:
        await sim.open_table(sim.ana, "nine")
        answer = await sim.play(sim.carmen)
        assert list(buttons(answer.response)) == [THREAD["en"]]
