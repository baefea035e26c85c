"""`/odds` on Discord: in private, in both languages, with every option."""

from __future__ import annotations

import pytest

from discord_limits import assert_fits
from messages_read import warnings_in
from rules.dice import PIPS
from simulated import table, text_of

NOT_FIVE = {"en-US": "Write five dice", "ro": "Scrie cinci zaruri"}
OTHER_DICE = {"en-US": "These are not the dice of", "ro": "nu sunt zarurile jocului"}


async def asked(sim, member=None, **options):
    """Type `/odds`; return the text of the private answer."""
    answer = await (member or sim.ana).slash(sim.channel, "odds", **options)
    assert answer.acknowledged
    private = sim.reread_private(answer)
    assert private.ephemeral
    assert_fits(private.components)
    return text_of(private)


async def test_a_hand_without_another_to_beat(tmp_path):
    """6 6 3 3 1: one die of two faces makes the full house, 1/3 and 1 - (2/3)²."""
    async with table(tmp_path) as sim:
        text = await asked(sim, dice="66331")
        assert "Two Pair, 6s and 3s" in text
        assert "Rank 6 of 8." in text
        assert "this rank 23.15% (1 in 4.3)" in text
        one, two = text.split("With two rerolls left:")
        assert "Full House      33.3" in one
        assert "Full House      55.6" in two
        assert "One Pair" not in text
        assert text.endswith("-# At least Two Pair is yours already: keep all.")
        assert sim.channel.history() == []


async def test_a_hand_against_another(tmp_path):
    """Against a full house of fives only a third 6 on the last die wins: 1 of 6."""
    async with table(tmp_path) as sim:
        text = await asked(sim, dice="6 6 3 3 1", beat="22555")
        assert "Against Full House, 5s over 2s" in text
        assert "With one reroll left:" in text
        six, three, one = (sim.bot.board.emoji.text(face, PIPS) for face in (6, 3, 1))
        best = f"Keep {six} {six} {three} {three}, reroll {one}"
        assert f"{best}: win 16.67%, draw 0%, lose 83.33%" in text


@pytest.mark.parametrize(
    ("game", "dice", "rank"),
    [
        ("dice-poker", "23456", "Rank 3 of 8"),
        ("poker-dice", "10 j Q k A", "Rank 4 of 8"),
        ("poker-dice-straights-bust", "10 j Q k A", "Rank 7 of 7"),
    ],
)
async def test_a_straight_in_each_of_the_three_orders(tmp_path, game, dice, rank):
    async with table(tmp_path) as sim:
        assert rank in await asked(sim, dice=dice, game=game)


async def test_in_romanian(tmp_path):
    async with table(tmp_path) as sim:
        dan = sim.member("dan", "ro")
        text = await asked(sim, dan, dice="QQ99A", beat="10 10 J J K")
        assert "### Șanse" in text
        assert "Cu o aruncare rămasă:" in text
        assert "With" not in text
        for game, dice in (("poker-dice", "1010JQK"), ("dice-poker", "66331")):
            assert "Cu două aruncări rămase:" in await asked(sim, dan, dice=dice, game=game)


@pytest.mark.parametrize(
    "dice",
    ["QQ99A", "qq99a", "Q Q 9 9 A", "Q,Q,9,9,A", "🇶 🇶 9️⃣ 9️⃣ 🇦"],
)
async def test_notations(tmp_path, dice):
    async with table(tmp_path) as sim:
        assert "Two Pair, Queens and 9s" in await asked(sim, dice=dice)


async def test_the_bots_own_emoji_are_understood(tmp_path):
    async with table(tmp_path) as sim:
        ids = sim.bot.board.emoji.ids
        dice = "".join(f"<:poker_{face}:{ids[f'poker_{face}']}>" for face in (4, 4, 1, 1, 6))
        assert "Two Pair, Queens and 9s" in await asked(sim, dice=dice)


@pytest.mark.parametrize("locale", ["en-US", "ro"])
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"dice": "6633"}, NOT_FIVE),
        ({"dice": "66331", "beat": "xyz"}, NOT_FIVE),
        ({"dice": "66331", "beat": "xyz"}, {"en-US": "box “beat”", "ro": "caseta „contra”"}),
        ({"dice": "66331", "beat": "QQ99A"}, OTHER_DICE),
        ({"dice": "66331", "game": "poker-dice"}, OTHER_DICE),
    ],
)
async def test_bad_input_is_answered_kindly(tmp_path, caplog, options, expected, locale):
    async with table(tmp_path) as sim:
        dan = sim.member("dan", locale)
        assert expected[locale] in await asked(sim, dan, **options)
        assert not warnings_in(caplog)
