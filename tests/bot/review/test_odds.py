"""`/odds` and `dice-poker odds`: every figure shown, against plain enumeration."""

from __future__ import annotations

import re
from fractions import Fraction
from io import StringIO
from itertools import product
from random import Random

import pytest
from rich.console import Console

from bot import cli
from bot.commands import terminal
from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer, render
from bot.review.odds import odds, orders
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.emoji import EmojiSet
from bot.ui.layout import PHONE_COLUMNS, sheet_text
from rules.dice import PIPS, POKER
from rules.errors import Refusal
from rules.screen import Line, Sheet
from slow_hands import IDS, slow_compare, slow_name
from slow_play import ROLLS, SELECTIONS, SIX, SlowTurn, left

pytestmark = pytest.mark.slow

SYMBOLS = {"dice-poker": PIPS.symbols}


def typed(key, roll):
    return " ".join(SYMBOLS.get(key, POKER.symbols)[face - 1] for face in roll)


def lines(blocks, language="en"):
    return [
        render(block.text, language, PlainRenderer(language))
        for block in blocks
        if isinstance(block, Line)
    ]


def percent(share, digits=2):
    """Write a fraction in percent, rounded half to even as Babel does."""
    return f"{round(float(share), digits + 2):.{digits}%}"


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
    if action == "Keep all":
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
            f"At least {rank} is yours already: keep all.",
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
    assert lines(blocks)[-1] == "At least Five of a Kind is yours already: keep all."


def test_the_faces_decide_the_game_unless_it_is_named():
    assert lines(odds("66331"))[0] == "Dice Poker"
    assert lines(odds("QQ99A"))[0] == "Poker Dice"
    bust = lines(odds("10 J Q K A", None, "poker-dice-straights-bust"))
    assert bust[0] == "Poker Dice, straights count as busts"
    assert "Rank 7 of 7." in bust[2]
    assert "Rank 4 of 8." in lines(odds("10 J Q K A"))[2]
    assert "Rank 3 of 8." in lines(odds("23456"))[2]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("6633",), "Write five dice"),
        (("66331", "hello"), "Write five dice"),
        (("66331", " "), "Write five dice"),
        (("66331", "QQ99A"), "not the dice of"),
        (("QQ99A", "66331"), "not the dice of"),
        (("66331", None, "poker-dice"), "not the dice of"),
        (("QQ99A", "KKKKK", "dice-poker"), "not the dice of"),
        (("66331", None, "thirteen"), "There is no game called"),
    ],
)
def test_dice_that_are_refused(asked, sentence):
    with pytest.raises(Refusal, match=sentence):
        odds(*asked)


@pytest.mark.parametrize(
    ("asked", "english", "romanian"),
    [
        (("6633",), "The box “dice” holds 4 dice.", "În caseta „zaruri” sunt 4 zaruri."),
        (("66331", "66"), "The box “beat” holds 2 dice.", "În caseta „contra” sunt 2 zaruri."),
        (("66331", "6"), "The box “beat” holds 1 die.", "În caseta „contra” este 1 zar."),
        (("66331", " "), "The box “beat” is empty.", "Caseta „contra” este goală."),
        (
            ("66731",),
            "In the box “dice”, 7 is not a die.",
            "În caseta „zaruri”, 7 nu e un zar.",
        ),
        (
            ("66331", "6x6w1"),
            "In the box “beat”, these are not dice: x, w.",
            "În caseta „contra”, acestea nu sunt zaruri: x, w.",
        ),
        (
            ("66QQ1",),
            "The box “dice” mixes numbers from 1 to 6 with poker faces.",
            "Caseta „zaruri” amestecă numere de la 1 la 6 cu fețe de poker.",
        ),
        (
            ("6" * 401,),
            "The box “dice” holds too much text.",
            "În caseta „zaruri” este prea mult text.",
        ),
        (
            ("66331", "QQ99A"),
            "These are not the dice of Dice Poker (box “beat”)",
            "Acestea nu sunt zarurile jocului",
        ),
        (
            ("QQ99A", "66331", "dice-poker"),
            "These are not the dice of Dice Poker (box “dice”)",
            "Acestea nu sunt zarurile jocului",
        ),
    ],
)
def test_a_refusal_names_the_box_and_what_is_wrong_with_it(asked, english, romanian):
    with pytest.raises(Refusal) as refused:
        odds(*asked)
    for language, words in (("en", english), ("ro", romanian)):
        text = render(refused.value.text, language, PlainRenderer(language))
        assert text.startswith(words)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", orders())
