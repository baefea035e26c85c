"""Checks the record of a proof by the rules of its game.

`bot.verify` decides about a file. Here the games confirm that each landing has its label and deck,
that each choice is legal, and that the round ended as the proof states. Only they can confirm that
each computer chose as its level chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bot import verify
from bot.verify import Proof
from rules import engine, levels, registry
from rules.engine import Acted, Landed, Round, Step
from rules.errors import Refusal, Unreadable
from rules.game import Rolls, Shuffles
from rules.screen import Action, Seat


def verified(file: bytes) -> Proof:
    """Return a proof that `verify.verify` has accepted. Raises Wrong.

    `verify` does not have the games that a host has added; of those only the source is checked.
    """
    proof = verify.read(file)
    if proof.game in verify.GAMES:
        return verify.verify(file)
    verify.check_source(proof)
    return proof


def fault(proof: Proof) -> str:
    """Return why a proof that `verified` accepts breaks the rules, "" if it keeps them."""
    try:
        check_rules(proof)
    except (verify.Wrong, Unreadable) as wrong:
        return str(wrong)
    except Refusal as refusal:
        return f"the game refuses it: {type(refusal).__name__}"
    return ""


def compares_levels(proof: Proof) -> bool:
    """Return whether the computers of a proof chose by the present version of their levels."""
    return proof.levels == levels.VERSION


def choices_of_computers(proof: Proof) -> int:
    """Return the number of choices that computers made."""
    chose = (one for hand in proof.record for one in hand if isinstance(one, verify.Chose))
    return sum(proof.seats[one.seat - 1] not in verify.PEOPLE for one in chose)


def check_rules(proof: Proof) -> int:
    """Replay the record of a proof; return the number of its steps.

    Raises Wrong, Unreadable for a step that does not fit the round, and the refusals of
    `Game.start`. Choices of computers are compared if `compares_levels` is true.
    """
    if not any(proof.record):  # the round ended before it began
        return 0
    verify.check(registry.knows(proof.game), "this version does not have the game")
    levels_known = {*verify.PEOPLE, *(one.key for one in registry.game(proof.game).info.levels)}
    verify.check({*proof.seats} <= levels_known, "a computer has no level of the game")
    end = _replayed(proof)
    over = end.over is not None
    verify.check(over or bool(end.awaits.seats), "the record stops before dice landed")
    ended = "over" if over or proof.left else "closed"
    verify.check(proof.ended == ended, f"the round is {ended}")
    return len(proof.record[0])


def _replayed(proof: Proof) -> Round[Any]:
    """Return the round at the end of a record."""
    game, steps = registry.game(proof.game), proof.record[0]
    seats = proof.seats
    shown = [one for one in steps if not isinstance(one, verify.Hid)]
    record = [_step(number, one) for number, one in enumerate(shown, 1)]
    hidden = [Seat(one.seat - 1) for one in steps if isinstance(one, verify.Hid)]

    def name(label: str) -> str:
        return verify.named(proof, label)

    rounds = engine.history(game, len(seats), proof.options, record)
    for number, step in enumerate(record):
        match step:
            case Landed():
                _check_landing(rounds[number], step, name)
            case Acted() if seats[step.seat.index] in verify.PEOPLE:
                _check_member(rounds[number], step, seats, compare=compares_levels(proof))
            case Acted():
                level = seats[step.seat.index]
                _check_computer(rounds[number], step, level, name, compare=compares_levels(proof))
    last, rest = rounds[-1], steps[len(shown) :]
    verify.check(
        all(isinstance(one, verify.Hid) for one in rest),
        "a choice is hidden before one that is shown",
    )
    awaited = last.awaits.secret and {*hidden} < {*last.awaits.seats}
    members = all(seats[seat.index] == verify.MEMBER for seat in hidden)
    verify.check(not hidden or (awaited and members), "a choice is hidden that was shown")
    secret = record[len(engine.shown_to_all(rounds)) - 1 :] if last.awaits.secret else []
    told_too_much = any(
        isinstance(one, Acted) and seats[one.seat.index] == verify.MEMBER for one in secret
    )
    verify.check(not told_too_much, "a choice is shown that nobody was shown")
    return last


def _check_landing(now: Round[Any], step: Landed, name: Callable[[str], str]) -> None:
    turn = now.game.turn(now.state)
    assert isinstance(turn, Rolls | Shuffles)  # noqa: S101 — the record was replayed
    expected = name(turn.label)
    cards = turn.cards if isinstance(turn, Shuffles) else ()
    verify.check(step.label == expected, f"step {step.number} should be labelled {expected}")
    verify.check(step.deck == cards, f"step {step.number} shuffles another deck")


def _check_member(now: Round[Any], step: Acted, seats: Sequence[str], *, compare: bool) -> None:
    """Check that a member's choice was not drawn, and precedes no choice that a computer owes.

    Computers that owe a choice, or interrupt, act first. Interruptions are not checked where
    several seats owe a decision: when their time is up, the table plays for one seat after the
    other.
    """
    verify.check(not step.label, f"step {step.number} is a member's and was drawn")
    owing = [seat for seat in now.awaits.seats if seats[seat.index] not in verify.PEOPLE]
    # the table plays for a member who has left, in the order of the seats
    earlier = len(seats) > 2 and owing[:1] > [step.seat]
    verify.check(not owing or earlier, f"step {step.number}: the computers choose first")
    if compare and now.awaits.seats == (step.seat,):
        computers = ((at, level) for at, level in enumerate(seats) if level not in verify.PEOPLE)
        levels_of = {Seat(at): level for at, level in computers}
        interrupts = engine.interruption(now, levels_of) is not None
        verify.check(not interrupts, f"step {step.number}: a computer acts out of turn first")


def _check_computer(
    now: Round[Any], step: Acted, level: str, name: Callable[[str], str], *, compare: bool
) -> None:
    mixed = step.weights
    if compare:
        choices = now.game.computer(now.state, step.seat, level)
        mixed = choices if len(choices) > 1 else ()
        possible = step.action in [action for action, _ in choices]
        verify.check(possible, f"step {step.number} is not what {level} chooses")
    verify.check(step.weights == mixed, f"step {step.number} has other weights")
    expected = name(engine.choice_label(now, step.seat)) if mixed else ""
    verify.check(step.label == expected, f"step {step.number} should be labelled {expected}")


def _step(number: int, given: verify.Step) -> Step:
    """Return a step of a proof as a step of a record."""
    match given:
        case verify.Chose(seat, action, label, weights):
            mixed = tuple((Action.parse(code), weight) for code, weight in weights)
            return Acted(number, Seat(seat - 1), Action.parse(action), label, mixed)
        case verify.Dealt(label, deck, cards):
            return Landed(number, tuple(cards), label, tuple(deck))
        case verify.ProofLanding(label, faces):
            return Landed(number, tuple(faces), label)
        case verify.Hid(seat):
            raise verify.Wrong(f"seat {seat} hides a choice before one that is shown")
