"""The page of /stats: how rounds are counted in words."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.language.render import PlainRenderer, render
from bot.statistics.standing import Standing
from bot.statistics.stats_page import Stats, blocks
from rules.hands import DICE_POKER
from rules.skill import RoundSkill, SkillSums
from rules.whole_hands import WholeHand, whole_hand


def lines(standing, language="en", game=""):
    """Return the lines of the page, over all games if none is named."""
    stats = Stats(1, game, standing, hidden=False)
    return [render(one.text, language, PlainRenderer(language)) for one in blocks(stats)]


@pytest.mark.parametrize(
    ("standing", "language", "line"),
    [
        (Standing(rounds=12), "en", "12 games"),
        (Standing(rounds=3, won=1, lost=2), "en", "3 games: 1 win · 2 losses"),
        (
            Standing(rounds=78, won=32, drawn=1, lost=33),
            "en",
            "32 wins · 1 draw · 33 losses · 12 games alone",
        ),
        (
            Standing(rounds=78, won=32, drawn=1, lost=33),
            "ro",
            "32 de victorii · 1 egal · 33 de înfrângeri · 12 partide de unul singur",
        ),
    ],
)
def test_rounds_add_up(standing, language, line):
    assert line in lines(standing, language=language)


FIVE, FULL, BUST = (
    whole_hand(dice, DICE_POKER) for dice in ((6, 6, 6, 6, 6), (1, 1, 1, 2, 2), (1, 2, 3, 4, 6))
)
CARDS = WholeHand((4, 4, 4, 4, 3, 3), "cards", Fraction(6, 8008))


@pytest.mark.parametrize(
    ("game", "rarest", "language", "line"),
    [
        ("dice-poker", FIVE, "en", "Rarest hand: Five of a Kind, 6s (one roll in 1,296)"),
        (
            "dice-poker",
            FIVE,
            "ro",
            "Cea mai rară mână: cinci la fel, 6 (o aruncare din 1.296)",
        ),
        ("nine/alone", FULL, "en", "Rarest hand: Full House, 9s over 10s (one roll in 25.9)"),
        ("six-card", CARDS, "en", "Rarest hand: 4 4 4 4 3 3 (one deal in 1,335)"),
        ("six-card", CARDS, "ro", "Cea mai rară mână: 4 4 4 4 3 3 (o mână din 1.335)"),
    ],
)
def test_the_rarest_hand_is_told_with_its_chance(game, rarest, language, line):
    standing = Standing(rounds=1, rarest=rarest)
    assert line in lines(standing, language=language, game=game)


@pytest.mark.parametrize(
    ("game", "rarest"), [("dice-poker", BUST), ("dice-poker", None), ("gone", FIVE)]
)
def test_a_hand_that_everybody_has_is_not_told(game, rarest):
    standing = Standing(rounds=1, rarest=rarest)
    assert not any("Rarest" in line for line in lines(standing, game=game))


def skilled(losses, expected, rounds):
    """Return a standing with so many rounds that each gave away and expected this much."""
    return Standing(
        rounds=rounds, sums=SkillSums.of([RoundSkill(losses, expected, 0.1)] * rounds), best=None
    )


@pytest.mark.parametrize(
    ("standing", "game", "language", "line"),
    [
        (
            Standing(rounds=1),
            "",
            "en",
            "Not rated yet: from the first hint of a game on, choices do not count.",
        ),
        (
            Standing(rounds=1),
            "",
            "ro",
            "Încă fără punctaj: de la primul indiciu al unei partide, alegerile nu mai contează.",
        ),
        (skilled(1.0, 1.0, 60), "", "en", "Since the start about as good as the medium computer"),
        (skilled(1.0, 1.0, 60), "", "ro", "De la început, cam ca nivelul mediu"),
        (skilled(0.3, 1.0, 60), "", "en", "Since the start better than the medium computer"),
        (skilled(0.3, 1.0, 60), "", "ro", "De la început, mai bine decât nivelul mediu"),
        (
            skilled(0.0, 1.0, 2000),
            "",
            "en",
            "Since the start about as good as the perfect computer",
        ),
        (skilled(3.0, 1.0, 60), "", "en", "Since the start not as good as the medium computer yet"),
        (
            skilled(2.0, 1.0, 60),
            "dice-poker",
            "en",
            "Since the start better than the greedy computer",
        ),
        (
            skilled(1.0, 1.0, 3),
            "",
            "en",
            "Since the start about as good as the medium computer, so far",
        ),
    ],
)
def test_skill_in_words(standing, game, language, line):
    """By the levels: medium has 2600 and perfect 3000; greedy 2268 in Dice Poker."""
    first, *_ = lines(standing, language=language, game=game)
    assert first == line


def test_the_page_tells_the_best_and_wins_in_a_row_and_little_else():
    one = Standing(rounds=12, won=5, lost=7, streak=2, longest=4)
    assert lines(one)[1:] == [
        "12 games: 5 wins · 7 losses",
        "Wins in a row: 2 now, 4 at most",
    ]
    assert lines(replace(one, best=231))[1] == "Best total: **231**"
    five = lines(replace(one, rarest=FIVE), game="dice-poker")
    assert five[1] == "Rarest hand: Five of a Kind, 6s (one roll in 1,296)"
