"""Dice Poker, each rule by its number (README 1.1-1.10)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from plain_words import lines, plain
from rules import engine
from rules.dice import DIFFERENT_ROLLS, PIPS, POSITIONS
from rules.errors import BadSeats, NotLegal, NotYourTurn
from rules.game import Awaits, Over, Rolls, certainly
from rules.games.dice_poker import GAME
from rules.games.dice_poker.computer import SELECT
from rules.games.dice_poker.flow import compare
from rules.games.dice_poker.state import (
    DealerRerolls,
    DealerRolls,
    DealerSelects,
    DiceShowdown,
    Final,
    PlayerRerolls,
    PlayerRolls,
    PlayerSelects,
)
from rules.screen import Action, Line, Seat
from rules.turns import KEEP, REROLLS, positions_of
from simulated_luck import SeededLuck, WrittenLuck
from slow_hands import ALL_ROLLS, slow_compare

DEALER, PLAYER = Seat(0), Seat(1)
FIRST, SECOND = (4, 4, 2, 2, 1), (6, 6, 3, 3, 1)


def faces(text: str) -> tuple[int, ...]:
    return tuple(map(int, text))


def round_of(*landings):
    luck = WrittenLuck([FIRST, SECOND, *landings])
    return engine.begin(GAME, 2, {}, luck), luck


def kept(roll) -> Final:
    return Final(roll, (), roll)


# 1.1


def test_1_1_two_seats():
    assert list(GAME.info.seats) == [2]
    for seats in (1, 3):
        with pytest.raises(BadSeats):
            GAME.start(seats, {})


def test_1_1_each_has_five_six_sided_dice():
    assert GAME.turn(DealerRolls()) == Rolls(5, "seat/1/turn/1/roll/1")
    assert GAME.turn(PlayerRolls(FIRST)) == Rolls(5, "seat/2/turn/1/roll/1")
    assert GAME.info.faces is PIPS


# 1.4


def test_1_4_the_seven_phases_come_in_their_order():
    state = GAME.start(2, {})
    phases = [type(state)]
    for step in (
        FIRST,
        SECOND,
        (DEALER, "reroll.345"),
        faces("426"),
        (PLAYER, "reroll.5"),
        faces("6"),
    ):
        if isinstance(step[0], Seat):
            action = Action.parse(step[1])
            assert GAME.turn(state) == Awaits((step[0],))
            assert action in GAME.legal(state, step[0])
            state = GAME.play(state, step[0], action)
        else:
            assert GAME.turn(state).count == len(step)
            state = GAME.land(state, step)
        phases.append(type(state))
    assert phases == [
        DealerRolls,
        PlayerRolls,
        DealerSelects,
        DealerRerolls,
        PlayerSelects,
        PlayerRerolls,
        DiceShowdown,
    ]
    assert state == DiceShowdown(
        Final(FIRST, (3, 4, 5), faces("44426")), Final(SECOND, (5,), faces("66336"))
    )
    assert isinstance(GAME.turn(state), Over)


def test_1_4_zero_to_five_positions_may_be_selected():
    for state, seat in (
        (DealerSelects(FIRST, SECOND), DEALER),
        (PlayerSelects(kept(FIRST), SECOND), PLAYER),
    ):
        selections = {positions_of(action) for action in GAME.legal(state, seat)}
        assert selections == {
            tuple(position for position, on in zip(POSITIONS, chosen, strict=True) if on)
            for chosen in product((False, True), repeat=5)
        }


@pytest.mark.parametrize(
    "code", ["reroll", "reroll.0", "reroll.6", "reroll.543", "reroll.33", "write.ones", "keep.1"]
)
def test_1_4_there_are_no_other_selections(code):
    round_, luck = round_of()
    with pytest.raises(NotLegal):
        engine.act(round_, DEALER, Action.parse(code), luck)


def test_1_4_only_the_awaited_seat_selects():
    round_, luck = round_of()
    with pytest.raises(NotYourTurn):
        engine.act(round_, PLAYER, KEEP, luck)
    round_ = engine.act(round_, DEALER, KEEP, luck)
    with pytest.raises(NotYourTurn):
        engine.act(round_, DEALER, KEEP, luck)


def test_1_4_dice_that_are_not_selected_never_change():
    for action in REROLLS:
        positions = positions_of(action)
        landed = tuple(5 for _ in positions)
        round_, luck = round_of(landed, landed)
        round_ = engine.act(round_, DEALER, action, luck)
        assert round_.state.dealer == Final(FIRST, positions, expected(FIRST, positions))
        round_ = engine.act(round_, PLAYER, action, luck)
        assert round_.state.player == Final(SECOND, positions, expected(SECOND, positions))
        assert round_.state.dealer.hand == expected(FIRST, positions)


def expected(roll, positions):
    return tuple(5 if place in positions else face for place, face in enumerate(roll, 1))


def test_1_4_keeping_all_rolls_nothing():
    round_, luck = round_of()
    round_ = engine.act(round_, DEALER, KEEP, luck)
    round_ = engine.act(round_, PLAYER, KEEP, luck)
    assert round_.state == DiceShowdown(kept(FIRST), kept(SECOND))
    assert luck.asked == [("roll", "seat/1/turn/1/roll/1", 5), ("roll", "seat/2/turn/1/roll/1", 5)]


# 1.5-1.7


def test_1_5_the_better_hand_takes_the_whole_win_and_1_6_equal_faces_share():
    half = Fraction(1, 2)
    for dealer in DIFFERENT_ROLLS:
        for player in DIFFERENT_ROLLS[::7]:
            result = slow_compare("dice-poker", dealer, player)
            share = {1: Fraction(1), 0: half, -1: Fraction(0)}[result]
            assert compare(dealer, player).shares == (share, 1 - share)


def test_1_6_a_draw_needs_the_same_five_faces_in_any_order():
    outcome = compare(faces("12345"), faces("54321"))
    assert outcome.shares == (Fraction(1, 2), Fraction(1, 2))
    screen = GAME.screen(DiceShowdown(kept(faces("12345")), kept(faces("54321"))), None)
    assert lines(screen)[0] == "Both hands show the same five faces."
    assert plain(screen.title) == "A draw"
    assert screen.tone == "drawn"


@pytest.mark.parametrize(
    ("dealer", "player", "winner", "reason"),
    [
        ("33366", "55522", PLAYER, "Both have a full house; 5s beat 3s."),
        (
            "66441",
            "66335",
            DEALER,
            "Both have two pair with 6s; 4s beat 3s in the second pair.",
        ),
    ],
)
def test_1_7_cases_of_the_source(dealer, player, winner, reason):
    state = DiceShowdown(kept(faces(dealer)), kept(faces(player)))
    outcome = GAME.turn(state).outcome
    assert outcome.shares[winner.index] == 1
    screen = GAME.screen(state, None)
    assert lines(screen)[0] == reason
    assert plain(screen.title) == f"{'AB'[winner.index]} wins"
    assert screen.tone == "won"


def test_1_2_the_rules_show_how_rare_each_rank_is():
    lines = [plain(block.text) for block in GAME.rules() if isinstance(block, Line)]
    figures = [line.split(" · ") for line in lines if "/7776" in line]
    counts = (6, 150, 240, 300, 1_200, 1_800, 3_600, 480)
    rare = ["1296", "51.8", "32.4", "25.9", "6.5", "4.3", "2.2", "16.2"]
    assert figures == [
        [f"{count}/7776", f"{count / 77.76:.2f}%", f"1 in {times}"]
        for count, times in zip(counts, rare, strict=True)
    ]
    assert [line for line in lines if line[:4] in ("3 · ", "4 · ")] == [
        "3 · Straight",
        "4 · Full House",
    ]


# 1.8


def slow_easy(roll):
    return set()


def slow_greedy(roll):
    for size in (5, 4, 3, 2, 1):
        for face in (6, 5, 4, 3, 2, 1):
            if roll.count(face) == size:
                return {place + 1 for place in range(5) if roll[place] != face}
    raise AssertionError


def slow_house(roll):
    if "".join(map(str, sorted(roll))) in "123456":
        return set()
    if len(set(roll)) == 5:
        return {roll.index(1) + 1}
    return {place + 1 for place in range(5) if roll.count(roll[place]) == 1}


@pytest.mark.parametrize(
    ("level", "slow"), [("easy", slow_easy), ("greedy", slow_greedy), ("house", slow_house)]
)
def test_1_8_each_level_over_every_roll_in_either_seat(level, slow):
    for roll in ALL_ROLLS:
        selected = slow(roll)
        for state, seat in (
            (DealerSelects(roll, SECOND), DEALER),
            (PlayerSelects(kept(FIRST), roll), PLAYER),
        ):
            ((action, weight),) = GAME.computer(state, seat, level)
            assert (set(positions_of(action)), weight) == (selected, 1)


@pytest.mark.parametrize(
    ("level", "roll", "selected"),
    [
        ("greedy", "22556", (1, 2, 5)),
        ("greedy", "12345", (1, 2, 3, 4)),
        ("greedy", "33366", (4, 5)),
        ("house", "12345", ()),
        ("house", "63421", (5,)),
        ("house", "66331", (5,)),
        ("house", "64144", (1, 3)),
        ("house", "33366", ()),
        ("easy", "12346", ()),
    ],
)
def test_1_8_levels_on_special_rolls(level, roll, selected):
    assert SELECT[level](faces(roll)) == selected


def test_1_8_either_seat_may_be_the_computer():
    for levels in ({DEALER: "house"}, {PLAYER: "house"}, {DEALER: "easy", PLAYER: "greedy"}):
        luck = SeededLuck("either seat")
        round_ = engine.play_automatic(engine.begin(GAME, 2, {}, luck), levels, luck)
        assert not set(round_.awaits.seats) & set(levels)
        assert bool(round_.over) == (len(levels) == 2)


def test_1_8_house_is_the_default_level():
    assert {level.key for level in GAME.info.levels} >= {"easy", "greedy", "house"}
    assert GAME.level(None) == "house"


def test_1_8_perfect_takes_the_best_selection_in_both_seats():
    """The dealer keeps four sixes; the player keeps a hand that already wins."""
    four, pair = faces("66661"), faces("22345")
    assert GAME.computer(DealerSelects(four, pair), DEALER, "perfect") == certainly(
        Action("reroll", "5")
    )
    assert GAME.computer(PlayerSelects(kept(pair), four), PLAYER, "perfect") == certainly(KEEP)
    assert GAME.computer(PlayerSelects(kept(four), pair), PLAYER, "house") != certainly(KEEP)


def test_1_8_perfect_plays_for_the_only_possible_draw():
    """Only five sixes draw against five sixes, so all dice are rerolled."""
    lost = PlayerSelects(kept(faces("66666")), faces("12345"))
    advice = GAME.advise(lost, PLAYER)
    assert advice[0].action == Action("reroll", "12345")
    assert advice[0].chances == (0, pytest.approx(6**-5), pytest.approx(1 - 6**-5))


# 1.10


def test_1_10_left_alone_a_seat_keeps_all():
    assert GAME.idle(DealerSelects(FIRST, SECOND), DEALER) == KEEP
    assert GAME.idle(PlayerSelects(kept(FIRST), SECOND), PLAYER) == KEEP
    luck = SeededLuck("alone")
    round_ = engine.begin(GAME, 2, {}, luck)
    end = engine.play_automatic(
        round_, {DEALER: engine.ABANDONED, PLAYER: engine.ABANDONED}, luck
    ).state
    assert (end.dealer.hand, end.player.hand) == (round_.state.dealer, round_.state.player)
