"""The accounting is stored once for each round, and members stand by it, each server apart."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest

from bot.storage import Storage
from bot.storage.connection import writing
from bot.storage.schema import account_queue
from bot.storage.servers import NO_SERVER
from bot.storage.shards import Shards
from bot.storage.standings import Against, LeaderboardQuery, Mistake
from bot.table.standing import OVER_ALL
from bot.table.stored_round import ANSWERS, Player
from made_accounts import seat_account
from rules.game import Outcome
from rules.hands import DICE_POKER
from rules.skill import RoundSkill
from rules.text import say
from rules.whole_hands import WholeHand, whole_hand

ANA, BOGDAN, CARMEN = 100, 200, 300
FOUR, FIVE = (whole_hand(dice, DICE_POKER) for dice in ((2, 2, 2, 2, 6), (1, 1, 1, 1, 1)))
HERE, THERE = 1, 2
WEEK = timedelta(days=7)


def over(maker, storage, users, shares=(1, 0), scores=None, **parts):
    """Store a round that is over: its members, None for a computer, and their shares."""
    players = tuple(Player(user=one) if one else Player(level="house") for one in users)
    outcome = Outcome(tuple(map(Fraction, shares)), say("So it ended."), scores)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "bot.table.stored_round.StoredRound.outcome", property(lambda stored: outcome)
        )
        new = maker.begun(status="over", guild=HERE, deadline=None)
        return storage.rounds.open(replace(new, **{"players": players, **parts})).id


def counted(maker, storage, users, *args, accounting=None, **parts):
    """Store a round that is over, and its accounting."""
    round_id = over(maker, storage, users, *args, **parts)
    if accounting is None:
        accounting = [seat_account() for _ in users]
    assert storage.accounts.store(round_id, accounting)
    return round_id


def of(storage, user, server=HERE, game="dice-poker"):
    return storage.standings.of_member(server, user).get(game)


def asked(maker, **parts):
    made = {"server": HERE, "game": OVER_ALL, "by": "skill", "period": "all", "user": ANA}
    return LeaderboardQuery(**{**made, "now": maker.noon, **parts})


def test_a_round_waits_from_its_end_and_is_counted_once(storage, maker):
    round_id = over(maker, storage, (ANA, BOGDAN))
    assert storage.account_queue.waiting(5) == [(round_id, 0)]
    accounts = (seat_account(), seat_account(luck=-0.25, round_skill=None))
    assert storage.accounts.store(round_id, accounts)
    assert storage.account_queue.waiting(5) == []
    assert storage.accounts.of_round(round_id) == accounts
    assert not storage.accounts.store(round_id, accounts)
    assert (of(storage, ANA).rounds, of(storage, ANA).won) == (1, 1)
    assert (of(storage, BOGDAN).lost, of(storage, BOGDAN).counted) == (1, 0)


def test_decisions_of_members_are_kept_but_not_those_of_computers(storage, maker):
    round_id = counted(maker, storage, (None, ANA))
    computer, ana = storage.accounts.of_round(round_id)
    assert computer.decisions == ()
    assert ana.decisions == seat_account().decisions


@pytest.mark.parametrize("begun", [True, False])
def test_a_round_that_was_closed_counts_for_skill_once_it_had_begun(storage, maker, begun):
    stored = storage.rounds.open(maker.begun() if begun else maker.lobby())
    storage.rounds.save(replace(stored, status="closed", deadline=None), maker.noon)
    assert bool(storage.account_queue.waiting(5)) is begun
    if begun:
        storage.accounts.store(stored.id, [seat_account(), seat_account()])
        found = of(storage, ANA)
        assert (found.rounds, found.won, found.luck, found.counted) == (0, 0, 0.0, 1)


def test_a_round_without_accounting_counts_by_its_result(storage, maker):
    counted(maker, storage, (ANA, BOGDAN), accounting=())
    found = of(storage, ANA)
    assert (found.won, found.counted, found.luck, found.among) == (1, 0, 0.0, 1)


def test_servers_and_direct_messages_are_apart(storage, maker):
    counted(maker, storage, (ANA, BOGDAN))
    counted(maker, storage, (ANA, BOGDAN), (0, 1), guild=THERE)
    counted(maker, storage, (ANA, None), guild=None)
    guest = {"reach": ANSWERS}
    counted(maker, storage, (ANA, None), guild=THERE, table_options=guest)
    assert [(of(storage, ANA, one).won, of(storage, ANA, one).lost) for one in (HERE, THERE)] == [
        (1, 0),
        (0, 1),
    ]
    assert of(storage, ANA, NO_SERVER).won == 2
    assert of(storage, BOGDAN, NO_SERVER) is None
    assert storage.standings.mistake(HERE, ANA, "dice-poker").times == 1
    assert [one.round for one in storage.accounts.form(THERE, ANA, None, 9)] == [2]
    assert storage.standings.against(THERE, ANA, OVER_ALL) == (Against("member", 0, 0, 1),)
    pages = [storage.history.page(one, ANA, 0)[0] for one in (HERE, THERE, NO_SERVER)]
    assert [[one.stored.id for one in page] for page in pages] == [[1], [2], [4, 3]]


def test_over_all_games_sums_add_and_sheets_alone_stand_apart(storage, maker):
    nine = {"game": "nine"}
    counted(maker, storage, (ANA, BOGDAN), scores=(150, 140), **nine)
    counted(maker, storage, (ANA,), (1,), (170,), **nine)
    counted(maker, storage, (ANA, None))
    found = storage.standings.of_member(HERE, ANA)
    assert {key: one.rounds for key, one in found.items()} == {
        OVER_ALL: 3,
        "dice-poker": 1,
        "nine": 1,
        "nine/alone": 1,
    }
    assert (found["nine"].best, found["nine/alone"].best, found[OVER_ALL].best) == (150, 170, None)
    assert (found["nine/alone"].won, found[OVER_ALL].won) == (0, 2)
    assert found[OVER_ALL].sums.given == sum(found[key].sums.given for key in found if key)
    assert found[OVER_ALL].luck == pytest.approx(0.5)
    assert storage.standings.mistake(HERE, ANA, "nine") == Mistake("break.full", 1, 0.1)
    over_all = storage.standings.mistake(HERE, ANA, OVER_ALL)
    assert over_all == Mistake("break.full", 3, pytest.approx(0.3))


def test_results_among_members_are_rated_and_computers_left_out(storage, maker):
    counted(maker, storage, (ANA, None))
    assert of(storage, ANA).among == 0
    counted(maker, storage, (ANA, BOGDAN, CARMEN), (1, 0, 0), (90, 60, 70), game="thirteen")
    ana, bogdan, carmen = (of(storage, one, game="thirteen") for one in (ANA, BOGDAN, CARMEN))
    assert ana.mu > carmen.mu > bogdan.mu
    over_all = [of(storage, one, game=OVER_ALL).mu for one in (ANA, CARMEN, BOGDAN)]
    assert over_all == [ana.mu, carmen.mu, bogdan.mu]
    assert storage.standings.against(HERE, ANA, OVER_ALL) == (
        Against("house", 1, 0, 0),
        Against("member", 1, 0, 0),
    )


def skilled(maker, storage, user, given, **parts):
    """Let a member end ten rounds in which they gave this much away."""
    account = seat_account(round_skill=RoundSkill(given, 1.0, 0.1), decisions=())
    for _ in range(10):
        counted(maker, storage, (user, None), accounting=[account, seat_account()], **parts)


def test_a_leaderboard_shares_places_and_shows_the_asker(storage, maker):
    for user, given in ((ANA, 1.0), (BOGDAN, 0.5), (CARMEN, 1.0), (400, 2.0)):
        skilled(maker, storage, user, given)
    counted(maker, storage, (500, None))
    found = storage.standings.leaderboard(asked(maker, user=400), 0)
    assert [(one.place, one.user) for one in found.places] == [
        (1, BOGDAN),
        (2, CARMEN),
        (2, ANA),
        (4, 400),
    ]
    assert (found.total, found.own.place, found.own.value) == (4, 4, found.places[-1].value)
    assert storage.standings.leaderboard(asked(maker, user=500), 0).own is None
    assert storage.standings.leaderboard(asked(maker, server=THERE), 0).total == 0
    assert storage.standings.leaderboard(asked(maker), 1).places == ()


def test_who_hides_is_seen_by_themselves_alone(storage, maker):
    skilled(maker, storage, ANA, 0.5)
    skilled(maker, storage, BOGDAN, 1.0)
    storage.settings.set_hidden(ANA, on=True)
    assert storage.settings.hidden(ANA)
    others = storage.standings.leaderboard(asked(maker, user=BOGDAN), 0)
    assert [(one.place, one.user) for one in others.places] == [(1, BOGDAN)]
    own = storage.standings.leaderboard(asked(maker), 0)
    assert [(one.place, one.user) for one in own.places] == [(1, ANA), (2, BOGDAN)]
    storage.settings.set_hidden(ANA, on=False)
    assert storage.standings.leaderboard(asked(maker, user=BOGDAN), 0).total == 2


def test_a_week_begins_anew_and_what_is_counted_late_leaves_it_alone(storage, maker):
    skilled(maker, storage, ANA, 1.0, opened=maker.noon)
    skilled(maker, storage, ANA, 0.0, opened=maker.noon + WEEK)
    skilled(maker, storage, ANA, 3.0, opened=maker.noon - WEEK)
    later = asked(maker, period="week", now=maker.noon + WEEK)
    (first,) = storage.standings.leaderboard(later, 0).places
    assert (first.standing.counted, first.standing.sums.given) == (10, 0.0)
    assert storage.standings.leaderboard(asked(maker, period="week"), 0).total == 0
    (ever,) = storage.standings.leaderboard(asked(maker), 0).places
    assert ever.standing.counted == 30


def test_who_was_erased_meanwhile_is_not_counted(storage, maker):
    over(maker, storage, (ANA, BOGDAN))
    storage.erasures.erase_part(ANA, 0)
    storage.erasures.finish(ANA, maker.noon)
    assert storage.accounts.store(1, [seat_account(), seat_account()])
    assert storage.standings.of_member(HERE, ANA) == {}
    assert of(storage, BOGDAN).lost == 1


def test_counting_again_gives_the_same_numbers_in_the_order_of_the_ends(storage, maker):
    counted(maker, storage, (ANA, BOGDAN), opened=maker.noon + WEEK)
    counted(maker, storage, (ANA, BOGDAN), (0, 1), opened=maker.noon)
    closed = storage.rounds.open(maker.begun(channel=44))
    storage.rounds.save(replace(closed, status="closed"), maker.noon)
    storage.accounts.store(closed.id, [seat_account(), seat_account()])
    waits = over(maker, storage, (ANA, BOGDAN))
    before = of(storage, ANA)
    assert (before.streak, before.counted) == (0, 3)
    assert storage.count_queue.enter_all() == 3
    storage.count_queue.count_next(2)
    storage.count_queue.count_all()
    again = of(storage, ANA)
    assert again.streak == 1
    assert (again.rounds, again.counted, again.sums.given) == (2, 3, before.sums.given)
    assert storage.accounts.store(waits, ())
    assert of(storage, ANA).rounds == 3


def test_old_rounds_are_entered_once(storage, maker):
    for _ in range(3):
        over(maker, storage, (ANA, BOGDAN))
    with writing(storage._database) as connection:
        connection.execute(account_queue.delete())  # as before there was any accounting
    assert storage.account_queue.enqueue_old(0, 2) == (2, 2)
    assert storage.account_queue.enqueue_old(2, 2) == (1, 3)
    assert storage.account_queue.enqueue_old(3, 2) == (0, None)
    assert storage.account_queue.enqueue_old(0, 9) == (0, 3)


def test_a_round_that_failed_waits_behind_the_others(storage, maker):
    first, second = (over(maker, storage, (ANA, BOGDAN)) for _ in range(2))
    storage.account_queue.note_attempt(first)
    assert storage.account_queue.waiting(5) == [(second, 0), (first, 1)]


def test_rounds_of_other_shards_keep_none_of_this_process_waiting(storage, maker):
    """Theirs came first, and their process is down."""
    theirs = [over(maker, storage, (ANA, BOGDAN), guild=1 << 22) for _ in range(3)]
    own, direct = (over(maker, storage, (ANA, BOGDAN), guild=one) for one in (2 << 22, None))
    assert storage.account_queue.waiting(2, Shards(2, (0,))) == [(own, 0), (direct, 0)]
    assert storage.account_queue.waiting(2, Shards(2, (1,))) == [(one, 0) for one in theirs[:2]]
    assert len(storage.account_queue.waiting(9)) == 5
    with writing(storage._database) as connection:
        connection.execute(account_queue.delete())
    storage.account_queue.enqueue_old(0, 9)
    assert storage.account_queue.waiting(9, Shards(2, (0,))) == [(own, 0), (direct, 0)]


def test_everything_of_a_server_goes_with_it(storage, maker):
    counted(maker, storage, (ANA, BOGDAN), guild=THERE)
    counted(maker, storage, (ANA, BOGDAN), guild=None)
    assert storage.retention.servers() == {THERE}
    while not storage.retention.delete_server(THERE, 10):
        pass
    assert storage.standings.of_member(THERE, ANA) == {}
    assert of(storage, ANA, NO_SERVER).won == 1


def test_rounds_without_moves_have_no_accounting(storage: Storage, maker):
    round_id = over(maker, storage, (ANA, BOGDAN))
    assert storage.accounts.to_account(round_id) is not None
    storage.retention.thin(maker.noon + WEEK, 0, 10)
    assert storage.accounts.to_account(round_id) is None


def test_without_a_server_everybody_is_ranked_alone(storage, maker):
    skilled(maker, storage, ANA, 0.5, guild=None)
    skilled(maker, storage, BOGDAN, 0.1, guild=None)
    found = storage.standings.leaderboard(asked(maker, server=NO_SERVER), 0)
    assert [(one.place, one.user) for one in found.places] == [(1, ANA)]
    assert found.total == 1


def test_a_round_that_counts_by_its_result_alone_is_not_entered_again(storage, maker):
    """Its moves were deleted, or its analysis failed; otherwise each entry would count it anew."""
    round_id = over(maker, storage, (ANA, BOGDAN))
    storage.accounts.store(round_id, ())
    assert storage.account_queue.enqueue_old(0, 9) == (0, round_id)
    with writing(storage._database) as connection:
        connection.execute(
            account_queue.insert().values(round=round_id, ended=maker.noon, attempts=0)
        )
    assert storage.accounts.store(round_id, ())
    assert (of(storage, ANA).rounds, of(storage, ANA).among) == (1, 1)


def test_a_round_closed_before_a_choice_leaves_no_line(storage, maker):
    stored = storage.rounds.open(maker.begun())
    storage.rounds.save(replace(stored, status="closed", deadline=None), maker.noon)
    unchosen = seat_account(round_skill=None, counted=0, decisions=())
    storage.accounts.store(stored.id, [seat_account(), unchosen])
    assert of(storage, ANA).counted == 1
    assert storage.standings.of_member(HERE, BOGDAN) == {}


def test_a_round_with_a_choice_taken_back_is_nobodys_closest_to_perfect(storage, maker):
    """One choice counted, the blunder; one stands, the best one: so many, but not the same."""
    (decision,) = seat_account().decisions
    account = seat_account(skill=0.0, counted=1, decisions=(replace(decision, helped=True),))
    counted(maker, storage, (ANA, None), accounting=[account, seat_account()])
    assert of(storage, ANA).least_given is None
    counted(maker, storage, (ANA, None), accounting=[seat_account(), seat_account()])
    assert of(storage, ANA).least_given == 0.1


def test_who_left_has_lost_even_where_the_sheet_won(storage, maker):
    """Those who stay are ranked by their points; a total at such a table is nobody's best."""
    users, shares, scores = (ANA, BOGDAN, CARMEN), (1, 0, 0), (90, 60, 70)
    players = (Player(user=ANA, left=True), Player(user=BOGDAN), Player(user=CARMEN))
    counted(maker, storage, users, shares, scores, game="nine", players=players)
    ana, bogdan, carmen = (of(storage, one, game="nine") for one in (ANA, BOGDAN, CARMEN))
    assert (ana.won, ana.lost) == (0, 1)
    assert carmen.mu > bogdan.mu > ana.mu
    assert [one.best for one in (ana, bogdan, carmen)] == [None] * 3
    assert [one.least_given for one in (ana, bogdan, carmen)] == [None] * 3


