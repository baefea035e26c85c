"""The proof of an attempt: everything that its dice came from, as a file that anybody can check.

The format is described in docs/fair-dice.md; `bot/verify.py` checks it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot import verify
from bot.daily.attempt import Attempt, by_hands
from bot.daily.sets import SharedSet
from bot.play.proof_rules import fault
from bot.table import proof, round_luck
from bot.table.luck import OF_SETS
from rules import engine, levels, registry
from rules.engine import Acted, Computer, Step, by_the_game
from rules.errors import Refusal, Unreadable


def file_of(shared: SharedSet, attempt: Attempt, computer: Computer = by_the_game) -> bytes:
    """Return the proof of an attempt whose set is revealed.

    It names the version of the levels where computers choose today as they chose then.
    Raises ValueError before the set is revealed, Unreadable for a record of other rules.
    """
    if shared.revealed is None:
        raise ValueError(f"the set {shared.key} has nothing to show yet")
    plan = attempt.plan
    head: dict[str, Any] = {
        "format": OF_SETS,
        "set": shared.lines[0],
        "previous": shared.previous or None,
        "commitment": shared.digest,
        "seed": shared.seed.hex(),
        "game": attempt.game,
        "options": {},
        "seats": [*round_luck.seats_of(attempt.round)],
        "seat": plan.seat.index + 1,
        "hands": plan.hands,
        "part": [*shared.lines],
        "ended": "finished" if attempt.status == "finished" else "closed",
        "levels": levels.VERSION if _same_levels(attempt, computer) else 0,
    }
    hands: Sequence[Sequence[Step]] = by_hands(round_luck.labelled(attempt.round, attempt.record))
    return proof.sealed(head, f"[{', '.join(map(proof.listed, hands))}]")


def checked(shared: SharedSet, attempt: Attempt) -> tuple[bytes, dict[str, Any], str] | None:
    """Return the proof of an attempt, what it says and why it proves nothing, "" if it does.

    None where the present rules cannot replay the attempt.
    """
    try:
        file = file_of(shared, attempt)
    except (Refusal, Unreadable):
        return None
    try:
        told = verify.verify(file)
    except verify.Wrong as wrong:
        return file, {}, str(wrong)
    return file, told, fault(told)


def _same_levels(attempt: Attempt, computer: Computer) -> bool:
    """Return whether computers would choose today among what they chose among then."""
    game, levels_of = registry.dealt(attempt.game), attempt.plan.levels
    rounds = engine.history(game, len(attempt.round.players), {}, attempt.record)
    return all(
        tuple(computer(game, before.state, step.seat, levels_of[step.seat]))
        == (step.weights or ((step.action, 1),))
        for before, step in zip(rounds, attempt.record, strict=False)
        if isinstance(step, Acted) and step.seat in levels_of
    )
