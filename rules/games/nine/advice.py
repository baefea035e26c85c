"""What a state of Nine Categories is worth, and each choice: the expected final total (rule 4.4).

It maximises the total, not the chance to beat the others.
"""

from __future__ import annotations

from rules.exact.sheet_games import SheetAdvice
from rules.games.nine.flow import FLOW

ADVICE = SheetAdvice(FLOW)