def test_it_fits_a_phone(key, language):
    words = DiscordRenderer(language, EmojiSet())
    for roll in [(1, 1, 1, 1, 1), (1, 2, 3, 4, 5), (1, 2, 3, 4, 6)]:
        for sheet in (one for one in odds(typed(key, roll), None, key) if isinstance(one, Sheet)):
            assert max(map(len, sheet_text(sheet, words).split("\n"))) <= PHONE_COLUMNS


def shell(*argv):
    out = StringIO()
    console = Console(file=out, width=80)
    chosen = []

    def show(prepare, *, language):
        chosen.append(language)
        return terminal_show(prepare, language=language, console=console)

    terminal_show, terminal.show = terminal.show, show
    try:
        code = cli.main(["odds", *argv])
    finally:
        terminal.show = terminal_show
    return code, out.getvalue()


def test_the_same_in_the_terminal():
    code, text = shell("6 6 3 3 1", "22555")
    assert code == 0
    assert "Two Pair, 6s and 3s" in text
    assert "Against Full House, 5s over 2s" in text
    exact = after_one("dice-poker", (6, 6, 3, 3, 1), (2, 2, 5, 5, 5))
    best = max(exact, key=lambda chosen: value(exact[chosen]))
    named = re.search(r"With one reroll left:\n(.*)\n", text)[1]
    assert best in meant(named, "dice-poker", (6, 6, 3, 3, 1))
    assert f"win {percent(exact[best][0])}, draw 0%, lose" in named


@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        ("6 6 3 3 1", ["66331"]),
        ("10 10 9 9 A", ["10 10 9 9 A"]),
        ("6 6 3 3 1 6 6 4 4 1", ["66331", "66441"]),
        ("66331 66441", ["66331", "66441"]),
        (
            "Q Q 9 9 A --game poker-dice-straights-bust",
            ["QQ99A", "--game", "poker-dice-straights-bust"],
        ),
    ],
)
def test_dice_may_be_words_of_their_own(words, quoted):
    code, text = shell(*words.split())
    assert code == 0
    assert text == shell(*quoted)[1]
    assert ("Against" in text) == (len(quoted) == 2)


def test_in_the_terminal_in_romanian():
    code, text = shell("10 10 j q k", "--game", "poker-dice-straights-bust", "--language", "ro")
    assert code == 0
    assert "O pereche de 10" in text
    assert "Cu două aruncări rămase:" in text
    assert "reroll" not in text


@pytest.mark.parametrize(
    ("argv", "word"),
    [
        (["6633"], "Write five dice"),
        (["6", "6", "3", "3"], "Write five dice"),
        (["6", "6", "3", "3", "7"], "Write five dice"),
        (["66331", "6", "6", "4", "4", "1"], "Write five dice"),
        (["6"] * 9, "Write five dice"),
        (["6"] * 11, "Write five dice"),
        (["66331", "66441", "66551"], "Write five dice"),
        (["66331", "QQ99A"], "These are not the dice of"),
        (["66331", "--game", "chess"], "chess"),
        (["6633", "--language", "ro"], "Scrie cinci zaruri"),
    ],
)
def test_bad_input_in_the_terminal_is_refused_kindly(argv, word):
    code, text = shell(*argv)
    assert code == 2
    assert word in text
    assert "Traceback" not in text
