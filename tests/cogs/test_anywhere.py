"""The bot as installed by a member: on servers without it, in group and direct messages."""

from __future__ import annotations

import pytest

from bot.admin.store import retention
from bot.table.store import rounds
from elsewhere import elsewhere
from simulated import buttons, table, text_of
from simulated_luck import SeededLuck
from whole_rounds import at_random, between_two, leave, play_on, seat
from words import Words, in_each_language

KINDS = pytest.mark.parametrize("kind", ["server", "direct", "group"])

GUEST = Words({"en": "The bot is only a guest here", "ro": "Botul e doar musafir aici"})
NINE = Words({"en": "### Nine Categories\n", "ro": "### Nouă categorii\n"})
EXTERNAL = Words({"en": "permission “Use External Apps”", "ro": "permisiunea „Use External Apps”"})


def test_every_command_says_where_it_can_be_used(synced):
    """Discord shows commands to members who installed the bot only where both lists say so."""
    for_servers = {"bar", "Bar from games", "Close this game"}
    for command in synced:
        servers_alone = command["name"] in for_servers
        added = [0] if servers_alone else [0, 1]
        assert command["integration_types"] == added, command["name"]
        contexts = [0] if servers_alone else [0, 1, 2]
        if command["name"] == "Challenge to dice":
            contexts = [0, 2]  # alone with the bot there is nobody else
        assert command["contexts"] == contexts, command["name"]


@pytest.fixture
async def synced(tmp_path):
    async with table(tmp_path) as sim:
        return sim.synced()


@KINDS
async def test_alone_against_the_computer(tmp_path, kind):
    async with table(tmp_path) as sim:
        with elsewhere(sim, kind):
            await sim.play(sim.ana)
            assert sim.stored().place.out_of_reach
            assert sim.stored().place.guild == (sim.guild.id if kind == "server" else None)
            assert GUEST["en"] not in sim.text  # nobody waits for her
            await sim.press(sim.ana, sim.message, "Keep all")
            assert sim.stored().status == "over"
            await sim.press(sim.ana, sim.message, "Rematch")
            assert sim.stored(2).place.out_of_reach
            assert sim.stored(2).status == "playing"


@KINDS
@in_each_language
async def test_a_challenge_between_those_who_are_there(tmp_path, kind, language):
    async with table(tmp_path, SeededLuck(5)) as sim:
        for member in (sim.ana, sim.bogdan):
            sim.locales[member.id] = language
        sim.guild_locale = "en-US" if language == "ro" else "ro"
        with elsewhere(sim, kind):
            await sim.play(sim.ana, opponent=sim.bogdan)
            assert GUEST[language] in sim.text
            await sim.press_id(sim.bogdan, sim.message, "lobby:*:join")
            assert GUEST[language] in sim.text
            since = len(sim.env.http_requests)
            await play_on(sim, (sim.ana, sim.bogdan), at_random(1))
            assert sim.stored().status == "over"
            assert GUEST[language] not in sim.text
            sim.assert_replays()
            assert not sim.requests("*", "/channels/*", since)  # nothing but answers


@KINDS
async def test_open_challenges_lobbies_and_leaving(tmp_path, kind):
    async with table(tmp_path) as sim:
        with elsewhere(sim, kind):
            await sim.play(sim.ana, "six-card", open=True)
            await sim.press_id(sim.bogdan, sim.message, "lobby:*:join")
            assert sim.stored().status == "playing"
            await leave(sim, sim.bogdan)
            assert sim.stored().status == "over"
            await seat(sim, "thirteen", (sim.ana, sim.bogdan, sim.carmen))
            assert len(sim.stored(2).players.people) == 3
            again = await sim.play(sim.bogdan)
            assert again.ephemeral
            assert "A game is already open in this channel" in text_of(again.response)
            assert "Play in a thread" not in buttons(again.response)


@KINDS
async def test_a_deadline_edits_with_the_last_token_while_it_lives(tmp_path, kind):
    async with table(tmp_path) as sim:
        with elsewhere(sim, kind):
            await between_two(sim)
            since = len(sim.env.http_requests)
            await sim.wait(minutes=2)
            assert sim.stored().deadline.reminder == 0
            await sim.wait(minutes=8, seconds=5)
            assert "Time was up for" in sim.text
            assert not sim.requests("*", "/channels/*", since)
            assert len(sim.requests("PATCH", "/webhooks/*/messages/*", since)) == 1
            assert sim.stored().place.drawn == sim.stored().version


