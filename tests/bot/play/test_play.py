"""Whole rounds of Dice Poker in a channel: alone in either seat, and between two members."""

from __future__ import annotations

import re

import pytest

from rules import registry
from rules.dice import PIPS, POSITIONS
from rules.engine import Acted
from rules.games.dice_poker.state import DealerSelects, DiceShowdown, PlayerSelects
from rules.hands import DICE_POKER
from simulated import buttons, components, dice_of, table, text_of
from simulated_luck import WrittenLuck
from whole_rounds import between_two

DEALER, PLAYER = (4, 4, 2, 1, 1), (6, 6, 3, 3, 5)
"""First rolls: the house dealer will reroll position 3."""


def a_round(*landings):
    """Return luck that gives both first rolls, then these rerolls."""
    return WrittenLuck([DEALER, PLAYER, *landings])


def row(sim, *faces):
    """Return the small dice that show faces inside a sentence."""
    return sim.bot.emoji.row(faces, PIPS)


def rolling(sim, *faces):
    """Return the dice of a hand that has just landed: they roll, in their second copy."""
    return sim.bot.emoji.row(faces, PIPS, POSITIONS, copy=2)


async def test_alone_as_the_player(tmp_path):
    """The rolls before happen at once and are shown; the member chooses last."""
    async with table(tmp_path, a_round((2,), (3,))) as sim:
        answer = await sim.play(sim.ana)
        assert not answer.ephemeral
        title, *lines = sim.text.splitlines()
        assert title == "### @ana, your turn — beat Two Pair"
        assert lines.pop(0) == "One reroll each; a straight beats a full house."
        assert lines[0] == "Dealer **Computer (medium)** — Two Pair, 4s and 1s"
        assert lines[1] == f"# {rolling(sim, 4, 4, 2, 1, 1)}"
        assert lines[2] == f"-# rerolled {row(sim, 2)} → the same again"
        assert lines[3] == "Player @ana — Two Pair, 6s and 3s (ahead)"
        assert lines[-1] == "-# Dice Poker"
        assert isinstance(sim.stored().play.state, PlayerSelects)
        await sim.reroll(sim.ana, sim.message, 5)
        assert sim.result == f"<@{sim.ana.id}> wins"
        *_, last = sim.text.splitlines()
        assert last == "-# Dice Poker"
        assert "\nFull House beats Two Pair.\n" in sim.text
        assert "Dealer **Computer (medium)** — Two Pair, 4s and 1s" in sim.text
        assert f"Player <@{sim.ana.id}> — Full House, 3s over 6s" in sim.text
        assert f"rerolled {row(sim, 5)} → {row(sim, 3)}" in sim.text
        assert not dice_of(sim.message)
        assert "Rematch" in buttons(sim.message)
        assert sim.stored().status == "over"
        assert sim.stored().play.state.player.hand == (6, 6, 3, 3, 3)
        sim.assert_replays()


async def test_alone_as_the_dealer(tmp_path):
    """In the rematch the member chooses first, then the computer plays the player's part."""
    luck = WrittenLuck([DEALER, PLAYER, (2,), DEALER, PLAYER, (6, 6), (1,)])
    async with table(tmp_path, luck) as sim:
        await sim.play(sim.ana)
        await sim.press(sim.ana, sim.message, "Keep all")
        await sim.press(sim.ana, sim.message, "Rematch")
        assert "you reroll first" in sim.text
        assert sim.text.startswith("### @ana, your turn — you reroll first\n")
        assert "**Computer (medium)** — Two Pair, 6s and 3s" in sim.text
        assert "ana — Two Pair, 4s and 1s" in sim.text
        assert isinstance(sim.stored(2).play.state, DealerSelects)
        await sim.reroll(sim.ana, sim.message, 4, 5)
        state = sim.stored(2).play.state
        assert isinstance(state, DiceShowdown)
        assert state.dealer.hand == (4, 4, 2, 6, 6)
        assert state.player.hand == (6, 6, 3, 3, 1)
        assert sim.result.endswith(f"<@{sim.ana.id}> wins")
        reason = sim.text.splitlines()[2]
        assert "two pair" in reason
        assert "4s beat 3s" in reason
        four, six, three = row(sim, 4), row(sim, 6), row(sim, 3)
        still = sim.still_text
        assert f"# {four} {four} {row(sim, 2)} {six} {six}\n" in still
        assert f"# {six} {six} {three} {three} {row(sim, 1)}\n" in still
        sim.assert_replays(2)


@pytest.mark.parametrize(
    ("level", "rerolled"), [("easy", ""), ("greedy", "345"), ("house", "3"), (None, "3")]
)
async def test_every_level_plays_its_way(tmp_path, level, rerolled):
    async with table(tmp_path, a_round(*([(1,) * len(rerolled)] if rerolled else []))) as sim:
        await sim.play(sim.ana, **({"level": level} if level else {}))
        (dealt,) = [step for step in sim.record() if isinstance(step, Acted)]
        assert dealt.action.code == (f"reroll.{rerolled}" if rerolled else "keep")
        texts = {
            "": "-# no reroll",
            "3": f"rerolled {row(sim, 2)} → {row(sim, 1)}",
            "345": f"rerolled {row(sim, 2, 1, 1)} → {row(sim, 1, 1, 1)}",
        }
        assert texts[rerolled] in sim.text
        named = {"easy": "easy", "greedy": "greedy"}.get(level, "medium")
        assert f"**Computer ({named})**" in sim.text
        await sim.press(sim.ana, sim.message, "Keep all")
        assert sim.stored().status == "over"
        sim.assert_replays()


