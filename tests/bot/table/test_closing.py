"""Why a round was closed, and playing it again with the same seats."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.language.render import PlainRenderer, render
from bot.table import closing
from bot.table.frame import frame
from bot.table.rated import is_rated
from bot.table.refusals import NotSeated
from bot.table.time_limits import DAY as DAY_MINUTES
from bot.table.use_cases import OpenRequest, depart, without_channel
from rules.errors import Refusal
from rules.screen import Seat

ANA, BOGDAN, CARMEN, WARDEN = 1, 2, 3, 4
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def challenge(table):
    asked = OpenRequest("dice-poker", ANA, 7, opponent=BOGDAN, slow=True)
    return replace(table.open(asked, NOW), id=3, successor_of=2)


def of_three(table):
    stored = table.open(OpenRequest("poker-dice", ANA, 7, open_to_all=True), NOW)
    for user in (BOGDAN, CARMEN):
        stored = table.join(user, NOW)(stored)
    return replace(table.start(ANA, NOW)(stored), id=3)


def shown(stored):
    """Return the first line of the board and the verbs of its tools."""
    drawn = frame(stored)
    line = render(drawn.screen.blocks[0].text, "en", PlainRenderer())
    return line, [tool.verb for tool in drawn.tools]


def abandoned(table):
    """Return a round that has rested for ninety days."""
    stored = table.open(OpenRequest("thirteen", ANA, 7), NOW)
    stored = table.expire(stored.deadline)(stored)
    return replace(closing.rested(stored, stored.deadline), id=3)


def test_a_round_that_nobody_takes_up_is_closed_and_says_so(table):
    stored = abandoned(table)
    assert stored.status == "closed"
    assert shown(stored) == (
        "The game was closed after 90 days without a move. It does not count.",
        ["again", "more"],
    )


def test_a_round_says_who_closed_it(table):
    stored = table.close(WARDEN, NOW, may_manage=True)(table.join(BOGDAN, NOW)(challenge(table)))
    assert stored.status == "closed"
    assert shown(stored) == ("@4 closed the game. It does not count.", ["again", "more"])


def test_a_round_that_all_have_left_says_so(table):
    stored = of_three(table)
    for user in (ANA, BOGDAN, CARMEN):
        stored = table.leave(user, NOW)(stored)
    assert shown(stored)[0] == "Seat 3 left the game."
    assert render(frame(stored).screen.title, "en", PlainRenderer()).endswith("everybody left")
    alone = table.open(OpenRequest("nine", ANA, 7), NOW)
    left = table.leave(ANA, NOW)(alone)
    assert shown(left) == (
        "@1 left, so the game was closed. It does not count.",
        ["again", "more"],
    )


def test_a_closed_round_may_have_no_reason(table):
    stored = replace(table.join(BOGDAN, NOW)(challenge(table)), status="closed", deadline=None)
    assert shown(stored)[0] == "The game was closed. It does not count."


def test_a_challenge_that_is_closed_before_it_begins_is_withdrawn(table):
    """So its predecessor may have another rematch."""
    stored = table.close(ANA, NOW, may_manage=False)(challenge(table))
    assert stored.status == "withdrawn"
    assert shown(stored) == ("@1 closed the game before it began.", ["again", "more"])


def test_play_again_is_the_same_seats_without_link_and_score(table):
    closed = table.close(WARDEN, NOW, may_manage=True)(table.join(BOGDAN, NOW)(challenge(table)))
    closed = replace(closed, players=tuple(replace(one, wins=2) for one in closed.players))
    later = NOW + timedelta(hours=1)
    new = table.again(closed, BOGDAN, later)
    assert [(one.user, one.accepted, one.wins) for one in new.players] == [
        (BOGDAN, True, 0),
        (ANA, False, 0),
    ]
    assert (new.status, new.opener, new.successor_of) == ("waiting", BOGDAN, None)
    assert (new.minutes, new.closed, new.closed_by) == (DAY_MINUTES, None, None)
    assert (new.opened, new.deadline) == (later, later + timedelta(days=1))


def test_play_again_alone_begins_at_once_but_a_lapsed_lobby_waits_again(table):
    begun = table.open(OpenRequest("thirteen", ANA, 7), NOW)
    again = table.again(table.leave(ANA, NOW)(begun), ANA, NOW)
    assert again.status == "playing"
    assert again.play.recorded == begun.play.recorded
    assert not again.players[0].left
    lobby = table.open(OpenRequest("thirteen", ANA, 7, open_to_all=True), NOW)
    lapsed = table.expire(lobby.deadline)(lobby)
    assert shown(lapsed)[1] == ["again", "more"]
    assert table.again(lapsed, ANA, NOW).status == "waiting"


def test_who_left_a_table_of_many_gets_no_seat_but_the_one_who_asks(table):
    stored = table.leave(BOGDAN, NOW)(of_three(table))
    stored = table.leave(CARMEN, NOW)(stored)
    closed = table.close(WARDEN, NOW, may_manage=True)(stored)
    assert [one.user for one in table.again(closed, CARMEN, NOW).players] == [ANA, CARMEN]


@pytest.mark.parametrize("end", ["decline", "withdraw", "over"])
def test_other_endings_are_not_played_again(table, end):
    stored = challenge(table)
    if end == "over":
        stored = table.leave(ANA, NOW)(table.join(BOGDAN, NOW)(stored))
    else:
        stored = getattr(table, end)(BOGDAN if end == "decline" else ANA)(stored)
    assert "again" not in shown(stored)[1]
    with pytest.raises(Refusal, match="This game cannot be played again"):
        table.again(stored, ANA, NOW)


def test_strangers_cannot_play_it_again(table):
    with pytest.raises(NotSeated):
        table.again(abandoned(table), CARMEN, NOW)


def rated(table, *, seats=2):
    asked = OpenRequest("poker-dice", ANA, 7, open_to_all=True)
    stored = table.open(asked, NOW)
    for user in (BOGDAN, CARMEN)[: seats - 1]:
        stored = table.join(user, NOW)(stored)
    return table.start(ANA, NOW)(stored)


def test_who_leaves_or_closes_a_round_in_which_they_sit_has_broken_it_off(table):
    begun = rated(table)
    recorded = begun.play.recorded
    assert closing.gone(begun) == (False, False)
    left = table.leave(BOGDAN, NOW)(begun)
    assert closing.gone(left) == (False, True)
    assert closing.gone_from(left, recorded) == (None, recorded + 1)
    assert closing.stayed(left) == (True, False)
    closed = table.close(ANA, NOW, may_manage=True)(begun)
    assert closing.gone(closed) == (True, False)
    assert closing.gone_from(closed, recorded) == (recorded + 1, None)
    assert closing.stayed(closed) == (False, True)


def test_a_round_that_a_warden_closes_or_that_ends_with_its_place_was_broken_off_by_nobody(table):
    begun = rated(table)
    for closed in (
        table.close(WARDEN, NOW, may_manage=True)(begun),
        closing.closed_with_server(begun),
        without_channel(NOW)(begun),
        depart(table, ANA, NOW)(begun),
        replace(begun, status="closed"),
    ):
        assert closed.status == "closed"
        assert closing.gone(closed) == (False, False)
        assert closing.gone_from(closed, 9) == (None, None)


def test_who_stops_playing_has_broken_the_round_off(table):
    alone = table.open(OpenRequest("nine", ANA, 7), NOW)
    resting = table.expire(alone.deadline)(alone)
    assert resting.status == "resting"
    assert closing.gone(resting) == (False,)
    assert closing.gone(closing.rested(resting, resting.deadline)) == (True,)


DAY = timedelta(days=1)


def test_a_rest_counts_as_broken_off_from_a_day_after_the_missed_turn_until_the_end(table):
    alone = table.open(OpenRequest("nine", ANA, 7), NOW)
    resting = table.expire(alone.deadline)(alone)
    due = alone.deadline + DAY
    assert closing.parks_at(resting) == due
    assert closing.parked(resting, due - timedelta(seconds=1)) is resting
    parked = closing.parked(resting, due)
    assert closing.gone(parked) == (True,)
    assert closing.gone_from(parked, 3) == (4,)
    assert closing.parks_at(parked) is None
    up = table.resume(ANA, due, 7, None)(parked)
    assert closing.gone(up) == (True,), "until it ends"
    assert closing.gone(replace(up, status="over")) == (False,)


def test_an_unrated_rest_and_one_without_a_channel_have_no_day(table):
    for hinted, changes in (((1,), {}), ((), {"channel": 0})):
        alone = table.open(OpenRequest("nine", ANA, 7), NOW).with_player(Seat(0), hinted=hinted)
        resting = replace(table.expire(alone.deadline)(alone), **changes)
        assert closing.parks_at(resting) is None
        assert closing.parked(resting, resting.deadline) is resting
    assert closing.rested(resting, resting.deadline).closed == "deleted"
    assert closing.gone(closing.rested(resting, resting.deadline)) == (False,)


def test_who_left_earlier_is_gone_from_then_on(table):
    begun = rated(table, seats=3)
    left_at = begun.play.recorded + 1
    left = table.leave(CARMEN, NOW)(begun)
    later = replace(table.close(ANA, NOW, may_manage=True)(left), id=3)
    assert closing.gone(later) == (True, False, True)
    assert closing.gone_from(later, 20) == (left_at, None, left_at)
    unknown = replace(
        later, status="over", players=tuple(replace(one, left_at=0) for one in later.players)
    )
    assert closing.gone_from(unknown, 20) == (None, None, None)


def test_unrated_rounds_cost_nobody_anything(table):
    begun = table.note_hint(ANA)(table.open(OpenRequest("dice-poker", ANA, 7), NOW))
    assert not is_rated(begun)
    left = table.leave(ANA, NOW)(begun)
    assert sum(closing.gone(left)) == 1
    assert closing.gone_from(left, 5) == (None, None)
