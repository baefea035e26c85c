"""Reviews add up in every game; perfect play gives nothing away."""

from __future__ import annotations

from fractions import Fraction

import pytest

from random_play import play_at_random, seats_of, tables
from rules import engine, registry
from rules.codec import encode
from rules.dice import PIPS
from rules.engine import Acted, Landed
from rules.errors import Unreadable
from rules.game import Advice, Awaits, Game, Info, Named, Outcome, Over, Shuffles, certainly
from rules.review import Decision, SeatReview, review
from rules.screen import Action, Screen, Seat
from rules.text import say
from simulated_luck import SeededLuck

GAMES = sorted(key for key, game in registry.games().items() if game.worth is not None)
KINDS = ("luck", "skill", "others", "hidden")


@pytest.mark.parametrize("key", GAMES)
def test_the_four_kinds_add_up_to_the_result_less_the_start(key):
    game = registry.game(key)
    for seats, options in tables(game):
        journey = play_at_random(game, seats, options, f"review {key} {seats} {options}")
        outcome = journey.end.over.outcome
        for one in review(game, seats, options, journey.record):
            parts = [one.total(kind) for kind in KINDS]
            assert sum(parts) == pytest.approx(one.result - one.start, abs=1e-9)
            assert one.total("skill") <= 0
            assert len(one.worths) == len(journey.record) + 1
            result = (outcome.scores or outcome.shares)[one.seat.index]
            assert one.result == pytest.approx(float(result), abs=1e-9)
            given_away = sum(decision.given_away for decision in one.decisions)
            assert one.total("skill") == pytest.approx(-given_away, abs=1e-9)
            own = [
                step for step in journey.record if isinstance(step, Acted) and step.seat == one.seat
            ]
            assert len(one.decisions) == len(own) or game.info.key == "six-card"
            assert one.accuracy is None or 0 <= one.accuracy <= 1
            if game.info.unit == "points":
                assert one.total("others") == 0


@pytest.mark.parametrize("key", GAMES)
def test_a_perfect_computer_has_an_accuracy_of_100_percent(key):
    game = registry.game(key)
    for number in range(4):
        seats = min(max(game.info.seats), 2 + number)
        luck = SeededLuck(f"perfect {key} {number}")
        levels = dict.fromkeys(seats_of(seats), "perfect")
        played = engine.play_automatic(engine.begin(game, seats, {}, luck), levels, luck)
        for one in review(game, seats, {}, played.steps):
            assert one.accuracy in (None, 1.0)
            assert one.total("skill") == 0
            assert one.costliest is None


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
    assert player.accuracy == 1
    (decision,) = dealer.decisions
    assert dealer.costliest == decision
    assert (decision.number, decision.best) == (3, Action("keep"))
    assert decision.worst_worth == decision.worth
    assert dealer.accuracy == 0
    assert dealer.total("skill") == decision.worth - decision.best_worth < -0.3
    assert dealer.result == 0
    assert player.result == 1


def test_a_decision_in_which_nothing_was_at_stake_does_not_count():
    nothing = Decision(1, Action("keep"), 0.5, Action("keep"), 0.5, 0.5)
    assert (nothing.stake, nothing.given_away) == (0, 0)


def test_rounding_is_neither_at_stake_nor_given_away():
    """0.1 + 0.2 is 0.30000000000000004: a decision between equals does not count."""
    best, chosen = 0.1 + 0.2, 0.3
    assert best > chosen
    decision = Decision(1, Action("reroll", "1"), chosen, Action("keep"), best, chosen)
    assert (decision.stake, decision.given_away) == (0, 0)
    seat = SeatReview(Seat(0), (best, chosen), (), (decision,))
    assert seat.accuracy is None
    assert seat.costliest is None
    lost = Decision(2, Action("reroll", "1"), 0.25, Action("keep"), 0.5, 0.0)
    assert SeatReview(Seat(0), (best, chosen), (), (decision, lost)).accuracy == 0.5


def test_a_record_that_does_not_fit_is_refused():
    with pytest.raises(Unreadable):
        review(registry.game("dice-poker"), 2, {}, [Landed(2, (1, 1, 1, 1, 1))])


def test_an_unfinished_round_can_be_reviewed():
    dealer, _ = review(registry.game("dice-poker"), 2, {}, [Landed(1, (6, 6, 6, 6, 6))])
    assert len(dealer.worths) == 2
    assert dealer.accuracy is None


# A game of secrets: each of two seats holds a card, 1 or 2, and chooses to show it or the other


def secret_game() -> Game:
    """Both choose in secret; the higher number wins. Choosing 2 is always best."""

    def turn(state):
        cards, chosen = state
        if not cards:
            return Shuffles((1, 2))
        owing = tuple(Seat(number) for number in (0, 1) if chosen[number] is None)
        if owing:
            return Awaits(owing, tuple(Seat(n) for n in (0, 1) if chosen[n] is not None))
        return Over(outcome(chosen))

    def outcome(chosen):
        share = Fraction(1 + (chosen[1] > chosen[0]) - (chosen[1] < chosen[0]), 2)
        return Outcome((1 - share, share), say("higher"))

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
        Info("secret", say("s"), say("s"), range(2, 3), PIPS, (Named("easy", say("e")),)),
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
        worth=worth,
        advise=advise,
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
    assert first.accuracy == 1
    assert first.total("skill") == pytest.approx(0, abs=1e-12)
    assert first.total("hidden") == pytest.approx(0.5 - 0.45)
    assert encode(first.seat) == {"is": "Seat", "index": 0}
