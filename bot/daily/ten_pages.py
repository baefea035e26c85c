"""What ten decisions came to: each choice, what it gave away, and why, in lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.daily import ten
from bot.daily.attempt import Attempt
from bot.daily.ranking import TableLine
from bot.decisions import answers
from bot.language.render import Capital
from bot.review import amounts
from bot.review.position_choices import in_short
from bot.review.symbols import in_symbols
from bot.table import frame as frames
from rules.levels import HOUSE
from rules.screen import Action, Line
from rules.text import Argument, Text, say, say_in


@dataclass(frozen=True, slots=True)
class Told:
    """A choice in few words, what it gave away in the unit of its game, what was best and why."""

    chosen: Text
    lost: Text | None
    best: Text
    why: Text | None


def is_ten(attempt: Attempt | TableLine) -> bool:
    """Return whether an attempt is at ten decisions."""
    return attempt.game == ten.KEY


def rival(attempt: Attempt) -> Text | str:
    """Return the name of the other seat of the present position: the level Medium."""
    state = attempt.play().state
    if not state.landed:
        return ""
    return frames.computer(ten.present(state).game.info, HOUSE.key, ten.OTHER, alone=True)


def right(attempt: Attempt | TableLine) -> int:
    """Return how many of the decisions gave nothing away."""
    verdicts = () if attempt.judged is None else attempt.judged.verdicts
    return sum(verdict == "best" for verdict in verdicts)


def score(attempt: Attempt | TableLine) -> Text:
    """Return how many decisions were right: "7 of 10 right"."""
    return say("{right} of {all} right", right=str(right(attempt)), all=str(len(ten.order())))


def tell(attempt: Attempt) -> tuple[Told, ...]:
    """Return what each choice of a finished attempt came to; it may take long."""
    return tuple(_told(number, *one) for number, one in enumerate(attempt.play().state.decided, 1))


def _told(number: int, landed: tuple[int, ...], action: Action) -> Told:
    asked = ten.position(number, landed)
    found = answers.position_of(asked.game, asked.seats, asked.state, asked.seat)
    chosen = found.option(action)
    lost = answers.given_away(found, chosen)
    return Told(
        in_symbols(in_short(found, chosen)),
        amounts.difference(found.unit, lost) if lost else None,
        in_symbols(in_short(found, found.best)),
        chosen.why if lost else None,
    )


def lines(squares: tuple[str, ...], told: tuple[Told, ...]) -> Iterator[Line]:
    """Yield each decision with its square, and what it cost and why where it was not the best."""
    for number, (square, one) in enumerate(zip(squares, told, strict=True), 1):
        said: dict[str, Argument] = {
            "number": str(number),
            "square": square,
            "chosen": Capital(one.chosen),
        }
        if one.lost is None:
            yield Line(say_in("a decision", "{square} {number}. {chosen}", **said))
            continue
        best = Capital(one.best)
        yield Line(
            say_in(
                "a decision",
                "{square} {number}. {chosen} · cost {lost} · best: {best}",
                lost=one.lost,
                best=best,
                **said,
            )
        )
        if one.why is not None:
            yield Line(in_symbols(one.why), "quiet")
