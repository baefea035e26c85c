"""`/odds` on Discord: in private, in both languages, with every option."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import product

import pytest

from daily_days import open_daily, stored
from discord_limits import assert_fits
from messages_read import warnings_in
from rules.dice import PIPS
from simulated import table, text_of
from whole_rounds import between_two

pytestmark = pytest.mark.slow

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


async def test_a_straight_in_each_of_the_three_orders(tmp_path):
    async with table(tmp_path) as sim:
        for game, dice, rank in (
            ("dice-poker", "23456", "Rank 3 of 8"),
            ("poker-dice", "10 j Q k A", "Rank 4 of 8"),
            ("poker-dice-straights-bust", "10 j Q k A", "Rank 7 of 7"),
        ):
            sim.another_story()
            assert rank in await asked(sim, dice=dice, game=game), game


async def test_in_romanian(tmp_path):
    async with table(tmp_path) as sim:
        dan = sim.member("dan", "ro")
        text = await asked(sim, dan, dice="QQ99A", beat="10 10 J J K")
        assert "### Șanse" in text
        assert "Cu o aruncare rămasă:" in text
        assert "With" not in text
        for game, dice in (("poker-dice", "1010JQK"), ("dice-poker", "66331")):
            assert "Cu două aruncări rămase:" in await asked(sim, dan, dice=dice, game=game)


async def test_notations(tmp_path):
    async with table(tmp_path) as sim:
        for dice in ("QQ99A", "qq99a", "Q Q 9 9 A", "Q,Q,9,9,A", "🇶 🇶 9️⃣ 9️⃣ 🇦"):
            sim.another_story()
            assert "Two Pair, Queens and 9s" in await asked(sim, dice=dice), dice


async def test_the_bots_own_emoji_are_understood(tmp_path):
    async with table(tmp_path) as sim:
        ids = sim.bot.board.emoji.ids
        dice = "".join(f"<:poker_{face}:{ids[f'poker_{face}']}>" for face in (4, 4, 1, 1, 6))
        assert "Two Pair, Queens and 9s" in await asked(sim, dice=dice)


BAD_INPUT = [
    ({"dice": "6633"}, NOT_FIVE),
    ({"dice": "66331", "beat": "xyz"}, NOT_FIVE),
    ({"dice": "66331", "beat": "xyz"}, {"en-US": "box “beat”", "ro": "caseta „contra”"}),
    ({"dice": "66331", "beat": "QQ99A"}, OTHER_DICE),
    ({"dice": "66331", "game": "poker-dice"}, OTHER_DICE),
]


async def test_bad_input_is_answered_kindly(tmp_path, caplog):
    async with table(tmp_path) as sim:
        for (options, expected), locale in product(BAD_INPUT, ["en-US", "ro"]):
            sim.another_story()
            dan = sim.member("dan", locale)
            assert expected[locale] in await asked(sim, dan, **options)
            assert not warnings_in(caplog), options


# Help: the dice of a decision that the member has open

HELPS = {
    "en-US": "so this counts as a hint: https://",
    "ro": "așa că răspunsul contează ca indiciu: https://",
}
NO_HINTS = {
    "en-US": "It is your turn in a game without hints: https://",
    "ro": "E rândul tău într-o partidă fără indicii: https://",
}
NO_HINTS_DAILY = {
    "en-US": "No hints in the daily challenge.",
    "ro": "Provocarea zilei se joacă fără indicii.",
}


def shown_to(play, seat):
    """Return the dice that a seat may reroll, as they are typed."""
    return "".join(str(face) for face in play.game.screen(play.state, seat).mark.faces)


def dice_on_the_board(sim, round_id=1):
    play = sim.stored(round_id).play
    return shown_to(play, play.awaits.seats[0])


NINE = {"en-US": "Nine Categories", "ro": "Nouă categorii"}


def hints(sim, round_id=1):
    return [player.hinted for player in sim.stored(round_id).players if player.user]


@pytest.mark.parametrize("locale", HELPS)
async def test_about_the_own_open_round_it_is_a_hint(tmp_path, locale):
    async with table(tmp_path) as sim:
        dan = sim.member("dan", locale)
        await sim.play(dan)
        recorded = sim.stored().play.recorded
        text = await asked(sim, dan, dice=dice_on_the_board(sim))
        assert HELPS[locale] in text
        assert "%" in text
        assert hints(sim) == [(recorded + 1,)]
        assert sim.stored().drawn == sim.stored().version, "its board need not be drawn anew"
        await asked(sim, dan, dice=dice_on_the_board(sim))
        assert hints(sim) == [(recorded + 1,)], "the same decision"
        other = sim.guild.create_text_channel("other")
        answer = await dan.slash(other, "odds", dice=dice_on_the_board(sim))
        assert HELPS[locale] in text_of(sim.reread_private(answer)), "in any channel"


def in_letters(dice):
    """Return the same faces as Poker Dice writes them."""
    return " ".join(("9", "10", "J", "Q", "K", "A")[int(face) - 1] for face in dice)


TYPED = {
    "another order": lambda dice: {"dice": dice[::-1]},
    "the hand to beat": lambda dice: {"dice": "66331", "beat": dice},
    "the faces of another game": lambda dice: {"dice": in_letters(dice)},
}


async def test_however_the_dice_are_typed(tmp_path):
    async with table(tmp_path) as sim:
        for how, typed in TYPED.items():
            sim.another_story()
            await sim.play(sim.ana)
            assert HELPS["en-US"] in await asked(sim, **typed(dice_on_the_board(sim))), how
            assert hints(sim) == [(sim.stored().play.recorded + 1,)], how


async def test_about_other_dice_where_hints_are_on_it_is_free(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        dice = dice_on_the_board(sim)
        text = await asked(sim, dice="11111" if dice != "11111" else "22222")
        assert "%" in text
        assert HELPS["en-US"] not in text
        assert hints(sim) == [()]


async def test_before_the_own_turn_and_after_it_it_is_free(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        dice = dice_on_the_board(sim)
        free = [await asked(sim, sim.ana, dice=dice), await asked(sim, sim.carmen, dice=dice)]
        refused = await asked(sim, sim.bogdan, dice="11111" if dice != "11111" else "22222")
        assert NO_HINTS["en-US"] in refused, "neighbouring dice tell as much"
        await sim.press(sim.bogdan, sim.message, "Keep all")
        free.append(await asked(sim, sim.bogdan, dice=dice))
        assert not any(HELPS["en-US"] in text for text in free)
        assert hints(sim) == [(), ()]


async def test_what_cannot_be_read_is_no_hint(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await asked(sim, dice=dice_on_the_board(sim), beat="xyz")
        assert hints(sim) == [()]


async def test_about_a_round_that_rests_it_is_a_hint_too(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.wait(minutes=10, seconds=5)
        assert sim.stored().status == "resting"
        assert HELPS["en-US"] in await asked(sim, dice=dice_on_the_board(sim))
        assert sim.stored().status == "resting"
        assert hints(sim) == [(sim.stored().play.recorded + 1,)]


@pytest.mark.parametrize("locale", NO_HINTS)
async def test_at_a_table_without_hints_it_is_refused(tmp_path, locale):
    async with table(tmp_path) as sim:
        dan = sim.member("dan", locale)
        await sim.play(dan, hints="none")
        dice = dice_on_the_board(sim)
        text = await asked(sim, dan, dice=dice)
        assert NO_HINTS[locale] in text
        assert "%" not in text
        await sim.press_id(dan, sim.message, "press:*:keep")
        assert "%" in await asked(sim, dan, dice=dice)
        assert hints(sim) == [()]


@pytest.mark.parametrize("locale", NO_HINTS)
async def test_a_round_whose_channel_was_deleted_is_named_by_its_game(tmp_path, locale):
    """There is no channel to point to; `/rounds` lists it."""
    async with table(tmp_path) as sim:
        dan = sim.member("dan", locale)
        await sim.play(dan, "nine", hints="none", channel=sim.guild.create_text_channel("other"))
        sim.env.backend.delete_channel(sim.stored().channel)
        await sim.env.settle()
        assert sim.stored().channel_deleted
        text = await asked(sim, dan, dice="66331")
        assert f"{NINE[locale]} (</rounds:" in text
        assert "<#" not in text


@pytest.mark.usefixtures("daily_seeds")
@pytest.mark.parametrize("locale", NO_HINTS_DAILY)
async def test_about_the_own_daily_challenge_it_is_refused(tmp_path, locale):
    async with table(tmp_path) as sim:
        await sim.restart(away=timedelta(hours=108))  # to a day with a game of dice
        dan = sim.member("dan", locale)
        await open_daily(sim, dan)
        attempt = stored(sim, dan, date(2026, 1, 5))
        dice = shown_to(attempt.play(), attempt.round.seats_of(dan.id)[0])
        for typed in (dice, "11111" if dice != "11111" else "22222"):
            text = await asked(sim, dan, dice=typed)
            assert NO_HINTS_DAILY[locale] in text
            assert "%" not in text
        assert "%" in await asked(sim, sim.ana, dice=dice)
