"""A hint in words: the best choices, what they are worth, and what the marks give away."""

from __future__ import annotations

from bot.words import Capital
from rules.game import Advice, Game
from rules.screen import Action, Block, Line, Seat
from rules.text import Argument, Percent, Points, Text, say, say_in

SHOWN = 3
"""How many choices a hint names: the best one and the next two."""


def hint(game: Game[object], state: object, seat: Seat, marked: Action | None) -> tuple[Block, ...]:
    """Return what a seat that is to choose is told; `marked` is the choice it is about to make.

    Asks the game's exact play, which may take long when asked for the first time.
    """
    if game.advise is None:
        return (Line(say("There are no hints for this game.")),)
    advice = game.advise(state, seat)
    lines = [
        Line(_ranked(place, _choice(game, state, seat, one), tied=_tied(place, advice)))
        for place, one in enumerate(advice[:SHOWN], 1)
    ]
    if marked is not None:
        lines.append(Line(_about_marked(game, state, seat, advice, marked)))
    if game.info.unit == "points":
        lines.append(
            Line(
                say(
                    "Counted is your own final total on average, with perfect play from here "
                    "on; not the chance to beat the others."
                ),
                "quiet",
            )
        )
    else:
        lines.append(Line(say("Exact, if everybody plays perfectly from here on."), "quiet"))
    return tuple(lines)


def valued(game: Game[object], one: Advice) -> Text:
    """Say what a choice is worth: chances where shares count, else points."""
    if one.chances is None:
        if game.info.unit == "points":
            return say("{points} points in all", points=Points(one.worth))
        return say("worth {share} of the win", share=Percent(one.worth))
    win, draw, _ = one.chances
    return say("you win {win}, draw {draw}", win=Percent(win), draw=Percent(draw))


def difference(game: Game[object], amount: float) -> Argument:
    """Return an amount of worth as it is said: points, or percent of a win."""
    return Points(amount) if game.info.unit == "points" else Percent(amount, 2)


def _choice(game: Game[object], state: object, seat: Seat, one: Advice) -> Text:
    action = Capital(game.name(state, seat, one.action))
    return say_in(
        "what a choice is worth", "{action}: {worth}", action=action, worth=valued(game, one)
    )


def _tied(place: int, advice: tuple[Advice, ...]) -> bool:
    return place > 1 and advice[place - 1].worth == advice[0].worth


def _ranked(place: int, choice: Text, *, tied: bool) -> Text:
    if place == 1:
        return say("💡 {choice}", choice=choice)
    if tied:
        return say("= {choice} (just as good)", choice=choice)
    return say_in("in an order of choices", "{place}. {choice}", place=place, choice=choice)


def _about_marked(
    game: Game[object], state: object, seat: Seat, advice: tuple[Advice, ...], marked: Action
) -> Text:
    """Say how much the choice that is marked at present would give away."""
    chosen = next((one for one in advice if one.action == marked), None)
    if chosen is None:
        return say("What you have marked is not possible now.")
    lost = advice[0].worth - chosen.worth
    if lost <= 0:
        return say("✅ Your marks are as good as it gets.")
    return say(
        "Your marks — {choice} — give away {lost}.",
        choice=_choice(game, state, seat, chosen),
        lost=difference(game, lost),
    )
