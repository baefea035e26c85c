"""The table, without storage and Discord."""

from __future__ import annotations

import pytest

from bot.table.time_limits import TimeLimits
from bot.table.use_cases import Table
from simulated_luck import SeededLuck


@pytest.fixture
def table() -> Table:
    """Return a table with seeded luck and the default time limits."""
    return Table(SeededLuck(1), TimeLimits())
