"""The results of rounds, and what they count for."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.table.store import results, rounds
from bot.table.store.results import Result
from bot.table.stored_round import Player
from results_counted import Tally, tally
from rules.game import Outcome
from rules.text import say

HALF = Fraction(1, 2)


def finish(storage, waiting, shares, scores=None, won=()):
    """Let a round end with these shares."""
    shares = tuple(Fraction(share) for share in shares)
    outcome = Outcome(shares, say("So it ended."), scores, won)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "bot.table.stored_round.StoredRound.outcome", property(lambda stored: outcome)
        )
        return storage.act(rounds.open_round, replace(waiting, status="over"))


def test_a_round_that_is_over_has_a_result_for_each_seat(storage, maker):
    stored = storage.act(
        rounds.open_round, maker.begun(players=(Player(level="house"), Player(user=100)))
    )
    while stored.status == "playing":
        assert storage.read(results.of_round, stored.id) == ()
        stored = storage.act(rounds.save, maker.acted(stored), maker.noon)
    shares = stored.play.over.outcome.shares
    assert storage.read(results.of_round, stored.id) == (
        Result(stored.id, 0, None, "house", shares[0], None, maker.noon, won=shares[0] == 1),
        Result(stored.id, 1, 100, None, shares[1], None, maker.noon, won=shares[1] == 1),
    )


def test_who_shares_a_win_has_won(storage, maker):
    """Two of three have won, as in a game in which one loses."""
    players = tuple(Player(user=user) for user in (100, 200, 300))
    lobby = maker.lobby(players=players)
    stored = finish(storage, lobby, (HALF, HALF, 0), won=(True, True, False))
    ends = [one.ending for one in storage.read(results.of_round, stored.id)]
    assert ends == ["won", "won", "lost"]
    assert storage.read(tally, 100) == Tally(games=1, wins=1)
    assert storage.read(tally, 300) == Tally(games=1, losses=1)


def test_a_round_that_was_left_goes_to_the_one_who_stayed(storage, maker):
    stored = storage.act(rounds.open_round, maker.begun())
    left = (replace(stored.players[0], left=True), stored.players[1])
    storage.act(rounds.save, replace(stored, players=left, status="over"))
    assert [one.share for one in storage.read(results.of_round, stored.id)] == [0, 1]
    assert storage.read(tally, 200) == Tally(games=1, wins=1)
    assert storage.read(tally, 100) == Tally(games=1, losses=1)


def test_results_are_written_once(storage, maker):
    stored = storage.act(rounds.open_round, maker.begun())
    left = (replace(stored.players[0], left=True), stored.players[1])
    over = storage.act(rounds.save, replace(stored, players=left, status="over"), maker.noon)
    again = storage.act(rounds.save, over)
    assert again.version == over.version + 1
    assert [one.finished for one in storage.read(results.of_round, stored.id)] == [maker.noon] * 2


@pytest.mark.parametrize("status", ["closed", "lapsed", "withdrawn", "declined"])
def test_other_endings_count_nowhere(storage, maker, status):
    stored = storage.act(rounds.open_round, maker.begun())
    storage.act(rounds.save, replace(stored, status=status))
    assert storage.read(results.of_round, stored.id) == ()
    assert storage.read(tally, 100) == Tally()


def test_shares_and_scores_are_kept_exactly(storage, maker):
    third = Fraction(1, 3)
    players = (Player(user=1), Player(user=2), Player(level="easy"), Player(user=4))
    stored = finish(
        storage, maker.lobby(players=players), (third, third, third, 0), (90, 90, 90, -2)
    )
    found = storage.read(results.of_round, stored.id)
    assert [one.share for one in found] == [third, third, third, 0]
    assert [one.score for one in found] == [90, 90, 90, -2]


def test_wins_draws_and_losses_are_counted_by_member(storage, maker):
    ann, bob = Player(user=1), Player(user=2)
    computer = Player(level="house")
    for players, shares in (
        ((ann, bob), (1, 0)),
        ((bob, ann), (HALF, HALF)),
        ((computer, ann), (1, 0)),
        ((ann, computer, bob), (HALF, 0, HALF)),
    ):
        finish(storage, maker.lobby(players=players), shares)
    assert storage.read(tally, 1) == Tally(games=4, wins=1, draws=2, losses=1)
    assert storage.read(tally, 2) == Tally(games=3, draws=2, losses=1)
    assert storage.read(tally, 3) == Tally()


def test_a_solo_round_is_neither_won_nor_lost(storage, maker):
    finish(storage, maker.lobby(players=(Player(user=1),)), (1,), (230,))
    assert storage.read(tally, 1) == Tally(games=1)
