"""The odds of hands in sentences: every figure shown, against plain enumeration."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from bot.language.render import PlainRenderer, render
from rules.dice import PIPS, POKER
from rules.errors import Refusal
from rules.odds import odds, read_roll
from rules.screen import Line, Sheet
from slow_hands import IDS, slow_compare, slow_name
from slow_play import ROLLS, SELECTIONS, SIX, SlowTurn, left

pytestmark = pytest.mark.slow

SYMBOLS = {"dice-poker": PIPS.symbols}


def typed(key, roll):
    return " ".join(SYMBOLS.get(key, POKER.symbols)[face - 1] for face in roll)


def lines(blocks):
    return [
        render(block.text, "en", PlainRenderer("en")) for block in blocks if isinstance(block, Line)
    ]


def percent(share):
    """Write a fraction in percent, rounded half to even as Babel does."""
    return f"{round(float(share), 4):.2%}"


def close(text, share, digits=2):
    assert abs(float(text) / 100 - float(share)) <= 0.51 * 10 ** -(digits + 2)


def after_one(key, roll, beat):
    """Return the chances of all 32 selections with one reroll, by listing all 6^k landings."""
    found = {}
    for chosen in SELECTIONS:
        results = []
        for landed in product(range(1, 7), repeat=len(chosen)):
            dice = list(roll)
            for position, face in zip(chosen, landed, strict=True):
                dice[position - 1] = face
            results.append(slow_compare(key, tuple(dice), beat))
        found[chosen] = [Fraction(results.count(wanted), len(results)) for wanted in (1, 0, -1)]
    return found


def value(chances):
    return chances[0] + chances[1] / 2


def meant(text, key, roll):
    """Return the selections that a sentence means: those of the faces that it rerolls."""
    action = text.split(":")[0]
    if action == "No reroll":
        return [()]
    if action == "Reroll all five":
        return [(1, 2, 3, 4, 5)]
    symbols = action.partition("reroll ")[2].split()
    faces = sorted(SYMBOLS.get(key, POKER.symbols).index(symbol) + 1 for symbol in symbols)
    return [chosen for chosen in SELECTIONS if lifted(roll, chosen) == faces]


def lifted(roll, chosen):
    return sorted(roll[position - 1] for position in chosen)


@pytest.mark.parametrize("key", IDS)
def test_the_chances_against_a_hand(key):
    random = Random(f"odds {key}")
    hands = [tuple(random.choices(range(1, 7), k=5)) for _ in range(14)]
    hands += [(1, 2, 3, 4, 5), (6, 6, 6, 6, 6), (6, 6, 3, 3, 1), (2, 3, 4, 5, 6)]
    for roll, beat in zip(hands, hands[1:] + hands[:1], strict=True):
        text = lines(odds(typed(key, roll), typed(key, beat), key))
        one = text.index("With one reroll left:")
        two = text.index("With two rerolls left:")
        assert one < two
        exact = after_one(key, roll, beat)
        best = max(map(value, exact.values()))
        chosen = meant(text[one + 1], key, roll)
        _check(chosen, text[one + 1], text[one + 2 : two], exact, best)
        slow = SlowTurn({other: 1 + slow_compare(key, other, beat) for other in ROLLS})
        exact = {chosen: _after_two(slow, key, roll, beat, chosen) for chosen in SELECTIONS}
        best = max(map(value, exact.values()))
        chosen = meant(text[two + 1], key, roll)
        _check(chosen, text[two + 1], text[two + 2 :], exact, best)


def _check(chosen, text, more, exact, best):
    """Check the line of the best selection, and the note where others are as good."""
    chances = exact[chosen[0]]
    assert value(chances) == best
    win, draw, lose = re.search(r"win (.*)%, draw (.*)%, lose (.*)%", text).groups()
    for number, share in zip((win, draw, lose), chances, strict=True):
        close(number, share)
    several = any(
        value(other) == best for selection, other in exact.items() if selection not in chosen
    )
    assert more == (["Other choices are just as good."] if several else [])


def _after_two(slow, key, roll, beat, chosen):
    ways = slow.finals(left(roll, chosen), 2)
    counts = [
        sum(count for end, count in ways.items() if slow_compare(key, end, beat) == wanted)
        for wanted in (1, 0, -1)
    ]
    return [Fraction(count, SIX**2) for count in counts]


@pytest.mark.parametrize("key", IDS)
def test_rank_and_rarity(key):
    rolls = list(product(range(1, 7), repeat=5))
    for roll in [(6, 6, 3, 3, 1), (2, 3, 4, 5, 6), (6, 6, 6, 6, 6), (4, 3, 2, 1, 6)]:
        text = "\n".join(lines(odds(typed(key, roll), None, key)))
        name = slow_name(key, roll)
        ways = sum(slow_name(key, other) == name for other in rolls)
        better = sum(slow_compare(key, other, roll) >= 0 for other in rolls)
        assert f"Rank {IDS[key][name]} of {len(IDS[key])}." in text
        times = f"{6**5 // ways}" if 6**5 % ways == 0 else f"{6**5 / ways:,.1f}"
        assert f"this rank {percent(Fraction(ways, 6**5))} (1 in {times})" in text
        assert f"this hand or better {percent(Fraction(better, 6**5))}" in text
    assert "(1 in 1296)" in "\n".join(
        lines(odds("66666" if key in SYMBOLS else "AAAAA", None, key))
    )


@pytest.mark.parametrize("key", IDS)
def test_the_best_chance_of_each_better_rank(key):
    """The ranks that the hand has already are told in one line."""
    for roll, rank in [((6, 6, 3, 3, 1), "Two Pair"), ((6, 6, 6, 6, 1), "Four of a Kind")]:
        blocks = odds(typed(key, roll), None, key)
        sheets = [block for block in blocks if isinstance(block, Sheet)]
        assert lines(blocks)[-3:] == [
            "With one reroll left:",
            "With two rerolls left:",
            f"At least {rank} is yours already.",
        ]
        for rerolls, sheet in enumerate(sheets, 1):
            assert len(sheet.rows) == IDS[key][slow_name(key, roll)] - 1
            for wanted, (_, text) in enumerate(sheet.rows, 1):
                final = {end: int(IDS[key][slow_name(key, end)] <= wanted) for end in ROLLS}
                best = SlowTurn(final).rolls[rerolls][tuple(sorted(roll))]
                close(render(text, "en", PlainRenderer()), Fraction(best, SIX**rerolls), 1)
        assert len(sheets) == 2


@pytest.mark.parametrize("key", IDS)
def test_the_best_rank_has_no_better_one(key):
    blocks = odds(typed(key, (6, 6, 6, 6, 6)), None, key)
    assert not any(isinstance(block, Sheet) for block in blocks)
    assert lines(blocks)[-1] == "At least Five of a Kind is yours already."


def test_the_faces_decide_the_game_unless_it_is_named():
    assert lines(odds("66331"))[0] == "Dice Poker"
    assert lines(odds("QQ99A"))[0] == "Poker Dice"
    bust = lines(odds("10 J Q K A", None, "poker-dice-straights-bust"))
    assert bust[0] == "Poker Dice, straights are busts"
    assert "Rank 7 of 7." in bust[2]
    assert "Rank 4 of 8." in lines(odds("10 J Q K A"))[2]
    assert "Rank 3 of 8." in lines(odds("23456"))[2]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("6633",), "Write five dice"),
        (("66331", "hello"), "Write five dice"),
        (("66331", " "), "Write five dice"),
        (("66QQ1",), "Write five dice"),
        (("66331", "QQ99A"), "not the dice of"),
        (("QQ99A", "66331"), "not the dice of"),
        (("66331", None, "poker-dice"), "not the dice of"),
        (("QQ99A", "KKKKK", "dice-poker"), "not the dice of"),
    ],
)
def test_dice_that_are_refused(asked, sentence):
    with pytest.raises(Refusal, match=sentence):
        odds(*asked)


@pytest.mark.parametrize("face_set", [PIPS, POKER], ids=["pips", "poker"])
def test_every_roll_reads_back_from_its_symbols(face_set):
    for roll in ROLLS:
        symbols = [face_set.symbols[face - 1] for face in roll]
        assert read_roll("".join(symbols)) == (roll, face_set)
        assert read_roll(" ".join(symbols).lower()) == (roll, face_set)
