"""The first button of Dice Poker and Poker Dice: the choice of `house`, unless it has lost for certain."""

from __future__ import annotations

from functools import cache, cmp_to_key, partial
from itertools import islice, product

import pytest

from plain_words import plain
from rules import engine, registry
from rules.games.dice_poker.state import DealerSelects, Final, PlayerSelects
from rules.screen import Action, Press, Seat
from rules.turns import KEEP, REROLLS, positions_of, reroll_of
from simulated_luck import SeededLuck, WrittenLuck
from slow_hands import ROLLS, slow_compare

DEALER, PLAYER = Seat(0), Seat(1)
DICE_POKER, POKER_DICE = registry.game("dice-poker"), registry.game("poker-dice")


def presses(screen) -> list[Press]:
    return [control for control in screen.controls if isinstance(control, Press)]


def first(screen) -> Action:
    """Return what the first button does; none is green, for it may be a mistake."""
    assert all(press.style == "plain" for press in presses(screen))
    return presses(screen)[0].action


def labels(screen) -> list[str]:
    return [plain(press.label) for press in presses(screen)]


def medium(game, state, seat) -> Action:
    ((action, _),) = game.computer(state, seat, "house")
    return action


def kept(dice, action) -> tuple[int, ...]:
    rerolled = positions_of(action)
    return tuple(sorted(face for place, face in enumerate(dice, 1) if place not in rerolled))


@cache
def strength(order, dice):
    """Return what tells better hands from worse ones; hands of the same faces are equal."""
    return cmp_to_key(partial(slow_compare, order))(dice)


@cache
def slow_best(order, faces):
    """Return the strength of the best hand with these faces, over all that may land beside them."""
    landings = product(range(1, 7), repeat=5 - len(faces))
    return max(strength(order, tuple(sorted((*faces, *landed)))) for landed in landings)


def still_may(order, dice, action, rival) -> bool:
    """Return whether the dice that are kept can still equal the hand of `rival`."""
    return slow_best(order, kept(dice, action)) >= strength(order, tuple(sorted(rival)))


def final(dice) -> Final:
    return Final(dice, (), dice)


