"""A second press where a reroll was pressed writes no row, on a phone and on a desktop."""

from __future__ import annotations

import pytest

from simulated import components, table
from simulated_luck import SeededLuck
from whole_rounds import seat

pytestmark = pytest.mark.slow


def heights(message, kinds, *, narrow):
    """Return how many lines from the end of a board the buttons of these kinds stand.

    On a `narrow` screen each button that writes has a line of its own.
    """
    rows = [one["components"] for one in components(message) if one["type"] == 1]
    found, below = [], 0
    for row in reversed(rows):
        writes = [one for one in row if ":write." in one["custom_id"] and one["type"] == 2]
        size = len(writes) if narrow and writes else 1
        for place, one in enumerate(row):
            if any(kind in one["custom_id"] for kind in kinds) and one["type"] == 2:
                found.append(below + (size - place if size > 1 else 1))
        below += size
    return found


@pytest.mark.parametrize("narrow", [True, False])
@pytest.mark.parametrize("key", ["yams", "nine", "thirteen"])
async def test_it_meets_no_button_that_writes(tmp_path, key, narrow):
    async with table(tmp_path, SeededLuck(key)) as sim:
        await seat(sim, key, [sim.ana, sim.bogdan])
        pressed = []
        for _ in range(2):
            pressed += heights(sim.message, (":reroll",), narrow=narrow)
            assert pressed
            assert set(heights(sim.message, (":write.",), narrow=narrow)).isdisjoint(pressed)
            await sim.mark(sim.ana, sim.message, 1)
            await sim.press_id(sim.ana, sim.message, "submit:*")
        last = heights(sim.message, (":write.",), narrow=narrow)
        assert len(last) == 2
        assert set(last).isdisjoint(pressed)