async def test_perfect_is_offered_where_exact_play_exists(tmp_path):
    """Every level of every game opens a round."""
    levels = [level.key for level in registry.game("dice-poker").info.levels]
    async with table(tmp_path) as sim:
        for number, level in enumerate(levels, 1):
            await sim.play(sim.ana, level=level)
            await sim.press(sim.ana, sim.message, "Keep all")
            assert sim.stored(number).status == "over"
            sim.assert_replays(number)


async def test_between_two_members(tmp_path):
    """Bogdan was challenged by Ana, who plays; he deals and chooses first."""
    async with table(tmp_path, a_round((2,), (6,))) as sim:
        await between_two(sim)
        assert "you reroll first" in sim.text
        await sim.reroll(sim.bogdan, sim.message, 3)
        assert "your turn — beat" in sim.text
        await sim.reroll(sim.ana, sim.message, 3)
        assert "\nThree of a Kind beats Two Pair.\n" in sim.text
        state = sim.stored().play.state
        assert DICE_POKER.hand(state.player.hand) > DICE_POKER.hand(state.dealer.hand)
        assert sim.result.endswith(f"<@{sim.ana.id}> wins")
        for member in (sim.ana, sim.bogdan):
            assert f"<@{member.id}> — " in sim.text
        sim.assert_replays()
        assert len(sim.channel.history()) == 1


@pytest.mark.parametrize("level", [None, "easy"])
async def test_the_bot_as_the_opponent_is_the_computer(tmp_path, level):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, "yams", opponent=sim.the_bot, **({"level": level} if level else {}))
        assert [player.user for player in sim.stored().players] == [sim.ana.id, None]
        assert sim.stored().players[1].level == (level or "house")


async def test_a_draw_is_announced(tmp_path):
    luck = WrittenLuck([(1, 2, 3, 4, 6), (6, 4, 3, 2, 1), (1,)])
    async with table(tmp_path, luck) as sim:
        await sim.play(sim.ana)
        await sim.press(sim.ana, sim.message, "Keep all")
        assert sim.result == "A draw"
        assert sim.stored().outcome.shares[0] == sim.stored().outcome.shares[1]
        sim.assert_replays()


async def test_every_channel_has_a_round_of_its_own(tmp_path):
    """A thread is a channel of its own."""
    async with table(tmp_path) as sim:
        thread = sim.thread("a quiet corner")
        other = sim.guild.create_text_channel("more-games")
        for channel in (sim.channel, thread, other):
            await sim.play(sim.ana, channel=channel)
            assert "your turn — beat" in text_of(channel.last_message)
        await sim.press(sim.ana, thread.last_message, "Keep all")
        assert [sim.stored(number).status for number in (1, 2, 3)] == ["playing", "over", "playing"]
        assert sim.stored(2).place.channel == thread.id


async def test_a_round_in_a_direct_message(tmp_path):
    async with table(tmp_path) as sim:
        dora = sim.env.create_user("dora")
        await dora.slash("play", game="dice-poker")
        message = dora.dm_channel.last_message
        assert "your turn — beat" in text_of(message)
        answer = await dora.click(message, custom_id=dice_of(message)[0]["custom_id"])
        assert answer.acknowledged
        again = await dora.slash("play", game="dice-poker")
        assert again.ephemeral
        assert f"https://discord.com/channels/@me/{dora.dm_channel.id}/" in text_of(again.response)
        answer = await dora.click(
            message, custom_id=buttons(dora.dm_channel.history()[0])["Reroll 1 die"]["custom_id"]
        )
        assert answer.acknowledged
        assert sim.stored().status == "over"
        assert sim.stored().place.guild is None
        sim.assert_replays()


async def test_the_layout_of_the_message(tmp_path):
    """Five dice, the verbs below, all within one coloured container; the dealer's stand large."""
    async with table(tmp_path, a_round((2,))) as sim:
        await sim.play(sim.ana)
        (container,) = sim.message.components
        assert container.to_dict()["accent_color"] is not None
        dice = dice_of(sim.message)
        assert len(dice) == 5
        assert not any("label" in die for die in dice)
        assert [die["emoji"]["name"] for die in dice] == [f"pips_{face}" for face in PLAYER]
        labels = list(buttons(sim.message))
        assert labels == ["Reroll", "💡 Hint", "Menu", "Keep all"]
        assert buttons(sim.message)["Reroll"]["disabled"]
        large = re.findall("^# .*$", sim.text, re.MULTILINE)
        assert large == [f"# {rolling(sim, 4, 4, 2, 1, 1)}"]
        assert all(len(one.get("custom_id", "")) <= 100 for one in components(sim.message))


async def test_nobody_is_pinged_by_a_round_against_the_computer(tmp_path):
    async with table(tmp_path, a_round((2,), (3,)), reminders=False) as sim:
        await sim.play(sim.ana)
        await sim.reroll(sim.ana, sim.message, 5)
        assert sim.pings() == []
