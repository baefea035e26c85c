"""Six Card Poker: what splits are worth, and the levels of the computer (README 5.5)."""

from __future__ import annotations

import pytest

from rules import engine
from rules.games.six_card import GAME
from rules.games.six_card.cards import DECK, HANDS, split_of
from rules.games.six_card.equilibrium import EQUILIBRIUM
from rules.games.six_card.state import Dealing
from rules.screen import Seat
from simulated_luck import SeededLuck
from six_cards import dealt, split

ONE, OTHER = Seat(0), Seat(1)


# 5.5


def test_5_5_before_the_deal_a_round_is_worth_one_half():
    assert GAME.worth(Dealing(), ONE) == GAME.worth(Dealing(), OTHER) == 0.5
    assert GAME.advise(Dealing(), ONE) == ()


def test_5_5_the_perfect_computer_cannot_be_beaten_on_average():
    strategy = {}
    for hand in HANDS:
        rest = list(DECK)
        for card in hand:
            rest.remove(card)
        state = GAME.land(Dealing(), (*rest[:6], *hand, *rest[6:]))
        weighted = GAME.computer(state, OTHER, "perfect")
        strategy[hand] = {split_of(action.on): weight for action, weight in weighted}
        assert sum(strategy[hand].values()) == 1
        best = GAME.advise(state, OTHER)[0].worth
        worths = {advice.action: advice.worth for advice in GAME.advise(state, OTHER)}
        assert {worths[action] for action, _ in weighted} == {best}
    assert strategy == EQUILIBRIUM


def test_5_5_advice_lists_every_split_best_first_with_its_chances():
    state = dealt().state
    advice = GAME.advise(state, ONE)
    assert {one.action for one in advice} == set(GAME.legal(state, ONE))
    assert [one.worth for one in advice] == sorted((one.worth for one in advice), reverse=True)
    for one in advice:
        win, draw, lose = one.chances
        assert win + draw + lose == pytest.approx(1, abs=1e-12)
        assert one.worth == pytest.approx(win + draw / 2, abs=1e-12)
    assert GAME.worth(state, ONE) == advice[0].worth
    assert GAME.advise(state, Seat(2)) == ()


def test_5_5_once_decided_a_round_is_worth_what_the_split_is():
    round_ = dealt()
    advice = {one.action: one.worth for one in GAME.advise(round_.state, ONE)}
    worst = min(advice, key=advice.__getitem__)
    state = GAME.play(round_.state, ONE, worst)
    assert GAME.worth(state, ONE) == advice[worst] < max(advice.values())
    assert GAME.worth(state, OTHER) == GAME.worth(round_.state, OTHER)
    assert {one.action: one.worth for one in GAME.advise(state, ONE)} == advice
    shown = GAME.play(state, OTHER, GAME.legal(state, OTHER)[0])
    outcome = GAME.turn(shown).outcome
    assert [GAME.worth(shown, seat) for seat in (ONE, OTHER)] == [float(s) for s in outcome.shares]
    assert GAME.advise(shown, ONE) == ()


# The computer


def test_the_computers_levels():
    assert [level.key for level in GAME.info.levels] == ["easy", "house", "perfect"]
    assert GAME.level(None) == "house"
    state = dealt().state
    assert GAME.computer(state, ONE, "easy") == ((split("443-22-1"), 1),)
    assert GAME.computer(state, ONE, "house") == ((split("431-22-4"), 1),)


@pytest.mark.slow
def test_house_beats_easy_in_at_least_60_percent_of_the_decided_rounds():
    luck, won, lost = SeededLuck("house"), 0, 0
    for number in range(2_000):
        here = number % 2
        levels = {Seat(here): "house", Seat(1 - here): "easy"}
        over = engine.play_automatic(engine.begin(GAME, 2, {}, luck), levels, luck).over
        share = over.outcome.shares[here]
        won += share == 1
        lost += share == 0
    assert won / (won + lost) >= 0.6
