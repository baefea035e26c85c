"""The proof of an attempt: everything that its dice came from, as a file that anybody can check.

The format is described in docs/fair-dice.md; `bot/verify.py` checks it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot import verify
from bot.daily.attempt import Attempt, Player
from bot.daily.sets import SharedSet
from bot.play.proof_rules import fault
from bot.table import proof
from bot.table.luck import OF_SETS, SetLuck
from rules import engine, levels
from rules.engine import Acted, Computer, Landed, Round, Step, by_the_game
from rules.errors import Refusal, Unreadable
from rules.game import Rolls, Shuffles


def file_of(shared: SharedSet, attempt: Attempt, computer: Computer = by_the_game) -> bytes:
    """Return the proof of an attempt whose set is revealed.

    Labels, decks and the weights of mixed choices, which attempts do not store, are computed
    anew. It names the version of the levels where computers choose today as they chose then.
    Raises ValueError before the set is revealed, Unreadable for a record of other rules.
    """
    if shared.revealed is None:
        raise ValueError(f"the set {shared.key} has nothing to show yet")
    plan, player = attempt.plan, Player(shared, attempt.plan)
    hands, same = [], True
    for hand, record in enumerate(attempt.hands, 1):
        drawn = _Drawn(attempt, player.luck(hand), computer)
        rounds = engine.history(plan.game, plan.daily.seats, {}, record)
        hands.append([drawn.step(at, step) for at, step in zip(rounds, record, strict=False)])
        same = same and drawn.same
    head: dict[str, Any] = {
        "format": OF_SETS,
        "set": shared.lines[0],
        "previous": shared.previous or None,
        "commitment": shared.digest,
        "seed": shared.seed.hex(),
        "game": attempt.game,
        "options": {},
        "seats": _seats(attempt),
        "seat": plan.seat.index + 1,
        "hands": plan.hands,
        "part": [*shared.lines],
        "ended": "finished" if attempt.status == "finished" else "closed",
        "levels": levels.VERSION if same else 0,
    }
    return proof.sealed(head, f"[{', '.join(proof.listed(hand) for hand in hands)}]")


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


class _Drawn:
    """Tells of each step of a hand how it was drawn; `same` is whether the levels are the same."""

    def __init__(self, attempt: Attempt, luck: SetLuck, computer: Computer) -> None:
        self._levels, self._luck, self._computer = attempt.plan.levels, luck, computer
        self.same = True

    def step(self, before: Round[Any], step: Step) -> Step:
        """Return a step of the record with its label, and its deck or its weights."""
        turn = before.game.turn(before.state)
        match step:
            case Landed() if isinstance(turn, Rolls | Shuffles):
                deck = turn.cards if isinstance(turn, Shuffles) else ()
                return replace(step, label=self._luck.label(turn.label), deck=deck)
            case Acted() if step.seat in self._levels:
                return self._chosen(before, step)
            case _:
                return step

    def _chosen(self, before: Round[Any], step: Acted) -> Step:
        level = self._levels[step.seat]
        weights = tuple(self._computer(before.game, before.state, step.seat, level))
        label = engine.choice_label(before, step.seat)
        single = len(weights) == 1
        at = 0 if single else self._luck.choose(label, [weight for _, weight in weights])
        if weights[at][0] != step.action:
            self.same = False
            return step
        if single:
            return step
        return replace(step, label=self._luck.label(label), weights=weights)


def _seats(attempt: Attempt) -> Sequence[str]:
    seats = ["member"] * attempt.plan.daily.seats
    for seat, level in attempt.plan.levels.items():
        seats[seat.index] = level
    return seats
