"""Reviews add up in every game; perfect play gives nothing away."""

from __future__ import annotations

from fractions import Fraction

import pytest

from random_play import play_at_random, seats_of, tables
from rules import engine, registry
from rules.codec import encode
from rules.dice import PIPS
from rules.engine import Acted, Landed, history
from rules.game import (
    Advice,
    Awaits,
    ExactPlay,
    Game,
    Info,
    NamedKey,
    Outcome,
    Over,
    Shuffles,
    certainly,
)
from rules.review import Decision, SeatReview, costliest, turns, verdict
from rules.screen import Action, Screen, Seat
from rules.text import say
from simulated_luck import SeededLuck
from whole_reviews import review
from written_records import steps_of

GAMES = sorted(key for key, game in registry.games().items() if game.exact is not None)
KINDS = ("luck", "skill", "others", "hidden", "estimate")


@pytest.mark.parametrize("most", [2, pytest.param(6, marks=pytest.mark.slow)])
@pytest.mark.parametrize("key", GAMES)
def test_the_kinds_add_up_to_the_result_less_the_start(key, most):
    game = registry.game(key)
    for seats, options in tables(game):
        if seats > most:
            continue
        journey = play_at_random(game, seats, options, f"review {key} {seats} {options}")
        outcome = journey.end.over.outcome
        points = game.info.unit(seats) == "points"
        reviews = review(game, seats, options, journey.record)
        assert sum(one.total("estimate") for one in reviews) == pytest.approx(0, abs=1e-9)
        for one in reviews:
            parts = [one.total(kind) for kind in KINDS]
            assert sum(parts) == pytest.approx(one.result - one.start, abs=1e-9)
            assert one.total("skill") <= 0
            assert len(one.worths) == len(journey.record) + 1
            result = (outcome.scores if points else outcome.shares)[one.seat.index]
            assert one.result == pytest.approx(float(result), abs=1e-9)
            given_away = sum(decision.loss for decision in one.decisions)
            assert one.total("skill") == pytest.approx(-given_away, abs=1e-9)
            own = [
                step for step in journey.record if isinstance(step, Acted) and step.seat == one.seat
            ]
            assert len(one.decisions) == len(own) or game.info.key == "six-card"
            assert [bool(decision.loss) for decision in one.decisions] == [
                decision.verdict != "best" for decision in one.decisions
            ]
            if points:
                assert one.total("others") == 0
            if points or game.info.alone != "points":
                assert one.total("estimate") == 0


@pytest.mark.parametrize("rounds", [1, pytest.param(4, marks=pytest.mark.slow)])
@pytest.mark.parametrize("key", GAMES)
def test_a_perfect_computer_makes_the_best_choice_each_time(key, rounds):
    game = registry.game(key)
    for number in range(rounds):
        seats = min(max(game.info.seats), 2 + number)
        luck = SeededLuck(f"perfect {key} {number}")
        levels = dict.fromkeys(seats_of(seats), "perfect")
        played = engine.play_automatic(engine.begin(game, seats, {}, luck), levels, luck)
        for one in review(game, seats, {}, played.steps):
            assert {decision.verdict for decision in one.decisions} <= {"best"}
            assert one.total("skill") == 0
            assert one.mistakes == ()
            assert costliest([one], 3) == ()


def test_each_change_has_its_kind_for_each_seat():
    """A dealer who throws away five sixes before a player who cannot be stopped."""
    record = [
        Landed(1, (6, 6, 6, 6, 6)),
        Landed(2, (1, 1, 2, 2, 3)),
        Acted(3, Seat(0), Action("reroll", "12345")),
        Landed(4, (1, 2, 2, 3, 5)),
        Acted(5, Seat(1), Action("keep")),
    ]
    dealer, player = review(registry.game("dice-poker"), 2, {}, record)
    assert [change.kind for change in dealer.changes] == ["luck", "luck", "skill", "luck"]
    assert [change.kind for change in player.changes] == ["luck", "luck", "others", "luck"]
    assert [one.verdict for one in player.decisions] == ["best"]
    (decision,) = dealer.decisions
    assert costliest([player, dealer], 3) == ((dealer, decision),)
    assert (decision.number, decision.best, decision.verdict) == (3, Action("keep"), "blunder")
    assert dealer.mistakes == (decision,)
    assert dealer.total("skill") == decision.worth - decision.best_worth < -0.3
    assert dealer.result == 0
    assert player.result == 1


