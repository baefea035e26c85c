"""Rematches: swapped seats, at most one successor, the members asked."""

from __future__ import annotations

import pytest

from bot.language.languages import LANGUAGES
from bot.storage.errors import StorageFailed
from bot.storage.statement import Connection
from bot.table.store import rounds
from discord_limits import assert_all_fit
from simulated import LOCALES, buttons, find, table, text_of
from whole_rounds import (
    at_lobby,
    at_random,
    between_two,
    kept_between_two,
    leave,
    play_on,
    seat,
    use,
)
from words import Words


async def test_against_the_computer_it_begins_at_once_with_swapped_seats(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, level="greedy")
        await sim.press(sim.ana, sim.message, "Keep all")
        done = sim.message
        await sim.press(sim.ana, done, "Rematch")
        assert "A rematch was opened below." in text_of(sim.reread(done))
        assert list(buttons(sim.reread(done))) == [
            "Review",
            "Share",
            "More",
        ]
        assert "you reroll first" in sim.text
        assert "**Computer (greedy)** — " in sim.text
        assert "ana — " in sim.text
        first, second = sim.stored(1), sim.stored(2)
        assert [one.user for one in second.players] == [sim.ana.id, None]
        assert [one.user for one in first.players] == [None, sim.ana.id]
        assert second.successor_of == 1
        await sim.press(sim.ana, sim.message, "Keep all")
        await sim.press(sim.ana, sim.message, "Rematch")
        assert "your turn — beat" in sim.text
        assert [one.user for one in sim.stored(3).players] == [None, sim.ana.id]


async def test_between_two_members_it_is_a_challenge(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await kept_between_two(sim)
        since = len(sim.env.http_requests)
        await sim.press(sim.bogdan, sim.message, "Rematch")
        assert sim.pings(since) == [str(sim.ana.id)]
        assert f"<@{sim.ana.id}>, @bogdan asks you for a rematch! Now you go first." in sim.text
        refused = await sim.press(sim.bogdan, sim.message, "Accept")
        assert refused.ephemeral
        await sim.press(sim.ana, sim.message, "Accept")
        assert "you reroll first" in sim.text
        assert f"<@{sim.ana.id}>, your turn — " in sim.text


async def test_who_may_play_is_asked_in_the_transaction_that_opens_it(tmp_path, monkeypatch):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, level="greedy")
        await sim.press(sim.ana, sim.message, "Keep all")
        apart, asked = [], []
        read = sim.bot.stored.read

        def noted(function, *arguments):
            apart.append(function)
            return read(function, *arguments)

        def admitted(connection, **who):
            asked.append((type(connection), who["guild"], who["users"]))

        monkeypatch.setattr(sim.bot.stored, "read", noted)
        monkeypatch.setattr("bot.play.servers.admit", admitted)
        await sim.press(sim.ana, sim.message, "Rematch")
        assert sim.stored(2).successor_of == 1
        assert apart == []
        assert asked == [(Connection, sim.guild.id, (sim.ana.id, sim.ana.id))]


OVER = Words({"en": "It is over.", "ro": "S-a terminat."})
PLAY = Words({"en": "Play", "ro": "Joacă"})
BELOW = Words({"en": "Your game is below.", "ro": "Partida ta e mai jos."})
IN_A_THREAD = Words(
    {"en": "Your game is open in a thread: ", "ro": "Partida ta e deschisă într-un fir: "}
)
TAKEN = Words(
    {
        "en": ("A game is already open in this channel: ", "or play in another channel."),
        "ro": ("În acest canal e deja o partidă deschisă: ", "sau joacă în alt canal."),
    }
)


async def ended_between_two(sim, language, game="dice-poker", **options):
    """Play a round of Ana and Bogdan to its end; Carmen reads the language."""
    sim.locales[sim.carmen.id] = LOCALES[language]
    await between_two(sim, game, **options)
    await play_on(sim, [sim.ana, sim.bogdan], at_random(1))
    return sim.message


@pytest.mark.parametrize("language", LANGUAGES)
async def test_who_did_not_sit_there_begins_the_same_game(tmp_path, language):
    async with table(tmp_path, reminders=False) as sim:
        done = await ended_between_two(sim, language, "poker-dice", straights="bust")
        told = await use(sim.carmen, done, "rematch")
        assert told.ephemeral
        assert text_of(told.response) == OVER[language]
        assert list(buttons(told.response)) == [PLAY[language]]
        await sim.press(sim.carmen, told.response, PLAY[language])
        assert text_of(sim.reread_private(told)) == BELOW[language]
        stored = sim.stored(2)
        assert (stored.game, stored.options) == ("poker-dice", {"straights": "bust"})
        assert (stored.status, stored.successor_of) == ("playing", None)
        assert (stored.place.channel, stored.place.message) == (sim.channel.id, sim.message.id)
        assert [one.user for one in stored.players] == [sim.carmen.id, None]
        assert "Rematch" in buttons(sim.reread(done))
        assert_all_fit(sim.env.http_requests)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_who_did_not_sit_there_begins_in_a_thread_where_the_channel_is_taken(
    tmp_path, language
):
    async with table(tmp_path, reminders=False) as sim:
        done = await ended_between_two(sim, language)
        await sim.play(sim.ana)
        told = await use(sim.carmen, done, "rematch")
        play = buttons(told.response)[PLAY[language]]["custom_id"]
        await sim.send_all([(sim.carmen, told.response, play)] * 2)
        (thread,) = sim.channel.threads
        assert text_of(sim.reread_private(told)) == f"{IN_A_THREAD[language]}<#{thread.id}>"
        stored = sim.stored(3)
        assert (stored.game, stored.place.channel, stored.place.in_thread) == (
            "dice-poker",
            thread.id,
            True,
        )
        assert {one.user for one in stored.players} == {sim.carmen.id, None}
        assert stored.place.message == thread.last_message.id