def test_what_the_other_hand_hid_is_luck_so_far(storage, maker):
    account = seat_account(luck=0.25, hidden=-0.5)
    counted(maker, storage, (ANA, BOGDAN), accounting=[account, seat_account()])
    assert of(storage, ANA).luck == of(storage, ANA, game=OVER_ALL).luck == -0.25


def test_mistakes_after_help_are_not_told(storage, maker):
    (decision,) = seat_account().decisions
    account = seat_account(decisions=(decision, replace(decision, number=4, helped=True)))
    counted(maker, storage, (ANA, None), accounting=[account, seat_account()])
    assert storage.standings.mistake(HERE, ANA, "dice-poker") == Mistake("break.full", 1, 0.1)


def test_a_member_with_two_seats_counts_once(storage, maker):
    """Nobody gets two seats today; if it happens, nobody rates themselves."""
    counted(maker, storage, (ANA, ANA))
    found = of(storage, ANA)
    assert (found.rounds, found.among, found.counted) == (1, 0, 1)


def rolled(*hands: WholeHand | None):
    return [seat_account(rarest=hand) for hand in hands]


def test_the_rarest_hand_of_a_game_is_kept(storage, maker):
    counted(maker, storage, (ANA, BOGDAN), accounting=rolled(FOUR, None))
    counted(maker, storage, (ANA, BOGDAN), accounting=rolled(FIVE, FOUR))
    round_id = counted(maker, storage, (ANA, BOGDAN), accounting=rolled(None, None))
    counted(maker, storage, (ANA,), (1,), (170,), game="nine", accounting=rolled(FOUR))
    found = storage.standings.of_member(HERE, ANA)
    assert {game: one.rarest for game, one in found.items()} == {
        OVER_ALL: None,
        "dice-poker": FIVE,
        "nine/alone": FOUR,
    }
    assert of(storage, BOGDAN).rarest == FOUR
    assert [one.rarest for one in storage.accounts.of_round(round_id - 1)] == [FIVE, FOUR]
    assert storage.count_queue.enter_all() == 4
    storage.count_queue.count_all()
    assert storage.standings.of_member(HERE, ANA) == found


def test_a_hand_of_a_round_that_was_left_closed_or_taken_back_is_no_best(storage, maker):
    closed = storage.rounds.open(maker.begun(channel=44))
    storage.rounds.save(replace(closed, status="closed"), maker.noon)
    storage.accounts.store(closed.id, rolled(FIVE, FIVE))
    for fault, hand in (({"left": True}, FOUR), ({"taken_back": (3,)}, FIVE)):
        players = (Player(user=ANA, **fault), Player(user=BOGDAN))
        scores = {"scores": (90, 80), "game": "nine", "players": players}
        counted(maker, storage, (ANA, BOGDAN), accounting=rolled(FIVE, hand), **scores)
    ana, bogdan = (of(storage, one, game="nine") for one in (ANA, BOGDAN))
    assert (ana.rarest, ana.best) == (None, None)
    assert (bogdan.rarest, bogdan.best) == (FOUR, None)  # who stays to the end keeps their hand
    assert of(storage, ANA).rarest is None