@pytest.mark.parametrize(
    ("given_away", "unit", "start", "expected"),
    [
        (0.0, "share", 0.5, "best"),
        (1e-13, "share", 0.5, "best"),
        (0.0049, "share", 0.5, "good"),
        (0.005, "share", 0.5, "inaccuracy"),
        (0.05, "share", 0.1, "mistake"),
        (0.15, "share", 0.9, "blunder"),
        (0.49, "points", 200.0, "good"),
        (0.5, "points", 200.0, "inaccuracy"),
        (3.0, "points", 200.0, "mistake"),
        (8.0, "points", 200.0, "blunder"),
        (8.0, "points", 400.0, "mistake"),
    ],
)
def test_a_verdict_goes_by_the_loss_alone(given_away, unit, start, expected):
    assert verdict(given_away, unit, start) == expected


def test_rounding_is_not_given_away():
    """0.1 + 0.2 is 0.30000000000000004: a choice between equals costs nothing."""
    best, chosen = 0.1 + 0.2, 0.3
    assert best > chosen
    decision = Decision(1, Action("reroll", "1"), chosen, Action("keep"), best, "best")
    assert decision.loss == 0
    seat = SeatReview(Seat(0), (best, chosen), (), (decision,))
    assert costliest([seat], 3) == ()


def test_the_costliest_choices_are_those_of_all_seats():
    def choice(number, lost):
        return Decision(number, Action("keep"), 0.5 - lost, Action("keep"), 0.5, "good")

    one = SeatReview(Seat(0), (), (), (choice(1, 0.2), choice(3, 0.1), choice(5, 0.0)))
    other = SeatReview(Seat(1), (), (), (choice(2, 0.3), choice(4, 0.1)))
    found = costliest([one, other], 3)
    assert [decision.number for _, decision in found] == [2, 1, 3]
    assert [seat.seat.index for seat, _ in found] == [1, 0, 0]
    assert len(costliest([one, other], 9)) == 4, "a choice that cost nothing is none of them"


ROLL = (1, 2, 3, 4, 6)


def test_turns_of_two_seats_with_one_turn_each():
    """Both first rolls of Dice Poker belong to the dealer's turn, and the dealer's reroll."""
    record = steps_of(ROLL, ROLL, (0, "reroll.1"), (5,), (1, "reroll.12"), (5, 5))
    assert turns(history(registry.game("dice-poker"), 2, {}, record)) == (1, 5)


def test_the_turns_of_several_seats_one_after_the_other():
    """The third roll of Poker Dice ends the turn; what lands after it begins the next."""
    record = steps_of(
        ROLL, (0, "reroll.1"), (5,), (0, "reroll.1"), (5,), ROLL, (1, "keep"), ROLL, (2, "keep")
    )
    assert turns(history(registry.game("poker-dice"), 3, {}, record)) == (1, 6, 8)


@pytest.mark.parametrize("seats", [1, 2, 6])
def test_a_sheet_has_as_many_turns_as_rows_whatever_the_number_of_seats(seats):
    journey = play_at_random(registry.game("thirteen"), seats, {}, f"turns {seats}")
    begun = turns(history(journey.game, seats, {}, journey.record))
    assert len(begun) == 13
    writes = [
        step for step in journey.record if isinstance(step, Acted) and step.action.verb == "write"
    ]
    assert begun == (1, *(step.number + 1 for step in writes[seats - 1 : -1 : seats]))


def test_secret_choices_made_at_the_same_time_are_one_turn():
    journey = play_at_random(registry.game("six-card"), 2, {}, "secret turns")
    assert turns(history(journey.game, 2, {}, journey.record)) == (1,)
    assert turns(history(journey.game, 2, {}, ())) == ()


def test_an_unfinished_round_can_be_reviewed():
    dealer, _ = review(registry.game("dice-poker"), 2, {}, [Landed(1, (6, 6, 6, 6, 6))])
    assert len(dealer.worths) == 2
    assert dealer.decisions == ()


# A game of secrets: each of two seats holds a card, 1 or 2, and chooses to show it or the other


