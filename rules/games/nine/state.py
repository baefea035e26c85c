"""The states of Nine Categories: those of every game of sheets (rule 4.4)."""

from __future__ import annotations

from rules.sheets.flow import Choosing, Full, Rolling, State

__all__ = ["Choosing", "Full", "Rolling", "State"]
