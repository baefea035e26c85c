"""The most that dice allow, to somebody who knows them all."""

from __future__ import annotations

import pytest

from rules import engine, registry
from rules.screen import Seat
from rules.sheets import most
from sheet_rounds import KEYS
from simulated_luck import SeededLuck

YAMS = registry.game("yams")


class Known:
    """Dice that follow from a seed by their label, as those of a day do."""

    def __init__(self, seed) -> None:
        self._luck, self._known = SeededLuck(seed), {}

    def __call__(self, label, count):
        if label not in self._known:
            self._known[label] = self._luck.roll(label, 5)
        return self._known[label][:count]

    roll = __call__

    @staticmethod
    def choose(_label, _weights):
        return 0


def of_faces(*faces):
    """Return lands of which every die of a turn shows the face of that turn."""

    def lands(label, count):
        turn = int(label.split("/")[3])
        return (faces[turn - 1],) * count

    return lands


def test_thirteen_fives_of_a_kind_of_every_face_make_the_most_of_all():
    """50, 105 and 35 in the upper rows, 185 by jokers below, twelve times 100."""
    assert YAMS.daily.most(of_faces(6, 5, 4, 3, 2, 1, *[6] * 7)) == 50 + 105 + 35 + 185 + 1200


def test_thirteen_fives_of_a_kind_of_one_face_fill_its_row_first():
    """50, 30 in sixes, six jokers below, then 0 five times; no bonus, twelve times 100."""
    assert YAMS.daily.most(of_faces(*[6] * 13)) == 50 + 30 + 185 + 1200


def test_without_bonuses_a_turn_of_sixes_fills_one_row_each():
    """30 in sixes, both groups and chance, and 50."""
    assert registry.game("thirteen").daily.most(of_faces(*[6] * 13)) == 4 * 30 + 50


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("level", ["perfect", "house"])
def test_nobody_makes_more(key, level):
    game = registry.game(key)
    for seed in range(3):
        known = Known(f"{key} {seed}")
        play = engine.begin(game, 1, {}, known)
        end = engine.play_automatic(play, {Seat(0): level}, known)
        assert end.over.outcome.scores[0] < game.daily.most(known)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_what_is_left_out_as_useless_makes_no_more(seed, monkeypatch):
    known = Known(seed)
    found = YAMS.daily.most(known)
    monkeypatch.setattr(most, "_useful", lambda _bonuses, places: places)
    assert YAMS.daily.most(known) == found
