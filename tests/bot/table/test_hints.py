"""Hints: the games that have them, and from where on choices and totals do not count."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.table.counts import choices_end
from bot.table.hints import are_given
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import OpenRequest, Table
from rules import registry
from rules.errors import Refusal
from rules.screen import Action, Seat
from simulated_luck import SeededLuck

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
ANA, BOGDAN = 11, 12
TABLE = Table(SeededLuck(5), TimeLimits())


def begun(*others, game="thirteen", **asked):
    """Return a round of Ana and the others that has begun."""
    stored = TABLE.open(OpenRequest(game, ANA, 1, open_to_all=bool(others), **asked), NOW)
    for user in others:
        stored = TABLE.join(user, NOW)(stored)
    return TABLE.start(ANA, NOW)(stored) if others else stored


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_they_are_there_alone_and_against_computers(game):
    assert are_given(begun(game=game))
    assert are_given(begun(game=game, level="house"))


def test_they_are_not_there_among_members_also_once_all_others_have_left():
    stored = begun(BOGDAN)
    assert not are_given(stored)
    with pytest.raises(Refusal, match="only in games that you play without other members"):
        TABLE.note_hint(ANA)(stored)
    third = begun(BOGDAN, 13)
    for user in (BOGDAN, 13):
        third = TABLE.leave(user, NOW)(third)
    assert third.players.people == (ANA,)
    assert not are_given(third)


def test_they_are_not_there_on_a_sheet_for_everybody():
    assert not are_given(begun(game="nine", everybody=True))


def test_choices_count_up_to_the_first_hint():
    stored = begun()
    assert choices_end(stored) == (None,)
    stored = TABLE.choose_action(ANA, stored.moment, Action("reroll", "12"), NOW)(stored)
    number = stored.play.recorded + 1
    helped = TABLE.note_hint(ANA)(stored)
    assert TABLE.note_hint(ANA)(helped) is helped, "noted once for each choice"
    later = TABLE.choose_action(ANA, helped.moment, Action("reroll", "12"), NOW)(helped)
    twice = TABLE.note_hint(ANA)(later)
    assert len(twice.players[0].hinted) == 2
    assert choices_end(twice) == (number,)


def test_choices_count_until_the_member_leaves():
    stored = begun(BOGDAN).with_player(Seat(1), left=True, left_at=9)
    assert choices_end(stored) == (None, 9)
    assert choices_end(begun().with_player(Seat(0), hinted=(4,), left=True, left_at=9)) == (4,)
    assert choices_end(begun().with_player(Seat(0), hinted=(11,), left=True, left_at=9)) == (9,)
