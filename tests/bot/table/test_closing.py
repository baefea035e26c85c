"""Why a round was closed, and playing it again with the same seats."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.language.render import PlainRenderer, render
from bot.table import closing
from bot.table.frame import frame
from bot.table.players import Players
from bot.table.refusals import NotSeated
from bot.table.stored_round import NO_CHANNEL, DiscordPlace
from bot.table.time_limits import DAY as DAY_MINUTES
from bot.table.use_cases import OpenRequest, without_channel
from rules.errors import Refusal

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
    stored = table.expire(stored.deadline.at)(stored)
    return replace(closing.close_rested(stored, stored.deadline.at), id=3)


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
    assert render(frame(stored).screen.title, "en", PlainRenderer()) == "Everybody left"
    alone = table.open(OpenRequest("nine", ANA, 7), NOW)
    left = table.leave(ANA, NOW)(alone)
    assert shown(left) == (
        "@1 left, so the game was closed. It does not count.",
        ["again", "more"],
    )


def test_a_closed_round_may_have_no_reason(table):
    stored = table.join(BOGDAN, NOW)(challenge(table)).ended_as("closed")
    assert shown(stored)[0] == "The game was closed. It does not count."


def test_a_challenge_that_is_closed_before_it_begins_is_withdrawn(table):
    """So its predecessor may have another rematch."""
    stored = table.close(ANA, NOW, may_manage=False)(challenge(table))
    assert stored.status == "withdrawn"
    assert shown(stored) == ("@1 closed the game before it began.", ["again", "more"])


def test_play_again_is_the_same_seats_without_link_and_score(table):
    closed = table.close(WARDEN, NOW, may_manage=True)(table.join(BOGDAN, NOW)(challenge(table)))
    closed = replace(closed, players=Players(replace(one, wins=2) for one in closed.players))
    later = NOW + timedelta(hours=1)
    new = table.again(closed, BOGDAN, later)
    assert [(one.user, one.accepted, one.wins) for one in new.players] == [
        (BOGDAN, True, 0),
        (ANA, False, 0),
    ]
    assert (new.status, new.opener, new.successor_of) == ("waiting", BOGDAN, None)
    assert (new.terms.minutes, new.end.closed, new.end.closed_by) == (DAY_MINUTES, None, None)
    assert (new.opened, new.deadline.at) == (later, later + timedelta(days=1))


def test_play_again_alone_begins_at_once_but_a_lapsed_lobby_waits_again(table):
    begun = table.open(OpenRequest("thirteen", ANA, 7), NOW)
    again = table.again(table.leave(ANA, NOW)(begun), ANA, NOW)
    assert again.status == "playing"
    assert again.play.recorded == begun.play.recorded
    assert not again.players[0].left
    lobby = table.open(OpenRequest("thirteen", ANA, 7, open_to_all=True), NOW)
    lapsed = table.expire(lobby.deadline.at)(lobby)
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


def test_a_rest_without_a_channel_ends_as_deleted(table):
    alone = table.open(OpenRequest("nine", ANA, 7), NOW)
    resting = table.expire(alone.deadline.at)(alone)
    resting = replace(resting, place=DiscordPlace(NO_CHANNEL))
    assert closing.close_rested(resting, resting.deadline.at).end.closed == "deleted"


def test_a_deleted_channel_ends_a_game_of_members_and_lets_that_of_one_rest(table):
    two = table.join(BOGDAN, NOW)(challenge(table))
    for stored in (challenge(table), two, of_three(table)):
        after = without_channel(NOW)(stored)
        assert (after.status, after.end.closed) == ("closed", "deleted")
    left = table.leave(CARMEN, NOW)(table.leave(ANA, NOW)(of_three(table)))
    for stored, user in ((table.open(OpenRequest("nine", ANA, 7), NOW), ANA), (left, BOGDAN)):
        resting = without_channel(NOW)(stored)
        assert (resting.status, resting.opener) == ("resting", user)
        assert resting.deadline.at == NOW + closing.RESTS
        assert without_channel(NOW)(resting) is resting


def test_a_server_that_removes_the_bot_ends_its_games_also_those_that_rest(table):
    alone = table.open(OpenRequest("nine", ANA, 7, guild=9), NOW)
    resting = table.expire(alone.deadline.at)(alone)
    for stored in (challenge(table), alone, resting):
        closed = closing.close_with_server(stored)
        assert (closed.status, closed.end.closed, closed.deadline.at) == ("closed", "removed", None)
        assert closing.close_with_server(closed) is closed


def test_only_an_open_round_without_a_board_is_withdrawn(table):
    alone = table.open(OpenRequest("nine", ANA, 7), NOW)
    assert closing.withdraw_unshown(alone).status == "closed"
    assert closing.withdraw_unshown(challenge(table)).status == "withdrawn"
    shown = replace(alone, place=DiscordPlace(7, message=70))
    resting = table.expire(alone.deadline.at)(alone)
    for stored in (shown, resting):
        assert closing.withdraw_unshown(stored) is stored
