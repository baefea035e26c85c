"""Par, what `medium` loses on average (docs/review.md): its tables, and the turns that it counts."""

from __future__ import annotations

from fractions import Fraction

import pytest

from extra_games_shown import LIARS_DICE, extra_games_shown
from random_play import seats_of, tables
from rules import registry
from rules.accuracy import turns_played
from rules.engine import begin, history, play_automatic
from rules.games.dice_poker import solver
from rules.games.six_card import equilibrium
from rules.games.six_card.cards import HANDS, low_then_middle
from rules.games.six_card.strategies import chance_of
from rules.par import Par
from rules.screen import Seat
from simulated_luck import SeededLuck
from whole_reviews import review
from written_records import steps_of

FIRST, SECOND = Seat(0), Seat(1)

AGAINST_HOUSE = Fraction(1499957987723, 2821109907456)
"""The value of Dice Poker to a perfect player against the dealer `house` (README 1.9)."""

TABLES = [
    pytest.param(game, seats, options, id="/".join((game.info.key, str(seats), *options.values())))
    for game in registry.games().values()
    for seats, options in tables(game)
]


def played_by_house(game, seats, options, seed):
    """Return the history of a seeded game in which `house` has every seat."""
    luck = SeededLuck(f"par {game.info.key} {seats} {seed}")
    levels = dict.fromkeys(seats_of(seats), "house")
    over = play_automatic(begin(game, seats, options, luck), levels, luck)
    return history(game, seats, options, over.steps)


def turns_of(key, seats, record, seat):
    return turns_played(history(registry.game(key), seats, {}, record), Seat(seat))


# Par


def test_seats_that_differ_have_their_own_numbers():
    par = Par(((0.25,), (0.5,)))
    assert (par.game(FIRST), par.game(SECOND)) == (0.25, 0.5)
    assert (par.turns(FIRST, 1), par.turns(SECOND, 1)) == (0.25, 0.5)


def test_the_first_turns_of_a_sheet_are_added_up():
    par = Par(((8.0, 4.0, 2.0),))
    assert [par.turns(SECOND, turns) for turns in range(4)] == [0.0, 8.0, 12.0, 14.0]
    assert par.game(FIRST) == par.game(SECOND) == 14.0


# The tables


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_every_table_has_a_number_for_each_turn_of_each_seat(game, seats, options):
    par = game.par(seats, options)
    assert len(par.by_turn) in (1, seats)
    rounds = played_by_house(game, seats, options, "turns")
    for seat in seats_of(seats):
        turns = len(turns_played(rounds, seat))
        assert par.turns(seat, turns) == pytest.approx(par.game(seat))
        assert par.turns(seat, turns - 1) < par.game(seat)
    assert all(number > 0 for turns in par.by_turn for number in turns)


def test_sheets_have_one_number_for_all_seats_and_hands_one_for_each():
    for game in registry.games().values():
        several = {
            len(game.par(seats, {}).by_turn) == seats for seats in game.info.seats if seats > 1
        }
        assert several == {game.info.alone == "share"}


def test_a_variant_has_numbers_of_its_own():
    game = registry.game("poker-dice")
    bust = game.par(2, {"straights": "bust"})
    assert bust != game.par(2, {"straights": "normal"}) == game.par(2, {})
    (variant,) = game.info.variants
    assert variant.par[2] == bust


def test_other_numbers_of_seats_have_no_par():
    assert registry.game("dice-poker").par(3, {}) is None


def test_a_game_without_exact_play_has_no_par():
    with extra_games_shown(LIARS_DICE) as game:
        assert game.par(2, {}) is None


def test_the_dealer_loses_what_a_perfect_player_gains():
    """The player chooses knowing the dealer's hand, and loses more than twice as much."""
    par = registry.game("dice-poker").par(2, {})
    gained = AGAINST_HOUSE - solver.value()
    assert par.game(FIRST) == pytest.approx(float(gained), rel=1e-3)
    both = par.game(FIRST) + par.game(SECOND)
    assert [round(2 * par.game(seat) / both, 1) for seat in seats_of(2)] == [0.6, 1.4]


def test_both_seats_of_six_card_poker_lose_the_same():
    lost = sum(
        chance_of(hand)
        * (equilibrium.worth(hand) - equilibrium.chances(hand)[low_then_middle(hand)].score)
        for hand in HANDS
    )
    par = registry.game("six-card").par(2, {})
    assert par.game(FIRST) == par.game(SECOND) == pytest.approx(float(lost), rel=1e-3)


