"""The states of Thirteen Rows: those of every game of sheets (rule 3.2)."""

from __future__ import annotations

from rules.sheets.flow import Choosing, Full, Rolling, State

__all__ = ["Choosing", "Full", "Rolling", "State"]
