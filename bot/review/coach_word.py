"""A word of the coach: what a choice cost, and what would have been best."""

from __future__ import annotations

from rules.game import Advice, Game, Unit
from rules.screen import Action, Block, Dice, Line, Seat
from rules.text import Percent, Points, Text, say, say_in

LEAST_TOLD = 0.001, 0.1
"""The least that a choice costs to be worth a word: of a share of the win, and in points."""

LEAST_ESTIMATED = 0.005
"""The same for a share that is an estimate."""


def word(
    game: Game[object], seats: int, state: object, seat: Seat, action: Action
) -> tuple[Block, ...]:
    """Return what the coach says to a seat that takes `action` in `state`; empty for nothing.

    It is silent about choices that are best, or next to it. The first call may take
    long, while the tables of exact play are computed.
    """
    if game.exact is None:
        return ()
    advice = game.advise(state, seat)
    best = advice[0]
    chosen = next((one for one in advice if one.action == action), best)
    unit = game.info.unit(seats)
    exact = best.exact and chosen.exact
    if best.worth - chosen.worth < _least(unit, exact=exact):
        return ()
    mark = game.screen(state, seat).mark
    blocks: list[Block] = [] if mark is None else [Dice(mark.faces, mark.face_set)]
    told = say_in(
        "the coach",
        "{loss}: {best}",
        loss=_loss(unit, chosen, best, exact=exact),
        best=game.name(state, seat, best.action),
    )
    blocks.append(Line(told, "strong"))
    blocks.append(Line(say("You chose: {choice}", choice=game.name(state, seat, action)), "quiet"))
    if unit == "share":
        blocks.append(
            Line(
                say("In shares of the win; exact.")
                if exact
                else say("In shares of the win, estimated until late in the round."),
                "quiet",
            )
        )
    return tuple(blocks)


def _least(unit: Unit, *, exact: bool) -> float:
    share, points = LEAST_TOLD
    if unit == "points":
        return points
    return share if exact else LEAST_ESTIMATED


def _loss(unit: Unit, chosen: Advice, best: Advice, *, exact: bool) -> Text:
    """Return what was given away: "−3.2 points", "−4.1 %", "about −4 %"."""
    lost = best.worth - chosen.worth
    if unit == "points":
        points = Points(lost, 1)
        if exact:
            return say_in("a loss", "−{points} points", points=points)
        return say_in("a loss", "about −{points} points", points=points)
    share = Percent(lost, 1)
    if exact:
        return say_in("a loss", "−{share}", share=share)
    return say_in("a loss", "about −{share}", share=share)