@pytest.mark.parametrize(
    ("key", "seats", "games", "most"),
    [
        ("nine", 1, 60, 0.25),
        pytest.param("nine", 1, 300, 0.12, marks=pytest.mark.slow),
        pytest.param("thirteen", 1, 300, 0.12, marks=pytest.mark.slow),
        pytest.param("yams", 4, 60, 0.2, marks=pytest.mark.slow),
        pytest.param("poker-dice", 3, 1_500, 0.15, marks=pytest.mark.slow),
    ],
)
def test_medium_loses_par_in_whole_games_and_in_parts_of_them(key, seats, games, most):
    """Losses of the review, of all games and seats together, within three standard errors."""
    game = registry.game(key)
    par, lost, expected = game.par(seats, {}), {}, {}
    for number in range(games):
        rounds = played_by_house(game, seats, {}, number)
        for one in review(game, seats, {}, rounds[-1].steps):
            given = {decision.number: decision.loss for decision in one.decisions}
            turns = turns_played(rounds, one.seat)
            assert sorted(given) == sorted(step for turn in turns for step in turn)
            for part in {len(turns), (len(turns) + 1) // 2}:
                counted = sum(given[step] for turn in turns[:part] for step in turn)
                lost[part] = lost.get(part, 0.0) + counted
                expected[part] = expected.get(part, 0.0) + par.turns(one.seat, part)
    for part, counted in lost.items():
        assert counted / expected[part] == pytest.approx(1, abs=most), part


# Turns


def test_a_hand_with_its_reroll_is_a_turn_once_its_dice_have_landed():
    deal = ((1, 2, 3, 5, 6), (4, 4, 1, 2, 6))
    record = steps_of(*deal, (0, "reroll.12"), (5, 6), (1, "keep"))
    assert turns_of("dice-poker", 2, record, 0) == ((3,),)
    assert turns_of("dice-poker", 2, record, 1) == ((5,),)
    assert turns_of("dice-poker", 2, record[:4], 0) == ((3,),)
    assert turns_of("dice-poker", 2, record[:4], 1) == ()
    assert turns_of("dice-poker", 2, record[:3], 0) == ()


def test_a_reroll_that_may_be_followed_by_another_ends_no_turn():
    record = steps_of(
        (1, 2, 3, 5, 6), (0, "reroll.123"), (1, 1, 5), (0, "reroll.12"), (5, 6), (1, 1, 1, 1, 1)
    )
    assert turns_of("poker-dice", 2, record[:3], 0) == ()
    assert turns_of("poker-dice", 2, record, 0) == ((2, 4),)
    assert turns_of("poker-dice", 2, record, 1) == ()


def test_the_last_reroll_of_the_last_seat_ends_its_turn():
    record = steps_of(
        *((1, 2, 3, 5, 6), (0, "keep"), (1, 1, 2, 3, 5)),
        *((1, "reroll.345"), (1, 2, 2), (1, "reroll.45"), (6, 6)),
    )
    assert turns_of("poker-dice", 2, record, 1) == ((4, 6),)


def test_a_row_with_its_rerolls_is_a_turn_also_where_the_next_one_is_of_the_same_seat():
    record = steps_of(
        *((1, 1, 2, 3, 4), (0, "reroll.345"), (1, 1, 1), (0, "write.ones")),
        *((6, 6, 6, 2, 3), (0, "write.sixes"), (2, 2, 2, 2, 3), (0, "reroll.5"), (2,)),
    )
    assert turns_of("thirteen", 1, record, 0) == ((2, 4), (6,))


def test_a_secret_choice_is_a_turn_once_all_seats_have_made_theirs():
    """Of a choice that is replaced the last one counts."""
    deal = (4, 4, 3, 2, 2, 1, 4, 3, 3, 1, 1, 1, 4, 3, 2, 2)
    record = steps_of(deal, (0, "split.443-22-1"), (0, "split.432-42-1"), (1, "split.431-11-3"))
    for seat, counted in ((0, 3), (1, 4)):
        assert turns_of("six-card", 2, record[:3], seat) == ()
        assert turns_of("six-card", 2, record, seat) == ((counted,),)


def test_each_call_among_several_is_a_turn():
    hands = ((6, 6, 1, 2, 3), (6, 5, 5, 4, 1))
    with extra_games_shown(LIARS_DICE):
        record = steps_of(*hands, (0, "bid.1-6"), (1, "bid.2-6"), (0, "bid.3-6"), (1, "challenge"))
        assert turns_of(LIARS_DICE, 2, record, 0) == ((3,), (5,))
        assert turns_of(LIARS_DICE, 2, record, 1) == ((4,), (6,))
