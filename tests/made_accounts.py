"""Accounts of seats, made up, for tests of what is stored and counted of them."""

from __future__ import annotations

from typing import Any

from bot.table.accounting import DecisionAccount, SeatAccount
from rules.skill import RoundSkill


def seat_account(**parts: Any) -> SeatAccount:
    """Return the account of a seat that won half by luck, and broke a full house."""
    decision = DecisionAccount(2, 0.1, 0.02, 0.03, 0, True, False, "break.full")
    made: dict[str, Any] = {
        "start": 0.5,
        "luck": 0.25,
        "skill": -0.1,
        "others": 0.35,
        "hidden": 0.0,
        "estimate": 0.0,
        "result": 1.0,
        "round_skill": RoundSkill(1.5, 1.0, 4.0),
        "counted": 1,
        "decisions": (decision,),
    }
    return SeatAccount(**{**made, **parts})
