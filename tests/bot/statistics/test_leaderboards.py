"""The leaderboards of a server: games won among members, best totals, accuracy; each is one query."""

from __future__ import annotations

import pytest

from bot.statistics.store import leaderboards
from bot.statistics.store.leaderboards import LISTED, LeaderboardQuery, MemberPlace
from bot.table.store import member_settings
from query_plans import plans

ANA, BOGDAN, CARMEN, DORA = 100, 200, 300, 400
HERE, THERE = 1, 2


@pytest.fixture
def listing(storage, maker):
    """Return a function that reads a list for a reader."""

    def read(kind, reader=ANA, game="yams/alone", server=HERE):
        return storage.read(
            leaderboards.read_leaderboard, LeaderboardQuery(server, kind, game, reader, maker.noon)
        )

    return read


def places(found):
    return [(one.place, one.user, one.value) for one in found.places]


def won(filled, winner, *losers, **parts):
    """Store a game that a member won among others."""
    facts = {"game": "dice-poker", **parts}
    filled({"user": winner, "won": True}, *({"user": one, "won": False} for one in losers), **facts)


def chose(filled, user, games, lost, **parts):
    """Store games of a member in which the choices lost so much, of a par of 1."""
    for _ in range(games):
        filled({"user": user, "choices": 30, "lost": lost, "par": 1.0}, **parts)


# Games won


def test_games_won_in_the_last_thirty_days_are_counted_over_all_games(filled, listing):
    for game in ("dice-poker", "nine", "six-card"):
        won(filled, ANA, BOGDAN, game=game)
    won(filled, BOGDAN, ANA, CARMEN)
    won(filled, CARMEN, ANA, days=29.9)
    won(filled, CARMEN, ANA, days=30.1)
    won(filled, DORA, ANA, guild=THERE)
    filled({"user": DORA, "won": None})
    found = listing("won")
    assert places(found) == [(1, ANA, 3), (2, BOGDAN, 1), (2, CARMEN, 1)]
    assert found.total == 3
    assert [one.games for one in found.places] == [5, 4, 2]
    assert found.own == found.places[0]


def test_a_tie_and_what_does_not_count_is_no_win_and_no_game(filled, listing):
    filled({"user": ANA}, {"user": BOGDAN}, share="1/2", game="dice-poker")
    assert listing("won").places == ()
    filled({"user": ANA, "won": None}, {"user": BOGDAN, "won": False}, game="dice-poker")
    assert places(listing("won", reader=CARMEN)) == [(1, BOGDAN, 0)]


def test_a_member_reads_their_place_from_the_first_game_on(filled, listing):
    for number in range(30):
        won(filled, 1000 + number, ANA)
    found = listing("won")
    assert len(found.places) == LISTED
    assert (found.own.place, found.own.value, found.total) == (31, 0, 31)
    assert listing("won", reader=BOGDAN).own is None


# Best totals


def test_best_totals_are_of_all_time_by_game_and_without_hint_day_or_leaving(filled, listing):
    for user, score, parts in (
        (ANA, 210, {"days": 900}),
        (ANA, 190, {}),
        (BOGDAN, 250, {}),
        (BOGDAN, 251, {"hinted": True}),
        (BOGDAN, 252, {"day": True}),
        (BOGDAN, 253, {"left": True}),
        (BOGDAN, 254, {"game": "yams"}),
        (BOGDAN, 255, {"game": "nine/alone"}),
        (BOGDAN, 256, {"guild": THERE}),
        (CARMEN, None, {}),
    ):
        filled({"user": user, "score": score}, **parts)
    found = listing("best")
    assert places(found) == [(1, BOGDAN, 250), (2, ANA, 210)]
    assert places(listing("best", game="yams")) == [(1, BOGDAN, 254)]


# Accuracy


