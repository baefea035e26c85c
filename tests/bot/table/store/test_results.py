"""A row for each member's seat from the first die on, and what a game counts for."""

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest

import private_rounds
from bot.daily.calendar import game_of
from bot.daily.shared_dice import Dare, SharedDice
from bot.daily.store import shared_dice as daily_store
from bot.statistics.store import to_judge
from bot.table import closing
from bot.table.players import Player, Players
from bot.table.seed import draw_seed
from bot.table.store import rounds
from bot.table.stored_round import NO_CHANNEL, Deadline
from bot.table.use_cases import OpenRequest
from judged_games import MADE_UP, judge_all
from results_counted import Tally, of_round, tally
from rules.game import Outcome
from rules.losses import Judgement

HALF = Fraction(1, 2)
ANA, BOGDAN, CARMEN = 100, 200, 300
HOUSE = Player(level="house")
DAY = timedelta(days=1)


def finish(storage, begun, shares, scores=None, at=None):
    """Let a round end with these shares."""
    outcome = Outcome(tuple(Fraction(share) for share in shares), scores)
    stored = storage.write(rounds.open_round, begun)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "bot.table.stored_round.StoredRound.outcome", property(lambda stored: outcome)
        )
        over = stored.ended_as("over")
        return storage.write(rounds.save, over, at or begun.opened)


def members(maker, *users, **parts):
    """Return a round that has begun between members, None for a computer."""
    players = tuple(HOUSE if user is None else Player(user=user) for user in users)
    return maker.begun(players=players, **parts)


def won(storage, stored):
    return [one.won for one in storage.read(of_round, stored.id)]


def test_a_row_begins_with_the_first_dice_and_ends_with_the_round(storage, maker):
    waiting = storage.write(rounds.open_round, maker.lobby())
    assert storage.read(of_round, waiting.id) == ()
    begun = replace(maker.begun(), id=waiting.id, version=1, as_stored=waiting.as_stored)
    later = maker.noon + timedelta(minutes=3)
    stored = storage.write(rounds.save, begun, later)
    for row in storage.read(of_round, stored.id):
        assert (row.guild, row.game, row.seat_count, row.begun) == (1, "dice-poker", 2, later)
        assert (row.finished, row.share, row.won, row.left, row.hinted) == (
            *(None, None, None),
            *(False, False),
        )
    end = later + timedelta(minutes=1)
    while stored.status == "playing":
        stored = storage.write(rounds.save, maker.acted(stored), end)
    rows = storage.read(of_round, stored.id)
    assert [one.user for one in rows] == [100, 200]
    assert [one.share for one in rows] == [str(share) for share in stored.outcome.shares]
    assert [(one.begun, one.finished) for one in rows] == [(later, end)] * 2
    assert [(one.choices, one.lost, one.par) for one in rows] == [(None, None, None)] * 2


def test_computers_have_none(storage, maker):
    stored = finish(storage, members(maker, None, ANA), (0, 1))
    (row,) = storage.read(of_round, stored.id)
    assert (row.seat, row.user, row.share) == (1, ANA, "1")
    assert row.won is None, "no other member sat there"


def test_the_only_seat_with_most_has_won_and_a_tie_is_neither(storage, maker):
    for channel, (users, shares, expected) in enumerate(
        (
            ((ANA, BOGDAN), (1, 0), [True, False]),
            ((ANA, BOGDAN), (HALF, HALF), [None, None]),
            ((ANA, BOGDAN, CARMEN), (HALF, HALF, 0), [None, None, False]),
            ((ANA, BOGDAN, CARMEN), (Fraction(1, 4), HALF, Fraction(1, 4)), [False, True, False]),
            ((ANA, None, BOGDAN), (0, 1, 0), [False, False]),
        )
    ):
        stored = finish(storage, members(maker, *users, channel=channel), shares)
        assert won(storage, stored) == expected


