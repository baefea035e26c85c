"""Six Card Poker, each rule by its number (README 5.1-5.7)."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from plain_words import lines, plain
from rules import engine
from rules.errors import BadSeats, NotLegal, NotYourTurn, RoundOver
from rules.game import Awaits, Over, Shuffles
from rules.games.six_card import GAME
from rules.games.six_card.cards import (
    CARDS,
    DECK,
    HANDS,
    falling,
    low_then_middle,
    split_of,
    splits_of,
)
from rules.games.six_card.flow import in_halves, result, split_by
from rules.games.six_card.state import CardsShowdown, Dealing, Splitting
from rules.games.six_card.view import WHAT_WINS
from rules.screen import Action, Cards, Line, Peek, Seat, Sort
from rules.text import say
from simulated_luck import SeededLuck, WrittenLuck
from six_cards import DEAL, MINE, THEIRS, dealt, split
from slow_splits import slow_score, slow_splits

ONE, OTHER = Seat(0), Seat(1)


def act(round_, seat, code):
    return engine.act(round_, seat, Action.parse(code), WrittenLuck())


# 5.1


def test_5_1_two_seats():
    assert list(GAME.info.seats) == [2]
    assert GAME.info.key == "six-card"
    assert GAME.info.faces is CARDS
    for seats in (1, 3):
        with pytest.raises(BadSeats):
            GAME.start(seats, {})


def test_5_1_sixteen_cards_are_shuffled_and_six_dealt_to_each():
    start = GAME.start(2, {})
    assert start == Dealing()
    assert GAME.turn(start) == Shuffles(DECK, "deal")
    assert sorted(DECK) == [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4
    state = dealt().state
    assert state.hands == (MINE, THEIRS), "the first six to seat 0, the next six to seat 1"
    assert state == dealt((*DEAL[:12], 4, 3, 2, 2)).state, "four stay unseen"


# 5.2


def test_5_2_both_owe_a_split_at_once_in_any_order():
    round_ = dealt()
    assert GAME.turn(round_.state) == Awaits((ONE, OTHER), secret=True)
    first = act(round_, OTHER, "split.431-11-3")
    assert GAME.turn(first.state) == Awaits((ONE,), (OTHER,), secret=True)
    second = act(round_, ONE, "split.443-22-1")
    assert GAME.turn(second.state) == Awaits((OTHER,), (ONE,), secret=True)
    assert act(first, ONE, "split.443-22-1").state == act(second, OTHER, "split.431-11-3").state


def test_5_2_a_split_may_be_changed_until_both_are_in_and_not_afterwards():
    round_ = act(dealt(), ONE, "split.443-22-1")
    changed = act(act(round_, ONE, "split.432-42-1"), ONE, "split.431-22-4")
    assert changed.state.splits == (split_of("431-22-4"), None)
    assert changed.moment == round_.moment == 0, "the other seat's buttons stay good"
    shown = act(changed, OTHER, "split.431-11-3")
    assert shown.state == CardsShowdown((split_of("431-22-4"), split_of("431-11-3")))
    assert shown.moment == 1
    with pytest.raises(RoundOver):
        act(shown, ONE, "split.443-22-1")


def test_5_2_the_splits_of_every_hand_are_legal_and_nothing_else():
    for hand in HANDS:
        rest = list(DECK)
        for card in hand:
            rest.remove(card)
        state = GAME.land(Dealing(), (*hand, *rest))
        codes = {"-".join("".join(map(str, part)) for part in parts) for parts in slow_splits(hand)}
        legal = GAME.legal(state, ONE)
        assert {action.code for action in legal} == {f"split.{code}" for code in codes}
        assert len(legal) == len(codes) <= 24
        assert GAME.legal(state, Seat(2)) == ()


@pytest.mark.parametrize(
    "code",
    ["split.444-22-1", "split.344-22-1", "split.22-443-1", "split.4432-2-1", "split", "keep"],
)
def test_5_2_anything_but_a_split_of_the_own_cards_is_refused(code):
    with pytest.raises(NotLegal):
        act(dealt(), ONE, code)
    with pytest.raises(NotYourTurn):
        act(dealt(), Seat(2), "split.443-22-1")


def test_5_2_the_public_screen_shows_only_who_has_decided():
    round_ = dealt()
    before = GAME.screen(round_.state, None)
    assert before.controls == (Peek(say("Look at my cards"), main=True),)
    assert plain(before.title) == "A and B, your turn — split your six cards"
    assert not any("has decided" in line for line in lines(before))
    after = GAME.screen(act(round_, OTHER, "split.431-11-3").state, None)
    assert plain(after.title) == "A, your turn — split your six cards"
    assert lines(after)[0] == "✅ B has decided."
    assert plain(before.footer) == plain(after.footer) == "Six Card Poker"
    assert not any(isinstance(block, Cards) for block in (*before.blocks, *after.blocks))


def test_5_2_the_private_screen_says_whose_turn_it_is_and_what_was_chosen():
    round_ = dealt()
    own = GAME.screen(round_.state, ONE)
    assert plain(own.title) == "A, your turn — split your six cards"
    assert lines(own) == [plain(line) for line in WHAT_WINS]
    decided = act(round_, ONE, "split.443-22-1")
    own = GAME.screen(decided.state, ONE)
    assert plain(own.title) == "You have decided — B is choosing"
    assert lines(own) == ["✅ Your split: High card 1 · Pair 2 2 · Sum 4 4 3"]
    other = GAME.screen(decided.state, OTHER)
    assert plain(other.title) == "B, your turn — split your six cards"
    assert "✅ A has decided." in lines(other)


def test_5_2_the_private_screen_shows_the_own_cards_and_every_split_with_its_three_parts():
    state = dealt().state
    screen = GAME.screen(state, ONE)
    assert screen.blocks[0] == Cards(MINE, CARDS)
    [sort] = screen.controls
    assert isinstance(sort, Sort)
    assert sort.faces == MINE
    offered = [choice.action for choice in sort.choices]
    assert set(offered) == set(GAME.legal(state, ONE))
    strengths = [split_of(action.on).strengths for action in offered]
    assert strengths == sorted(strengths, reverse=True)
    assert not any(choice.chosen for choice in sort.choices)
    labels = {choice.action.on: plain(choice.label) for choice in sort.choices}
    assert labels["443-22-1"] == "High card 1 · Pair 2 2 · Sum 4 4 3"
    details = {choice.action.on: plain(choice.detail) for choice in sort.choices}
    assert details["443-22-1"] == "The three cards of the Sum add up to 11."
    assert details["421-42-3"] == "The three cards of the Sum add up to 7."


def test_5_2_each_split_is_made_by_tapping_its_cards_in_any_way():
    """All 6 × 5 × 4 ways to tap a single card and two others make the split that they show."""
    state = dealt().state
    sort = GAME.screen(state, ONE).sort
    made = set()
    for single, one, other in permutations(range(1, 7), 3):
        selected = ()
        for position in (single, one, other):
            assert sort.choice(selected) is None
            selected = sort.tapped(selected, position)
        split = split_of(sort.choice(selected).action.on)
        assert split.low == (MINE[single - 1],)
        assert split.middle == falling((MINE[one - 1], MINE[other - 1]))
        assert split.hand == MINE
        made.add(split_by(split))
        assert sort.choice(sort.positions(split_by(split))).action == split_by(split)
        assert sort.tapped(selected, single) == (0, one, other)
        assert sort.tapped(selected, other) == (single, one)
    assert made == set(GAME.legal(state, ONE))


def test_5_8_quick_is_the_split_of_the_level_house():
    for hand in HANDS:
        rest = list(DECK)
        for card in hand:
            rest.remove(card)
        sort = GAME.screen(dealt((*hand, *rest)).state, ONE).sort
        assert sort.pick.action == split_by(low_then_middle(hand))
        assert sort.choice(sort.positions(sort.pick.action)).action == sort.pick.action


def test_5_2_one_line_says_what_is_next():
    own = GAME.screen(dealt().state, ONE)
    for selected, line in (
        ((), "Tap the card for “High card”"),
        ((6,), "Tap two cards for “Pair”"),
        ((6, 4), "Tap one more card for “Pair”"),
        ((6, 0, 5), "Tap one more card for “Pair”"),
        ((0, 4, 5), "Tap the card for “High card”"),
    ):
        assert lines(own.sorted_by(selected))[-1] == line
    made = own.sorted_by((6, 4, 5))
    assert lines(made)[-2:] == [
        "Chosen, not confirmed yet: High card 1 · Pair 2 2 · Sum 4 4 3",
        "The three cards of the Sum add up to 11.",
    ]
    assert not any("Tap" in line for line in lines(made))


def test_5_2_what_is_decided_can_be_changed_and_nonsense_is_no_choice():
    decided = GAME.screen(act(dealt(), ONE, "split.443-22-1").state, ONE)
    assert decided.sorted_by(()) == decided, "nothing must be done"
    assert decided.sort.decided.action == Action("split", "443-22-1")
    again = decided.sorted_by(decided.sort.positions(decided.sort.decided.action))
    assert again.sort.selected == (6, 4, 5)
    assert again.sort.decided is None
    assert again.sort.tapped((6, 4, 5), 6) == (0, 4, 5)
    assert decided.sort.positions(Action("split", "444-22-1")) is None
    public = GAME.screen(dealt().state, None)
    assert public.sorted_by((6, 4, 5)) == public


def test_5_2_the_present_choice_is_known_as_chosen():
    state = act(act(dealt(), ONE, "split.443-22-1"), ONE, "split.431-22-4").state
    [sort] = GAME.screen(state, ONE).controls
    assert [choice.action.on for choice in sort.choices if choice.chosen] == ["431-22-4"]
    [sort] = GAME.screen(state, OTHER).controls
    assert not any(choice.chosen for choice in sort.choices)


# 5.3, 5.4


@pytest.mark.slow
def test_5_4_every_pair_of_splits_has_the_right_winner():
    kinds = list({s.strengths: s for hand in HANDS for s in splits_of(hand)}.values())
    for one in kinds[::3]:
        for other in kinds:
            shares = result(one, other).shares
            assert float(shares[0]) == slow_score(one.parts, other.parts)
            assert sum(shares) == 1


@pytest.mark.parametrize(
    ("one", "other", "shares", "title"),
    [
        ("443-22-1", "431-11-3", (1, 0), "A wins 2 : 1"),
        ("432-22-4", "443-32-4", (Fraction(1, 2),) * 2, "A draw, 1½ : 1½"),
        ("321-11-2", "443-33-2", (0, 1), "B wins 2½ : ½"),
        ("444-33-4", "221-21-1", (1, 0), "A wins 3 : 0"),
    ],
)
def test_5_4_more_than_one_and_a_half_wins_and_exactly_that_is_a_draw(one, other, shares, title):
    outcome = result(split_of(one), split_of(other))
    assert outcome.shares == shares
    assert outcome.scores is None
    assert plain(GAME.screen(CardsShowdown((split_of(one), split_of(other))), None).title) == title


def test_points_are_written_in_halves():
    written = [in_halves(Fraction(halves, 2)) for halves in range(7)]
    assert written == ["0", "½", "1", "1½", "2", "2½", "3"]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (
            "443-22-1",
            "431-11-3",
            [
                "High card: B wins, 3 beats 1.",
                "Pair: A wins, a pair of 2s beats a pair of 1s.",
                "Sum: A wins, 11 to 8.",
            ],
        ),
        (
            "441-43-2",
            "333-11-2",
            [
                "High card: both are equal, half each.",
                "Pair: B wins, a pair of 1s beats no pair.",
                "Sum: both add up to 9, half each.",
            ],
        ),
        (
            "421-31-2",
            "431-32-4",
            [
                "High card: B wins, 4 beats 2.",
                "Pair: B wins, the second card 2 beats 1.",
                "Sum: B wins, 8 to 7.",
            ],
        ),
        (
            "421-41-1",
            "211-32-1",
            [
                "High card: both are equal, half each.",
                "Pair: A wins, 4 beats 3.",
                "Sum: A wins, 7 to 4.",
            ],
        ),
        (
            "442-31-2",
            "432-31-2",
            [
                "High card: both are equal, half each.",
                "Pair: both are equal, half each.",
                "Sum: A wins, 10 to 9.",
            ],
        ),
    ],
)
def test_5_3_the_parts_are_listed_one_by_one(one, other, expected):
    screen = GAME.screen(CardsShowdown((split_of(one), split_of(other))), None)
    words = [plain(block.text) for block in screen.blocks if isinstance(block, Line)]
    assert [line for line in words if line.startswith(("Sum", "Pair", "High card"))] == expected


def test_5_4_the_title_names_the_winner_and_the_points_of_both():
    def ending(one, other):
        screens = {
            GAME.screen(CardsShowdown((split_of(one), split_of(other))), viewer)
            for viewer in (None, ONE, OTHER)
        }
        assert len(screens) == 1
        screen = screens.pop()
        assert screen.controls == ()
        assert plain(screen.footer) == "Six Card Poker"
        return plain(screen.title), screen.tone

    assert ending("443-22-1", "431-11-3") == ("A wins 2 : 1", "won")
    assert ending("431-11-3", "443-22-1") == ("B wins 2 : 1", "won")
    assert ending("443-22-1", "431-11-1") == ("A wins 2½ : ½", "won")
    assert ending("432-11-4", "433-22-4") == ("B wins 2½ : ½", "won")
    assert ending("433-22-4", "432-11-3") == ("A wins 3 : 0", "won")
    assert ending("432-22-4", "443-32-4") == ("A draw, 1½ : 1½", "drawn")


# 5.7


def test_5_7_left_alone_a_seat_plays_high_then_middle_then_low():
    state = dealt().state
    assert GAME.idle(state, ONE) == split("443-22-1")
    assert GAME.idle(state, OTHER) == split("433-11-1")
    for seed in range(50):
        state = GAME.land(Dealing(), SeededLuck(seed).shuffle("deal", DECK))
        for seat, hand in zip((ONE, OTHER), state.hands, strict=True):
            assert GAME.idle(state, seat).on == slow_idle(hand)


def slow_idle(hand) -> str:
    def largest(parts):
        high, middle, low = parts
        pair = middle[0] == middle[1]
        return sum(high), pair, middle, low

    best = max(slow_splits(hand), key=largest)
    return "-".join("".join(map(str, part)) for part in best)


def test_5_7_a_decision_that_was_made_stays():
    state = act(dealt(), ONE, "split.431-22-4").state
    assert GAME.idle(state, ONE) == split("431-22-4")
    assert GAME.idle(state, OTHER) == split("433-11-1")


# Random rounds


def test_random_rounds_end_with_the_right_winner_and_replay():
    for number in range(100):
        luck, random = SeededLuck(number), Random(number)
        round_ = engine.begin(GAME, 2, {}, luck)
        while not round_.over:
            assert isinstance(round_.state, Splitting)
            seat = random.choice((ONE, OTHER))
            round_ = engine.act(round_, seat, random.choice(GAME.legal(round_.state, seat)), luck)
        one, other = (split.parts for split in round_.state.splits)
        over = GAME.turn(round_.state)
        assert isinstance(over, Over)
        assert float(over.outcome.shares[0]) == slow_score(one, other)
        assert engine.replay(GAME, 2, {}, round_.steps).state == round_.state
