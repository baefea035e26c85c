"""What a state of Thirteen Rows is worth, and each choice: the expected final total (rule 3.5).

It maximises the total, not the chance to beat the others.
"""

from __future__ import annotations

from rules.exact.sheet_games import SheetAdvice
from rules.games.thirteen.flow import FLOW

ADVICE = SheetAdvice(FLOW)
