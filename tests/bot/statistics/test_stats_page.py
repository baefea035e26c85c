"""The page of /stats: how rounds are counted in words."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.language.render import PlainRenderer, render
from bot.statistics.standing import Standing
from bot.statistics.stats_page import Stats, blocks, whole
from bot.statistics.store.standings import Against
from rules.hands import DICE_POKER
from rules.screen import Line
from rules.skill import RoundSkill, SkillSums
from rules.whole_hands import WholeHand, whole_hand


def lines(standing, against=(), language="en", game="", *, page=whole):
    """Return the lines of a page, over all games if none is named."""
    stats = Stats(1, game, standing, against, None, {}, hidden=False)
    renderer = PlainRenderer(language)
    return [render(one.text, language, renderer) for one in page(stats) if isinstance(one, Line)]


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


def test_opponents_stand_in_the_order_of_their_strength():
    against = tuple(
        Against(key, 1, 0, 0) for key in ("perfect", "house", "later", "member", "easy")
    )
    told = lines(Standing(rounds=5, won=5), against)
    assert [one for one in told if one.startswith("against")] == [
        "against members: 1 win · 0 losses",
        "against level “Easy”: 1 win · 0 losses",
        "against level “Medium”: 1 win · 0 losses",
        "against level “Perfect”: 1 win · 0 losses",
        "against later: 1 win · 0 losses",
    ]


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
            "Not rated yet: games with hints do not count. Turn hints off in /settings.",
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
    first, *_ = lines(standing, language=language, game=game, page=blocks)
    assert first == line


def test_the_first_page_tells_the_best_and_wins_in_a_row_and_little_else():
    one = Standing(rounds=12, won=5, lost=7, streak=2, longest=4)
    assert lines(one, page=blocks)[1:] == [
        "12 games: 5 wins · 7 losses",
        "Wins in a row: 2 now, 4 at most",
    ]
    assert lines(replace(one, best=231), page=blocks)[1] == "Best total: **231**"
    five = lines(replace(one, rarest=FIVE), game="dice-poker", page=blocks)
    assert five[1] == "Rarest hand: Five of a Kind, 6s (one roll in 1,296)"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Proven so far: 2593. The leaderboard ranks by this number."),
        ("ro", "Dovedit până acum: 2593. După acest număr se face clasamentul."),
    ],
)
def test_details_tell_what_is_proven_where_it_is_ranked(language, line):
    """K 0.05, s √0.005 / 12.05 and z 3.3 + 9.8 / 12.05 = 4.113: Q is 1.0243 at most."""
    played = Standing(sums=SkillSums.of([RoundSkill(1.0, 1.0, 0.1)] * 12))
    assert line in lines(played, language=language)
    few = Standing(sums=SkillSums.of([RoundSkill(1.0, 1.0, 0.1)] * 9))
    told = lines(few, language="en")
    assert "Not ranked yet: 1 more rated game is needed." in told
    assert not any(one.startswith("Proven") for one in told)


def test_over_all_games_luck_is_told_for_each_game_against_others():
    """That of sheets played alone is in points and left out, and so is their number."""
    standing = Standing(rounds=10, won=1, lost=1, luck=0.5)
    assert "Luck so far, per game: +25.0% chance to win" in lines(standing)
    assert not [one for one in lines(Standing(rounds=10)) if one.startswith("Luck")]
