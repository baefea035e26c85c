"""What Liar's Dice, an extra game, asks of the contract: acting out of turn, hidden dice, a loser."""

from __future__ import annotations

from fractions import Fraction

import pytest

from extra_games_shown import LIARS_DICE, extra_games_shown
from rules.engine import ABANDONED, Acted, act, begin, play_automatic, replay
from rules.errors import NotLegal, NotYourTurn
from rules.game import Awaits
from rules.screen import Action, Seat
from simulated_luck import WrittenLuck

FIRST, SECOND, THIRD = Seat(0), Seat(1), Seat(2)
HANDS = ((6, 6, 1, 2, 3), (6, 5, 5, 4, 1), (2, 2, 3, 3, 4))
CHALLENGE = Action("challenge")


@pytest.fixture
def game():
    with extra_games_shown(LIARS_DICE) as shown:
        yield shown


def after(game, *bids, hands=HANDS):
    """Return a round of three in which these bids were made in turn."""
    now = begin(game, 3, {}, WrittenLuck(hands))
    for code in bids:
        now = act(now, now.awaits.seats[0], Action.parse(code), WrittenLuck())
    return now


def test_all_but_the_bidder_may_challenge_and_only_who_owes_a_bid_bids(game):
    now = after(game, "bid.2-6")
    assert now.awaits == Awaits((SECOND,), may_interrupt=(THIRD,))
    assert now.awaits.may_act == (SECOND, THIRD)
    with pytest.raises(NotYourTurn):
        act(now, FIRST, CHALLENGE, WrittenLuck())
    with pytest.raises(NotLegal):
        act(now, THIRD, Action("bid", "3-1"), WrittenLuck())
    end = act(now, THIRD, CHALLENGE, WrittenLuck())
    assert replay(game, 3, {}, end.steps) == end


@pytest.mark.parametrize(
    ("bid", "challenger", "won"),
    [
        ("bid.3-6", SECOND, (True, False, True)),
        ("bid.3-6", THIRD, (True, True, False)),
        ("bid.3-4", THIRD, (False, True, True)),
    ],
)
def test_one_seat_loses_and_all_others_have_won(game, bid, challenger, won):
    outcome = act(after(game, bid), challenger, CHALLENGE, WrittenLuck()).over.outcome
    assert outcome.won == won
    assert outcome.shares == tuple(Fraction(one, 2) for one in won)
    assert [outcome.ending(Seat(index)) for index in range(3)] == [
        "won" if one else "lost" for one in won
    ]


def test_who_acts_out_of_turn_closes_the_decision(game):
    now = after(game, "bid.2-6")
    assert act(now, THIRD, CHALLENGE, WrittenLuck()).moment == now.moment + 1


def test_hidden_dice_show_to_their_seat_alone(game):
    """Screens of others are the same whatever a seat holds, until the dice are shown."""
    other_hands = ((1, 1, 1, 1, 1), *HANDS[1:])
    for bids in ((), ("bid.1-6",), ("bid.1-6", "bid.2-1")):
        one, other = after(game, *bids), after(game, *bids, hands=other_hands)
        for viewer in (None, SECOND, THIRD):
            assert game.screen(one.state, viewer) == game.screen(other.state, viewer)
        assert game.screen(one.state, FIRST) != game.screen(other.state, FIRST)


def played_by(game, levels, bid="bid.3-6"):
    now = after(game, bid)
    return now, play_automatic(now, levels, WrittenLuck(choices=[0] * 9))


def test_a_computer_acts_out_of_turn_before_the_seat_at_turn(game):
    """The second seat may believe the bid, the third does not."""
    _, end = played_by(game, {SECOND: "easy", THIRD: "easy"})
    assert end.steps[-1] == Acted(5, THIRD, CHALLENGE)
    _, end = played_by(game, {THIRD: "easy"})
    assert end.steps[-1] == Acted(5, THIRD, CHALLENGE)


def test_a_computer_that_has_nothing_to_say_lets_the_others_play_on(game):
    before, now = played_by(game, {THIRD: "easy"}, bid="bid.1-6")
    assert now == before
    assert game.computer(before.state, THIRD, "easy") == ()


def test_a_seat_that_was_left_never_acts_out_of_turn(game):
    before, now = played_by(game, {THIRD: ABANDONED})
    assert now == before