@pytest.mark.parametrize("language", LANGUAGES)
async def test_where_no_thread_can_be_made_words_say_so_and_it_can_be_played_later(
    tmp_path, language
):
    async with table(tmp_path, reminders=False) as sim:
        done = await ended_between_two(sim, language)
        sim.forbid(create_public_threads=True)
        await sim.play(sim.ana)
        told = await use(sim.carmen, done, "rematch")
        refused = await sim.press(sim.carmen, told.response, PLAY[language])
        assert all(words in text_of(refused.response) for words in TAKEN[language])
        await sim.press(sim.ana, sim.message, "Keep all")
        await sim.press(sim.carmen, told.response, PLAY[language])
        assert sim.stored(3).players.people == (sim.carmen.id,)


async def test_play_again_of_a_sheet_and_of_a_closed_game_offers_the_same(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, "nine")
        answer = await sim.play(sim.ana)
        await sim.press(sim.ana, answer.response, "Leave the game")
        await sim.press(sim.ana, answer.response, "Leave the game")
        assert sim.stored().status == "closed"
        told = await use(sim.carmen, sim.message, "again")
        assert text_of(told.response) == OVER["en"]
        await sim.press(sim.carmen, told.response, PLAY["en"])
        assert sim.stored(2).game == "nine"
        assert sim.stored(2).players.people == (sim.carmen.id,)


async def test_who_may_not_play_is_told_at_the_press_and_the_offer_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(rounds, "MOST_OPEN", 1)
    async with table(tmp_path, reminders=False) as sim:
        done = await ended_between_two(sim, "en")
        await sim.play(sim.carmen, channel=sim.guild.create_text_channel("other"))
        told = await use(sim.carmen, done, "rematch")
        refused = await sim.press(sim.carmen, told.response, "Play")
        assert "You have 1 game open already." in text_of(refused.response)
        again = await sim.press(sim.carmen, told.response, "Play")
        assert text_of(again.response) == text_of(refused.response)


async def test_an_offer_stays_where_the_database_does_not_answer(tmp_path, monkeypatch):
    async with table(tmp_path, reminders=False) as sim:
        done = await ended_between_two(sim, "en")
        told = await use(sim.carmen, done, "rematch")

        async def fail(*_, **__):
            raise StorageFailed("The database is away.")

        with monkeypatch.context() as away:
            away.setattr(sim.bot.stored, "write", fail)
            failed = await sim.press(sim.carmen, told.response, "Play")
        assert "please try again in a moment" in text_of(failed.response)
        await sim.press(sim.carmen, told.response, "Play")
        assert sim.stored(2).players.people == (sim.carmen.id,)


async def test_at_most_one_successor(tmp_path):
    async with table(tmp_path) as sim:
        done = await kept_between_two(sim)
        rematch = find(done, "Rematch")["custom_id"]
        records = await sim.send_all(
            [(sim.ana, done, rematch), (sim.bogdan, done, rematch), (sim.ana, done, rematch)]
        )
        assert len(sim.channel.history()) == 2
        assert sim.stored(2).opener == sim.ana.id
        texts = [text_of(sim.answer_to(record).response) for record in records[1:]]
        assert all("The rematch is already open: https://" in text for text in texts)
        await sim.press(sim.bogdan, sim.message, "Accept")
        await sim.press(sim.ana, sim.message, "Keep all")
        await sim.press(sim.bogdan, sim.message, "Keep all")
        await sim.send_all([(sim.bogdan, done, rematch)])
        assert len(sim.channel.history()) == 2


@pytest.mark.parametrize("end", ["bogdan: withdraw", "Decline", "lapse"])
async def test_an_abandoned_rematch_gives_the_old_board_its_rematch_back(tmp_path, end):
    async with table(tmp_path, reminders=False) as sim:
        done = await kept_between_two(sim)
        await sim.press(sim.bogdan, done, "Rematch")
        assert list(buttons(sim.reread(done))) == [
            "Review",
            "Share",
            "More",
        ]
        if end == "lapse":
            await sim.wait(minutes=10, seconds=5)
        else:
            asked = sim.bogdan if end == "bogdan: withdraw" else sim.ana
            await sim.press(asked, sim.message, end)
        assert not sim.stored(2).open
        assert list(buttons(sim.reread(done))) == [
            "Rematch",
            "Review",
            "Share",
            "More",
        ]
        assert "A rematch was opened below." not in text_of(sim.reread(done))
        await sim.press(sim.ana, done, "Rematch")
        assert sim.stored(3).successor_of == 1
        assert f"<@{sim.bogdan.id}>, @ana asks you for a rematch!" in sim.text
        await sim.press(sim.bogdan, sim.message, "Accept")
        assert sim.stored(3).status == "playing"


