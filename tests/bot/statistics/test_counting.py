"""A round is added to where its members stand: results, skill, bests."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import select

from bot.admin.store import erasing
from bot.statistics.results_rating import Finish, rated
from bot.statistics.standing import OVER_ALL
from bot.statistics.store import accounts, standings, standings_rebuild
from bot.statistics.store.meetings import Meetings
from bot.storage.schema import accounts as accounts_table
from bot.storage.schema import standings as standings_table
from bot.table.store import rounds
from bot.table.stored_round import Player
from made_accounts import (
    ANA,
    BOGDAN,
    CARMEN,
    HERE,
    WEEK,
    asked,
    count_all,
    counted,
    of,
    over,
    seat_account,
    skilled,
)
from rules.hands import DICE_POKER
from rules.skill import RoundSkill
from rules.whole_hands import WholeHand, whole_hand

FOUR, FIVE = (whole_hand(dice, DICE_POKER) for dice in ((2, 2, 2, 2, 6), (1, 1, 1, 1, 1)))


def test_over_all_games_sums_add_and_sheets_alone_stand_apart(storage, maker):
    nine = {"game": "nine"}
    counted(maker, storage, (ANA, BOGDAN), scores=(150, 140), **nine)
    counted(maker, storage, (ANA,), (1,), (170,), **nine)
    counted(maker, storage, (ANA, None))
    found = storage.read(standings.of_member, HERE, ANA)
    assert {key: one.rounds for key, one in found.items()} == {
        OVER_ALL: 3,
        "dice-poker": 1,
        "nine": 1,
        "nine/alone": 1,
    }
    assert (found["nine"].best, found["nine/alone"].best, found[OVER_ALL].best) == (150, 170, None)
    assert (found["nine/alone"].won, found[OVER_ALL].won) == (0, 2)
    assert found[OVER_ALL].sums.given == sum(found[key].sums.given for key in found if key)


def test_results_among_members_are_rated_and_computers_left_out(storage, maker):
    counted(maker, storage, (ANA, None))
    assert of(storage, ANA).among == 0
    counted(maker, storage, (ANA, BOGDAN, CARMEN), (1, 0, 0), (90, 60, 70), game="thirteen")
    ana, bogdan, carmen = (of(storage, one, game="thirteen") for one in (ANA, BOGDAN, CARMEN))
    assert ana.mu > carmen.mu > bogdan.mu
    over_all = [of(storage, one, game=OVER_ALL).mu for one in (ANA, CARMEN, BOGDAN)]
    assert over_all == [ana.mu, carmen.mu, bogdan.mu]


def test_a_week_begins_anew_and_what_is_counted_late_leaves_it_alone(storage, maker):
    skilled(maker, storage, ANA, 1.0, opened=maker.noon)
    skilled(maker, storage, ANA, 0.0, opened=maker.noon + WEEK)
    skilled(maker, storage, ANA, 3.0, opened=maker.noon - WEEK)
    later = asked(maker, period="week", now=maker.noon + WEEK)
    (first,) = storage.read(standings.leaderboard, later, 0).places
    assert (first.standing.skill_rounds, first.standing.sums.given) == (10, 0.0)
    assert storage.read(standings.leaderboard, asked(maker, period="week"), 0).total == 0
    (ever,) = storage.read(standings.leaderboard, asked(maker), 0).places
    assert ever.standing.skill_rounds == 30


def test_weeks_and_months_change_at_midnight_in_utc(storage, maker, monkeypatch):
    """Whatever time zone a time is in, and whenever the round is accounted for."""
    monkeypatch.setattr("bot.statistics.standing.ENOUGH_ROUNDS", 1)
    midnight = datetime(2026, 6, 1, tzinfo=UTC)  # a Monday
    before = midnight.astimezone(timezone(timedelta(hours=9))) - timedelta(microseconds=1)
    alone = {"game": "nine", "accounting": ()}
    counted(maker, storage, (ANA,), (1,), (170,), opened=before, **alone)
    counted(maker, storage, (ANA,), (1,), (160,), opened=midnight, **alone)
    counted(maker, storage, (BOGDAN,), (1,), (180,), opened=before, **alone)

    def shown(period, now):
        asks = asked(maker, game="nine/alone", by="best", period=period, now=now)
        found = storage.read(standings.leaderboard, asks, 0)
        return [(one.user, one.value) for one in found.places]

    for period in ("week", "month"):
        assert shown(period, midnight) == [(ANA, 160)]
        assert shown(period, midnight - timedelta(seconds=1)) == [(BOGDAN, 180)]
    assert shown("all", midnight) == [(BOGDAN, 180), (ANA, 170)]


def test_who_was_erased_meanwhile_is_not_counted(storage, maker):
    over(maker, storage, (ANA, BOGDAN))
    storage.write(erasing.erase_part, ANA, 0)
    storage.write(erasing.finish, ANA, maker.noon)
    assert storage.write(accounts.store, {1: [seat_account(), seat_account()]})[0]
    assert storage.read(standings.of_member, HERE, ANA) == {}
    assert of(storage, BOGDAN).lost == 1
    with storage._held.transaction(reads=False) as connection:
        for column in (standings_table.c.user, accounts_table.c.user):
            assert {*connection.execute(select(column)).scalars()} <= {None, BOGDAN}


def test_a_round_closed_before_a_choice_leaves_no_line(storage, maker):
    stored = storage.act(rounds.open_round, maker.begun())
    storage.act(rounds.save, replace(stored, status="closed", deadline=None), maker.noon)
    unchosen = seat_account(round_skill=None, counted=0, decisions=())
    storage.write(accounts.store, {stored.id: [seat_account(), unchosen]})
    assert of(storage, ANA).skill_rounds == 1
    assert storage.read(standings.of_member, HERE, BOGDAN) == {}


def test_who_left_has_lost_even_where_the_sheet_won(storage, maker):
    """Those who stay are ranked among themselves; a total at such a table is nobody's best."""
    users, shares, scores = (ANA, BOGDAN, CARMEN), (1, 0, 0), (90, 60, 70)
    players = (Player(user=ANA, left=True), Player(user=BOGDAN), Player(user=CARMEN))
    counted(maker, storage, users, shares, scores, game="nine", players=players)
    ana, bogdan, carmen = (of(storage, one, game="nine") for one in (ANA, BOGDAN, CARMEN))
    assert (ana.won, ana.lost) == (0, 1)
    assert carmen.mu > 25 > ana.mu
    assert bogdan.mu == pytest.approx(50 - carmen.mu), "as if the two had been alone"
    assert (ana.sigma, ana.among, carmen.among) == (25 / 3, 1, 1)
    assert [one.best for one in (ana, bogdan, carmen)] == [None] * 3


