"""The use cases of the table, without storage and Discord."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from bot.refusals import (
    CannotChallenge,
    LevelOfAPerson,
    NothingToRepeat,
    NotSeated,
    NotYoursToClose,
    Stale,
)
from bot.rounds import Sitter
from bot.table import Opening, Pace, Table, may_close
from rules.engine import Acted
from rules.errors import BadOption, NotLegal, NotYourTurn, UnknownGame, UnknownLevel
from rules.screen import Action
from simulated_luck import SeededLuck, WrittenLuck

ANA, BOGDAN, CARMEN, DORU = 1, 2, 3, 4
NOW = datetime(2026, 1, 1, tzinfo=UTC)
LATER = NOW + timedelta(minutes=3)
KEEP = Action("keep")


@pytest.fixture
def table():
    return Table(SeededLuck(1), Pace())


def opening(**changes):
    return Opening(**{"game": "dice-poker", "opener": ANA, "channel": 7, **changes})


def between_two(table):
    """Bogdan deals and is to choose, Ana plays."""
    kept = table.open(opening(opponent=BOGDAN), NOW)
    return table.join(BOGDAN, NOW)(replace(kept, id=1, version=1))


def of_four(table, game="poker-dice"):
    kept = table.open(opening(game=game), NOW)
    for user in (BOGDAN, CARMEN, DORU):
        kept = table.join(user, NOW)(kept)
    return table.start(ANA, NOW)(kept)


def users(kept):
    return [sitter.user or sitter.level for sitter in kept.sitters]


def test_against_the_computer_a_round_begins_at_once(table):
    kept = table.open(opening(), NOW)
    assert kept.status == "playing"
    assert users(kept) == ["house", ANA]
    assert (kept.moment, kept.deadline, kept.nudge) == (
        1,
        NOW + timedelta(minutes=10),
        NOW + timedelta(minutes=1),
    )
    assert users(table.open(opening(seat="dealer", level="easy"), NOW)) == [ANA, "easy"]


def test_a_challenge_and_a_lobby_wait(table):
    kept = table.open(opening(opponent=BOGDAN, seat="dealer"), NOW)
    assert (kept.status, users(kept), kept.play) == ("waiting", [ANA, BOGDAN], None)
    assert [one.accepted for one in kept.sitters] == [True, False]
    lobby = table.open(opening(game="poker-dice"), NOW)
    assert (lobby.status, users(lobby)) == ("waiting", [ANA])
    assert lobby.deadline == NOW + timedelta(minutes=10)


@pytest.mark.parametrize(
    ("asked", "refusal"),
    [
        ({"game": "chess"}, UnknownGame),
        ({"level": "genius"}, UnknownLevel),
        ({"seat": "throne"}, BadOption),
        ({"options": {"stakes": "high"}}, BadOption),
        ({"table_options": {"hints": "maybe"}}, BadOption),
        ({"table_options": {"music": "on"}}, BadOption),
        ({"opponent": BOGDAN, "level": "easy"}, LevelOfAPerson),
        ({"opponent": ANA}, CannotChallenge),
        ({"opponent": 99, "opponent_is_bot": True}, CannotChallenge),
    ],
)
def test_what_cannot_be_opened(table, asked, refusal):
    with pytest.raises(refusal):
        table.open(opening(**asked), NOW)


def test_an_act_and_whom_it_is_refused(table):
    kept = between_two(table)
    for user, refusal in ((ANA, NotYourTurn), (CARMEN, NotSeated)):
        with pytest.raises(refusal):
            table.act(user, 0, KEEP, NOW)(kept)
    with pytest.raises(Stale):
        table.act(BOGDAN, 1, KEEP, NOW)(kept)
    with pytest.raises(NotLegal):
        table.act(BOGDAN, 0, Action("fly"), NOW)(kept)
    after = table.act(BOGDAN, 0, KEEP, LATER)(kept)
    assert after.moment == 1
    assert after.deadline == LATER + timedelta(minutes=10)
    over = table.act(ANA, 1, KEEP, LATER)(after)
    assert (over.status, over.deadline, over.nudge) == ("over", None, None)
    with pytest.raises(Stale):
        table.act(ANA, 1, KEEP, LATER)(over)


def test_a_change_may_be_asked_twice(table):
    """It has no memory: when another process saved first it runs again on what that one left."""
    kept = between_two(table)
    change = table.act(BOGDAN, 0, KEEP, NOW)
    once = change(kept)
    assert change(kept) == once
    with pytest.raises(Stale):
        change(once)


def test_a_deadline_that_has_not_come_changes_nothing(table):
    kept = between_two(table)
    assert table.expire(NOW + timedelta(minutes=9, seconds=59))(kept) is kept
    assert table.expire(NOW + timedelta(minutes=10))(kept).moment == 1


def test_a_seat_that_idles_twice_running_is_away_until_it_presses(table):
    kept = of_four(table)
    now = NOW
    for _ in range(4):
        now += timedelta(minutes=10)
        kept = table.expire(now)(kept)
    assert kept.status == "over"
    kept = replace(of_four(table, "thirteen"), id=1)
    first = kept.sitters[0].user
    for idles in (1, 2):
        while kept.play.awaits.seats[0].index != 0:
            kept = keep_or_write(table, kept)
        kept = table.expire(kept.deadline)(kept)
        assert kept.sitters[0].idles == idles
    assert kept.sitters[0].away
    before = len([one for one in kept.play.steps if isinstance(one, Acted)])
    while kept.play.awaits.seats[0].index != 3:
        kept = keep_or_write(table, kept)
    kept = keep_or_write(table, kept)
    assert kept.play.awaits.seats[0].index == 1, "the table plays for who is away"
    assert len([one for one in kept.play.steps if isinstance(one, Acted)]) > before + 1
    back = table.act(first, kept.moment, KEEP, now)(kept)
    assert not back.sitters[0].away
    assert back.play == kept.play


def keep_or_write(table, kept):
    """Let whoever is awaited do their idle action by hand."""
    seat = kept.play.awaits.seats[0]
    action = kept.play.game.idle(kept.play.state, seat)
    return table.act(kept.sitters[seat.index].user, kept.moment, action, NOW)(kept)


def test_any_press_in_time_begins_the_count_of_idles_anew(table):
    kept = table.expire(NOW + timedelta(minutes=10))(between_two(table))
    assert kept.sitters[0].idles == 1
    thirteen = of_four(table, "thirteen")
    thirteen = table.expire(thirteen.deadline)(thirteen)
    assert thirteen.sitters[0].idles == 1
    while thirteen.play.awaits.seats[0].index != 0:
        thirteen = keep_or_write(table, thirteen)
    assert keep_or_write(table, thirteen).sitters[0].idles == 0


def test_a_round_that_everybody_has_left_closes(table):
    kept = of_four(table)
    for user in (ANA, BOGDAN, CARMEN):
        kept = table.leave(user, NOW)(kept)
        assert kept.status == "playing"
    assert table.leave(DORU, NOW)(kept).status == "closed"


def test_leaving_a_round_of_two_gives_it_to_the_one_who_stays(table):
    kept = table.leave(ANA, NOW)(between_two(table))
    assert kept.status == "over"
    assert kept.outcome.shares == (Fraction(1), Fraction(0))
    with pytest.raises(Stale):
        table.leave(BOGDAN, NOW)(kept)
    with pytest.raises(NotSeated):
        table.leave(CARMEN, NOW)(between_two(table))


def test_leaving_with_more_seats_lets_the_table_play_at_once(table):
    kept = of_four(table)
    awaited = kept.sitters[kept.play.awaits.seats[0].index].user
    after = table.leave(awaited, NOW)(kept)
    assert after.status == "playing"
    assert after.play.awaits.seats != kept.play.awaits.seats
    with pytest.raises(NotSeated):
        table.act(awaited, after.moment, KEEP, NOW)(after)


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
    closed = table.close(ANA, may_manage=False)(alone)
    assert (closed.status, closed.deadline, closed.outcome) == ("closed", None, None)
    with pytest.raises(Stale):
        table.close(ANA, may_manage=True)(closed)
    with pytest.raises(NotYoursToClose):
        table.close(ANA, may_manage=False)(two)


def test_a_challenge_lapses_and_never_starts(table):
    waiting = table.open(opening(opponent=BOGDAN), NOW)
    lapsed = table.expire(waiting.deadline)(waiting)
    assert (lapsed.status, lapsed.play, lapsed.deadline) == ("lapsed", None, None)
    lobby = table.open(opening(game="thirteen"), NOW)
    assert table.expire(lobby.deadline)(lobby).status == "lapsed"


def test_a_rematch_moves_the_seats_on_by_one(table):
    over = table.leave(ANA, NOW)(between_two(table))
    new = table.rematch(over, BOGDAN, LATER)
    assert users(new) == [ANA, BOGDAN]
    assert [one.accepted for one in new.sitters] == [False, True]
    assert (new.status, new.opener, new.successor_of) == ("waiting", BOGDAN, 1)
    assert not any(one.left or one.idles or one.hints for one in new.sitters)
    with pytest.raises(NotSeated):
        table.rematch(over, CARMEN, LATER)
    with pytest.raises(NothingToRepeat):
        table.rematch(between_two(table), ANA, LATER)


def test_a_rematch_of_many_leaves_out_who_left(table):
    kept = table.leave(CARMEN, NOW)(of_four(table))
    while kept.status == "playing":
        kept = keep_or_write(table, kept)
    new = table.rematch(replace(kept, id=5), ANA, LATER)
    assert users(new) == [BOGDAN, DORU, ANA]
    assert [one.accepted for one in new.sitters] == [False, False, True]


def test_a_rematch_keeps_options_language_and_level():
    luck = WrittenLuck([(1, 1, 2, 3, 4), (2, 2, 3, 4, 5)] * 2, [])
    table = Table(luck, Pace())
    asked = opening(level="easy", language="ro", table_options={"hints": "off"}, guild=9)
    over = table.act(ANA, 1, KEEP, NOW)(replace(table.open(asked, NOW), id=3))
    new = table.rematch(over, ANA, LATER)
    assert new.status == "playing"
    assert users(new) == [ANA, "easy"]
    assert (new.language, new.table_options, new.guild) == ("ro", {"hints": "off"}, 9)
    assert new.sitters[0] == Sitter(user=ANA)


def test_the_table_may_remind_nobody():
    kept = Table(SeededLuck(1), Pace(timedelta(minutes=1), None)).open(opening(), NOW)
    assert kept.nudge is None
    assert kept.deadline == NOW + timedelta(minutes=1)
