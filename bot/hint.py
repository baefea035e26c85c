"""A hint in words: the best choices, what they are worth, and what the present one gives away."""

from __future__ import annotations

from bot.words import Capital
from rules.game import Advice, Game
from rules.screen import Action, Block, Dice, Divider, Line, Mark, Menu, Screen, Seat
from rules.text import Percent, Points, Text, say, say_in

SHOWN = 3
"""How many choices a hint names: the best one and the next two."""

LEAST = 0.0001
"""Less than this part of the win, or less than a hundredth of a point, is not worth a number."""


DRAWN = 0.0005
"""A draw that is less likely than this would be read as 0.0 %, and is not told."""


def hint(game: Game[object], state: object, seat: Seat, chosen: Action | None) -> tuple[Block, ...]:
    """Return what a seat that is to choose is told; `chosen` is what it would choose at present.

    Asks the game's exact play, which may take long when asked for the first time.
    """
    if game.advise is None:
        return (Line(say("There are no hints for this game.")),)
    advice = game.advise(state, seat)
    # A hint stays where it was given: it shows the dice it speaks of.
    lines: list[Block] = [
        Dice(control.faces, control.drawn)
        for control in game.screen(state, seat).controls
        if isinstance(control, Mark)
    ]
    lines += [
        Line(_ranked(place, _choice(game, state, seat, one), advice))
        for place, one in enumerate(advice[:SHOWN], 1)
    ]
    if chosen is not None:
        lines += [Divider(), Line(_about_chosen(game, state, seat, advice, chosen))]
    lines += [Line(text, "quiet") for text in _counted(game, advice[:SHOWN])]
    return tuple(lines)


def present_choice(screen: Screen, marked: tuple[int, ...]) -> Action | None:
    """Return what a seat is about to do, or has chosen and may still replace; None if nothing.

    `marked` are the positions of the dice that it has marked.
    """
    for control in screen.controls:
        match control:
            case Mark() if marked:
                return control.action(marked)
            case Menu(_, choices):
                for choice in choices:
                    if choice.chosen:
                        return choice.action
            case _:
                continue
    return None


def difference(game: Game[object], amount: float) -> Text:
    """Say an amount of worth, above 0: so many points, or so much of the win."""
    if game.info.unit == "points":
        if amount < 100 * LEAST:
            return say("less than {points} points", points=Points(100 * LEAST))
        return say_in("an amount", "{points} points", points=Points(amount))
    if amount < LEAST:
        return say("less than {share} of the win", share=Percent(LEAST, 2))
    return say_in("an amount", "{share} of the win", share=Percent(amount, 2))


def _choice(game: Game[object], state: object, seat: Seat, one: Advice) -> Text:
    action = Capital(game.name(state, seat, one.action))
    return say_in(
        "what a choice is worth", "**{action}**: {worth}", action=action, worth=_valued(game, one)
    )


def _valued(game: Game[object], one: Advice) -> Text:
    """Say what a choice is worth: chances where shares count, else points."""
    if one.chances is None:
        if game.info.unit == "points":
            return say("{points} points in all", points=Points(one.worth))
        return say("worth {share} of the win", share=Percent(one.worth))
    win, draw, _ = one.chances
    if draw < DRAWN:
        return say("you win {win}", win=Percent(win))
    return say("you win {win}, draw {draw}", win=Percent(win), draw=Percent(draw))


def _ranked(place: int, choice: Text, advice: tuple[Advice, ...]) -> Text:
    """Say a choice with its place; one that is as good as the one above it is marked equal."""
    if place == 1:
        return say("💡 {choice}", choice=choice)
    if advice[place - 1].worth == advice[place - 2].worth:
        return say("= {choice} (just as good)", choice=choice)
    return say_in("in an order of choices", "{place}. {choice}", place=place, choice=choice)


def _about_chosen(
    game: Game[object], state: object, seat: Seat, advice: tuple[Advice, ...], chosen: Action
) -> Text:
    """Say how much the present choice would give away."""
    found = next((one for one in advice if one.action == chosen), None)
    if found is None:
        return say("What you have marked is not possible now.")
    lost = advice[0].worth - found.worth
    if lost <= 0:
        return say("✅ Your present choice is as good as it gets.")
    return say(
        "Your present choice (**{choice}**) gives away {lost}.",
        choice=game.name(state, seat, chosen),
        lost=difference(game, lost),
    )


def _counted(game: Game[object], told: tuple[Advice, ...]) -> tuple[Text, ...]:
    """Say what the numbers of the choices that were told count."""
    if game.info.unit == "points":
        return (
            say(
                "This is your own final total on average, with perfect play from here on; "
                "not the chance to beat the others."
            ),
        )
    exact = say("Exact, if everybody plays perfectly from here on.")
    if any(one.chances is not None and one.chances[1] >= DRAWN for one in told):
        return (say("A draw counts as your part of the win: half of it between two."), exact)
    return (exact,)
