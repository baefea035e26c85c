"""The use cases of the table, without storage and Discord."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from bot.table.players import Player
from bot.table.refusals import NotSeated, Stale
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import OpenRequest, Table, depart, may_close
from rules.engine import Acted
from rules.errors import NotLegal, NotYourTurn, Refusal
from rules.screen import Action
from simulated_luck import WrittenLuck

ANA, BOGDAN, CARMEN, DORU = 1, 2, 3, 4
NOW = datetime(2026, 1, 1, tzinfo=UTC)
SOON = NOW + timedelta(minutes=3)
KEEP = Action("keep")


def opening(**changes):
    return OpenRequest(**{"game": "dice-poker", "opener": ANA, "channel": 7, **changes})


def between_two(table):
    """Return a round in which Bogdan deals and is to choose, and Ana plays."""
    stored = table.open(opening(opponent=BOGDAN), NOW)
    return table.join(BOGDAN, NOW)(replace(stored, id=1, version=1))


def of_four(table, game="poker-dice"):
    stored = table.open(opening(game=game, open_to_all=True), NOW)
    for user in (BOGDAN, CARMEN, DORU):
        stored = table.join(user, NOW)(stored)
    return table.start(ANA, NOW)(stored)


def users(stored):
    return [player.user or player.level for player in stored.players]


def test_against_the_computer_a_round_begins_at_once(table):
    stored = table.open(opening(), NOW)
    assert stored.status == "playing"
    assert users(stored) == ["house", ANA]
    assert (stored.moment, stored.deadline.at, stored.deadline.remind_at) == (
        1,
        NOW + timedelta(minutes=10),
        None,
    )
    assert users(table.open(opening(level="easy"), NOW)) == ["easy", ANA]


def test_a_challenge_and_a_lobby_wait(table):
    stored = table.open(opening(opponent=BOGDAN), NOW)
    assert (stored.status, users(stored), stored.play) == ("waiting", [BOGDAN, ANA], None)
    assert [one.accepted for one in stored.players] == [False, True]
    lobby = table.open(opening(game="poker-dice", open_to_all=True), NOW)
    assert (lobby.status, users(lobby)) == ("waiting", [ANA])
    assert lobby.deadline.at == NOW + timedelta(minutes=10)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"game": "chess"}, "There is no game called"),
        ({"level": "genius"}, "The computer has no level"),
        ({"options": {"stakes": "high"}}, "is not an option of this game"),
        ({"options": {"straights": "bust"}}, "is not an option of this game"),
        ({"game": "poker-dice", "options": {"straights": "gone"}}, "is not an option of this game"),
        ({"opponent": BOGDAN, "level": "easy"}, "Choose either an opponent or a level"),
        ({"opponent": BOGDAN, "open_to_all": True}, "An open challenge waits for anybody"),
        ({"game": "nine", "opponent": BOGDAN, "level": "easy"}, "Choose either an opponent or"),
        ({"game": "nine", "level": "easy", "open_to_all": True}, "An open table waits for others"),
        ({"game": "nine", "level": "genius"}, "The computer has no level"),
        ({"game": "nine", "opponent": ANA}, "You cannot challenge yourself"),
        ({"opponent": ANA}, "You cannot challenge yourself"),
        ({"opponent": 99, "opponent_is_bot": True}, "Bots cannot be challenged"),
    ],
)
def test_what_cannot_be_opened(table, asked, sentence):
    with pytest.raises(Refusal, match=sentence):
        table.open(opening(**asked), NOW)


def test_an_act_and_its_refusals(table):
    stored = between_two(table)
    for user, refusal in ((ANA, NotYourTurn), (CARMEN, NotSeated)):
        with pytest.raises(refusal):
            table.choose_action(user, 0, KEEP, NOW)(stored)
    with pytest.raises(Stale):
        table.choose_action(BOGDAN, 1, KEEP, NOW)(stored)
    with pytest.raises(NotLegal):
        table.choose_action(BOGDAN, 0, Action("fly"), NOW)(stored)
    after = table.choose_action(BOGDAN, 0, KEEP, SOON)(stored)
    assert after.moment == 1
    assert after.deadline.at == SOON + timedelta(minutes=10)
    over = table.choose_action(ANA, 1, KEEP, SOON)(after)
    assert (over.status, over.deadline.at, over.deadline.remind_at) == ("over", None, None)
    with pytest.raises(Stale):
        table.choose_action(ANA, 1, KEEP, SOON)(over)


def test_a_change_may_be_asked_twice(table):
    """It is a pure function: after a version conflict it runs again on the newer round."""
    stored = between_two(table)
    change = table.choose_action(BOGDAN, 0, KEEP, NOW)
    changed = change(stored)
    assert change(stored) == changed
    with pytest.raises(Stale):
        change(changed)


def test_a_second_press_that_repeats_a_secret_decision_changes_nothing(table):
    """It may be replaced, by another one, until the other seat has decided."""
    waiting = table.open(opening(game="six-card", opponent=BOGDAN), NOW)
    stored = table.join(BOGDAN, NOW)(replace(waiting, id=1, version=1))
    seat = stored.seats_of(ANA)[0]
    first, other = stored.play.game.legal(stored.play.state, seat)[:2]
    decided = table.choose_action(ANA, 0, first, NOW)(stored)
    assert table.choose_action(ANA, 0, first, NOW)(decided) is decided
    replaced = table.choose_action(ANA, 0, other, NOW)(decided)
    assert replaced.play.recorded == decided.play.recorded + 1


def test_a_deadline_that_has_not_come_changes_nothing(table):
    stored = between_two(table)
    assert table.expire(NOW + timedelta(minutes=9, seconds=59))(stored) is stored
    assert table.expire(NOW + timedelta(minutes=10))(stored).moment == 1


def test_a_seat_that_misses_two_turns_running_is_away_until_it_presses(table):
    stored = of_four(table)
    now = NOW
    for _ in range(4):
        now += timedelta(minutes=10)
        stored = table.expire(now)(stored)
    assert stored.status == "over"
    stored = replace(of_four(table, "thirteen"), id=1)
    first = stored.players[0].user
    for missed_turns in (1, 2):
        while stored.play.awaits.seats[0].index != 0:
            stored = keep_or_write(table, stored)
        stored = table.expire(stored.deadline.at)(stored)
        assert stored.players[0].missed_turns == missed_turns
    assert stored.players[0].automatic
    before = len([one for one in stored.play.steps if isinstance(one, Acted)])
    while stored.play.awaits.seats[0].index != 3:
        stored = keep_or_write(table, stored)
    stored = keep_or_write(table, stored)
    assert stored.play.awaits.seats[0].index == 1, "the table plays for who is away"
    assert len([one for one in stored.play.steps if isinstance(one, Acted)]) > before + 1
    back = table.choose_action(first, stored.moment, KEEP, now)(stored)
    assert not back.players[0].automatic
    assert back.play == stored.play


def keep_or_write(table, stored):
    """Let the awaited member do their idle action by hand."""
    seat = stored.play.awaits.seats[0]
    action = stored.play.game.idle(stored.play.state, seat)
    return table.choose_action(stored.players[seat.index].user, stored.moment, action, NOW)(stored)


def at_once(table, game, *others):
    """Begin a round of Ana and others in a game whose seats decide at the same time."""
    one = len(others) == 1
    asked = opening(game=game, opponent=others[0] if one else None, open_to_all=not one)
    stored = table.open(asked, NOW)
    for user in others:
        stored = table.join(user, NOW)(stored)
    return stored if stored.status == "playing" else table.start(ANA, NOW)(stored)


def test_time_is_up_for_every_seat_that_owes_a_decision(table, extra_game):
    over = table.expire(NOW + timedelta(minutes=10))(at_once(table, "odd-one", BOGDAN))
    assert over.status == "over"
    assert [player.missed_turns for player in over.players] == [1, 1]


def test_time_is_up_only_for_the_seat_that_ends_the_decision(table, extra_game):
    """The first idle action ends the turn; the others are awaited anew, with a new deadline."""
    stored = at_once(table, "quick-stop", BOGDAN, CARMEN)
    assert len(stored.play.awaits.seats) == 3
    now = NOW + timedelta(minutes=10)
    after = table.expire(now)(stored)
    assert (after.status, after.moment) == ("playing", 1)
    assert after.deadline.at == now + timedelta(minutes=10)
    assert [player.missed_turns for player in after.players] == [1, 0, 0]
    assert [(one.seat.index, one.action.code) for one in after.play.steps] == [(0, "stop")]
    assert table.expire(now)(after) is after


def test_any_press_in_time_resets_the_count_of_missed_turns(table):
    stored = table.expire(NOW + timedelta(minutes=10))(between_two(table))
    assert stored.players[0].missed_turns == 1
    thirteen = of_four(table, "thirteen")
    thirteen = table.expire(thirteen.deadline.at)(thirteen)
    assert thirteen.players[0].missed_turns == 1
    while thirteen.play.awaits.seats[0].index != 0:
        thirteen = keep_or_write(table, thirteen)
    assert keep_or_write(table, thirteen).players[0].missed_turns == 0


def test_a_round_that_everybody_has_left_is_won_by_nobody(table):
    stored = of_four(table)
    for user in (ANA, BOGDAN, CARMEN):
        stored = table.leave(user, NOW)(stored)
        assert stored.status == "playing"
    over = table.leave(DORU, NOW)(stored)
    assert over.status == "over"
    assert over.outcome.won == (False,) * 4


def test_where_all_members_are_away_the_round_is_played_on_to_its_end(table):
    """So nobody escapes a result by staying away, and the idle choices are theirs."""
    stored = table.open(opening(game="thirteen", opponent=BOGDAN), NOW)
    stored = table.join(BOGDAN, NOW)(stored)
    while stored.status == "playing":
        assert stored.deadline.at is not None
        stored = table.expire(stored.deadline.at)(stored)
    assert stored.status == "over"
    assert stored.play.over is not None
    assert [one.missed_turns for one in stored.players] == [2, 2]
    assert not any(one.left for one in stored.players)


def test_leaving_a_round_of_two_gives_it_to_the_one_who_stays(table):
    stored = table.leave(ANA, NOW)(between_two(table))
    assert stored.status == "over"
    assert stored.outcome.shares == (Fraction(1), Fraction(0))
    with pytest.raises(Stale):
        table.leave(BOGDAN, NOW)(stored)
    with pytest.raises(NotSeated):
        table.leave(CARMEN, NOW)(between_two(table))


def test_leaving_with_more_seats_lets_the_table_play_at_once(table):
    stored = of_four(table)
    awaited = stored.players[stored.play.awaits.seats[0].index].user
    after = table.leave(awaited, NOW)(stored)
    assert after.status == "playing"
    assert after.play.awaits.seats != stored.play.awaits.seats
    (left,) = [one for one in after.players if one.left]
    assert (left.user, left.left_at) == (awaited, stored.play.recorded + 1)
    with pytest.raises(NotSeated):
        table.choose_action(awaited, after.moment, KEEP, NOW)(after)
    erased = depart(table, awaited, NOW)
    assert erased(stored).players == after.players
    assert erased(after) == after, "who left before they are erased leaves no second time"


def test_who_may_close(table):
    alone, two = table.open(opening(), NOW), between_two(table)
    assert may_close(alone, ANA, may_manage=False)
    assert not may_close(alone, BOGDAN, may_manage=False)
    assert may_close(alone, BOGDAN, may_manage=True)
    assert not may_close(two, ANA, may_manage=False)
    assert may_close(two, CARMEN, may_manage=True)
    waiting = table.open(opening(opponent=BOGDAN), NOW)
    assert may_close(waiting, ANA, may_manage=False)
    assert not may_close(waiting, BOGDAN, may_manage=False)
    closed = table.close(BOGDAN, NOW, may_manage=True)(alone)
    assert (closed.status, closed.deadline.at, closed.outcome) == ("closed", None, None)
    left = table.close(ANA, NOW, may_manage=False)(alone)
    assert (left.status, left.outcome.won) == ("over", (True, False))
    assert table.close(ANA, NOW, may_manage=True)(two) == table.leave(ANA, NOW)(two)
    with pytest.raises(Stale):
        table.close(ANA, NOW, may_manage=True)(closed)
    with pytest.raises(Refusal, match="Another person plays in this game"):
        table.close(ANA, NOW, may_manage=False)(two)


def test_who_left_cannot_close_the_round_so_that_it_does_not_count(table):
    """Who sits there leaves it instead, and the others play on."""
    four = of_four(table)
    left = table.close(ANA, NOW, may_manage=True)(four)
    assert (left.status, [one.left for one in left.players]) == ("playing", [True, *[False] * 3])
    assert not may_close(left, ANA, may_manage=True)
    with pytest.raises(Refusal, match="You left this game"):
        table.close(ANA, NOW, may_manage=True)(left)


def test_a_challenge_lapses_and_never_starts(table):
    waiting = table.open(opening(opponent=BOGDAN), NOW)
    lapsed = table.expire(waiting.deadline.at)(waiting)
    assert (lapsed.status, lapsed.play, lapsed.deadline.at) == ("lapsed", None, None)
    lobby = table.open(opening(game="thirteen", open_to_all=True), NOW)
    assert table.expire(lobby.deadline.at)(lobby).status == "lapsed"


def test_a_rematch_moves_the_seats_on_by_one(table):
    over = table.leave(ANA, NOW)(between_two(table))
    new = table.rematch(over, BOGDAN, SOON)
    assert users(new) == [ANA, BOGDAN]
    assert [one.accepted for one in new.players] == [False, True]
    assert (new.status, new.opener, new.successor_of) == ("waiting", BOGDAN, 1)
    assert not any(one.left or one.missed_turns or one.hinted for one in new.players)
    with pytest.raises(NotSeated):
        table.rematch(over, CARMEN, SOON)
    with pytest.raises(Refusal, match="This game cannot be played again"):
        table.rematch(between_two(table), ANA, SOON)


@pytest.mark.parametrize("status", ["over", "closed"])
def test_the_next_round_has_no_board_yet(table, status):
    """A drawn version of the round before would let an outdated board of this one pass as drawn."""
    before = between_two(table)
    place = replace(before.place, guild=9, message=50, in_thread=True, drawn=12)
    ended = replace(before, place=place).ended_as(status)
    follow = table.rematch if status == "over" else table.again
    after = follow(ended, ANA, SOON)
    assert after.place == replace(place, message=None, drawn=0)


def test_a_rematch_of_many_leaves_out_who_left(table):
    stored = table.leave(CARMEN, NOW)(of_four(table))
    while stored.status == "playing":
        stored = keep_or_write(table, stored)
    new = table.rematch(replace(stored, id=5), ANA, SOON)
    assert users(new) == [BOGDAN, DORU, ANA]
    assert [one.accepted for one in new.players] == [False, False, True]


def test_a_rematch_keeps_options_language_and_level():
    luck = WrittenLuck([(1, 1, 2, 3, 4), (2, 2, 3, 4, 5)] * 2, [])
    table = Table(luck, TimeLimits())
    asked = opening(level="easy", language="ro", guild=9)
    over = table.choose_action(ANA, 1, KEEP, NOW)(replace(table.open(asked, NOW), id=3))
    new = table.rematch(over, ANA, SOON)
    assert new.status == "playing"
    assert users(new) == [ANA, "easy"], "the parts are turned, against the computer too"
    assert (new.language, new.place.guild) == ("ro", 9)
    assert new.players[0] == Player(user=ANA, wins=1)


def test_a_rematch_keeps_the_variant(table):
    asked = opening(game="poker-dice", opponent=BOGDAN, options={"straights": "bust"})
    begun = table.join(BOGDAN, NOW)(replace(table.open(asked, NOW), id=4))
    new = table.rematch(table.leave(ANA, NOW)(begun), ANA, SOON)
    assert (new.game, new.options) == ("poker-dice", {"straights": "bust"})
