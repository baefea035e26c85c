"""A round that can no longer be read is closed with an apology, in every game and language."""

from __future__ import annotations

import pytest

from rules import registry
from simulated import buttons, table, text_of
from sql import execute
from whole_rounds import between_two, control, seat, use
from words import Words, in_each_language

pytestmark = pytest.mark.slow

APOLOGY = Words(
    {
        "en": "Sorry, this game can no longer be read. It was closed and does not count.",
        "ro": "Ne pare rău, această partidă nu mai poate fi citită. A fost închisă și nu se ia în calcul.",
    }
)
CLOSED_BEFORE = "closed the game before it began."


async def begin(sim, game):
    """Begin a round of Ana and Bogdan; return its message."""
    if registry.game(game).info.for_two:
        await between_two(sim, game)
    else:
        await seat(sim, game, [sim.ana, sim.bogdan])
    return sim.message


def damage(sim):
    """Destroy the state of every round, and its record."""
    execute(sim.url, "UPDATE rounds SET state = '[]'", "DELETE FROM steps")
    sim.bot.rounds.forget()


async def leave_button(sim, board):
    """Return the custom id of the button Leave, which every game has behind *Menu*."""
    page = sim.reread_private(await use(sim.ana, board, "more"))
    return control(page, r"tool:\d+:\d+:leave")["custom_id"]


OTHER_GAMES = Words({"en": "Other games", "ro": "Alte jocuri"})


@pytest.mark.parametrize("game", sorted(registry.games()))
@in_each_language
async def test_it_is_told_by_a_press_and_after_a_restart(tmp_path, game, language):
    async with table(tmp_path, language=language) as sim:
        board = await begin(sim, game)
        leave = await leave_button(sim, board)
        damage(sim)
        await sim.send_all([(sim.ana, board, leave)])
        assert APOLOGY[language] in text_of(sim.reread(board))
        assert list(buttons(sim.reread(board))) == [OTHER_GAMES[language]]
        assert sim.stored().status == "closed"
        await sim.restart()
        await sim.send_all([(sim.ana, board, leave)])
        assert APOLOGY[language] in text_of(sim.reread(board))
        assert not (await sim.play(sim.carmen)).ephemeral


@pytest.mark.parametrize("game", sorted(registry.games()))
async def test_it_is_told_by_the_deadline(tmp_path, game):
    async with table(tmp_path, reminders=False) as sim:
        board = await begin(sim, game)
        damage(sim)
        await sim.wait(minutes=10, seconds=5)
        assert APOLOGY["en"] in text_of(sim.reread(board))
        assert sim.stored().status == "closed"


@pytest.mark.parametrize("game", sorted(registry.games()))
async def test_a_round_that_never_began_is_told_otherwise(tmp_path, game):
    async with table(tmp_path) as sim:
        await sim.open_table(sim.ana, game)
        answer = await sim.play(sim.ana)
        await sim.press(sim.ana, answer.response, "Close the game")
        told = f"<@{sim.ana.id}> {CLOSED_BEFORE}"
        assert told in sim.text
        await sim.restart()
        await sim.send_all([(sim.ana, sim.message, "lobby:1:1:join")])
        assert told in sim.text


async def test_a_resting_round_is_told_by_a_press_too(tmp_path):
    """It is closed, and stands no longer among the rounds of its member."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.wait(minutes=10, seconds=5)
        assert sim.stored().status == "resting"
        board, leave = sim.message, await leave_button(sim, sim.message)
        damage(sim)
        listed = await sim.ana.slash(sim.channel, "rounds")
        assert "You have no open game." in text_of(listed.response)
        await sim.send_all([(sim.ana, board, leave)])
        assert APOLOGY["en"] in text_of(sim.reread(board))
        assert sim.stored().status == "closed"
