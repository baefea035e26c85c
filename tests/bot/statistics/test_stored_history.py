"""A member's finished rounds, newest first, on each server apart."""

from __future__ import annotations

from bot.statistics.store import history
from bot.statistics.store.history import PAGE
from bot.table.store import rounds
from bot.table.stored_round import NO_SERVER, Player

ANA, BOGDAN = 100, 200
HERE, THERE = 1, 2


def over(maker, storage, **parts):
    """Store a round of Ana and Bogdan that one of them has won."""
    stored = maker.begun(**{"guild": HERE, "deadline": None, **parts})
    while stored.status == "playing":
        stored = maker.acted(stored)
    return storage.act(rounds.open_round, stored).id


def pages(storage, server, user):
    """Return the rounds of a member on a server, page by page."""
    found, number, more = [], 0, True
    while more:
        page, more = storage.read(history.page, server, user, number)
        found.append([one.stored.id for one in page])
        number += 1
    return found


def test_pages_hold_the_newest_rounds_first(storage, maker):
    ids = [over(maker, storage, channel=one) for one in range(2 * PAGE)]
    assert pages(storage, HERE, BOGDAN) == [ids[: PAGE - 1 : -1], ids[PAGE - 1 :: -1]]
    over(maker, storage)
    assert [len(page) for page in pages(storage, HERE, BOGDAN)] == [PAGE, PAGE, 1]
    seats = [
        one.stored.players[one.seat].user for one in storage.read(history.page, HERE, ANA, 1)[0]
    ]
    assert {*seats} == {ANA}


def test_each_server_is_apart_and_what_belongs_to_none_together(storage, maker):
    here, there, direct, invited = (
        over(maker, storage, **parts)
        for parts in ({}, {"guild": THERE}, {"guild": None}, {"out_of_reach": True})
    )
    assert pages(storage, HERE, ANA) == [[here]]
    assert pages(storage, THERE, ANA) == [[there]]
    assert pages(storage, NO_SERVER, ANA) == [[invited, direct]]


def test_others_have_none(storage, maker):
    over(maker, storage, players=(Player(user=ANA), Player(level="house")))
    assert pages(storage, HERE, BOGDAN) == [[]]
