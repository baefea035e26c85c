"""Rounds in which nobody else waits: they rest when they are due, and are taken up again."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.language.render import PlainRenderer, render
from bot.table.frame import frame
from bot.table.players import Players
from bot.table.refusals import NotSeated, Stale
from bot.table.use_cases import OpenRequest
from fair_rounds import seed
from rules.screen import Action

ANA, BOGDAN, CARMEN = 1, 2, 3
NOW = datetime(2026, 1, 1, tzinfo=UTC)
LATER = NOW + timedelta(hours=5)


def alone(table, game="dice-poker", **changes):
    """Return a round of Ana alone, begun and due in ten minutes."""
    asked = OpenRequest(**{"game": game, "opener": ANA, "channel": 7, "guild": 9, **changes})
    stored = table.open(asked, NOW, seed(1))
    return replace(stored, version=1, place=replace(stored.place, message=70))


def of_three(table):
    """Return a round of Thirteen Rows of three members."""
    stored = table.open(OpenRequest("thirteen", ANA, 7, open_to_all=True), NOW)
    for user in (BOGDAN, CARMEN):
        stored = table.join(user, NOW)(stored)
    return table.start(ANA, NOW)(stored)


@pytest.mark.parametrize("game", ["dice-poker", "thirteen"])
def test_alone_nothing_is_played_and_nobody_is_reminded(table, game):
    stored = alone(table, game)
    assert stored.deadline.remind_at is None
    resting = table.expire(stored.deadline.at)(stored)
    ends = stored.deadline.at + timedelta(days=90)
    assert resting == replace(stored, status="resting", deadline=stored.deadline.moved(ends))
    assert not resting.open
    assert resting.begun
    assert table.expire(LATER)(resting) is resting


def test_where_another_member_sits_the_deadline_plays(table):
    stored = of_three(table)
    assert stored.deadline.remind_at == NOW + timedelta(minutes=1)
    played = table.expire(stored.deadline.at)(stored)
    assert played.status == "playing"
    assert played.moment == stored.moment + 1


def test_whoever_stays_alone_is_alone(table):
    """The others have left: from then on the one who stays opens the round."""
    stored = table.leave(ANA, NOW)(of_three(table))
    stored = table.leave(CARMEN, NOW)(stored)
    resting = table.expire(stored.deadline.at)(stored)
    assert (resting.status, resting.opener) == ("resting", BOGDAN)
    assert resting.play == stored.play


def test_a_member_who_is_away_keeps_the_round_that_others_leave(table):
    stored = of_three(table)
    away = replace(stored.players[1], missed_turns=2)
    stored = replace(stored, players=Players((stored.players[0], away, stored.players[2])))
    for user in (ANA, CARMEN):
        stored = table.leave(user, NOW)(stored)
    assert (stored.status, stored.opener) == ("resting", BOGDAN)
    back = table.resume(BOGDAN, LATER, 7, None)(stored)
    assert (back.status, back.players[1].missed_turns) == ("playing", 0)


def test_it_is_taken_up_where_it_was_or_in_another_channel(table):
    stored = alone(table)
    resting = table.expire(stored.deadline.at)(stored)
    there = table.resume(ANA, LATER, 7, 9)(resting)
    assert there == replace(stored, deadline=stored.deadline.moved(LATER + timedelta(minutes=10)))
    here = table.resume(ANA, LATER, 8, 10)(resting)
    assert here == replace(there, place=replace(there.place, channel=8, guild=10, message=None))
    assert table.resume(ANA, LATER, 8, 10)(there) is there
    of_thread = replace(resting, place=replace(resting.place, in_thread=True))
    assert table.resume(ANA, LATER, 7, 9)(of_thread).place.in_thread
    assert not table.resume(ANA, LATER, 8, 10)(of_thread).place.in_thread
    with pytest.raises(NotSeated):
        table.resume(BOGDAN, LATER, 7, 9)(resting)
    with pytest.raises(Stale):
        table.choose_action(ANA, resting.moment, Action("keep"), LATER)(resting)


def test_it_can_be_left_without_being_taken_up(table):
    stored = alone(table)
    left = table.leave(ANA, LATER)(table.expire(stored.deadline.at)(stored))
    assert left.status == "over"
    sheet = alone(table, "thirteen")
    left = table.leave(ANA, LATER)(table.expire(sheet.deadline.at)(sheet))
    assert left.status == "closed"
    with pytest.raises(Stale):
        table.close(ANA, NOW, may_manage=True)(table.expire(stored.deadline.at)(stored))


def test_its_board_says_so_and_keeps_its_controls(table):
    stored = alone(table)
    playing, resting = frame(stored), frame(table.expire(stored.deadline.at)(stored))
    first, *blocks = resting.screen.blocks
    assert "This game is resting" in first.text.template
    assert (*blocks,) == playing.screen.blocks
    assert resting.screen.tone == "waiting"
    assert resting.screen.controls == playing.screen.controls
    assert resting.tools == playing.tools
    (note,) = resting.notes
    assert "It ends " in render(note, "en", PlainRenderer())
    (note,) = playing.notes
    assert "⏳" not in render(note, "en", PlainRenderer())
