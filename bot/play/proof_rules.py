"""Replays the record of a proof by the rules of its game, and computes its computers anew.

`bot.verify` checks that everything that landed follows from the seed; here each landing has
the label and the deck that the game says, each choice is legal, each computer chose what its
level chooses, and the round ended as it says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from bot import verify
from rules import engine, levels, registry
from rules.engine import Acted, Landed, Round, Step, TakenBack
from rules.errors import Refusal, Unreadable
from rules.game import Game, Rolls, Shuffles
from rules.screen import Action, Seat

_MEMBER = "member"


def fault(told: dict[str, Any]) -> str:
    """Return why a proof that `verify.read` has read breaks the rules, "" if it keeps them."""
    try:
        check_rules(told)
    except (verify.Wrong, Unreadable) as wrong:
        return str(wrong)
    except Refusal as refusal:
        return f"the game refuses it: {type(refusal).__name__}"
    return ""


def compares_levels(told: dict[str, Any]) -> bool:
    """Return whether the computers of a proof chose by the present version of their levels."""
    return bool(told["levels"] == levels.VERSION)


def choices_of_computers(told: dict[str, Any]) -> int:
    """Return how many choices computers made."""
    seats, steps = told["seats"], _steps(told)
    return sum("action" in one and seats[one["seat"] - 1] != _MEMBER for one in steps)


def _steps(told: dict[str, Any]) -> list[dict[str, Any]]:
    return [step for record in verify.records(told) for step in record]


def check_rules(told: dict[str, Any]) -> int:
    """Replay the records of a proof; return how many steps they have.

    Raises Wrong, Unreadable for a step that does not fit the round, and the refusals of
    `Game.start`. Choices of computers are compared where `compares_levels` says so.
    """
    if not _steps(told):  # it ended before it began
        verify.check(told["ended"] != "over", "a round without a step is not over")
        return 0
    verify.check(registry.knows(told["game"]), "this version does not have the game")
    game = registry.game(told["game"])
    known = {_MEMBER, *(level.key for level in game.info.levels)}
    verify.check({*told["seats"]} <= known, "a computer has no level of the game")
    ends = [
        _replayed(told, game, record, verify.name_in(told, hand))
        for hand, record in enumerate(verify.records(told), 1)
    ]
    if "set" not in told:
        _check_end(told, ends[0])
        return len(_steps(told))
    over = [end.over is not None for end in ends]
    verify.check(all(over[:-1]), "a hand stops before its end")
    finished = over[-1] and len(ends) == told["hands"]
    verify.check(finished is (told["ended"] == "finished"), "the record stops before the end")
    return len(_steps(told))


def _replayed(
    told: dict[str, Any],
    game: Game[Any],
    steps: Sequence[dict[str, Any]],
    name: Callable[[str], str],
) -> Round[Any]:
    """Return a round as it stands after its record; `name` makes the labels of its proof."""
    seats = told["seats"]
    shown = [one for one in steps if "hidden" not in one]
    record = [_step(one) for one in shown]
    hidden = [Seat(one["seat"] - 1) for one in steps if "hidden" in one]
    back = [step.seat for step in record if isinstance(step, TakenBack)]
    verify.check(len({*back}) == len(back), "a seat takes two choices back")
    rounds = engine.history(game, len(seats), told["options"], record)
    for number, step in enumerate(record):
        match step:
            case Landed():
                _check_landing(rounds[number], step, name)
            case Acted() if seats[step.seat.index] == _MEMBER:
                _check_member(rounds[number], step, seats, compare=compares_levels(told))
            case Acted():
                level = seats[step.seat.index]
                _check_computer(rounds[number], step, level, name, compare=compares_levels(told))
            case TakenBack():
                verify.check(seats[step.seat.index] == _MEMBER, "a computer takes a choice back")
                _check_taken_back(rounds, step, record[:number])
    last, rest = rounds[-1], steps[len(shown) :]
    verify.check(
        all("hidden" in one for one in rest), "a choice is hidden before one that is shown"
    )
    awaited = last.awaits.secret and {*hidden} < {*last.awaits.seats}
    members = all(seats[seat.index] == _MEMBER for seat in hidden)
    verify.check(not hidden or (awaited and members), "a choice is hidden that was shown")
    secret = record[len(engine.shown_to_all(rounds)) - 1 :] if last.awaits.secret else []
    told_too_much = any(
        isinstance(one, Acted) and seats[one.seat.index] == _MEMBER for one in secret
    )
    verify.check(not told_too_much, "a choice is shown that nobody was shown")
    return last


def _check_landing(now: Round[Any], step: Landed, name: Callable[[str], str]) -> None:
    turn = now.game.turn(now.state)
    assert isinstance(turn, Rolls | Shuffles)  # noqa: S101 — the record was replayed
    expected = name(f"{turn.label}/again/{now.taken_back}" if now.taken_back else turn.label)
    cards = turn.cards if isinstance(turn, Shuffles) else ()
    verify.check(step.label == expected, f"step {step.number} should be labelled {expected}")
    verify.check(step.deck == cards, f"step {step.number} shuffles another deck")


def _check_member(now: Round[Any], step: Acted, seats: Sequence[str], *, compare: bool) -> None:
    """Check the choice of a member: not drawn, and not before computers that act first.

    These owe one too, or interrupt. Whether they would have is not asked where several seats
    owe a decision: when their time is up, they are played for one after the other.
    """
    verify.check(not step.label, f"step {step.number} is a member's and was drawn")
    owing = [seat for seat in now.awaits.seats if seats[seat.index] != _MEMBER]
    # the table plays for a member who has left, in the order of the seats
    earlier = len(seats) > 2 and owing[:1] > [step.seat]
    verify.check(not owing or earlier, f"step {step.number}: the computers choose first")
    if compare and now.awaits.seats == (step.seat,):
        levels_of = {Seat(at): level for at, level in enumerate(seats) if level != _MEMBER}
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


def _check_taken_back(
    rounds: Sequence[Round[Any]], step: TakenBack, before: Sequence[Step]
) -> None:
    """Check that a choice taken back was the last one of its seat, and no secret."""
    line = engine.steps_that_count(before)
    own = [place for place, one in enumerate(line) if isinstance(one, Acted)]
    own = [place for place in own if getattr(line[place], "seat", None) == step.seat]
    to = line[own[-1] - 1].number if own and own[-1] else 0
    verify.check(step.to == to, f"step {step.number} should go back to step {to}")
    is_open = engine.is_open_choice(rounds[to].game, rounds[to].state, step.seat)
    verify.check(is_open, f"step {step.number} takes back a secret choice")


def _check_end(told: dict[str, Any], last: Round[Any]) -> None:
    """Check that the game has ended, that a seat of two has left, or that it was closed."""
    waits, seats = bool(last.awaits.seats), told["seats"]
    verify.check(waits or last.over is not None, "the record stops before the dice have landed")
    if told["ended"] == "over" and last.over is None:
        of_member = seats[told["left"] - 1 : told["left"]] == [_MEMBER]
        verify.check(len(seats) == 2 and of_member, "the record stops before the end")
        return
    ended, left = "closed" if last.over is None else "over", told["left"]
    verify.check(told["ended"] == ended and not left, f"the round is {ended}, nobody has left")


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
