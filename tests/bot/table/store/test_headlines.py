"""What is known of members when their round ends: one statement, on both databases."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.storage import schema
from bot.table import headline
from bot.table.headline import MOST_IN_A_ROW, EarlierResults
from bot.table.players import Player
from bot.table.store import headlines, member_settings, results, rounds
from bot.table.stored_round import Deadline
from query_plans import plans
from rules import engine, registry
from rules.game import Over
from rules.screen import Seat
from sql import insert_rows

HERE, ELSEWHERE = 1, 2
ANA, BOGDAN, CARMEN = 100, 200, 300


@pytest.fixture
def filled(storage, maker):
    """Return a function that stores the result of a member at so many hours before noon."""

    def store(user, hours, **facts):
        lobby = storage.write(rounds.open_round, maker.lobby(status="withdrawn"))
        ended_at = maker.noon - timedelta(hours=hours)
        result = {
            "round": lobby.id,
            "seat": 0,
            "user": user,
            "share": "1",
            "score": None,
            "begun": ended_at,
            "finished": ended_at,
            "guild": HERE,
            "won": None,
            "game": "dice-poker",
            "seat_count": 2,
            "day": False,
            "left": False,
            "hinted": False,
            **facts,
        }

        storage.write(insert_rows, schema.results, [result])

    return store


def ended(maker, **parts):
    """Return a round of Ana and Bogdan that was played to its end, not stored yet."""
    stored = maker.begun(players=(Player(user=ANA), Player(user=BOGDAN)), **parts)
    while stored.status != "over":
        stored = maker.acted(stored)
    return stored


def known(storage, maker, over):
    def read(connection):
        won = results.won_or_lost(connection, over, maker.noon)
        return headlines._earlier_results(connection, over, maker.noon, won)

    return storage.read(read)


def test_of_a_first_game_nothing_is_known(storage, maker):
    over = ended(maker)
    won = [0 if one else None for one in over.outcome.won]
    assert known(storage, maker, over) == {
        seat: EarlierResults(wins=wins) for seat, wins in enumerate(won)
    }


def test_bests_are_those_of_the_game_on_the_server(storage, maker, filled):
    filled(ANA, 30, score=210)
    filled(ANA, 40, score=190)
    filled(CARMEN, 30, score=250)
    filled(CARMEN, 30, score=900, game="nine")
    filled(CARMEN, 30, score=900, guild=ELSEWHERE)
    filled(CARMEN, 30)
    found = known(storage, maker, ended(maker))
    assert (found[0].best, found[0].of_server) == (210, 250)
    assert (found[1].best, found[1].of_server) == (None, 250)


def test_who_holds_the_best_of_the_server_has_an_own_best_alone(storage, maker, filled):
    filled(ANA, 30, score=210)
    filled(CARMEN, 30, score=150)
    found = known(storage, maker, ended(maker))
    assert (found[0].best, found[0].of_server) == (210, None)
    assert found[1].of_server == 210


def test_members_who_hide_are_left_out_and_give_no_best(storage, maker, filled):
    filled(ANA, 30, score=210)
    filled(CARMEN, 30, score=250)
    filled(CARMEN, 30, score=240)
    for user in (CARMEN, BOGDAN):
        storage.write(member_settings.set_hidden, user, on=True)
    found = known(storage, maker, ended(maker))
    assert found == {0: replace(EarlierResults(best=210, days=1), wins=found[0].wins)}


def test_totals_of_direct_messages_are_compared_with_nobody(storage, maker, filled):
    filled(CARMEN, 30, score=250, guild=0)
    filled(ANA, 30, score=150, guild=0)
    found = known(storage, maker, ended(maker, guild=None))
    assert (found[0].best, found[0].of_server) == (150, None)


def test_wins_in_a_row_end_with_a_game_that_was_lost_among_members(storage, maker, filled):
    """A tie, and what counts as neither, ends no row; neither does a game alone."""
    over = ended(maker)
    (winner,) = [seat for seat, won in enumerate(over.outcome.won) if won]
    user = over.players[winner].user
    for hours, won in ((50, True), (49, False), (48, True), (47, None), (46, True)):
        filled(user, hours, won=won)
    filled(user, 46, game="nine/alone")
    filled(user, 45, won=True, guild=ELSEWHERE)
    found = known(storage, maker, over)
    assert found[winner].wins == 2
    assert found[1 - winner].wins is None, "has not won"


def test_a_win_that_does_not_count_lengthens_no_row(storage, maker):
    for _ in range(3):
        over = ended(maker)
        while not over.outcome.won[0]:
            over = ended(maker)
        wins = known(storage, maker, over)[0].wins
        storage.write(rounds.open_round, over)
    assert wins is None, "the third one of the day against the same opponent"


def test_days_in_a_row_end_with_the_day_before_and_are_none_on_a_second_round_of_a_day(
    storage, maker, filled
):
    """Noon is the time of the end: 12 hours before it is midnight, which belongs to the day."""
    for hours in (13, 36, 37, 61, 120):
        filled(ANA, hours)
    filled(BOGDAN, 13)
    filled(BOGDAN, 12)
    found = known(storage, maker, ended(maker))
    assert (found[0].days, found[1].days) == (3, 0)


def test_what_is_in_a_row_is_read_up_to_a_bound(storage, maker, filled):
    over = ended(maker)
    winner = over.outcome.won.index(True)
    for day in range(1, MOST_IN_A_ROW + 5):
        filled(over.players[winner].user, 24 * day, won=True)
    found = known(storage, maker, over)[winner]
    assert (found.days, found.wins) == (MOST_IN_A_ROW, MOST_IN_A_ROW)


def test_one_statement_searches_indexes_alone(storage, maker, filled):
    filled(ANA, 30, score=210)
    over = ended(maker)
    found = plans(storage, lambda: known(storage, maker, over))
    for plan in found:
        whole = [one for one in plan.whole if "results" in one or "settings" in one]
        assert not whole, plan.text
    for index in ("results_of_member", "totals_of_server", "totals_of_member"):
        assert any(index in plan.text for plan in found)


def test_the_end_of_a_round_stores_its_headline_and_its_totals(storage, maker):
    stored = storage.write(rounds.open_round, maker.begun())
    while stored.status != "over":
        stored = storage.write(rounds.save, maker.acted(stored), maker.noon)
    assert stored.end.headline
    assert storage.read(rounds.load, stored.id) == stored


# Better than so many in ten


def sheet(maker, *scores, **parts):
    """Return a round of sheets of members that was played to its end, not stored yet."""
    game = registry.game("nine")
    players = tuple(Player(user=ANA + seat, **parts) for seat in range(len(scores)))
    everybody = {Seat(seat): "easy" for seat in range(len(scores))}
    play = engine.play_automatic(
        engine.begin(game, len(scores), {}, maker.luck), everybody, maker.luck
    )
    outcome = replace(play.over.outcome, scores=scores)
    return maker.begun(
        status="over",
        game="nine",
        players=players,
        play=FixedEnd(play, outcome),
        deadline=Deadline(),
    )


class FixedEnd:
    """A play that has ended with another outcome."""

    def __init__(self, play, outcome):
        self._play, self.over = play, Over(outcome)

    def __getattr__(self, name):
        return getattr(self._play, name)


def better(storage, maker, over):
    return storage.read(headlines._better_than, over, maker.noon)


def test_a_total_is_compared_with_those_of_the_last_ninety_days_from_ten_on(storage, maker, filled):
    for number in range(9):
        filled(CARMEN, 30 + number, game="nine/alone", seat_count=1, score=100 + number)
    over = sheet(maker, 107)
    assert better(storage, maker, over) is None
    for facts in (
        {"game": "nine", "seat_count": 2},
        {"guild": ELSEWHERE},
        {"hinted": True},
        {"left": True},
        {"day": True},
        {"hours": 91 * 24},
    ):
        what = {"hours": 30, "game": "nine/alone", "seat_count": 1, "score": 1, **facts}
        filled(CARMEN, **what)
    assert better(storage, maker, over) is None, "none of these is such a game"
    filled(BOGDAN, 10, game="nine/alone", seat_count=1, score=107)
    assert better(storage, maker, over) == 7, "those with fewer points; an equal one is not less"
    assert better(storage, maker, sheet(maker, 500)) == 10
    assert better(storage, maker, sheet(maker, 100)) is None, "nobody is told that they are last"
    assert better(storage, maker, replace(over, place=replace(over.place, guild=None))) is None
    assert better(storage, maker, sheet(maker, 107, hinted=(3,))) is None


def test_of_several_the_best_total_is_compared_with_games_of_as_many(storage, maker, filled):
    for number in range(20):
        filled(CARMEN, 30, game="nine", seat_count=2 + number % 2, score=100 + number)
    assert better(storage, maker, sheet(maker, 90, 111)) == 6
    assert headline.best_total_seat(sheet(maker, 90, 111)) == 1
    assert better(storage, maker, sheet(maker, 90, 111, 100)) == 5


def test_the_comparison_reads_a_bounded_part_of_one_index(storage, maker, filled):
    filled(CARMEN, 30, game="nine/alone", seat_count=1, score=100)
    over = sheet(maker, 107)
    (plan,) = plans(storage, lambda: better(storage, maker, over))
    assert not [one for one in plan.whole if "results" in one], plan.text
    assert "totals_by_end" in plan.text
