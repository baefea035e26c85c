"""How rounds ended, and what that counts for."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.rounds import Sitter
from bot.storage.results import Result, Tally
from rules.game import Outcome
from rules.text import say

HALF = Fraction(1, 2)


def finish(storage, waiting, shares, scores=None):
    """Let a round end with these shares."""
    outcome = Outcome(tuple(Fraction(share) for share in shares), say("So it ended."), scores)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.rounds.Kept.outcome", property(lambda kept: outcome))
        return storage.rounds.open(replace(waiting, status="over"))


def test_a_round_that_is_over_has_a_result_for_each_seat(storage, maker):
    kept = storage.rounds.open(maker.begun(sitters=(Sitter(level="house"), Sitter(user=100))))
    while kept.status == "playing":
        assert storage.results.of_round(kept.id) == ()
        kept = storage.rounds.save(maker.acted(kept), maker.noon)
    shares = kept.play.over.outcome.shares
    assert storage.results.of_round(kept.id) == (
        Result(kept.id, 0, None, "house", shares[0], None, maker.noon),
        Result(kept.id, 1, 100, None, shares[1], None, maker.noon),
    )


def test_a_round_that_was_left_goes_to_the_one_who_stayed(storage, maker):
    kept = storage.rounds.open(maker.begun())
    left = (replace(kept.sitters[0], left=True), kept.sitters[1])
    storage.rounds.save(replace(kept, sitters=left, status="over"))
    assert [one.share for one in storage.results.of_round(kept.id)] == [0, 1]
    assert storage.results.tally(200) == Tally(games=1, wins=1)
    assert storage.results.tally(100) == Tally(games=1, losses=1)


def test_results_are_written_once(storage, maker):
    kept = storage.rounds.open(maker.begun())
    left = (replace(kept.sitters[0], left=True), kept.sitters[1])
    over = storage.rounds.save(replace(kept, sitters=left, status="over"), maker.noon)
    again = storage.rounds.save(over)
    assert again.version == over.version + 1
    assert [one.finished for one in storage.results.of_round(kept.id)] == [maker.noon] * 2


@pytest.mark.parametrize("status", ["closed", "lapsed", "withdrawn", "declined"])
def test_other_endings_count_nowhere(storage, maker, status):
    kept = storage.rounds.open(maker.begun())
    storage.rounds.save(replace(kept, status=status))
    assert storage.results.of_round(kept.id) == ()
    assert storage.results.tally(100) == Tally()


def test_shares_and_scores_are_kept_exactly(storage, maker):
    third = Fraction(1, 3)
    sitters = (Sitter(user=1), Sitter(user=2), Sitter(level="easy"), Sitter(user=4))
    kept = finish(storage, maker.lobby(sitters=sitters), (third, third, third, 0), (90, 90, 90, -2))
    results = storage.results.of_round(kept.id)
    assert [one.share for one in results] == [third, third, third, 0]
    assert [one.score for one in results] == [90, 90, 90, -2]


def test_wins_draws_and_losses_are_counted_by_member(storage, maker):
    ann, bob = Sitter(user=1), Sitter(user=2)
    computer = Sitter(level="house")
    for sitters, shares in (
        ((ann, bob), (1, 0)),
        ((bob, ann), (HALF, HALF)),
        ((computer, ann), (1, 0)),
        ((ann, computer, bob), (HALF, 0, HALF)),
    ):
        finish(storage, maker.lobby(sitters=sitters), shares)
    assert storage.results.tally(1) == Tally(games=4, wins=1, draws=2, losses=1)
    assert storage.results.tally(2) == Tally(games=3, draws=2, losses=1)
    assert storage.results.tally(3) == Tally()


def test_a_solo_round_is_neither_won_nor_lost(storage, maker):
    finish(storage, maker.lobby(sitters=(Sitter(user=1),)), (1,), (230,))
    assert storage.results.tally(1) == Tally(games=1)
