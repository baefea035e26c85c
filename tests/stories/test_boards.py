"""What a board tells, in whole stories: whose turn it is, what happened, and that a round is over."""

from __future__ import annotations

import pytest

from rules.dice import PIPS, POKER, POSITIONS
from rules.screen import Action
from simulated import buttons, components, dice_of, table, text_of
from simulated_luck import WrittenLuck
from whole_rounds import behind_more, between_two, click, do, leave, seat, use
from words import Words, in_each_language

pytestmark = pytest.mark.slow

DEALER, PLAYER = (4, 4, 2, 1, 1), (6, 6, 3, 3, 5)
GREEN = 3

TURNS = Words(
    {
        "en": (
            "{bogdan}, your turn — you reroll first",
            "{ana}, your turn — beat {hand}",
        ),
        "ro": (
            "{bogdan}, rândul tău — arunci din nou tu întâi",
            "{ana}, rândul tău — de bătut: {hand}",
        ),
    }
)
HANDS = Words({"en": "Two Pair, 4s and 1s", "ro": "două perechi, 4 și 1"})
RANK = Words({"en": "Two Pair", "ro": "două perechi"})
DEALS = Words({"en": "Dealer", "ro": "Crupier"})
INSTRUCTIONS = (
    "your turn",
    "Press the dice",
    "the bigger sum",
    "One reroll",
    "You may still",
    ", next <@",
)


def named(sim):
    return {"ana": f"<@{sim.ana.id}>", "bogdan": f"<@{sim.bogdan.id}>"}


def row(sim, face_set, *faces):
    return sim.bot.emoji.row(faces, face_set)


def green(message):
    return [one["label"] for one in components(message) if one.get("style") == GREEN]


@in_each_language
async def test_the_first_line_says_whose_turn_it_is(tmp_path, language):
    """Before and after the dealer's reroll, and after a rematch with swapped seats."""
    async with table(
        tmp_path, WrittenLuck([DEALER, PLAYER, (2,), DEALER, PLAYER]), language=language
    ) as sim:
        await between_two(sim)
        dealing, playing = TURNS[language]
        hand, who = HANDS[language], named(sim)
        assert sim.text.splitlines()[0] == "### " + dealing.format(**who)
        await do(sim, sim.bogdan, sim.message, Action("reroll", "3"))
        assert sim.text.splitlines()[0] == "### " + playing.format(**who, hand=RANK[language])
        assert f"{DEALS[language]} {who['bogdan']} — {hand}" in sim.text.splitlines()
        assert f"{who['ana']} — " in sim.text
        await do(sim, sim.ana, sim.message, Action("keep"))
        assert f"{who['bogdan']} — {hand}" in sim.text
        assert f"{who['ana']} — " in sim.text
        await use(sim.ana, sim.message, "rematch")
        await click(sim.bogdan, sim.message, r"lobby:\d+:\d+:join")
        assert sim.text.splitlines()[0] == "### " + dealing.format(
            bogdan=who["ana"], ana=who["bogdan"]
        )
        assert f"{who['ana']} — " in sim.text
        assert f"{who['bogdan']} — " in sim.text


async def test_the_other_hand_is_drawn_large_and_the_own_dice_are_toggles(tmp_path):
    """A selected die has an arrow."""
    async with table(tmp_path, WrittenLuck([DEALER, PLAYER, (5,)])) as sim:
        await between_two(sim)
        large = [line for line in sim.text.splitlines() if line.startswith("# ")]
        assert large == [f"# {sim.bot.emoji.row(PLAYER, PIPS, POSITIONS, copy=1)}"]
        texts = [
            one.get("content", "") for one in components(sim.message) if one["type"] in (1, 10)
        ]
        assert texts[texts.index("") - 1].endswith("\n-# Press dice to reroll:")  # then toggles
        assert [die["emoji"]["name"] for die in dice_of(sim.message)] == [
            f"pips_{face}" for face in DEALER
        ]
        assert green(sim.message) == []
        assert not buttons(sim.message)["Keep 4 4 1 1, reroll 1 die"]["disabled"]
        await sim.mark(sim.bogdan, sim.message, 3)
        assert [die["emoji"]["name"] for die in dice_of(sim.message)] == [
            f"pips_{face}" + ("_reroll" if place == 3 else "")
            for place, face in enumerate(DEALER, 1)
        ]
        assert green(sim.message) == ["Reroll 1 die"]
        assert not buttons(sim.message)["Keep 4 4 1 1, reroll 1 die"]["disabled"]
        await do(sim, sim.bogdan, sim.message, Action("reroll", "3"))
        four, five, one = (row(sim, PIPS, face) for face in (4, 5, 1))
        landed = sim.bot.emoji.row((5,), PIPS, (1,), copy=2)
        assert f"# {four} {four} {landed} {one} {one}\n" in sim.text
        assert f"rerolled {row(sim, PIPS, 2)} → {five}" in sim.text


@pytest.mark.parametrize("game", ["dice-poker", "poker-dice"])
async def test_a_board_that_was_left_shows_the_hands_and_no_instruction(tmp_path, game):
    async with table(tmp_path, WrittenLuck([DEALER, PLAYER])) as sim:
        if game == "dice-poker":
            await between_two(sim)
        else:
            await seat(sim, game, [sim.ana, sim.bogdan])
            await do(sim, sim.ana, sim.message, Action("keep"))
        await leave(sim, sim.bogdan)
        assert sim.result.endswith(f"<@{sim.ana.id}> wins")
        face_set = PIPS if game == "dice-poker" else POKER
        for dice in (DEALER, PLAYER):
            assert f"# {row(sim, face_set, *dice)}" in sim.text
        assert not [words for words in INSTRUCTIONS if words in sim.text]
        assert list(buttons(sim.message)) == [
            "Rematch",
            "Review",
            "Share",
            "More",
        ]


@pytest.mark.parametrize("game", ["dice-poker", "six-card"])
async def test_a_closed_board_says_nothing_that_is_still_to_do(tmp_path, game):
    async with table(tmp_path) as sim:
        await between_two(sim, game)
        manager = sim.member("dora", manage_messages=True)
        busy = await sim.play(manager, game)
        asked = await sim.press_id(manager, busy.response, "tool:*:close")
        await sim.press(manager, asked.response, "Close it for everybody")
        assert sim.stored().status == "closed"
        assert not [words for words in INSTRUCTIONS if words in sim.text]
        check = "Fair cards?" if game == "six-card" else "Fair dice?"
        assert list(buttons(sim.message)) == ["Play again", "More"]
        assert await behind_more(sim, sim.ana, sim.message) == [check, "Other games"]
        large = [line for line in sim.text.splitlines() if line.startswith("# ")]
        assert len(large) == (2 if game == "dice-poker" else 0)
        assert "cards_" not in sim.text
        assert text_of(sim.message)
