"""Dice in the notations that people type."""

from __future__ import annotations

from itertools import product

import pytest

from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer, render
from bot.review.typed_dice import read_dice
from bot.ui.emoji import fallback_emoji
from rules.dice import PIPS, POKER
from rules.errors import Refusal


@pytest.mark.parametrize(
    "text",
    [
        "6 6 3 3 1",
        "66331",
        " 6,6, 3,3 ,1 ",
        "6-6-3-3-1",
        "6;6|3/3·1",
        "66 33 1",
        "⚅⚅⚂⚂⚀",
        "⚅ ⚅ ⚂ ⚂ ⚀",
        "6️⃣6️⃣3️⃣3️⃣1️⃣",
        "<:pips_6:123456789012345678> <:pips_6:1> <:pips_3:1><:pips_3:1> <:pips_1:1>",
        "\N{FULLWIDTH DIGIT SIX}6331",
        "6\t6\n3 3 1",
    ],
)
def test_dice_with_pips(text):
    assert read_dice(text) == ((6, 6, 3, 3, 1), PIPS)


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("QQ99A", (4, 4, 1, 1, 6)),
        ("qq99a", (4, 4, 1, 1, 6)),
        ("q q 9 9 a", (4, 4, 1, 1, 6)),
        ("Q, Q, 9, 9, A", (4, 4, 1, 1, 6)),
        ("10 10 J Q K", (2, 2, 3, 4, 5)),
        ("1010JQK", (2, 2, 3, 4, 5)),
        ("1010jqk", (2, 2, 3, 4, 5)),
        ("TTJQK", (2, 2, 3, 4, 5)),
        ("1010101010", (2, 2, 2, 2, 2)),
        ("99999", (1, 1, 1, 1, 1)),
        ("9 10 9 10 9", (1, 2, 1, 2, 1)),
        ("🔟🔟🇯🇶🇰", (2, 2, 3, 4, 5)),
        ("9️⃣ 🔟 🇦 🇦 🇦", (1, 2, 6, 6, 6)),
        ("<:poker_4:1><:poker_4:1><:poker_1:1><:poker_1:1><:poker_6:1>", (4, 4, 1, 1, 6)),
        ("A P D V 10", (6, 5, 4, 3, 2)),
    ],
)
def test_poker_dice(text, faces):
    assert read_dice(text) == (faces, POKER)


@pytest.mark.parametrize("face_set", [PIPS, POKER], ids=["pips", "poker"])
def test_every_roll_reads_back_from_its_symbols_and_its_fallback_emoji(face_set):
    for roll in product(range(1, 7), repeat=5):
        symbols = [face_set.symbols[face - 1] for face in roll]
        assert read_dice("".join(symbols)) == (roll, face_set)
        assert read_dice(" ".join(symbols).lower()) == (roll, face_set)
    for face in range(1, 7):
        assert read_dice(fallback_emoji(face, face_set) * 5) == ((face,) * 5, face_set)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "6633",
        "663311",
        "66337",
        "06331",
        "66330",
        "QQ99",
        "QQ99AA",
        "QQ991",
        "6633A",
        "1 0 J Q",
        "110JQK",
        "100JQK",
        "five sixes",
        "<:pips_6:1>",
        "<:pips_7:1>6633",
        "-6-6-3-3",
        "6.6",
        "66331" * 100,
        "\x00",
    ],
)
def test_what_is_not_five_dice(text):
    with pytest.raises(Refusal, match="Write five dice") as refused:
        read_dice(text)
    for language in LANGUAGES:
        message = render(refused.value.text, language, PlainRenderer(language))
        assert "66331" in message
        assert "QQ99A" in message
