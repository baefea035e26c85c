"""Who may take back what: once a round, at its moment, and where nobody else minds."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.table.pace import TimeLimits
from bot.table.use_cases import OpenRequest, Table
from rules.errors import Refusal
from rules.screen import Action
from simulated_luck import SeededLuck

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
ANA, BOGDAN = 11, 12
TABLE = Table(SeededLuck(5), TimeLimits())


def begun(*others, **table_options):
    request = OpenRequest("thirteen", ANA, 1, table_options=table_options)
    stored = TABLE.open(request, NOW)
    for user in others:
        stored = TABLE.join(user, NOW)(stored)
    return rerolled(TABLE.start(ANA, NOW)(stored))


def rerolled(stored):
    return TABLE.act(ANA, stored.moment, Action("reroll", "12"), NOW)(stored)


def taken_back(stored, moment=None):
    moment = stored.moment if moment is None else moment
    return TABLE.take_back(ANA, moment, stored.play.steps, NOW)(stored)


def test_once_a_round():
    again = rerolled(taken_back(begun()))
    with pytest.raises(Refusal, match="You have taken back a choice in this round"):
        taken_back(again)


def test_at_its_moment_alone():
    stored = begun()
    with pytest.raises(Refusal, match="can no longer be taken back"):
        taken_back(rerolled(stored), stored.moment)


def test_not_where_somebody_has_acted_since_the_record_was_read():
    stored = begun()
    with pytest.raises(Refusal, match="can no longer be taken back"):
        TABLE.take_back(ANA, stored.moment, stored.play.steps[:-1], NOW)(stored)


def test_with_others_only_where_all_agreed():
    with pytest.raises(Refusal, match="opened without take-backs"):
        taken_back(begun(BOGDAN))
    assert taken_back(begun(BOGDAN, take_back="on")).play.taken_back == 1