def test_a_member_with_two_seats_counts_once(storage, maker):
    """Nobody gets two seats today; if it happens, nobody rates themselves."""
    counted(maker, storage, (ANA, ANA))
    found = of(storage, ANA)
    assert (found.rounds, found.among, found.skill_rounds) == (1, 0, 1)


def rolled(*hands: WholeHand | None):
    return [seat_account(rarest=hand) for hand in hands]


def test_the_rarest_hand_of_a_game_is_kept(storage, maker):
    counted(maker, storage, (ANA, BOGDAN), accounting=rolled(FOUR, None))
    counted(maker, storage, (ANA, BOGDAN), accounting=rolled(FIVE, FOUR))
    round_id = counted(maker, storage, (ANA, BOGDAN), accounting=rolled(None, None))
    counted(maker, storage, (ANA,), (1,), (170,), game="nine", accounting=rolled(FOUR))
    found = storage.read(standings.of_member, HERE, ANA)
    assert {game: one.rarest for game, one in found.items()} == {
        OVER_ALL: None,
        "dice-poker": FIVE,
        "nine/alone": FOUR,
    }
    assert of(storage, BOGDAN).rarest == FOUR
    assert [one.rarest for one in storage.read(accounts.read_accounting, round_id - 1)] == [
        FIVE,
        FOUR,
    ]
    assert storage.write(standings_rebuild.enter_all) == 4
    count_all(storage)
    assert storage.read(standings.of_member, HERE, ANA) == found


def test_a_hand_of_a_round_that_was_left_or_closed_or_had_a_hint_is_no_best(storage, maker):
    closed = storage.act(rounds.open_round, maker.begun(channel=44))
    storage.act(rounds.save, replace(closed, status="closed"), maker.noon)
    storage.write(accounts.store, {closed.id: rolled(FIVE, FIVE)})
    for fault, hand in (({"left": True}, FOUR), ({"hinted": (3,)}, FIVE)):
        players = (Player(user=ANA, **fault), Player(user=BOGDAN))
        scores = {"scores": (90, 80), "game": "nine", "players": players}
        counted(maker, storage, (ANA, BOGDAN), accounting=rolled(FIVE, hand), **scores)
    ana, bogdan = (of(storage, one, game="nine") for one in (ANA, BOGDAN))
    assert (ana.rarest, ana.best) == (None, None)
    assert (bogdan.rarest, bogdan.best) == (None, None)  # left alone, nobody sets a best
    assert of(storage, ANA).rarest is None