async def test_a_rematch_that_its_opener_leaves_passes_to_those_whose_seat_is_reserved(tmp_path):
    """Nobody is told that everybody has left; whoever comes first is the opener."""
    async with table(tmp_path, reminders=False) as sim:
        await seat(sim, "poker-dice", [sim.ana, sim.bogdan, sim.carmen])
        members = [sim.ana, sim.bogdan, sim.carmen]
        await play_on(sim, members, at_random(1))
        await use(sim.ana, sim.message, "rematch")
        await at_lobby(sim.ana, sim.message, "leave")
        assert sim.stored(2).status == "waiting"
        assert f"<@{sim.bogdan.id}> (seat reserved, not here yet)" in sim.text
        assert "2 more players are needed to start." in sim.text
        await at_lobby(sim.carmen, sim.message, "join")
        assert sim.stored(2).opener == sim.carmen.id
        await at_lobby(sim.bogdan, sim.message, "join")
        refused = await at_lobby(sim.bogdan, sim.message, "start")
        assert refused.ephemeral
        await at_lobby(sim.carmen, sim.message, "start")
        assert sim.stored(2).status == "playing"


async def test_a_busy_channel_gets_the_busy_answer(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.press(sim.ana, sim.message, "Keep all")
        done = sim.message
        await sim.play(sim.carmen)
        answer = await sim.press(sim.ana, done, "Rematch")
        assert answer.ephemeral
        assert "already open in this channel" in text_of(answer.response)
        assert "Rematch" in buttons(sim.reread(done))
        await sim.press(sim.carmen, sim.message, "Keep all")
        await sim.press(sim.ana, done, "Rematch")
        assert "you reroll first" in sim.text


async def test_a_round_that_somebody_left_has_a_rematch_too(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        asked = await sim.press(sim.ana, sim.message, "Leave")
        await sim.press(sim.ana, asked.response, "Leave the game")
        await sim.press(sim.ana, sim.message, "Rematch")
        assert "you reroll first" in sim.text
        assert not sim.stored(2).players[0].left


async def test_a_rematch_is_posted_though_the_old_message_cannot_be_redrawn(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        old = sim.message
        await sim.press(sim.ana, old, "Keep all")
        sim.env.inject_error("POST", "/interactions/*/callback", status=500)
        await sim.press(sim.ana, old, "Rematch")
        assert sim.stored(2).place.message == sim.message.id != old.id
        assert "you reroll first" in sim.text


BEGINS = Words(
    {
        "en": ("Now you go first.", "@ana goes first now.", "<@{}> goes first now."),
        "ro": ("Acum începi tu.", "Acum începe @ana.", "Acum începe <@{}>."),
    }
)


@pytest.mark.parametrize("language", ["en", "ro"])
async def test_it_says_who_begins(tmp_path, language):
    """To whoever is asked if it is them; whoever is named is the first to be awaited."""
    asked, asking, _ = BEGINS[language]
    async with table(tmp_path, reminders=False, language=language) as sim:
        members = [sim.ana, sim.bogdan]
        await between_two(sim, "poker-dice")  # Ana begins, and Bogdan in the rematch
        await play_on(sim, members, at_random(1))
        await use(sim.ana, sim.message, "rematch")
        assert f"! {asked}" in sim.text
        await at_lobby(sim.bogdan, sim.message, "join")
        await play_on(sim, members, at_random(1), round_id=2)
        await use(sim.ana, sim.message, "rematch")
        assert f"! {asking}" in sim.text
        await at_lobby(sim.bogdan, sim.message, "join")
        third = sim.stored(3)
        assert third.players[third.play.awaits.seats[0].index].user == sim.ana.id


@pytest.mark.parametrize("language", ["en", "ro"])
async def test_a_table_says_who_begins(tmp_path, language):
    async with table(tmp_path, reminders=False, language=language) as sim:
        members = [sim.ana, sim.bogdan, sim.carmen]
        await seat(sim, "poker-dice", members)
        await play_on(sim, members, at_random(1))
        await use(sim.ana, sim.message, "rematch")
        await at_lobby(sim.bogdan, sim.message, "join")
        assert BEGINS[language][2].format(sim.bogdan.id) in sim.text


async def test_nobody_begins_where_both_choose_at_once(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim, "six-card")
        await leave(sim, sim.ana)
        await use(sim.ana, sim.message, "rematch")
        assert "asks you for a rematch!**" in sim.text
        assert "split their cards in secret." in sim.text
