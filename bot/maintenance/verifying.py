"""Checks a proof with the project's games as well: its rules, its labels and its weights.

`bot.verify` checks that everything that landed follows from the seed; here the record is
replayed, so that no landing has another label than the game says and no computer
weighed its choices otherwise.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from bot import verify
from bot.exit_codes import EXIT_FAILED, EXIT_OK, fail
from rules import engine, registry
from rules.engine import Acted, Landed, Round, Step, TakenBack
from rules.errors import Refusal, UnknownGame, Unreadable
from rules.game import Rolls, Shuffles
from rules.screen import Action, Seat

ENDLESS = ("perfect",)
"""Levels whose choices take long to compute in games of sheets; they are certain there."""


def verify_file(path: Path) -> int:
    """Check a proof; return the exit code."""
    try:
        told = verify.verify(path.read_bytes())
    except OSError as error:
        return fail(f"{path} cannot be read: {error.strerror}.")
    except verify.Wrong as wrong:
        return _wrong(str(wrong))
    try:
        steps = check_rules(told)
    except (verify.Wrong, Unreadable, UnknownGame, Refusal, ValueError) as error:
        return _wrong(str(error))
    print(verify.told(told))
    print(f"{steps} steps keep the rules of the game, its labels and its weights.")
    return EXIT_OK


def check_rules(told: dict[str, Any]) -> int:
    """Replay the record of a verified proof; return how many steps it has. Raises Wrong."""
    game, seats, options = registry.game(told["game"]), len(told["seats"]), told["options"]
    if not told["record"]:  # it ended before it began
        return 0
    record: list[Step] = []
    now = engine.replay(game, seats, options, ())
    for given in told["record"]:
        step = _step(given)
        _check_step(now, step, told["seats"])
        record.append(step)
        now = engine.replay(game, seats, options, record)
    return len(record)


def _check_step(now: Round[Any], step: Step, seats: list[str]) -> None:
    """Check how a step was drawn. Raises Wrong."""
    match step, now.game.turn(now.state):
        case Landed(number, faces, label, deck), (Rolls() | Shuffles()) as turn:
            expected = f"{turn.label}/again/{now.taken_back}" if now.taken_back else turn.label
            cards = turn.cards if isinstance(turn, Shuffles) else ()
            verify.check(label == expected, f"step {number} should be labelled {expected}")
            verify.check(deck == cards, f"step {number} shuffles another deck")
            verify.check(bool(faces), f"step {number} has no faces")
        case Acted(number, seat, _, label, weights), _:
            level = seats[seat.index]
            if level == "member":
                verify.check(not label, f"step {number} is a member's and was drawn")
                return
            if level in ENDLESS and not label:
                return
            choices = now.game.computer(now.state, seat, level)
            mixed = choices if len(choices) > 1 else ()
            verify.check(weights == mixed, f"step {number} has other weights")
            expected = engine.choice_label(now, seat) if mixed else ""
            verify.check(label == expected, f"step {number} should be labelled {expected}")
        case _:
            return


def _step(given: dict[str, Any]) -> Step:
    number, label = given["step"], given.get("label", "")
    if "back_to" in given:
        return TakenBack(number, Seat(given["seat"] - 1), given["back_to"])
    if "action" in given:
        weights = tuple(
            (Action.parse(code), Fraction(weight)) for code, weight in given.get("weights", ())
        )
        action = Action.parse(given["action"])
        return Acted(number, Seat(given["seat"] - 1), action, label, weights)
    faces = tuple(given.get("faces", given.get("cards", ())))
    return Landed(number, faces, label, tuple(given.get("deck", ())))


def _wrong(why: str) -> int:
    return fail(f"This file proves nothing: {why}.", code=EXIT_FAILED)