DAY = timedelta(days=1)


def among(storage, user, game="dice-poker"):
    return of(storage, user, game=game).among


def test_two_rounds_a_day_between_two_members_are_rated(storage, maker):
    """Of any game; who meets somebody else that day is rated as well."""
    counted(maker, storage, (ANA, BOGDAN))
    counted(maker, storage, (BOGDAN, ANA), game="six-card")
    counted(maker, storage, (ANA, BOGDAN))
    counted(maker, storage, (ANA, CARMEN))
    ana, bogdan, carmen = (of(storage, one, game=OVER_ALL) for one in (ANA, BOGDAN, CARMEN))
    assert (ana.among, bogdan.among, carmen.among) == (3, 2, 1)
    assert (ana.rounds, ana.won, bogdan.lost) == (4, 3, 2)
    assert [among(storage, BOGDAN, key) for key in ("dice-poker", "six-card")] == [1, 1]
    counted(maker, storage, (ANA, BOGDAN), opened=maker.noon + DAY)
    assert among(storage, BOGDAN) == 2
    assert (of(storage, ANA, game=OVER_ALL).met, of(storage, BOGDAN).met) == (2, 1)


def test_a_round_of_three_is_rated_unless_two_of_them_have_had_their_rounds(storage, maker):
    counted(maker, storage, (ANA, BOGDAN))
    counted(maker, storage, (ANA, BOGDAN))
    three = {"game": "thirteen", "scores": (90, 60, 70)}
    counted(maker, storage, (ANA, BOGDAN, CARMEN), (1, 0, 0), **three)
    assert [among(storage, one, "thirteen") for one in (ANA, BOGDAN, CARMEN)] == [0, 0, 0]
    counted(maker, storage, (ANA, BOGDAN, CARMEN), (1, 0, 0), opened=maker.noon + DAY, **three)
    assert [among(storage, one, "thirteen") for one in (ANA, BOGDAN, CARMEN)] == [1, 1, 1]


def test_from_the_tenth_meeting_in_thirty_days_on_results_move_less(storage, maker):
    """By 10/k at the k-th, by a fifth at least; after a month without meeting in full again."""
    with storage._held.transaction(reads=False) as connection:
        met = Meetings(connection, [(HERE, (ANA, BOGDAN, CARMEN))])
        weights = []
        for number in range(60):
            ended = maker.noon + number // 2 * DAY
            weights.append(met.weight(HERE, (ANA, BOGDAN), ended))
            met.note(HERE, (ANA, BOGDAN), OVER_ALL, ended)
        assert weights[:10] == [1.0] * 10
        assert weights[10:12] == [10 / 11, 10 / 12]
        assert weights[48:] == pytest.approx([10 / 49] + [0.2] * 11)
        assert met.weight(HERE, (ANA, BOGDAN), ended) == 0, "two a day"
        assert met.weight(HERE, (ANA, CARMEN), ended) == 1
        assert met.weight(HERE, (ANA, BOGDAN, CARMEN), ended + DAY) == pytest.approx(0.2)
        met.store()
        again = Meetings(connection, [(HERE, (ANA, BOGDAN, CARMEN))])
        assert again.weight(HERE, (BOGDAN, ANA), ended + 10 * DAY) == 10 / 41
        assert again.weight(HERE, (BOGDAN, ANA), ended + 30 * DAY) == 1


def test_who_is_met_often_brings_less(storage, maker, monkeypatch):
    monkeypatch.setattr("bot.statistics.store.meetings.IN_FULL", 1)
    counted(maker, storage, (ANA, BOGDAN))
    before = [(one.mu, one.sigma) for one in (of(storage, ANA), of(storage, BOGDAN))]
    counted(maker, storage, (ANA, BOGDAN))
    ana, bogdan = (of(storage, one) for one in (ANA, BOGDAN))
    ends = [Finish(won, None, left=False) for won in (1.0, 0.0)]
    whole = rated(before, ends)
    for one, (mu, _), (moved, _) in zip((ana, bogdan), before, whole, strict=True):
        assert one.mu - mu == pytest.approx((moved - mu) / 2)
    assert (ana.among, ana.met) == (2, 1)