def test_a_round_that_begins_and_ends_in_one_transaction_has_its_results(storage, maker):
    over = members(maker, ANA, None, BOGDAN, status="over", deadline=Deadline())
    outcome = Outcome((Fraction(0), Fraction(1), Fraction(0)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "bot.table.stored_round.StoredRound.outcome", property(lambda stored: outcome)
        )
        stored = storage.write(rounds.open_round, over)
    assert [one.share for one in storage.read(of_round, stored.id)] == ["0", "0"]


def test_two_wins_of_a_day_count_with_the_same_opponent_among_them(storage, maker):
    """In any game on the server, and also where somebody else sat there; the loser has lost."""
    noon, games = maker.noon, []

    def play(*users, at, guild=1, shares=(1, 0, 0)):
        begun = members(maker, *users, guild=guild, channel=len(games) + 20)
        games.append(finish(storage, begun, shares[: len(users)], at=at))
        return won(storage, games[-1])

    assert play(ANA, BOGDAN, at=noon) == [True, False]
    assert play(ANA, BOGDAN, CARMEN, at=noon) == [True, False, False]
    assert play(ANA, BOGDAN, at=noon) == [None, False]
    assert play(ANA, BOGDAN, CARMEN, at=noon) == [None, False, False]
    assert play(ANA, CARMEN, at=noon) == [True, False]
    assert play(ANA, CARMEN, at=noon) == [None, False]
    assert play(ANA, BOGDAN, at=noon, guild=2) == [True, False]
    assert play(BOGDAN, ANA, at=noon) == [True, False]
    assert play(ANA, BOGDAN, at=noon + DAY) == [True, False]


def test_who_leaves_has_lost_and_who_stays_has_won(storage, maker):
    stored = storage.write(rounds.open_round, maker.begun())
    left = (replace(stored.players[0], left=True), stored.players[1])
    storage.write(rounds.save, replace(stored, players=Players(left), status="over"))
    first, second = storage.read(of_round, stored.id)
    assert (first.share, first.won, first.left) == ("0", False, True)
    assert (second.share, second.won, second.left) == ("1", True, False)
    assert storage.read(tally, BOGDAN) == Tally(games=1, wins=1)
    assert storage.read(tally, ANA) == Tally(games=1, losses=1)


def test_who_leaves_three_has_left_at_once_and_lost_at_the_end(storage, maker, table):
    stored = table.open(OpenRequest("poker-dice", ANA, 7, open_to_all=True), maker.noon)
    for user in (BOGDAN, CARMEN):
        stored = table.join(user, maker.noon)(stored)
    stored = storage.write(rounds.open_round, stored)
    if not stored.begun:
        stored = storage.write(rounds.save, table.start(ANA, maker.noon)(stored), maker.noon)
    stored = storage.write(rounds.save, table.leave(CARMEN, maker.noon)(stored), maker.noon)
    assert [(one.left, one.share) for one in storage.read(of_round, stored.id)] == [
        (False, None),
        (False, None),
        (True, None),
    ]
    assert [one.seats for one in storage.read(to_judge.load_oldest, 9)] == [(2,)]
    judge_all(storage)
    while stored.status == "playing":
        seat = stored.play.awaits.seats[0]
        user, legal = (
            stored.players[seat.index].user,
            stored.play.game.legal(stored.play.state, seat),
        )
        after = table.choose_action(user, stored.moment, legal[-1], maker.noon)(stored)
        stored = storage.write(rounds.save, after, maker.noon)
    rows = storage.read(of_round, stored.id)
    assert (rows[2].left, rows[2].share, rows[2].won) == (True, "0", False)
    assert [one.seats for one in storage.read(to_judge.load_oldest, 9)] == [(0, 1, 2)]


def test_a_round_that_is_closed_has_no_share_and_nobody_has_left_it(storage, maker):
    stored = storage.write(rounds.open_round, maker.begun())
    closed = closing.with_closer(stored, 5).ended_as("closed")
    storage.write(rounds.save, closed, maker.noon)
    for row in storage.read(of_round, stored.id):
        assert (row.finished, row.share, row.won, row.left) == (maker.noon, None, None, False)
    assert storage.read(tally, ANA) == Tally()
    assert [one.seats for one in storage.read(to_judge.load_oldest, 9)] == [(0, 1)]


@pytest.mark.parametrize("status", ["lapsed", "withdrawn", "declined"])
def test_a_round_that_never_began_counts_nowhere(storage, maker, status):
    stored = storage.write(rounds.open_round, maker.lobby())
    storage.write(rounds.save, stored.ended_as(status))
    assert storage.read(of_round, stored.id) == ()


def test_a_rest_of_a_day_counts_as_left_until_the_round_ends(storage, maker, table):
    stored = storage.write(rounds.open_round, table.open(OpenRequest("nine", ANA, 7), maker.noon))
    missed = stored.deadline.at
    stored = storage.write(rounds.save, table.expire(missed)(stored), missed)
    assert stored.status == "resting"
    for hours, count in ((23, 0), (24, 1), (48, 0)):
        assert storage.write(to_judge.let_rest, missed + timedelta(hours=hours)) == count
    (row,) = storage.read(of_round, stored.id)
    assert (row.left, row.finished) == (True, None)
    judge_all(storage, MADE_UP)
    stored = storage.write(rounds.save, table.resume(ANA, missed + DAY, 7, None)(stored), missed)
    (row,) = storage.read(of_round, stored.id)
    assert (row.left, row.choices) == (True, MADE_UP.choices), "until it ends"
    while stored.status == "playing":
        (seat,) = stored.play.awaits.seats
        action = stored.play.game.legal(stored.play.state, seat)[0]
        after = table.choose_action(ANA, stored.moment, action, missed)(stored)
        stored = storage.write(rounds.save, after, missed + 2 * DAY)
    (row,) = storage.read(of_round, stored.id)
    assert (row.left, row.share, row.choices) == (False, "1", None)


def test_a_rest_without_a_channel_counts_as_nothing(storage, maker, table):
    stored = storage.write(rounds.open_round, table.open(OpenRequest("nine", ANA, 7), maker.noon))
    stored = storage.write(rounds.save, table.expire(stored.deadline.at)(stored))
    storage.write(rounds.take_from_channel, stored)
    assert storage.write(to_judge.let_rest, maker.noon + 10 * DAY) == 0


def test_a_rest_that_is_closed_was_left(storage, maker, table):
    stored = storage.write(rounds.open_round, table.open(OpenRequest("nine", ANA, 7), maker.noon))
    stored = storage.write(rounds.save, table.expire(stored.deadline.at)(stored))
    storage.write(rounds.save, closing.close_rested(stored, stored.deadline.at), stored.deadline.at)
    (row,) = storage.read(of_round, stored.id)
    assert (row.left, row.share) == (True, None)


def test_results_are_written_once_and_judged_ones_stay(storage, maker):
    stored = storage.write(rounds.open_round, maker.begun())
    left = (replace(stored.players[0], left=True), stored.players[1])
    over = storage.write(
        rounds.save, replace(stored, players=Players(left), status="over"), maker.noon
    )
    judge_all(storage, MADE_UP)
    again = storage.write(rounds.save, over, maker.noon + DAY)
    assert again.version == over.version + 1
    rows = storage.read(of_round, stored.id)
    assert [one.finished for one in rows] == [maker.noon] * 2
    assert [Judgement(one.choices, one.lost, one.par) for one in rows] == [MADE_UP] * 2


def test_shares_scores_and_hints_are_kept(storage, maker):
    third = Fraction(1, 3)
    players = (Player(user=1), Player(user=2, hinted=(4,)), Player(level="easy"), Player(user=4))
    stored = finish(
        storage, maker.begun(players=players), (third, third, third, 0), (90, 90, 90, -2)
    )
    found = storage.read(of_round, stored.id)
    assert [one.share for one in found] == ["1/3", "1/3", "0"]
    assert [one.score for one in found] == [90, 90, -2]
    assert [one.hinted for one in found] == [False, True, False]


def test_a_sheet_alone_is_a_game_of_its_own(storage, maker):
    stored = finish(storage, members(maker, ANA), (1,), (230,))
    (row,) = storage.read(of_round, stored.id)
    assert (row.game, row.seat_count, row.share, row.won) == ("dice-poker/alone", 1, "1", None)
    assert storage.read(tally, ANA) == Tally(games=1)


def test_a_day_counts_and_what_was_begun_and_not_ended_was_left(storage, maker):
    day = storage.write(daily_store.draw_day, maker.noon.date(), maker.noon)
    for user in (ANA, BOGDAN):
        new = private_rounds.begun(day, game_of(day.day), user, 1, maker.noon)
        storage.write(daily_store.begin_round, new)
    mine = private_rounds.loaded(storage, day.day, ANA).round
    played = private_rounds.played(
        mine, lambda play: play.game.idle(play.state, play.awaits.seats[0]), maker.noon
    )
    storage.write(rounds.save, played, maker.noon)
    storage.write(daily_store.close_days, maker.noon.date() + DAY, maker.noon + DAY)
    other = private_rounds.loaded(storage, day.day, BOGDAN).round
    rows = [storage.read(of_round, one.id)[0] for one in (mine, other)]
    assert [one.day for one in rows] == [True, True]
    assert [(one.share, one.left) for one in rows] == [("1", False), (None, True)]
    assert rows[0].score > 0
    assert [one.won for one in rows] == [None, None]


def test_a_dare_counts_for_nothing(storage, maker):
    dare = Dare("nine", BOGDAN, maker.noon + DAY, "en", 11)
    shared = SharedDice(1, draw_seed(NO_CHANNEL, maker.noon), dare=dare)
    storage.write(daily_store.open_dare, shared)
    new = private_rounds.begun(shared, shared.sheet, ANA, 1, maker.noon)
    begun = storage.write(daily_store.begin_round, new)
    assert storage.read(of_round, begun.round) == ()
