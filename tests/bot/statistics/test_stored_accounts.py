"""The accounting is stored once for each round, and members stand by it, each server apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.admin.store import retention
from bot.statistics.store import accounts, history, standings, standings_rebuild
from bot.storage.database import Storage
from bot.storage.schema import account_queue as account_queue_table
from bot.storage.shards import Shards
from bot.table.store import account_queue, hidden, rounds
from bot.table.stored_round import NO_SERVER
from made_accounts import (
    ANA,
    BOGDAN,
    CARMEN,
    HERE,
    THERE,
    WEEK,
    asked,
    count_all,
    counted,
    of,
    over,
    seat_account,
    skilled,
)


def test_a_round_waits_from_its_end_and_is_counted_once(storage, maker):
    round_id = over(maker, storage, (ANA, BOGDAN))
    assert storage.read(account_queue.waiting, 5) == [(round_id, 0)]
    both = (seat_account(), seat_account(luck=-0.25, round_skill=None))
    assert storage.write(accounts.store, {round_id: both})[0]
    assert storage.read(account_queue.waiting, 5) == []
    assert storage.read(accounts.read_accounting, round_id) == both
    assert not storage.write(accounts.store, {round_id: both})[0]
    assert (of(storage, ANA).rounds, of(storage, ANA).won) == (1, 1)
    assert (of(storage, BOGDAN).lost, of(storage, BOGDAN).skill_rounds) == (1, 0)


def standings_by(storage, *accountings):
    """Return how everybody stands once these accountings are stored, each in a transaction."""
    for made in accountings:
        assert storage.write(accounts.store, made)[0] == len(made)
    return {
        (server, user, game): standing
        for server in (HERE, THERE)
        for user in (ANA, BOGDAN, CARMEN)
        for game, standing in storage.read(standings.of_member, server, user).items()
    }


@pytest.mark.parametrize("together", [False, True])
def test_rounds_that_are_stored_together_count_as_one_after_the_other(storage, maker, together):
    """Ana plays in all of them, on two servers, in two games; one is without an accounting."""
    worse = seat_account(luck=-0.25, round_skill=None)
    played = {
        over(maker, storage, (ANA, BOGDAN)): (seat_account(), worse),
        over(maker, storage, (BOGDAN, ANA)): (seat_account(skill=-0.3), worse),
        over(maker, storage, (ANA, CARMEN), guild=THERE): (seat_account(), seat_account()),
        over(maker, storage, (CARMEN, ANA), (0.5, 0.5)): (),
        over(maker, storage, (ANA, None)): (seat_account(), seat_account()),
    }
    one_by_one = [{round_id: made} for round_id, made in played.items()]
    found = standings_by(storage, *([played] if together else one_by_one))
    ana, there = found[HERE, ANA, "dice-poker"], found[THERE, ANA, "dice-poker"]
    assert (ana.rounds, ana.won, ana.drawn, ana.lost) == (4, 2, 1, 1)
    assert (ana.streak, ana.longest, ana.among) == (1, 1, 3)
    assert (ana.skill_rounds, there.rounds) == (2, 1)
    assert found[HERE, BOGDAN, "dice-poker"].mu != found[HERE, CARMEN, "dice-poker"].mu
    storage.write_within(standings_rebuild.ENTER_SECONDS, standings_rebuild.enter_all)
    count_all(storage)
    assert standings_by(storage) == found
    *between_members, _ = played
    for round_id in between_members:
        assert storage.read(accounts.read_accounting, round_id) == played[round_id]
    assert storage.write(accounts.store, played)[0] == 0


def test_of_rounds_that_are_stored_together_those_in_the_queue_count(storage, maker):
    """Another process was faster with the first one."""
    rounds_of = [over(maker, storage, (ANA, BOGDAN)) for _ in range(2)]
    made = {round_id: (seat_account(), seat_account()) for round_id in rounds_of}
    assert storage.write(accounts.store, {rounds_of[0]: made[rounds_of[0]]})[0] == 1
    assert storage.write(accounts.store, made)[0] == 1
    assert of(storage, ANA).rounds == 2


def test_of_rounds_that_are_stored_together_none_is_stored_where_one_fails(storage, maker):
    rounds_of = [over(maker, storage, (ANA, BOGDAN)) for _ in range(2)]
    made = {round_id: (seat_account(), seat_account()) for round_id in rounds_of}
    broken = replace(made[rounds_of[1]][0], decisions=(None,))
    with pytest.raises(AttributeError):
        storage.write(accounts.store, {**made, rounds_of[1]: (broken, broken)})
    assert [one for one, _ in storage.read(account_queue.waiting, 5)] == rounds_of
    assert of(storage, ANA) is None
    assert storage.write(accounts.store, made)[0] == 2


def test_decisions_of_members_are_kept_but_not_those_of_computers(storage, maker):
    round_id = counted(maker, storage, (None, ANA))
    computer, ana = storage.read(accounts.read_accounting, round_id)
    assert computer.decisions == ()
    assert ana.decisions == seat_account().decisions


@pytest.mark.parametrize("begun", [True, False])
def test_a_round_that_was_closed_counts_for_skill_once_it_had_begun(storage, maker, begun):
    stored = storage.act(rounds.open_round, maker.begun() if begun else maker.lobby())
    storage.act(rounds.save, replace(stored, status="closed", deadline=None), maker.noon)
    assert bool(storage.read(account_queue.waiting, 5)) is begun
    if begun:
        storage.write(accounts.store, {stored.id: [seat_account(), seat_account()]})
        found = of(storage, ANA)
        assert (found.rounds, found.won, found.skill_rounds) == (0, 0, 1)


def test_a_round_without_accounting_counts_by_its_result(storage, maker):
    counted(maker, storage, (ANA, BOGDAN), accounting=())
    found = of(storage, ANA)
    assert (found.won, found.skill_rounds, found.among) == (1, 0, 1)


def test_servers_and_direct_messages_are_apart(storage, maker):
    counted(maker, storage, (ANA, BOGDAN))
    counted(maker, storage, (ANA, BOGDAN), (0, 1), guild=THERE)
    counted(maker, storage, (ANA, None), guild=None)
    guest = {"out_of_reach": True}
    counted(maker, storage, (ANA, None), guild=THERE, **guest)
    assert [(of(storage, ANA, one).won, of(storage, ANA, one).lost) for one in (HERE, THERE)] == [
        (1, 0),
        (0, 1),
    ]
    assert of(storage, ANA, NO_SERVER).won == 2
    assert of(storage, BOGDAN, NO_SERVER) is None
    pages = [storage.read(history.page, one, ANA, 0)[0] for one in (HERE, THERE, NO_SERVER)]
    assert [[one.stored.id for one in page] for page in pages] == [[1], [2], [4, 3]]


def test_a_leaderboard_shares_places_and_shows_the_asker(storage, maker, monkeypatch):
    for user, given in ((ANA, 1.0), (BOGDAN, 0.5), (CARMEN, 1.0), (400, 2.0)):
        skilled(maker, storage, user, given)
    counted(maker, storage, (500, None))
    found = storage.read(standings.leaderboard, asked(maker, user=400), 0)
    assert [(one.place, one.user) for one in found.places] == [
        (1, BOGDAN),
        (2, CARMEN),
        (2, ANA),
        (4, 400),
    ]
    assert (found.total, found.own.place, found.own.value) == (4, 4, found.places[-1].value)
    assert storage.read(standings.leaderboard, asked(maker, user=500), 0).own is None
    assert storage.read(standings.leaderboard, asked(maker, server=THERE), 0).total == 0
    assert storage.read(standings.leaderboard, asked(maker), 1).places == ()
    monkeypatch.setattr("bot.statistics.store.standings.PAGE", 2)
    following = storage.read(standings.leaderboard, asked(maker), 1)
    assert following.places == found.places[2:], "the first shares its place with the page before"


def test_who_hides_is_seen_by_themselves_alone(storage, maker):
    skilled(maker, storage, ANA, 0.5)
    skilled(maker, storage, BOGDAN, 1.0)
    storage.write(hidden.set_hidden, ANA, on=True)
    assert storage.read(hidden.is_hidden, ANA)
    others = storage.read(standings.leaderboard, asked(maker, user=BOGDAN), 0)
    assert [(one.place, one.user) for one in others.places] == [(1, BOGDAN)]
    own = storage.read(standings.leaderboard, asked(maker), 0)
    assert [(one.place, one.user) for one in own.places] == [(1, ANA), (2, BOGDAN)]
    storage.write(hidden.set_hidden, ANA, on=False)
    assert storage.read(standings.leaderboard, asked(maker, user=BOGDAN), 0).total == 2


def test_counting_again_gives_the_same_numbers_in_the_order_of_the_ends(storage, maker):
    counted(maker, storage, (ANA, BOGDAN), opened=maker.noon + WEEK)
    counted(maker, storage, (ANA, BOGDAN), (0, 1), opened=maker.noon)
    closed = storage.act(rounds.open_round, maker.begun(channel=44))
    storage.act(rounds.save, replace(closed, status="closed"), maker.noon)
    storage.write(accounts.store, {closed.id: [seat_account(), seat_account()]})
    waits = over(maker, storage, (ANA, BOGDAN))
    before = of(storage, ANA)
    assert (before.streak, before.skill_rounds) == (0, 3)
    assert storage.write(standings_rebuild.enter_all) == 3
    storage.write(standings_rebuild.count_next, 2)
    count_all(storage)
    again = of(storage, ANA)
    assert again.streak == 1
    assert (again.rounds, again.skill_rounds, again.sums.given) == (2, 3, before.sums.given)
    assert storage.write(accounts.store, {waits: ()})[0]
    assert of(storage, ANA).rounds == 3


def test_a_round_that_failed_waits_behind_the_others(storage, maker):
    first, second = (over(maker, storage, (ANA, BOGDAN)) for _ in range(2))
    storage.write(account_queue.note_attempt, first)
    assert storage.read(account_queue.waiting, 5) == [(second, 0), (first, 1)]


def test_rounds_of_other_shards_keep_none_of_this_process_waiting(storage, maker):
    """Theirs came first, and their process is down."""
    theirs = [over(maker, storage, (ANA, BOGDAN), guild=1 << 22) for _ in range(3)]
    own, direct = (over(maker, storage, (ANA, BOGDAN), guild=one) for one in (2 << 22, None))
    assert storage.read(account_queue.waiting, 2, Shards(2, (0,))) == [(own, 0), (direct, 0)]
    assert storage.read(account_queue.waiting, 2, Shards(2, (1,))) == [
        (one, 0) for one in theirs[:2]
    ]
    assert len(storage.read(account_queue.waiting, 9)) == 5


def test_everything_of_a_server_goes_with_it(storage, maker):
    counted(maker, storage, (ANA, BOGDAN), guild=THERE)
    counted(maker, storage, (ANA, BOGDAN), guild=None)
    assert storage.read(retention.servers) == {THERE}
    while not storage.write(retention.delete_server, THERE, 10):
        pass
    assert storage.read(standings.of_member, THERE, ANA) == {}
    assert of(storage, ANA, NO_SERVER).won == 1


def test_rounds_without_moves_have_no_accounting(storage: Storage, maker):
    """They are kept until it is made."""
    round_id = over(maker, storage, (ANA, BOGDAN))
    storage.write(retention.thin, maker.noon + WEEK, 0, 10)
    assert storage.read(accounts.to_account, [round_id])
    storage.write(accounts.store, {round_id: [seat_account(), seat_account()]})
    storage.write(retention.thin, maker.noon + WEEK, 0, 10)
    assert not storage.read(accounts.to_account, [round_id])


def test_without_a_server_everybody_is_ranked_alone(storage, maker):
    skilled(maker, storage, ANA, 0.5, guild=None)
    skilled(maker, storage, BOGDAN, 0.1, guild=None)
    found = storage.read(standings.leaderboard, asked(maker, server=NO_SERVER), 0)
    assert [(one.place, one.user) for one in found.places] == [(1, ANA)]
    assert found.total == 1


def test_a_round_that_counts_by_its_result_alone_counts_once(storage, maker):
    """Its moves were deleted, or its analysis failed."""
    round_id = over(maker, storage, (ANA, BOGDAN))
    storage.write(accounts.store, {round_id: ()})
    with storage._held.transaction(reads=False) as connection:
        connection.execute(
            account_queue_table.insert().values(round=round_id, ended=maker.noon, attempts=0)
        )
    assert storage.write(accounts.store, {round_id: ()})[0]
    assert (of(storage, ANA).rounds, of(storage, ANA).among) == (1, 1)


def test_what_is_stored_together_ends_with_a_round_once_somebody_waits(storage, maker):
    """Who waits is asked about after each round; what is left is stored next, and counted once."""
    played = {over(maker, storage, (ANA, BOGDAN)): (seat_account(),) * 2 for _ in range(3)}
    rest = [*played][1:]
    stored = storage.write(accounts.store, played, {}, lambda: True)
    assert stored == (1, rest)
    assert [one for one, _ in storage.read(account_queue.waiting, 9)] == rest
    assert storage.read(accounts.read_accounting, rest[0]) == ()
    assert of(storage, ANA).rounds == 1
    assert storage.write(accounts.store, played)[0] == 2
    assert of(storage, ANA).rounds == 3


def test_fifty_rounds_are_stored_by_few_statements(storage, maker, statements):
    """Of fifty members on three servers, in two games."""
    played = {
        over(maker, storage, (number % 25 + 1, number % 24 + 40), guild=1 + number % 3): (
            seat_account(),
        )
        * 2
        for number in range(50)
    }
    with statements() as sent:
        assert storage.write(accounts.store, played)[0] == 50
    written = [one for one in sent if not one.startswith("SELECT")]
    assert len(written) <= 8
    assert len(sent) <= 16 or storage._engine.dialect.name == "sqlite"
    assert len(storage.read(standings.of_member, 1, 1)) == 2
