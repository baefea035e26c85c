"""What a finished round of Six Card Poker teaches: by comparing all splits, in plain words."""

from __future__ import annotations

from fractions import Fraction

from plain_words import plain, texts_in
from random_play import play_at_random
from rules import registry
from rules.games.six_card import equilibrium
from rules.games.six_card.cards import compare, split_of, splits_of
from rules.games.six_card.flow import result
from rules.games.six_card.lesson import lesson, winning_splits
from rules.games.six_card.state import CardsShowdown, Dealing
from rules.games.six_card.strategies import parts_against
from rules.screen import Line, Seat, Sheet
from slow_splits import slow_others, slow_points

GAME = registry.game("six-card")


def parts(blocks):
    """Return the sentence and the rows of each seat, and the legend."""
    first, one, second, other, legend = blocks
    assert isinstance(one, Sheet)
    assert isinstance(other, Sheet)
    return (plain(first.text), one.rows), (plain(second.text), other.rows), plain(legend.text)


def code(written):
    """Return the code of a split that is written with its single card first."""
    return "-".join(reversed(written.split()))


def test_the_loser_sees_every_split_that_would_have_won():
    """444 beats the sum of 211, but 33 and 3 lose to 44 and 4: three other splits win."""
    shown = (split_of("444-11-3"), split_of("221-33-4"))
    (first, rows), (second, others), legend = parts(lesson(CardsShowdown(shown)))
    assert first == "A: 3 of 12 splits beat the other hand."
    assert [(row[0], row[1], plain(row[2])) for row in rows] == [
        ("3 11 444", "●", ""),
        ("1 44 431", "✓", ""),
        ("3 44 411", "✓", ""),
        ("4 44 311", "✓", "100%"),
    ]
    assert second == "B: 2 of 24 splits beat the other hand."
    assert others[0][:2] == ("4 33 221", "●✓")
    assert [row[0] for row in others[1:]] == ["1 22 433"], "the winner sees the equilibrium alone"
    assert legend.startswith("●: the split that was played. ✓: beats the other hand.")


def test_the_splits_that_win_are_those_of_the_rules():
    """Random rounds, against the comparison written a second time."""
    for number in range(30):
        assert_lesson_tells_what_wins(number)


def assert_lesson_tells_what_wins(number):
    journey = play_at_random(GAME, 2, {}, f"lesson {number}")
    state = journey.end.state
    for seat, (sentence, rows) in enumerate(parts(lesson(state))[:2]):
        own, other = state.splits[seat], state.splits[1 - seat]
        better = {
            split.code
            for split in splits_of(own.hand)
            if slow_points(split.parts, other.parts) > Fraction(3, 2)
        }
        assert {split.code for split in winning_splits(own, other)} == better
        assert (f": {len(better)} of " in sentence) == bool(better)
        assert ("none of the" in sentence) == (not better)
        ticked = {code(row[0]) for row in rows if "✓" in row[1]}
        won = result(*state.splits).shares[seat] == 1
        assert ticked == ({own.code} | (better & ticked) if won else better)
        weights = {code(row[0]): plain(row[2]) for row in rows if row[2] is not None}
        exact = {
            split.code: f"{float(weight):.0%}"
            for split, weight in equilibrium.EQUILIBRIUM[own.hand].items()
        }
        assert weights == exact


def test_nothing_is_taught_before_the_end():
    journey = play_at_random(GAME, 2, {}, "early")
    assert lesson(Dealing()) == ()
    for state in journey.states[:-1]:
        assert lesson(state) == ()
    blocks = lesson(journey.end.state)
    assert all(isinstance(block, Line | Sheet) for block in blocks)
    assert list(texts_in(tuple(blocks)))


def test_the_parts_of_a_split_against_the_equilibrium():
    """All deals of the other hand, each with every split of the equilibrium."""
    split = split_of("443-22-1")
    taken, points = [Fraction(0)] * 3, Fraction(0)
    for other, ways in slow_others(split.hand).items():
        for theirs, weight in equilibrium.EQUILIBRIUM[other].items():
            points += ways * weight * Fraction(slow_points(split.parts, theirs.parts))
            for part, sign in enumerate(compare(split, theirs)):
                taken[part] += ways * weight * Fraction(1 + sign, 2)
    found = parts_against(equilibrium.EQUILIBRIUM, split)
    assert found == tuple(part / 210 for part in taken)
    assert sum(found) == points / 210


def test_the_reason_names_the_three_parts():
    journey = play_at_random(GAME, 2, {}, "reason")
    state = journey.states[1]
    best = GAME.advise(state, Seat(0))[0].action
    said = plain(GAME.exact.reason(state, Seat(0), best))
    high, middle, low = parts_against(equilibrium.EQUILIBRIUM, split_of(best.on))
    assert said == (
        f"Chance to win: High card {float(100 * low):.0f}%, Pair {float(100 * middle):.0f}%, "
        f"Sum {float(100 * high):.0f}%; a tie counts half."
    )
    assert GAME.exact.reason(Dealing(), Seat(0), best) is None
