"""The help of a round: who may take back what, and from where on nothing is skill."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.table.pace import TimeLimits
from bot.table.rated import is_rated, skill_ends
from bot.table.stored_round import HINTS, NONE, TRAINING
from bot.table.use_cases import OpenRequest, Table
from rules.errors import Refusal
from rules.screen import Action, Seat
from simulated_luck import SeededLuck

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
ANA, BOGDAN = 11, 12
TABLE = Table(SeededLuck(5), TimeLimits())


def begun(*others, **table_options):
    request = OpenRequest("thirteen", ANA, 1, open_to_all=bool(others), table_options=table_options)
    stored = TABLE.open(request, NOW)
    for user in others:
        stored = TABLE.join(user, NOW)(stored)
    return rerolled(TABLE.start(ANA, NOW)(stored) if others else stored)


def rerolled(stored):
    return TABLE.act(ANA, stored.moment, Action("reroll", "12"), NOW)(stored)


def taken_back(stored, moment=None):
    moment = stored.moment if moment is None else moment
    return TABLE.take_back(ANA, moment, stored.play.steps, NOW)(stored)


def test_once_a_round():
    again = rerolled(taken_back(begun(hints=TRAINING)))
    with pytest.raises(Refusal, match="You have already taken back a choice"):
        taken_back(again)


def test_at_its_moment_alone():
    stored = begun(hints=TRAINING)
    with pytest.raises(Refusal, match="Too late to take this choice back"):
        taken_back(rerolled(stored), stored.moment)


def test_not_where_somebody_has_acted_since_the_record_was_read():
    stored = begun(hints=TRAINING)
    with pytest.raises(Refusal, match="Too late to take this choice back"):
        TABLE.take_back(ANA, stored.moment, stored.play.steps[:-1], NOW)(stored)


@pytest.mark.parametrize("others", [(), (BOGDAN,)])
def test_in_training_alone(others):
    for help_ in (NONE, HINTS):
        with pytest.raises(Refusal, match="This game has no take-backs"):
            taken_back(begun(*others, hints=help_))
    assert taken_back(begun(*others, hints=TRAINING)).play.taken_back == 1


@pytest.mark.parametrize(
    ("help_", "ends"), [(NONE, (None, None)), (HINTS, (1, 1)), (TRAINING, (1, 1))]
)
def test_what_counts_is_decided_when_a_round_begins(help_, ends):
    stored = begun(BOGDAN, hints=help_)
    assert is_rated(stored) == (help_ == NONE)
    assert skill_ends(stored) == ends
    assert stored.training == (help_ == TRAINING)
    left = stored.with_player(Seat(1), left=True, left_at=9)
    assert skill_ends(left)[1] == (ends[1] or 9)