def test_accuracy_ranks_by_all_choices_of_ninety_days(filled, listing):
    chose(filled, ANA, 10, 1.0)
    chose(filled, BOGDAN, 9, 0.0)
    chose(filled, BOGDAN, 1, 5.0)
    chose(filled, CARMEN, 10, 0.1, days=91)
    chose(filled, DORA, 10, 0.0, game="yams")
    found = listing("accuracy")
    assert places(found) == [(1, BOGDAN, 94), (2, ANA, 90)]
    assert [one.games for one in found.places] == [10, 10]
    assert listing("accuracy", reader=CARMEN).own is None


def test_ten_games_are_needed_and_who_has_fewer_reads_the_place_they_would_have(filled, listing):
    chose(filled, ANA, 9, 0.5)
    chose(filled, BOGDAN, 10, 1.0)
    chose(filled, CARMEN, 10, 0.1)
    found = listing("accuracy")
    assert places(found) == [(1, CARMEN, 98), (2, BOGDAN, 90)]
    assert found.own == MemberPlace(2, ANA, 94, 9, listed=False, begun=9, left=0)
    assert found.total == 2


@pytest.mark.parametrize(("left", "listed"), [(1, True), (2, False)])
def test_at_most_one_in_ten_of_the_games_begun_may_be_left(filled, listing, left, listed):
    """Those that go on count as begun."""
    chose(filled, ANA, 10 - left, 1.0)
    chose(filled, ANA, left, 1.0, left=True)
    found = listing("accuracy")
    assert (found.own.listed, found.own.begun, found.own.left) == (listed, 10, left)
    for _ in range(10 * (left - 1)):
        filled({"user": ANA}, finished=None, share=None)
    assert listing("accuracy").own.listed


def test_what_cannot_be_judged_is_left_out(filled, listing):
    for _ in range(10):
        filled({"user": ANA, "choices": 0, "lost": 0.0, "par": 0.0})
    assert listing("accuracy").own is None
    chose(filled, ANA, 1, 1.0)
    assert listing("accuracy").own.games == 1


def test_equal_members_share_a_place(filled, listing):
    for user in (ANA, BOGDAN, CARMEN):
        chose(filled, user, 10, 1.0 if user == CARMEN else 0.5)
    assert places(listing("accuracy")) == [(1, ANA, 94), (1, BOGDAN, 94), (3, CARMEN, 90)]


# All of them


@pytest.mark.parametrize("kind", ["won", "best", "accuracy"])
def test_who_hides_is_seen_by_nobody_else_and_counts_for_no_place(storage, filled, listing, kind):
    for user, better in ((BOGDAN, 1), (ANA, 0)):
        won(filled, user, CARMEN)
        for _ in range(better):
            won(filled, user, CARMEN)
        filled({"user": user, "score": 200 + better})
        chose(filled, user, 10, 1.0 - better / 2)
    assert listing(kind).own.place == 2
    storage.write(member_settings.set_hidden, BOGDAN, on=True)
    found = listing(kind)
    assert found.own.place == 1
    assert BOGDAN not in [one.user for one in found.places]
    assert listing(kind, reader=BOGDAN).own.place == 1


@pytest.mark.parametrize("kind", ["won", "best", "accuracy"])
def test_an_erased_member_is_on_no_list(filled, listing, kind):
    won(filled, None, ANA)
    filled({"user": None, "score": 300})
    chose(filled, None, 10, 0.0)
    assert None not in [one.user for one in listing(kind, reader=BOGDAN).places]


@pytest.mark.parametrize(
    ("kind", "index"),
    [
        ("won", "wins_of_server"),
        ("best", "totals_of_member"),
        ("accuracy", "choices_of_server"),
    ],
)
def test_a_list_is_one_query_which_one_index_answers(storage, filled, listing, kind, index):
    won(filled, ANA, BOGDAN)
    (plan,) = plans(storage, lambda: listing(kind))
    assert not [one for one in plan.whole if "results" in one], plan.text
    if storage.file is not None:
        assert f"results USING COVERING INDEX {index}" in plan.text
