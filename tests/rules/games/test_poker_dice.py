"""Poker Dice, each rule by its number (README 2.1-2.9)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from long_words import assert_fits
from plain_words import dice, lines, plain, texts_in
from rules import engine
from rules.errors import BadOption, BadSeats, NotYourTurn, RoundOver
from rules.game import Awaits, Rolls
from rules.games.poker_dice import GAME
from rules.games.poker_dice.flow import compare
from rules.games.poker_dice.state import Finished, HandChoice, HandsShowdown, PokerTable
from rules.screen import Action, Line, Seat
from rules.turns import KEEP, REROLLS, TurnRolled
from simulated_luck import SeededLuck, WrittenLuck
from slow_hands import ALL_ROLLS, slow_compare

A, B, C = map(Seat, range(3))
NORMAL, BUST = "normal", "bust"


def table(*hands: str, straights: str = NORMAL, seats: int | None = None) -> PokerTable:
    finished = tuple(Finished((dice(hand),)) for hand in hands)
    return PokerTable(seats or len(hands), straights == BUST, finished)


def words(screen) -> list[str]:
    return [plain(text) for text in texts_in(screen)]


def begun(seats: int, *landings):
    luck = WrittenLuck(landings)
    return engine.begin(GAME, seats, {"straights": NORMAL}, luck), luck


# 2.1


def test_2_1_two_to_eight_seats_and_poker_dice():
    assert list(GAME.info.seats) == [2, 3, 4, 5, 6, 7, 8]
    assert GAME.info.faces.symbols == ("9", "10", "J", "Q", "K", "A")
    for seats in (1, 9):
        with pytest.raises(BadSeats):
            GAME.start(seats, {})


# 2.2, 2.3, 2.7: the order itself is tested with the hands


def test_2_2_a_full_house_beats_a_straight_here():
    assert compare(table("A K Q J 10", "9 9 9 10 10")).shares == (0, 1)


def test_2_3_and_2_4_the_rules_show_the_ranks_of_both_options():
    lines = [plain(block.text) for block in GAME.rules() if isinstance(block, Line)]
    figures = [line for line in lines if "/7776" in line]
    shared = ["6/7776 · 0.08% · 1 in 1296", "150/7776 · 1.93% · 1 in 51.8"]
    full, straight = "300/7776 · 3.86% · 1 in 25.9", "240/7776 · 3.09% · 1 in 32.4"
    assert figures[:4] == [*shared, full, straight]
    assert figures[7] == "480/7776 · 6.17% · 1 in 16.2"
    assert figures[8:11] == [*shared, full]
    assert figures[14:] == ["720/7776 · 9.26% · 1 in 10.8"]


def test_2_7_the_rules_list_the_busts_of_both_options():
    counted = [plain(block.text) for block in GAME.rules() if isinstance(block, Line)]
    assert [line for line in counted if line.startswith("All ")] == [
        "All 4 busts, best first:",
        "All 6 busts, best first:",
    ]


def test_2_7_four_sets_of_faces_are_busts():
    busts = {
        tuple(sorted(roll))
        for roll in ALL_ROLLS
        if PokerTable(2, straights_bust=False).order.hand(roll).name == "bust"
    }
    named = ("A K Q J 9", "A K Q 10 9", "A K J 10 9", "A Q J 10 9")
    assert busts == {tuple(sorted(dice(faces))) for faces in named}


# 2.4


def test_2_4_straights_is_an_option_and_normal_the_default():
    (option,) = GAME.info.options
    assert (option.key, [value.key for value in option.values]) == ("straights", [NORMAL, BUST])
    assert not GAME.start(2, {}).table.straights_bust
    assert GAME.start(2, {"straights": BUST}).table.straights_bust
    with pytest.raises(BadOption):
        GAME.start(2, {"straights": "high"})


def test_2_4_a_straight_can_be_a_bust():
    hands = ("A K Q J 10", "9 9 10 J Q")
    assert compare(table(*hands)).shares == (1, 0)
    assert compare(table(*hands, straights=BUST)).shares == (0, 1)


def test_2_4_busts_compare_high_to_low():
    busts = ["A K Q J 10", "A K Q J 9", "A K Q 10 9", "A K J 10 9", "A Q J 10 9", "K Q J 10 9"]
    for better, worse in pairwise(busts):
        assert compare(table(better, worse, straights=BUST)).shares == (1, 0)


@pytest.mark.parametrize("straights", [NORMAL, BUST])
def test_2_4_the_board_names_the_option_while_it_is_in_force(straights):
    luck = SeededLuck(straights)
    playing = engine.begin(GAME, 3, {"straights": straights}, luck)
    while True:
        expected = "Straights count as busts, the lowest hands." in words(
            GAME.screen(playing.state, None)
        )
        assert expected == (straights == BUST)
        if playing.over:
            break
        playing = engine.act(playing, playing.awaits.seats[0], KEEP, luck)


# 2.5


def test_2_5_a_turn_is_one_roll_and_up_to_two_rerolls():
    playing, luck = begun(2, dice("9 9 J Q A"), dice("9 K A"), dice("J"), dice("A A A A A"))
    assert playing.state == HandChoice(
        table(seats=2), TurnRolled((dice("9 9 J Q A"),), (1, 2, 3, 4, 5))
    )
    playing = engine.act(playing, A, Action("reroll", "345"), luck)
    assert playing.state.rolled.dice == dice("9 9 9 K A")
    playing = engine.act(playing, A, Action("reroll", "4"), luck)
    # the third roll leaves nothing to decide: the next seat has rolled already
    assert playing.awaits == Awaits((B,))
    assert playing.state.table.finished[0].hand == dice("9 9 9 J A")
    assert playing.state.rolled.dice == dice("A A A A A")
    assert [count for _, _, count in luck.asked] == [5, 3, 1, 5]


def test_2_5_rerolled_faces_land_in_rising_position():
    playing, luck = begun(2, dice("9 9 9 9 9"), dice("10 J Q"))
    playing = engine.act(playing, A, Action("reroll", "135"), luck)
    assert playing.state.rolled.dice == dice("10 9 J 9 Q")


def test_2_5_a_seat_may_stop_after_any_roll_and_reroll_any_dice():
    playing, luck = begun(3, dice("9 10 J Q K"), dice("9 9 9 9 9"), dice("A"), dice("J J J J J"))
    assert GAME.legal(playing.state, A) == (KEEP, *REROLLS)
    assert GAME.legal(playing.state, B) == ()
    playing = engine.act(playing, A, KEEP, luck)
    assert playing.awaits == Awaits((B,))
    playing = engine.act(playing, B, Action("reroll", "5"), luck)
    assert GAME.legal(playing.state, B) == (KEEP, *REROLLS)
    playing = engine.act(playing, B, KEEP, luck)
    assert playing.awaits == Awaits((C,))
    assert [len(turn.rolls) for turn in playing.state.table.finished] == [1, 2]


def test_2_5_only_the_seat_whose_turn_it_is_may_act():
    playing, luck = begun(3, dice("9 10 J Q K"))
    for seat in (B, C):
        with pytest.raises(NotYourTurn):
            engine.act(playing, seat, KEEP, luck)


def test_2_5_the_first_roll_of_a_seat_is_five_dice():
    assert GAME.turn(GAME.start(8, {})) == Rolls(5, "seat/1/turn/1/roll/1")


# 2.6


@pytest.mark.parametrize("straights", [NORMAL, BUST])
def test_2_6_the_better_hand_wins_for_many_pairs(straights):
    order = PokerTable(2, straights == BUST).order
    for one, other in zip(ALL_ROLLS[::7], ALL_ROLLS[::-7], strict=False):
        finished = (Finished((one,)), Finished((other,)))
        shares = compare(PokerTable(2, straights == BUST, finished)).shares
        assert shares[0] == Fraction(1 + slow_compare(order.key, one, other), 2)
        assert sum(shares) == 1


def test_2_6_identical_hands_share_the_win():
    hands = table("A A K K 9", "9 9 J Q K", "K A 9 K A", "A 9 K A K")
    assert compare(hands).shares == (Fraction(1, 3), 0, Fraction(1, 3), Fraction(1, 3))
    shown = lines(GAME.screen(HandsShowdown(hands), None))
    assert shown[0] == "The 3 best hands show the same five faces."


@pytest.mark.parametrize(
    ("hands", "reason"),
    [
        (("A A A K K", "9 10 J Q K"), "Full House beats Straight."),
        (("9 9 J Q K", "A A 9 J Q"), "Both have one pair; Aces beat 9s."),
        (("9 9 J Q K", "K Q J 9 9"), "Both hands show the same five faces."),
        (
            ("9 9 J Q K", "A A 9 J Q", "9 10 J Q A"),
            "Both have one pair; Aces beat 9s.",
        ),
        (
            ("9 9 9 Q K", "K 9 9 9 Q", "9 10 J Q A"),
            "The 2 best hands show the same five faces.",
        ),
    ],
)
def test_2_6_the_reason_is_given(hands, reason):
    assert lines(GAME.screen(HandsShowdown(table(*hands)), None))[0] == reason


# 2.9


def test_2_9_left_alone_a_seat_keeps_what_it_has():
    playing, luck = begun(2, dice("9 9 J Q A"), dice("9 9 9 9 9"))
    assert GAME.idle(playing.state, A) == KEEP
    assert plain(GAME.name(playing.state, A, KEEP)) == "keep this hand"
    playing = engine.act(playing, A, GAME.idle(playing.state, A), luck)
    assert playing.awaits == Awaits((B,))


# whole rounds


@pytest.mark.parametrize("straights", [NORMAL, BUST])
@pytest.mark.parametrize("seats", range(2, 9))
def test_whole_rounds_end_and_fit_discord(seats, straights):
    luck = SeededLuck(f"{seats} {straights}")
    playing = engine.begin(GAME, seats, {"straights": straights}, luck)
    turns = 0
    while not playing.over:
        screen = GAME.screen(playing.state, None)
        assert_fits(screen)
        seat = playing.awaits.seats[0]
        assert seat.index == len(playing.state.table.finished)
        action = luck.random.choice(GAME.legal(playing.state, seat))
        playing = engine.act(playing, seat, action, luck)
        turns += 1
    assert seats <= turns <= 2 * seats
    assert all(1 <= len(turn.rolls) <= 3 for turn in playing.state.table.finished)
    assert_fits(GAME.screen(playing.state, None))
    with pytest.raises(RoundOver):
        engine.act(playing, A, KEEP, luck)
