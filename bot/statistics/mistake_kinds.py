"""The kinds of costly mistakes, by which a member's commonest mistake is found.

Kinds are the same for all games: they are derived from the dice among which the seat selected, and
from the dice kept by the choice and by the best choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rules.dice import Roll
from rules.engine import Round
from rules.review import SLIPS, Decision
from rules.screen import Seat
from rules.text import Text, say_in
from rules.turns import kept_by

SHAPES: Mapping[str, Text] = MappingProxyType(
    {
        "nothing": say_in("kept dice", "nothing"),
        "one": say_in("kept dice", "a single die"),
        "loose": say_in("kept dice", "dice that do not match"),
        "run": say_in("kept dice", "part of a straight"),
        "pair": say_in("kept dice", "a pair"),
        "pairs": say_in("kept dice", "two pairs"),
        "three": say_in("kept dice", "three of a kind"),
        "full": say_in("kept dice", "a full house"),
        "four": say_in("kept dice", "four of a kind"),
        "five": say_in("kept dice", "five of a kind"),
        "straight": say_in("kept dice", "a straight"),
    }
)
"""The shapes of dice, as objects of a sentence."""

STRAIGHTS = ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6})


def mistake_of(before: Round[Any], seat: Seat, decision: Decision) -> str | None:
    """Return the kind of a costly choice, None for any other one.

    - "break.SHAPE": rerolls of a hand that should have been kept
    - "stop.SHAPE": stands where rolling on was better
    - "keep.SHAPE.SHAPE": keeps other dice than the best ones
    - "row": writes into another row than the best one
    - "split": anything else
    """
    if decision.verdict not in SLIPS:
        return None
    if decision.action.verb == decision.best.verb == "write":
        return "row"
    mark = before.game.screen(before.state, seat).mark
    if mark is None or "reroll" not in (decision.action.verb, decision.best.verb):
        return "split"
    chosen, best = kept_by(decision.action, mark.faces), kept_by(decision.best, mark.faces)
    whole = shape(mark.faces)
    if len(best) == len(mark.faces):
        return f"break.{whole}"
    if len(chosen) == len(mark.faces):
        return f"stop.{whole}"
    return f"keep.{shape(chosen)}.{shape(best)}"


def shape(dice: Roll) -> str:
    """Return the one of the `SHAPES` that some dice have.

    >>> shape((3, 3, 6, 6)), shape((2, 3, 4, 5)), shape((1, 6)), shape(())
    ('pairs', 'run', 'loose', 'nothing')
    """
    counts = sorted((dice.count(face) for face in {*dice}), reverse=True)
    match counts:
        case []:
            return "nothing"
        case [1]:
            return "one"
        case [5]:
            return "five"
        case [4, *_]:
            return "four"
        case [3, 2]:
            return "full"
        case [3, *_]:
            return "three"
        case [2, 2, *_]:
            return "pairs"
        case [2, *_]:
            return "pair"
        case _ if {*dice} in STRAIGHTS:
            return "straight"
        case _ if len(dice) > 2 and any({*dice} < run for run in STRAIGHTS):
            return "run"
        case _:
            return "loose"


def in_words(kind: str) -> Text:
    """Return a kind of mistake as the end of a sentence: "breaks a full house"."""
    match kind.split("."):
        case ["break", whole] if whole in SHAPES:
            return say_in("a mistake", "breaks {dice} and rerolls", dice=SHAPES[whole])
        case ["stop", whole] if whole in SHAPES:
            return say_in("a mistake", "stops too early with {dice}", dice=SHAPES[whole])
        case ["keep", chosen, best] if chosen == best and best in SHAPES:
            return say_in("a mistake", "keeps {dice}, but the wrong dice", dice=SHAPES[best])
        case ["keep", chosen, best] if chosen in SHAPES and best in SHAPES:
            return say_in(
                "a mistake",
                "keeps {dice} instead of {better}",
                dice=SHAPES[chosen],
                better=SHAPES[best],
            )
        case ["row"]:
            return say_in("a mistake", "writes into the wrong row")
        case _:
            return say_in("a mistake", "splits the cards badly")