async def test_a_deadline_after_the_token_is_drawn_at_the_next_press(tmp_path):
    async with table(tmp_path, turn_minutes=16) as sim:
        with elsewhere(sim, "group"):
            await between_two(sim)
            since = len(sim.env.http_requests)
            await sim.wait(minutes=16, seconds=30)
            assert sim.stored().version > sim.stored().place.drawn
            assert not sim.requests(since=since)
            assert "Time was up for" not in sim.text
            assert sim.bot.board.undrawn == set()
            await sim.press_id(sim.bogdan, sim.message, "press:*:keep")  # of a moment that is past
            assert "Time was up for" in sim.text


async def test_a_private_choice_posts_the_board_anew_where_it_cannot_be_edited(tmp_path):
    async with table(tmp_path, turn_minutes=30) as sim:
        with elsewhere(sim, "direct"):
            await between_two(sim, "six-card")
            board = sim.message
            looked = await sim.press_id(sim.ana, board, "peek:*")
            await sim.choose(sim.ana, sim.reread_private(looked), first_split(sim, sim.ana))
            assert sim.message.id == board.id  # the token of the press that began the round
            looked = await sim.press_id(sim.bogdan, board, "peek:*")
            await sim.wait(minutes=16)
            since = len(sim.env.http_requests)
            await sim.choose(sim.bogdan, sim.reread_private(looked), first_split(sim, sim.bogdan))
            assert sim.stored().status == "over"
            assert not sim.requests("*", "/channels/*", since)
            assert sim.message.id != board.id
            assert sim.stored().place.message == sim.message.id
            assert len(sim.requests("POST", "/webhooks/*", since)) == 1


def first_split(sim, member):
    """Return the code of the first choice that a member has."""
    stored = sim.stored()
    (mine,) = stored.seats_of(member.id)
    return stored.play.game.legal(stored.play.state, mine)[0].code


@in_each_language
async def test_where_answers_are_private_no_round_is_opened(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = language
        with elsewhere(sim, "server", external=False):
            answer = await sim.play(sim.ana)
            assert answer.ephemeral
            assert EXTERNAL[language] in text_of(answer.response)
            assert await sim.bot.stored.read(rounds.in_channel, sim.channel.id) is None
            assert text_of(await sim.rules(sim.ana, "nine")).startswith(NINE[language])


async def test_settings_of_a_server_without_the_bot_do_not_count(tmp_path):
    async with table(tmp_path) as sim:
        await sim.bot.servers.set(sim.guild.id, "games", ("nine",))
        await sim.bot.servers.set(sim.guild.id, "language", "ro")
        with elsewhere(sim, "server"):
            await sim.play(sim.ana)
            assert sim.stored().game == "dice-poker"
            assert sim.stored().language == "en"


async def test_a_round_goes_on_where_the_bot_is_a_member(tmp_path):
    """A rematch is placed anew: the server may have invited the bot meanwhile."""
    async with table(tmp_path) as sim:
        guild = sim.bot.get_guild(sim.guild.id)
        with elsewhere(sim, "server"):
            await sim.play(sim.ana)
            await sim.press(sim.ana, sim.message, "Keep all")
        sim.bot._connection._add_guild(guild)
        await sim.press(sim.ana, sim.message, "Rematch")
        assert sim.stored(1).place.out_of_reach
        assert not sim.stored(2).place.out_of_reach


@KINDS
async def test_privacy_works_there_too(tmp_path, kind):
    async with table(tmp_path) as sim:
        with elsewhere(sim, kind):
            await between_two(sim)
            await sim.erase(sim.ana)
            assert sim.stored().status == "closed"
            assert "A player erased their data, so the game was closed." in sim.text


async def test_it_does_not_matter_which_process_is_asked(tmp_path, monkeypatch):
    """Nothing of a round is needed in memory: Discord may ask another process each time."""
    async with table(tmp_path, SeededLuck(5)) as sim:
        monkeypatch.setattr(sim.bot.rounds, "_holds", lambda _: False)
        with elsewhere(sim, "server"):
            await between_two(sim)
            await play_on(sim, (sim.ana, sim.bogdan), at_random(2))
            assert sim.stored().status == "over"


async def test_a_server_without_the_bot_has_not_removed_it(tmp_path):
    """Its rounds go on after a restart, and are not deleted with those of other servers."""
    async with table(tmp_path) as sim:
        with elsewhere(sim, "server"):
            await between_two(sim)
            storage = sim.bot.storage
            assert storage.read(retention.stored_servers) == set()
            assert storage.read(retention.unfinished_rounds, sim.guild.id) == ()
            assert storage.write(retention.delete_server, sim.guild.id, 10)
            assert sim.stored().status == "playing"
