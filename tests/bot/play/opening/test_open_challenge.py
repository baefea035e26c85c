"""Open challenges: anybody may accept, and the first to press Accept sits."""

from __future__ import annotations

import pytest

from bot.table.time_limits import DAY
from mentions_sent import with_names
from simulated import buttons, table, text_of


async def test_anybody_may_accept_and_the_first_one_sits(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, open=True)
        assert "@ana is looking for an opponent!" in sim.text
        assert "Both roll; **whoever accepts** rerolls first, then @ana." in sim.text
        assert list(buttons(sim.message)) == ["Accept", "ana: withdraw", "Menu"]
        assert sim.pings() == []
        accept = buttons(sim.message)["Accept"]["custom_id"]
        board = sim.message
        _, late = await sim.send_all([(sim.bogdan, board, accept), (sim.carmen, board, accept)])
        stored = sim.stored()
        assert stored.status == "playing"
        assert [player.user for player in stored.players] == [sim.bogdan.id, sim.ana.id]
        assert "you reroll first" in sim.text
        assert not sim.answer_to(late).ephemeral, "the later one sees the present board"


async def test_a_game_without_parts_is_open_to_anybody(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, "six-card", open=True)
        assert "ana and **whoever accepts** split their cards in secret." in sim.text
        await sim.press(sim.bogdan, sim.message, "Accept")
        assert sim.stored().status == "playing"


async def test_the_opener_may_withdraw_and_nobody_else(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, open=True)
        refused = await sim.press(sim.bogdan, sim.message, "ana: withdraw")
        assert "Only the player who opened" in text_of(refused.response)
        refused = await sim.press(sim.ana, sim.message, "Accept")
        assert "You already have a seat" in text_of(refused.response)
        await sim.press(sim.ana, sim.message, "ana: withdraw")
        assert f"<@{sim.ana.id}> withdrew the challenge." in sim.text
        assert list(buttons(sim.message)) == ["More"]
        assert not (await sim.play(sim.carmen)).ephemeral


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Nobody accepted the challenge in time."),
        ("ro", "Nimeni nu a acceptat provocarea la timp."),
    ],
)
async def test_it_lapses_with_a_sentence_of_its_own(tmp_path, language, expected):
    async with table(tmp_path, language=language) as sim:
        await sim.play(sim.ana, open=True)
        await sim.wait(minutes=10, seconds=10)
        assert sim.stored().status == "lapsed"
        assert expected in sim.text
        assert not {"Accept", "Acceptă"} & {*buttons(sim.message)}


async def test_played_again_after_it_lapsed_it_is_open_again(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, open=True)
        await sim.wait(minutes=10, seconds=10)
        refused = await sim.press(sim.bogdan, sim.message, "Play again")
        assert text_of(refused.response) == "It is over."
        await sim.press(sim.ana, sim.message, "Play again")
        assert "is looking for an opponent!" in sim.text
        assert "**whoever accepts** rerolls first, then @ana." in sim.text
        assert [player.accepted for player in sim.stored(2).players] == [False, True]
        await sim.press(sim.bogdan, sim.message, "Accept")
        assert sim.stored(2).status == "playing"


async def test_a_slow_open_challenge(tmp_path):
    async with table(tmp_path) as sim:
        sim.forbid(create_public_threads=True)
        await sim.play(sim.ana, open=True, slow=True)
        assert "A day for each turn." in sim.text
        await sim.press(sim.bogdan, sim.message, "Accept")
        assert (sim.stored().status, sim.stored().terms.minutes) == ("playing", DAY)


async def test_it_is_accepted_after_a_restart(tmp_path):
    """The free seat is stored and read back."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, open=True)
        await sim.restart()
        await sim.press(sim.bogdan, sim.message, "Accept")
        assert sim.stored().status == "playing"


@pytest.mark.parametrize("extra", ["opponent", "level"])
async def test_it_has_neither_an_opponent_nor_a_level(tmp_path, extra):
    async with table(tmp_path) as sim:
        options = {"opponent": sim.bogdan} if extra == "opponent" else {"level": "easy"}
        answer = await sim.play(sim.ana, open=True, **options)
        assert answer.ephemeral
        assert "leave out the opponent and the level" in text_of(answer.response)
        assert sim.channel.history() == []


async def test_false_is_no_open_challenge(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, open=False)
        assert sim.stored().status == "playing"


async def test_it_is_an_option_of_play(tmp_path):
    async with table(tmp_path) as sim:
        (play,) = [one for one in sim.synced() if one["name"] == "play"]
        (option,) = [one for one in play["options"] if one["name"] == "open"]
        assert option["type"] == 5
        assert option["name_localizations"]["ro"] == "deschisă"


async def test_a_press_of_decline_shows_the_board(tmp_path):
    """No board of an open challenge has such a button; an id of another message may."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, open=True)
        before = sim.text
        await sim.send_all([(sim.bogdan, sim.message, "lobby:1:1:decline")])
        assert sim.stored().status == "waiting"
        assert with_names(sim.text, sim.ana) == before
