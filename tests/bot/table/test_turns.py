"""A sheet for everybody: whose a turn is, how it ends, who is kept out, who closes it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.language.render import Person
from bot.table import turns
from bot.table.closing import RESTS
from bot.table.counts import counts
from bot.table.hints import are_given
from bot.table.players import EVERYBODY, FORMER_ELSEWHERE
from bot.table.refusals import NotSeated, Stale
from bot.table.round_luck import is_shared
from bot.table.stored_round import MemberTurns
from bot.table.use_cases import OpenRequest, may_close, without_channel
from rules import registry
from rules.errors import BadOption, Refusal
from rules.screen import Action

ANA, BOGDAN, CARMEN = 1, 2, 3
NOW = datetime(2026, 1, 1, tzinfo=UTC)
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
SHEETS = [key for key, game in registry.games().items() if turns.is_for_everybody(game)]


def opened(table, game="yams", level=None):
    request = OpenRequest(game, ANA, 7, everybody=True, level=level)
    return replace(table.open(request, NOW), id=1, version=1)


def written(table, stored, user, now=NOW):
    """Let a member press first and write the first row that is open."""
    stored = table.take_turn(user, stored.moment, now)(stored)
    return acted(table, stored, user, "write", now)


def acted(table, stored, user, verb, now=NOW):
    legal = stored.play.game.legal(stored.play.state, turns.seat_of(stored))
    action = next(one for one in legal if one.verb == verb)
    return table.choose_action(user, stored.moment, action, now)(stored)


def refusal(change, stored):
    """Return the template of the sentence with which a change is refused."""
    with pytest.raises(Refusal) as refused:
        change(stored)
    return refused.value.text.template


def test_it_is_played_at_games_of_sheets_alone(table):
    assert sorted(SHEETS) == ["nine", "thirteen", "yams"]
    for game in {*registry.games()} - {*SHEETS}:
        with pytest.raises(BadOption):
            opened(table, game)


@pytest.mark.parametrize("level", [None, "house"])
def test_it_begins_at_once_and_is_nobodys(table, level):
    stored = opened(table, level=level)
    assert stored.status == "playing"
    assert [(one.user, one.level) for one in stored.players] == [
        (EVERYBODY, None),
        *([] if level is None else [(None, level)]),
    ]
    assert stored.players.people == ()
    assert (stored.turns.under_way, stored.deadline.remind_at) == (None, None)
    assert not counts(stored)
    assert not is_shared(stored)
    assert not any(stored.seats_of(user) for user in (ANA, BOGDAN))
    assert (stored.terms.minutes, are_given(stored)) == (None, False)


def test_who_presses_first_has_the_turn(table):
    stored = table.take_turn(BOGDAN, 0, NOW)(opened(table))
    assert stored.turns.under_way.member == BOGDAN
    assert stored.deadline.at == NOW + turns.TURN_LASTS
    assert [seat.index for seat in stored.seats_of(BOGDAN)] == [0]
    assert not stored.seats_of(ANA)
    assert table.take_turn(BOGDAN, 0, NOW + SECOND)(stored) is stored
    assert refusal(table.take_turn(ANA, 0, NOW), stored).startswith("{player} has this turn")
    action = Action("write", "chance")
    assert refusal(table.choose_action(ANA, 0, action, NOW), stored).startswith(
        "{player} has this turn"
    )


def test_a_turn_keeps_its_two_minutes_while_dice_are_rerolled(table):
    stored = table.take_turn(BOGDAN, 0, NOW)(opened(table))
    later = acted(table, stored, BOGDAN, "reroll", NOW + MINUTE)
    assert later.moment > stored.moment
    assert later.deadline.at == NOW + turns.TURN_LASTS
    assert later.turns.under_way == stored.turns.under_way


def test_a_row_that_is_written_ends_the_turn(table):
    stored = written(table, opened(table), BOGDAN)
    (turn,) = stored.turns.taken
    assert (stored.turns.under_way, turn.member, turn.ended, turn.missed) == (
        None,
        BOGDAN,
        NOW,
        False,
    )
    _, points = stored.play.game.so_far(stored.play.state, turns.seat_of(stored))
    assert turn.points == points > 0
    assert stored.deadline.at == NOW + table.limits.turn
    again = written(table, stored, CARMEN)
    assert [one.points for one in again.turns.taken] == [
        points,
        again.play.game.so_far(again.play.state, turns.seat_of(stored))[1] - points,
    ]
    assert again.turns.taken[1].step == stored.play.recorded + 1


def test_who_has_had_the_last_turn_waits_for_somebody_else_or_a_minute(table):
    stored = written(table, opened(table), BOGDAN)
    moment = stored.moment
    early = table.take_turn(BOGDAN, moment, NOW + turns.AGAIN_AFTER - SECOND)
    assert refusal(early, stored).startswith("You have just had a turn")
    late = table.take_turn(BOGDAN, moment, NOW + turns.AGAIN_AFTER)(stored)
    assert late.turns.under_way.member == BOGDAN
    other = written(table, stored, CARMEN, NOW + SECOND)
    assert (
        table.take_turn(BOGDAN, other.moment, NOW + SECOND)(other).turns.under_way.member == BOGDAN
    )


def test_a_press_that_came_too_late_is_told_who_was_faster(table):
    stored = written(table, opened(table), BOGDAN)
    assert refusal(table.take_turn(ANA, 0, NOW), stored).startswith("{player} was faster")
    with pytest.raises(Stale):
        table.take_turn(BOGDAN, 0, NOW)(stored)


@pytest.mark.parametrize("level", [None, "house"])
def test_a_turn_that_is_not_ended_in_time_is_written_as_for_who_is_away(table, level):
    stored = table.take_turn(BOGDAN, 0, NOW)(opened(table, level=level))
    idle = stored.play.game.idle(stored.play.state, turns.seat_of(stored))
    at = NOW + turns.TURN_LASTS
    assert table.expire(at - SECOND)(stored) is stored
    after = table.expire(at)(stored)
    assert after.status == "playing"
    assert any(getattr(step, "action", None) == idle for step in after.play.steps)
    (turn,) = after.turns.taken
    assert (after.turns.under_way, turn.missed, turn.ended) == (None, True, at)
    assert turns.seat_of(after) in after.play.awaits.seats
    assert not any(one.missed_turns for one in after.players)


def test_it_rests_where_nobody_presses_and_anybody_takes_it_up(table):
    stored = opened(table)
    at = NOW + table.limits.turn
    resting = table.expire(at)(stored)
    assert (resting.status, resting.opener, resting.deadline.at) == ("resting", ANA, at + RESTS)
    assert resting.play == stored.play
    up = table.take_turn(CARMEN, 0, at)(resting)
    assert (up.status, up.opener, up.turns.under_way.member) == ("playing", CARMEN, CARMEN)
    by_opener = table.resume(ANA, at, 8, None)(resting)
    assert (by_opener.status, by_opener.place.channel, by_opener.turns.under_way) == (
        "playing",
        8,
        None,
    )
    with pytest.raises(NotSeated):
        table.resume(CARMEN, at, 8, None)(resting)


def test_its_opener_keeps_members_out_and_lets_them_in_again(table):
    stored = table.keep_out(ANA, BOGDAN, NOW)(opened(table))
    assert stored.turns.kept_out == (BOGDAN,)
    assert stored.involves(BOGDAN)
    assert refusal(table.take_turn(BOGDAN, 0, NOW), stored).startswith(
        "This sheet is for others to play"
    )
    assert table.take_turn(CARMEN, 0, NOW)(stored).turns.under_way.member == CARMEN
    again = table.keep_out(ANA, BOGDAN, NOW)(stored)
    assert table.take_turn(BOGDAN, 0, NOW)(again).turns.under_way.member == BOGDAN
    with pytest.raises(NotSeated):
        table.keep_out(BOGDAN, CARMEN, NOW)(stored)
    assert refusal(table.keep_out(ANA, ANA, NOW), stored).startswith("You opened this sheet")


def test_the_turn_of_who_is_kept_out_ends_at_once(table):
    stored = table.take_turn(BOGDAN, 0, NOW)(opened(table))
    after = table.keep_out(ANA, BOGDAN, NOW)(stored)
    assert (after.turns.under_way, len(after.turns.taken), after.turns.taken[0].missed) == (
        None,
        1,
        True,
    )


def test_the_turn_of_another_goes_on_where_a_member_is_kept_out_or_let_in_again(table):
    stored = table.take_turn(BOGDAN, 0, NOW)(opened(table))
    kept_out = table.keep_out(ANA, CARMEN, NOW)(stored)
    let_in = table.keep_out(ANA, CARMEN, NOW)(kept_out)
    assert (kept_out.turns.kept_out, let_in.turns.kept_out) == ((CARMEN,), ())
    for after in (kept_out, let_in):
        assert replace(after, turns=stored.turns) == stored
        assert after.turns.under_way == stored.turns.under_way


def test_nobody_leaves_it_and_its_opener_or_a_manager_closes_it(table):
    stored = table.take_turn(BOGDAN, 0, NOW)(opened(table))
    with pytest.raises(NotSeated):
        table.leave(BOGDAN, NOW)(stored)
    assert not may_close(stored, BOGDAN, False)
    assert may_close(stored, BOGDAN, True)
    with pytest.raises(Refusal, match="opener"):
        table.close(BOGDAN, NOW, may_manage=False)(stored)
    closed = table.close(ANA, NOW, may_manage=False)(stored)
    assert (closed.status, closed.end.closed_by) == ("closed", ANA)


def test_it_is_closed_with_its_channel(table):
    assert without_channel(NOW)(opened(table)).status == "closed"


@pytest.mark.parametrize("game", SHEETS)
@pytest.mark.parametrize("level", [None, "easy"])
def test_it_is_over_once_the_sheet_is_full_and_another_one_follows(table, game, level):
    stored, members = opened(table, game, level), (ANA, BOGDAN)
    number = 0
    while stored.status == "playing":
        stored = written(table, stored, members[number % 2])
        number += 1
    assert stored.status == "over"
    assert [one.member for one in stored.turns.taken] == [members[at % 2] for at in range(number)]
    _, total = stored.play.game.so_far(stored.play.state, turns.seat_of(stored))
    assert sum(one.points for one in stored.turns.taken) == total
    assert not any(stored.seats_of(user) for user in members)
    assert stored.took_part(ANA)
    assert not stored.took_part(CARMEN)
    rematch = table.rematch(stored, CARMEN, NOW)
    assert (rematch.status, rematch.opener, rematch.turns.taken) == ("playing", CARMEN, ())
    assert rematch.players.everybody


def test_the_best_turn_is_named_unless_the_table_ended_it(table):
    stored = opened(table)
    for number, user in enumerate((ANA, BOGDAN) * 6 + (ANA,)):
        stored = written(table, stored, user) if number else missed(table, stored, user)
    best = max(stored.turns.taken[1:], key=lambda one: one.points)
    number = turns.best_turn(stored)
    text = turns.best_text(stored, number)
    assert number == stored.turns.taken.index(best) + 1
    assert text.count == best.points
    assert dict(text.arguments)["player"] == Person(best.member)
    assert stored.turns.taken[0].missed


def missed(table, stored, user):
    return table.expire(NOW + turns.TURN_LASTS)(table.take_turn(user, 0, NOW)(stored))


def test_turns_of_an_erased_member_are_a_former_players(table):
    stored = written(table, opened(table), BOGDAN)
    erased = replace(
        stored,
        turns=MemberTurns((replace(stored.turns.taken[0], member=FORMER_ELSEWHERE),)),
    )
    text = turns.best_text(erased, 1)
    assert "former" in dict(text.arguments)["player"].template
