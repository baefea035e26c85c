"""The replay of a proof by the rules of its game, which `bot.verify` does not know."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot import verify
from bot.table.luck import without_seat
from bot.verify import BadProof, Landing, Move, Proof, Shuffle
from rules import engine, levels, registry
from rules.engine import Acted, Landed, Round, Step
from rules.errors import Refusal, Unreadable
from rules.game import Rolls, Shuffles
from rules.screen import Action, Seat

PEOPLE = ("member", "everybody")
"""The seats of a proof that no computer has."""


@dataclass(frozen=True, slots=True)
class ProofCheck:
    """What the check of a file has found: its `proof`, None if it is `wrong`.

    `wrong` is why what landed does not follow from the seed, `broken` why the steps do not follow
    the rules, each "" if they do; `replayed` is whether this version has the game.
    """

    proof: Proof | None
    wrong: str = ""
    broken: str = ""
    replayed: bool = True

    @property
    def landed(self) -> int:
        """How many rolls or cards landed."""
        steps = () if self.proof is None else self.proof.steps
        return sum(not isinstance(step, Move) for step in steps)

    @property
    def computers(self) -> bool:
        """Whether computers sat in the game."""
        return self.proof is not None and not {*self.proof.seats} <= {*PEOPLE}

    @property
    def compared(self) -> bool:
        """Whether the choices of the computers were compared with those of their levels."""
        return self.proof is not None and compares_levels(self.proof)

    @property
    def fault(self) -> str:
        """Why the file proves nothing, or its steps break the rules; "" if all is right."""
        return self.wrong or self.broken


def check_proof(file: bytes) -> ProofCheck:
    """Return what the check of a file has found."""
    try:
        proof = verify.verify(file)
    except BadProof as wrong:
        return ProofCheck(None, wrong=str(wrong))
    check = ProofCheck(proof, replayed=proof.game in registry.games())
    if not check.replayed:
        return check
    try:
        replay(proof)
    except BadProof as wrong:
        return replace(check, broken=str(wrong))
    except Unreadable as unreadable:
        return replace(check, broken=f"The record breaks the rules: {unreadable}.")
    except Refusal as refusal:
        return replace(check, broken=f"The game refuses it: {type(refusal).__name__}.")
    return check


def replay(proof: Proof) -> None:
    """Check that each step of a proof follows the rules, and the computers' levels.

    Raises BadProof, Unreadable for a step that does not fit the game, and the refusals of
    `Game.start`.
    """
    if not proof.steps:  # the game ended before anything landed
        return
    game = registry.game(proof.game)
    players_known = {*PEOPLE, *(level.key for level in game.info.levels)}
    if not players_known.issuperset(proof.seats):
        raise BadProof("A computer has no level of the game.")
    record = [_step(number, step) for number, step in enumerate(proof.steps, 1)]
    rounds = engine.history(game, len(proof.seats), proof.options, record)
    for before, step in zip(rounds, record, strict=False):
        if isinstance(step, Landed):
            _check_landing(before, step, shared=proof.seats == ["member"])
        else:
            _check_choice(before, step, proof)


def compares_levels(proof: Proof) -> bool:
    """Return whether the computers of a proof chose by the present version of their levels."""
    return proof.levels == levels.VERSION


def _step(number: int, given: Landing | Shuffle | Move) -> Step:
    """Return a step of a proof as a step of a record."""
    if isinstance(given, Move):
        weights = tuple((Action.parse(code), weight) for code, weight in given.weights)
        return Acted(number, Seat(given.seat - 1), Action.parse(given.action), given.label, weights)
    if isinstance(given, Shuffle):
        return Landed(number, tuple(given.cards), given.label, tuple(given.deck))
    return Landed(number, tuple(given.faces), given.label)


def _check_landing(before: Round[Any], step: Landed, *, shared: bool) -> None:
    turn = before.turn
    assert isinstance(turn, Rolls | Shuffles)  # noqa: S101 — the record was replayed
    expected = without_seat(turn.label) if shared else turn.label
    if step.label != expected:
        raise BadProof(f"Step {step.number} should be labelled {expected}.")
    if step.deck != (turn.cards if isinstance(turn, Shuffles) else ()):
        raise BadProof(f"Step {step.number} shuffles another deck.")


def _check_choice(before: Round[Any], step: Acted, proof: Proof) -> None:
    level = proof.seats[step.seat.index]
    if level in PEOPLE:
        if step.weights:
            raise BadProof(f"Step {step.number} is a member's and was drawn.")
        computers = {Seat(at): one for at, one in enumerate(proof.seats) if one not in PEOPLE}
        if compares_levels(proof) and engine.interruption(before, computers) is not None:
            raise BadProof(f"Step {step.number}: a computer acts out of turn first.")
        return
    if step.weights and step.label != engine.choice_label(before, step.seat):
        raise BadProof(f"Step {step.number} is not labelled as the choice of its moment.")
    if not compares_levels(proof):
        return
    choices = before.game.computer(before.state, step.seat, level)
    if step.action not in [action for action, _ in choices]:
        raise BadProof(f"Step {step.number} is not what the level {level} chooses.")
    if step.weights != (choices if len(choices) > 1 else ()):
        raise BadProof(f"Step {step.number} has other weights than the level {level}.")
