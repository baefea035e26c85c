"""docs/fair-dice.md computes what it says, and the bot computes the same."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

from bot.luck import SeededLuck, players_part

PAGE = (Path(__file__).parents[1] / "docs" / "fair-dice.md").read_text(encoding="utf-8")


def test_the_worked_example_is_right():
    code, expected = re.search(r"```python\n(.*?)```\s+```text\n(.*?)```", PAGE, re.DOTALL).groups()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {})
    assert printed.getvalue() == expected
    part = players_part(7, "dice-poker", {}, ("house", "member"), (1122,))
    dice = SeededLuck(bytes(range(32)), part).roll("seat/1/turn/1/roll/1", 5)
    assert expected.splitlines()[-1] == str(list(dice))
    assert part in expected
