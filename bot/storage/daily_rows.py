"""How days and attempts of the daily challenge are written into columns, and read back.

The record of an attempt is JSON: for each hand its steps, "0:reroll.345" for a choice
of a seat, "=2 6 5" for what landed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from sqlalchemy import Row

from bot.daily.attempt import Attempt, Day, Hands, Judged, Story
from rules.engine import Acted, Landed, Step
from rules.screen import Action, Seat


def day_values(day: Day) -> dict[str, Any]:
    """Return the columns of a day that is committed."""
    return {
        "day": day.day.isoformat(),
        "seed": day.seed.hex(),
        "digest": day.digest,
        "previous": day.previous,
        "committed": day.committed,
    }


def read_day(row: Row[Any]) -> Day:
    """Read a day back."""
    return Day(
        date.fromisoformat(row.day),
        bytes.fromhex(row.seed),
        row.digest,
        row.previous,
        row.committed,
        row.closed,
        row.revealed,
        None if row.story is None else Story(*map(Fraction, row.story.split(" "))),
    )


def story_text(story: Story) -> str:
    """Return a story as it is stored."""
    return f"{story.perfect} {story.most}"


def changed_values(attempt: Attempt) -> dict[str, Any]:
    """Return the columns of an attempt that a choice changes."""
    return {
        "hands": _json([[_step_text(step) for step in hand] for hand in attempt.hands]),
        "status": attempt.status,
        "finished": attempt.finished,
        "total": None if attempt.total is None else str(attempt.total),
    }


def attempt_values(attempt: Attempt) -> dict[str, Any]:
    """Return the columns of a new attempt, all but its id."""
    return {
        **changed_values(attempt),
        "version": 1,
        "day": attempt.day.isoformat(),
        "member": attempt.member,
        "guild": attempt.guild,
        "game": attempt.game,
        "begun": attempt.begun,
    }


def judged_text(judged: Judged) -> str:
    """Return what an attempt gave away as it is stored."""
    return _json([judged.costs, judged.verdicts])


def read_attempt(row: Row[Any]) -> Attempt:
    """Read an attempt back."""
    return Attempt(
        date.fromisoformat(row.day),
        row.member,
        row.game,
        _read_hands(json.loads(row.hands)),
        row.begun,
        row.guild,
        row.status,
        row.finished,
        None if row.total is None else Fraction(row.total),
        None if row.judged is None else Judged(*map(tuple, json.loads(row.judged))),
        row.id,
        row.version,
    )


def _read_hands(hands: Sequence[Sequence[str]]) -> Hands:
    return tuple(
        tuple(_read_step(number, text) for number, text in enumerate(hand, 1)) for hand in hands
    )


def _step_text(step: Step) -> str:
    match step:
        case Acted(_, seat, action):
            return f"{seat.index}:{action.code}"
        case Landed(_, faces):
            return f"={' '.join(map(str, faces))}"
        case _:
            raise AssertionError("nothing is taken back in a daily challenge")


def _read_step(number: int, text: str) -> Step:
    if text.startswith("="):
        return Landed(number, tuple(map(int, text[1:].split())))
    seat, _, code = text.partition(":")
    return Acted(number, Seat(int(seat)), Action.parse(code))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
