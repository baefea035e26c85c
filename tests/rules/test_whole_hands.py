"""Whole hands of every game, and their chances against counts made the slow way."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from extra_games_shown import EXTRA_GAMES
from plain_words import plain
from random_play import seats_of
from rules import registry
from rules.dice import DIFFERENT_ROLLS, PIPS, POKER
from rules.game import Over
from rules.games.six_card.cards import CARDS as CARD_FACES
from rules.games.six_card.state import Dealing
from rules.hands import DICE_POKER, POKER_DICE, POKER_DICE_STRAIGHTS_BUST
from rules.screen import Action, Seat
from rules.whole_hands import CARDS, WholeHand, rarest, whole_hand
from slow_hands import ALL_ROLLS, slow_name

FIRST, SECOND = Seat(0), Seat(1)


@pytest.mark.parametrize("order", [DICE_POKER, POKER_DICE, POKER_DICE_STRAIGHTS_BUST])
def test_a_roll_has_the_chance_of_its_rank_among_all_rolls(order):
    counts = Counter(slow_name(order.key, roll) for roll in ALL_ROLLS)
    assert sum(order.chance(rank) for rank in order.ranks) == 1
    for roll in DIFFERENT_ROLLS:
        hand, name = whole_hand(roll[::-1], order), slow_name(order.key, roll)
        assert (hand.rank, hand.chance) == (name, Fraction(counts[name], len(ALL_ROLLS)))
        assert sorted(hand.faces) == [*roll]
        assert WholeHand.of_code(hand.code) == hand
        assert len(hand.code) <= 64


def test_cards_have_the_chance_of_their_deal():
    game = registry.game("six-card")
    deck = [card for card in (1, 2, 3, 4) for _ in range(4)]
    dealt = Counter(tuple(sorted(deal)) for deal in combinations(deck, 6))
    assert len(dealt) == 68
    for cards, count in dealt.items():
        rest = [*deck]
        for card in cards:
            rest.remove(card)
        state = game.land(Dealing(), (*cards, *rest))
        for seat in (FIRST, SECOND):
            assert game.hand(state, FIRST) is None
            state = game.play(state, seat, game.legal(state, seat)[-1])
        hand = game.hand(state, FIRST)
        assert hand.faces == cards[::-1]
        assert hand.chance == Fraction(count, dealt.total())
        assert WholeHand.of_code(hand.code) == hand


def test_the_rarest_hand_is_the_higher_of_equally_rare_ones_and_the_first_of_equal_ones():
    hands = [
        whole_hand(roll, DICE_POKER)
        for roll in ((6, 6, 6, 5, 5), (2, 2, 2, 2, 6), (3, 3, 3, 3, 1), (1, 3, 3, 3, 3))
    ]
    assert rarest(hands) is hands[2]
    assert rarest([None, *hands, None]) is hands[2]
    assert rarest([None]) is None


def test_hands_are_named_as_their_games_name_them():
    bust = whole_hand((1, 2, 3, 4, 5), POKER_DICE_STRAIGHTS_BUST)
    assert (plain(bust.named(POKER)), bust.chance) == ("Bust, King high", Fraction(720, 7776))
    assert plain(whole_hand((6,) * 5, DICE_POKER).named(PIPS)) == "Five of a Kind, 6s"
    cards = WholeHand((4, 4, 4, 4, 3, 3), CARDS, Fraction(6, 8008))
    assert plain(cards.named(CARD_FACES)) == "4 4 4 4 3 3"


def hands(game, state, seats=2):
    """Return the faces of the hand of each seat, None without one."""
    found = [game.hand(state, seat) for seat in seats_of(seats)]
    return [None if one is None else "".join(map(str, one.faces)) for one in found]


def test_dice_poker_shows_whole_hands_and_none_while_dice_roll():
    game = registry.game("dice-poker")
    state = game.start(2, {})
    told = [hands(game, state)]
    for step in ((3, 3, 3, 6, 6), (1, 1, 2, 4, 6), "45", (3, 1), "", None):
        if step is None:
            break
        if isinstance(step, str):
            seat = game.turn(state).seats[0]
            state = game.play(state, seat, Action("reroll", step) if step else Action("keep"))
        else:
            state = game.land(state, step)
        told.append(hands(game, state))
    assert told == [
        [None, None],
        ["33366", None],
        ["33366", "11642"],
        [None, "11642"],
        ["33331", "11642"],
        ["33331", "11642"],
    ]
    assert isinstance(game.turn(state), Over)


@pytest.mark.parametrize(("straights", "rank"), [("normal", "straight"), ("bust", "bust")])
def test_poker_dice_shows_the_hands_of_those_who_have_rolled(straights, rank):
    game = registry.game("poker-dice")
    state = game.land(game.start(2, {"straights": straights}), (1, 2, 3, 4, 5))
    assert hands(game, state) == ["54321", None]
    assert game.hand(state, FIRST).rank == rank
    state = game.play(state, FIRST, Action("reroll", "1"))
    assert hands(game, state) == [None, None]
    state = game.land(state, (2,))
    state = game.play(state, FIRST, Action("keep"))
    assert hands(game, state) == ["22543", None]
    state = game.land(state, (6, 6, 6, 6, 6))
    assert hands(game, state) == ["22543", "66666"]


@pytest.mark.parametrize("key", ["nine", "thirteen"])
def test_sheets_show_the_hand_of_the_acting_seat(key):
    game = registry.game(key)
    state = game.land(game.start(2, {}), (1, 2, 3, 4, 4))
    assert hands(game, state) == ["44321", None]
    state = game.play(state, FIRST, Action("reroll", "5"))
    assert hands(game, state) == [None, None]
    state = game.play(game.land(state, (5,)), FIRST, Action("write", "chance"))
    assert hands(game, state) == [None, None]
    assert hands(game, game.land(state, (2, 2, 2, 2, 2))) == [None, "22222"]


@pytest.mark.slow
def test_every_hand_is_whole_and_can_be_stored(any_game, journeys):
    for journey in journeys:
        shown = [
            hand
            for state in journey.states
            for seat in seats_of(journey.seats)
            if (hand := any_game.hand(state, seat)) is not None
        ]
        assert shown or any_game.info.key in EXTRA_GAMES
        assert len({len(hand.faces) for hand in shown}) <= 1
        for hand in shown:
            assert 0 < hand.chance < 1
            assert WholeHand.of_code(hand.code) == hand
            assert plain(hand.named(any_game.info.faces))