def secret_game(*, secret: bool = True) -> Game:
    """Both choose at once; the higher number wins. Choosing 2 is always best."""

    def turn(state):
        cards, chosen = state
        if not cards:
            return Shuffles((1, 2), "deal")
        owing = tuple(Seat(number) for number in (0, 1) if chosen[number] is None)
        if owing:
            decided = tuple(Seat(n) for n in (0, 1) if chosen[n] is not None)
            return Awaits(owing, decided, secret=secret)
        return Over(outcome(chosen))

    def outcome(chosen):
        share = Fraction(1 + (chosen[1] > chosen[0]) - (chosen[1] < chosen[0]), 2)
        return Outcome((1 - share, share))

    def play(state, seat, action):
        cards, chosen = state
        new = list(chosen)
        new[seat.index] = int(action.on)
        return cards, tuple(new)

    def worth(state, seat):
        """Assume that the other seat chooses 2; the higher card adds a tenth until the end."""
        cards, chosen = state
        end = turn(state)
        if isinstance(end, Over):
            return float(end.outcome.shares[seat.index])
        own = chosen[seat.index] or 2
        return {1: 0.0, 2: 0.5}[own] + (0.1 * (cards[seat.index] - 1.5) if cards else 0)

    def advise(state, seat):
        best = tuple(
            Advice(Action("show", str(n)), worth(play(state, seat, Action("show", str(n))), seat))
            for n in (2, 1)
        )
        cards, _ = state
        extra = 0.1 * (cards[seat.index] - 1.5)
        return (Advice(best[0].action, 0.5 + extra), Advice(best[1].action, 0.0 + extra))

    show = (Action("show", "1"), Action("show", "2"))
    return Game(
        Info("secret", say("s"), say("s"), range(2, 3), PIPS, (NamedKey("easy", say("e")),)),
        state=tuple,
        first=lambda seats, options: ((), (None, None)),
        turn=turn,
        legal=lambda state, seat: show,
        name=lambda state, seat, action: say("show"),
        play=play,
        land=lambda state, faces: (faces, state[1]),
        idle=lambda state, seat: show[0],
        screen=lambda state, viewer: Screen(say("s"), ()),
        rules=tuple,
        computer=lambda state, seat, level: certainly(show[0]),
        exact=ExactPlay(worth, advise),
    )


def test_what_was_hidden_is_a_kind_of_its_own():
    record = [
        Landed(1, (1, 2)),
        Acted(2, Seat(0), Action("show", "2")),
        Acted(3, Seat(1), Action("show", "1")),
    ]
    first, second = review(secret_game(), 2, {}, record)
    assert first.total("luck") == pytest.approx(-0.05)
    assert first.total("skill") == 0
    assert first.total("others") == second.total("others") == 0
    assert first.total("hidden") == pytest.approx(1 - 0.45)
    assert second.total("skill") == pytest.approx(-0.5)
    assert second.total("hidden") == pytest.approx(0 - 0.05)
    for one in (first, second):
        parts = sum(one.total(kind) for kind in KINDS)
        assert parts == pytest.approx(one.result - one.start, abs=1e-12)


def test_a_secret_choice_that_is_replaced_counts_once():
    record = [
        Landed(1, (1, 2)),
        Acted(2, Seat(0), Action("show", "1")),
        Acted(3, Seat(0), Action("show", "2")),
        Acted(4, Seat(1), Action("show", "2")),
    ]
    first, _ = review(secret_game(), 2, {}, record)
    assert [decision.number for decision in first.decisions] == [3]
    assert [one.verdict for one in first.decisions] == ["best"]
    assert first.total("skill") == pytest.approx(0, abs=1e-12)
    assert first.total("hidden") == pytest.approx(0.5 - 0.45)
    assert encode(first.seat) == {"is": "Seat", "index": 0}


def test_two_awaited_seats_are_no_secret_by_themselves():
    record = [
        Landed(1, (1, 2)),
        Acted(2, Seat(0), Action("show", "2")),
        Acted(3, Seat(1), Action("show", "1")),
    ]
    first, second = review(secret_game(secret=False), 2, {}, record)
    assert first.total("hidden") == second.total("hidden") == 0
    assert first.total("others") == pytest.approx(1 - 0.45)