def test_members_are_met_anew_in_each_week(storage, maker):
    for opened in (maker.noon - DAY, maker.noon, maker.noon + WEEK):
        counted(maker, storage, (ANA, BOGDAN), opened=opened)
    counted(maker, storage, (ANA, CARMEN), opened=maker.noon + WEEK)
    key = {"by": "results", "period": "week", "now": maker.noon + WEEK}
    week = storage.read(standings.leaderboard, asked(maker, **key), 0).standing
    assert (week.among, week.met) == (2, 2)
    assert of(storage, ANA).met == 2
    before = storage.read(standings.of_member, HERE, ANA)
    assert storage.write(standings_rebuild.enter_all) == 4
    count_all(storage)
    assert storage.read(standings.of_member, HERE, ANA) == before


def test_who_leaves_a_round_of_two_has_lost_it_also_before_the_first_choice(storage, maker):
    """The other one has won, but is no better for it: second accounts that leave bring nothing."""
    unchosen = seat_account(round_skill=None, counted=0, decisions=())
    paid = seat_account(round_skill=RoundSkill(2.0, 1.0, 4.0), counted=0, decisions=())
    players = (Player(user=ANA), Player(user=BOGDAN, left=True, left_at=2))
    counted(maker, storage, (ANA, BOGDAN))
    before = of(storage, ANA)
    counted(maker, storage, (ANA, BOGDAN), accounting=[unchosen, paid], players=players)
    ana, bogdan = of(storage, ANA), of(storage, BOGDAN)
    assert (bogdan.rounds, bogdan.lost, bogdan.among, bogdan.streak) == (2, 2, 2, 0)
    assert (bogdan.skill_rounds, bogdan.broken_off) == (2, 1)
    assert bogdan.results < 1000
    assert (ana.rounds, ana.won, ana.among) == (2, 2, 1)
    assert (ana.mu, ana.sigma) == (before.mu, before.sigma)
    assert (ana.streak, ana.longest) == (before.streak, before.longest) == (1, 1)


def test_who_leaves_later_has_lost_to_those_who_are_still_there(storage, maker):
    players = (
        Player(user=ANA, left=True, left_at=9),
        Player(user=BOGDAN, left=True, left_at=2),
        Player(user=CARMEN),
    )
    three = {"game": "thirteen", "scores": (90, 60, 70), "players": players}
    counted(maker, storage, (ANA, BOGDAN, CARMEN), (0, 0, 1), **three)
    ana, bogdan, carmen = (of(storage, one, game="thirteen") for one in (ANA, BOGDAN, CARMEN))
    assert max(bogdan.mu, ana.mu) < carmen.mu == 25
    assert [one.among for one in (ana, bogdan, carmen)] == [1, 1, 0]
    assert (carmen.won, carmen.streak) == (1, 0), "nobody was left to play against"


def test_against_computers_who_leaves_at_once_has_lost(storage, maker):
    players = (Player(user=ANA, left=True, left_at=2), Player(level="house"))
    counted(maker, storage, (ANA, None), (0, 1), players=players)
    assert of(storage, ANA).lost == 1


def test_skill_leaves_the_leaderboard_ninety_days_after_the_last_rated_round(storage, maker):
    skilled(maker, storage, ANA, 1.0)
    counted(maker, storage, (ANA, None), accounting=(), opened=maker.noon + 80 * DAY)
    for days, listed in ((90, True), (91, False)):
        asks = asked(maker, now=maker.noon + days * DAY)
        found = storage.read(standings.leaderboard, asks, 0)
        assert (found.total == 1, found.own is not None, bool(found.places)) == (listed,) * 3
        assert found.standing.by_skill is not None
        results = storage.read(standings.leaderboard, replace(asks, by="best"), 0)
        assert results.total == 0


def test_who_lets_their_rated_rounds_rest_is_not_ranked(storage, maker):
    skilled(maker, storage, ANA, 1.0)
    assert of(storage, ANA).by_skill is not None
    for channel in (51, 52):
        new = maker.begun(channel=channel, guild=HERE, closed="rested")
        stored = storage.act(rounds.open_round, new)
        storage.act(rounds.save, replace(stored, status="closed", deadline=None), maker.noon)
        account = seat_account(round_skill=RoundSkill(2.0, 1.0, 0.1), decisions=())
        storage.write(accounts.store, {stored.id: [account, account]})
    ana = of(storage, ANA)
    assert (ana.skill_rounds, ana.broken_off, ana.by_skill) == (12, 2, None)
