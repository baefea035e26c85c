"""Six Card Poker: nobody sees the other's cards or choice before both are in (README 5.2)."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from rules.games.six_card import GAME
from rules.games.six_card.cards import DECK
from rules.games.six_card.state import Dealing
from rules.screen import Seat
from simulated_luck import SeededLuck
from six_cards import DEAL, read

pytestmark = pytest.mark.slow

ONE, OTHER = Seat(0), Seat(1)


def test_5_2_nothing_that_others_see_depends_on_hidden_cards_or_choices():
    """The screens are the same for all cards and choices of the other seat."""
    random = Random(52)
    for number in range(15):
        cards = SeededLuck(number).shuffle("deal", DECK)
        own, rest = cards[:6], cards[6:]
        seen_before, seen_after = set(), set()
        for _ in range(12):
            hidden = tuple(random.sample(rest, len(rest)))
            for viewer in (ONE, OTHER):
                deck = (*own, *hidden) if viewer == ONE else (*hidden[:6], *own, *hidden[6:])
                other = OTHER if viewer == ONE else ONE
                state = GAME.land(Dealing(), deck)
                seen_before.add((viewer, *views(state, viewer)))
                choice = random.choice(GAME.legal(state, other))
                seen_after.add((viewer, *views(GAME.play(state, other, choice), viewer)))
        assert len(seen_before) == len(seen_after) == 2, "one for each seat that looks"


def views(state, viewer) -> tuple[object, ...]:
    """Return everything that a viewer sees, and everything that is public."""
    return (
        read(GAME.screen(state, viewer)),
        read(GAME.screen(state, None)),
        read(GAME.screen(state, Seat(2))),
        repr(GAME.turn(state)),
        repr(GAME.legal(state, viewer)),
        repr(GAME.idle(state, viewer)),
        repr([GAME.computer(state, viewer, level.key) for level in GAME.info.levels]),
        GAME.worth(state, viewer),
        repr(GAME.advise(state, viewer)),
    )


def test_5_2_swapping_any_two_hidden_cards_changes_no_other_screen():
    start = Dealing()
    for one, other in combinations(range(6, 16), 2):
        swapped = list(DEAL)
        swapped[one], swapped[other] = DEAL[other], DEAL[one]
        before, after = GAME.land(start, DEAL), GAME.land(start, tuple(swapped))
        assert views(before, ONE) == views(after, ONE)