@pytest.mark.parametrize("every", [25, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("seat", [DEALER, PLAYER])
def test_1_11_no_first_button_of_dice_poker_has_lost_for_certain(seat, every):
    """Of 252 times 252 hands: the other choices are those of the level medium."""
    instead = 0
    for own, other in islice(product(ROLLS, ROLLS), 0, None, every):
        state = DealerSelects(own, other) if seat == DEALER else PlayerSelects(final(other), own)
        proposed, chosen = first(DICE_POKER.screen(state, None)), medium(DICE_POKER, state, seat)
        assert still_may("dice-poker", own, proposed, other), (own, other)
        if seat == PLAYER and slow_compare("dice-poker", own, other) > 0:
            assert proposed == KEEP, "it has won"
        elif still_may("dice-poker", own, chosen, other):
            assert proposed == chosen, (own, other)
        else:
            instead += 1
    assert 0 < instead < 252 * 252 // every // 10


@pytest.mark.parametrize(
    ("own", "other", "label"),
    [
        ((5, 5, 1, 2, 5), (1, 1, 6, 6, 4), "Keep 5 5 5, reroll 2 dice"),  # as medium
        (
            (5, 5, 5, 2, 2),
            (1, 2, 3, 4, 5),
            "Keep 5 5 5, reroll 2 dice",
        ),  # a straight beats a full house
        (
            (6, 3, 6, 3, 1),
            (1, 2, 3, 4, 5),
            "Keep 6 6, reroll 3 dice",
        ),  # and what two pairs can become
        ((5, 2, 3, 4, 1), (2, 3, 4, 5, 6), "Keep 5 4 3 2, reroll 1 die"),
        ((5, 2, 3, 4, 1), (1, 4, 4, 4, 4), "Keep 5, reroll 4 dice"),
        ((2, 2, 2, 6, 6), (5, 5, 5, 5, 5), "Keep 6 6, reroll 3 dice"),
        ((2, 2, 2, 2, 2), (5, 5, 5, 5, 5), "Reroll all"),
        ((2, 2, 2, 2, 2), (5, 5, 5, 5, 6), "Keep all"),
        ((5, 5, 5, 2, 2), (5, 5, 5, 2, 2), "Keep all"),  # a draw is no loss
    ],
)
def test_1_11_the_first_button_says_what_it_keeps(own, other, label):
    won = slow_compare("dice-poker", own, other) > 0
    for state in (DealerSelects(own, other), *([] if won else [PlayerSelects(final(other), own)])):
        screen = DICE_POKER.screen(state, None)
        assert labels(screen)[0] == label
        assert labels(screen)[1:] == [] if label == "Keep all" else ["Keep all"]


def test_1_11_a_hand_that_has_won_has_no_pick():
    for others, expected in (((1, 1, 6, 6, 4), 1), ((6, 6, 6, 1, 2), 2)):
        screen = DICE_POKER.screen(PlayerSelects(final(others), (5, 5, 1, 2, 5)), None)
        assert len(labels(screen)) == expected
        assert labels(screen)[-1] == "Keep all"


def test_2_11_the_last_hand_that_has_won_has_no_pick():
    """A pair of aces beats one of kings; with another player to come it may be improved."""
    for seats, expected in ((2, 1), (3, 2)):
        luck = WrittenLuck([(5, 5, 1, 2, 3), (6, 6, 1, 2, 3)])
        playing = engine.begin(POKER_DICE, seats, {}, luck)
        playing = engine.act(playing, DEALER, KEEP, luck)
        assert len(labels(POKER_DICE.screen(playing.state, None))) == expected


def test_1_11_the_pick_rerolls_at_once():
    luck = WrittenLuck([(6, 6, 3, 3, 1), (5, 5, 2, 1, 2), (4,), (2,)])
    playing = engine.begin(DICE_POKER, 2, {}, luck)
    for seat, dice in ((DEALER, (6, 6, 3, 3, 4)), (PLAYER, (5, 5, 2, 2, 2))):
        playing = engine.act(playing, seat, first(DICE_POKER.screen(playing.state, None)), luck)
        state = playing.state
        assert (state.dealer if seat == DEALER else state.player).hand == dice
    assert playing.over


@pytest.mark.parametrize("straights", ["normal", "bust"])
def test_2_11_no_pick_of_poker_dice_has_lost_for_certain(straights):
    """Each seat of 150 rounds rerolls as the board proposes, or anything else."""
    order = "poker-dice" if straights == "normal" else "poker-dice-straights-bust"
    seen = set()
    for seed in range(150):
        luck = SeededLuck(f"{straights} {seed}")
        playing = engine.begin(POKER_DICE, 4, {"straights": straights}, luck)
        while not playing.over:
            state, (seat,) = playing.state, playing.awaits.seats
            dice, screen = state.rolled.dice, POKER_DICE.screen(state, None)
            proposed, chosen = first(screen), medium(POKER_DICE, state, seat)
            finished = [turn.hand for turn in state.table.finished]
            rival = max(finished, key=lambda hand: strength(order, tuple(sorted(hand))), default=())
            lost = bool(rival) and not still_may(order, dice, chosen, rival)
            assert (proposed == chosen) != lost
            assert not rival or still_may(order, dice, proposed, rival)
            assert KEEP in [press.action for press in presses(screen)]
            seen.add((proposed == KEEP, lost))
            follows = luck.random.random() < 0.5
            action = proposed if follows else luck.random.choice((KEEP, *REROLLS))
            playing = engine.act(playing, seat, action, luck)
    assert {lost for _, lost in seen} == {False, True}
    assert (True, False) in seen


def test_2_11_the_board_of_poker_dice_proposes_a_keep():
    luck = WrittenLuck([(1, 1, 3, 3, 5), (6, 6, 6, 6, 6), (5,) * 5])
    playing = engine.begin(POKER_DICE, 2, {}, luck)
    assert labels(POKER_DICE.screen(playing.state, None)) == [
        "Keep J J 9 9, reroll 1 die",
        "Keep this hand and stop",
    ]
    playing = engine.act(playing, DEALER, reroll_of((1, 2, 3, 4, 5)), luck)
    assert labels(POKER_DICE.screen(playing.state, None)) == ["Keep this hand and stop"]
    playing = engine.act(playing, DEALER, KEEP, luck)
    assert labels(POKER_DICE.screen(playing.state, None)) == [
        "Reroll all",
        "Keep this hand and stop",
    ]
