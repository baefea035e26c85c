"""The sentence with which a review begins: won or lost, by luck or by choices."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bot.language.render import PlainRenderer, render
from bot.review.played_round import PlayedRound, Reviewee
from bot.review.review_headline import headline
from rules import registry
from rules.game import Outcome
from rules.review import Change, Decision, SeatReview, verdict
from rules.screen import Action, Seat


def judged(game, seats, shares, start, result, *losses, luck=0.0, scores=None, won=()):
    """Return the sentences about the first seat: to its player, to others."""
    unit = game.info.unit(seats)
    decisions = tuple(
        Decision(number, Action("keep"), 0.0, Action("keep"), lost, verdict(lost, unit, start))
        for number, lost in enumerate(losses, 1)
    )
    changes = [Change("luck", luck)] if luck else []
    changes += [Change("skill", -one.loss) for one in decisions]
    one = SeatReview(Seat(0), (start, result), tuple(changes), decisions)
    players = (Reviewee(),) * seats
    shared = tuple(map(Fraction, shares))
    outcome = Outcome(shared, scores, won) if shares else None
    round_ = PlayedRound(game, {}, (), players, bool(shares), outcome)
    renderer = PlainRenderer("en", ("a", "b"))
    return tuple(render(headline(round_, one, you=you), "en", renderer) for you in (True, False))


DICE, SHEET = registry.game("dice-poker"), registry.game("thirteen")


@pytest.mark.parametrize(
    ("arguments", "you", "they"),
    [
        (
            (DICE, 2, (0, 1), 0.5, 0.0, 0.01),
            "You lost mostly to luck, with 1 mistake.",
            "a lost mostly to luck, with 1 mistake.",
        ),
        (
            (DICE, 2, (0, 1), 0.5, 0.0, 0.2, 0.06),
            "Your choices lost it: 2 mistakes.",
            "a lost through choices: 2 mistakes.",
        ),
        (
            (DICE, 2, (0, 1), 0.5, 0.0, 0.004),
            "You lost to luck alone: all your choices were good.",
            "a lost to luck alone: every choice was good.",
        ),
        (
            (DICE, 2, (1, 0), 0.5, 1.0, 0.125),
            "You won, with 1 mistake.",
            "a won, with 1 mistake.",
        ),
        (
            (DICE, 2, (1, 0), 0.5, 1.0),
            "You won, and all your choices were good.",
            "a won, and every choice was good.",
        ),
        (
            (DICE, 2, ("1/2", "1/2"), 0.5, 0.5, 0.03),
            "A draw, with 1 mistake of yours.",
            "A draw, with 1 mistake of a.",
        ),
        (
            (DICE, 2, ("1/2", "1/2"), 0.5, 0.5, 0.0),
            "A draw, and all your choices were good.",
            "A draw, and every choice of a was good.",
        ),
        (
            (DICE, 2, (), 0.5, 0.3, 0.03),
            "Until the game was left, you made 1 mistake.",
            "Until the game was left, a made 1 mistake.",
        ),
        (
            (DICE, 2, (), 0.5, 0.3, 0.0),
            "Until the game was left, all your choices were good.",
            "Until the game was left, every choice of a was good.",
        ),
        (
            (DICE, 2, (), 0.5, 0.3),
            "The game was left before you had anything to choose.",
            "The game was left before a had anything to choose.",
        ),
    ],
)
def test_the_sentence_to_take_home(arguments, you, they):
    assert judged(*arguments) == (you, they)


@pytest.mark.parametrize(
    ("arguments", "luck", "scores", "you"),
    [
        (
            (DICE, 2, (1, 0), 0.5, 1.0, 0.3),
            0.8,
            None,
            "You won by luck, despite 1 mistake.",
        ),
        (
            (SHEET, 1, (1,), 229.6, 240.0),
            10.4,
            (240,),
            "Luck: +10.4 points. All your choices were good.",
        ),
        (
            (SHEET, 1, (1,), 229.6, 200.0),
            -29.6,
            (200,),
            "Luck: -29.6 points. All your choices were good.",
        ),
        (
            (SHEET, 1, (1,), 229.6, 220.0, 20.0),
            10.4,
            (220,),
            "Luck: +10.4 points. You made 1 mistake.",
        ),
        (
            (SHEET, 1, (1,), 229.6, 180.0, 20.0, 5.0),
            -24.6,
            (180,),
            "Luck: -24.6 points. You made 2 mistakes.",
        ),
        (
            (SHEET, 2, (0, 1), 0.5, 0.0, 0.2),
            -0.3,
            (200, 210),
            "You lost mostly to luck, with 1 mistake.",
        ),
        (
            (SHEET, 2, (0, 1), 0.5, 0.0, 0.3),
            -0.2,
            (200, 210),
            "Your choices lost it: 1 mistake.",
        ),
    ],
)
def test_the_sentence_tells_luck_from_choices(arguments, luck, scores, you):
    assert judged(*arguments, luck=luck, scores=scores)[0] == you


def test_several_seats_may_have_won():
    shares = ("1/2", "1/2", 0)
    assert judged(DICE, 3, shares, 0.4, 0.5)[0].startswith("A draw, ")
    you, they = judged(DICE, 3, shares, 0.4, 0.5, won=(True, True, False))
    assert you == "You won, and all your choices were good."
    assert they == "a won, and every choice was good."
