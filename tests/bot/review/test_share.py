"""*Share*: a card about a round that was played, for everybody."""

from __future__ import annotations

import re

import pytest

from bot.language.languages import LANGUAGES
from discord_limits import assert_all_fit
from simulated import LOCALES, buttons, table, text_of
from simulated_luck import WrittenLuck
from whole_rounds import between_two, do, leave, look, use
from words import Words

SHARE = Words({"en": "Share", "ro": "Distribuie"})
LUCK = [(6, 6, 6, 6, 6), (1, 1, 2, 2, 3), (1, 2, 3, 3, 5)]


async def played(sim):
    """Let Bogdan throw five sixes away against Ana; return the board."""
    await between_two(sim)
    stored = await look(sim)
    actions = stored.play.game.legal(stored.play.state, stored.play.awaits.seats[0])
    await do(sim, sim.bogdan, sim.message, actions[-1])
    await do(sim, sim.ana, sim.message, actions[0])
    return sim.message


async def reviewed(sim, member, board):
    """Press Review; return the private message."""
    return sim.reread_private(await use(member, board, "review"))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_player_shares_result_luck_and_verdict(tmp_path, language):
    """The card speaks the language of the round; the member reads a review in their own."""
    async with table(tmp_path, WrittenLuck(LUCK)) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        board = await played(sim)
        sim.locales[sim.ana.id] = LOCALES[Words({"en": "ro", "ro": "en"})[language]]
        private = await reviewed(sim, sim.ana, board)
        since = len(sim.env.http_requests)
        label = SHARE[Words({"en": "ro", "ro": "en"})[language]]
        assert (await sim.press(sim.ana, private, label)).acknowledged
        first, card = sim.channel.history()
        assert first.id == board.id
        assert not card.flags.ephemeral
        assert_all_fit(sim.requests("POST", "*/callback", since=since))
        title, *lines = text_of(card).splitlines()
        assert title.startswith("### 🏆 ")
        assert "ana" in title
        words = Words(
            {
                "en": (
                    r"bogdan lost by choices: 1 slip\.",
                    r"-# chance to win given away: 71\.3% · luck: [-+][\d.]+%",
                    r"ana won, and every choice was good\.",
                    r"-# chance to win given away: 0\.0% · luck: [-+][\d.]+%",
                    r"-# shared by ana",
                ),
                "ro": (
                    r"bogdan a pierdut din cauza alegerilor: 1 scăpare\.",
                    r"-# șanse de câștig cedate: 71,3\s% · noroc: [-+][\d,]+\s%",
                    r"ana a câștigat, iar alegerile au fost toate bune\.",
                    r"-# șanse de câștig cedate: 0,0\s% · noroc: [-+][\d,]+\s%",
                    r"-# distribuită de ana",
                ),
            }
        )[language]
        for line, expected in zip(lines, words, strict=True):
            assert re.fullmatch(expected, line), line
        assert sim.pings(since) == []
        assert not buttons(card)
        assert text_of(sim.reread(private)) == text_of(private)


async def test_a_card_is_shared_once(tmp_path):
    async with table(tmp_path, WrittenLuck(LUCK)) as sim:
        board = await played(sim)
        private = await reviewed(sim, sim.ana, board)
        await sim.press(sim.ana, private, "Share")
        again = await sim.press(sim.ana, private, "Share")
        assert "just shared" in text_of(sim.reread_private(again))
        assert len(sim.channel.history()) == 2
        other = await reviewed(sim, sim.bogdan, board)
        await sim.press(sim.bogdan, other, "Share")
        assert len(sim.channel.history()) == 3


async def test_two_presses_at_once_share_one_card(tmp_path):
    async with table(tmp_path, WrittenLuck(LUCK)) as sim:
        private = await reviewed(sim, sim.ana, await played(sim))
        share = buttons(private)["Share"]["custom_id"]
        await sim.send_all([(sim.ana, private, share)] * 2)
        assert len(sim.channel.history()) == 2


async def test_only_players_share(tmp_path):
    async with table(tmp_path, WrittenLuck(LUCK)) as sim:
        board = await played(sim)
        private = await reviewed(sim, sim.carmen, board)
        assert list(buttons(private)) == ["Details", "Step by step"]
        record = sim.send(sim.carmen, board, f"tool:1:{sim.stored().moment}:share")
        await sim.env.settle()
        assert "not playing" in text_of(sim.reread_private(sim.answer_to(record)))
        assert len(sim.channel.history()) == 1


async def test_after_a_restart(tmp_path):
    """Names are not known any more, until a press tells whom its message mentions."""
    async with table(tmp_path, WrittenLuck(LUCK)) as sim:
        board = await played(sim)
        private = await reviewed(sim, sim.ana, board)
        await sim.restart()
        menu = await sim.ana.context_menu(sim.channel, "Review this round", sim.reread(board))
        review = sim.reread_private(menu)
        assert f"-# A: <@{sim.bogdan.id}>" in text_of(review), "the picture has the letter, too"
        details = text_of(sim.reread_private(await use(sim.ana, review, "details")))
        assert re.search(r"^ +bogdan +ana$", details, re.MULTILINE)
        await sim.press(sim.ana, private, "Share")
        assert "ana won, and every choice was good." in text_of(sim.message)
        assert "bogdan lost by choices" in text_of(sim.message)


async def test_a_round_under_way_cannot_be_shared(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        record = sim.send(sim.ana, sim.message, f"tool:1:{sim.stored().moment}:share")
        await sim.env.settle()
        assert record.responded
        assert len(sim.channel.history()) == 1


async def test_a_round_that_was_left_can_be_shared(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        board = sim.message
        await leave(sim, sim.bogdan)
        private = await reviewed(sim, sim.ana, sim.reread(board))
        await sim.press(sim.ana, private, "Share")
        assert "The round was left before" in text_of(sim.message)
