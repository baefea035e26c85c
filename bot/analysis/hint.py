"""Hints as blocks of text: the best choices, their worth, and the loss of the present one."""

from __future__ import annotations

from bot.language.render import Capital
from rules.game import Advice, Game
from rules.screen import Action, Block, Dice, Divider, Line, Mark, Menu, Screen, Seat
from rules.text import Percent, Points, Text, say, say_in

CHOICES_SHOWN = 3
"""The number of choices in a hint, best first."""

MIN_SHARE_SHOWN = 0.0001
"""Smaller shares of the win are shown as "less than …"."""

MIN_POINTS_SHOWN = 0.01
"""Smaller amounts of points are shown as "less than …"."""

MIN_DRAW_SHOWN = 0.0005
"""Less likely draws are not shown: their probability would be rounded to 0.0 %."""


def hint(game: Game[object], state: object, seat: Seat, chosen: Action | None) -> tuple[Block, ...]:
    """Return a hint for an awaited seat; `chosen` is its present choice, None if it has none.

    The first call may take long, while the tables of exact play are computed.
    """
    if game.advise is None:
        return (Line(say("There are no hints for this game.")),)
    advice = game.advise(state, seat)
    # The hint outlives the board of this moment, so it shows the dice that it is about.
    lines: list[Block] = [
        Dice(control.faces, control.face_set)
        for control in game.screen(state, seat).controls
        if isinstance(control, Mark)
    ]
    lines += [
        Line(_ranked(place, _choice(game, state, seat, option), advice))
        for place, option in enumerate(advice[:CHOICES_SHOWN], 1)
    ]
    if chosen is not None:
        lines += [Divider(), Line(_about_chosen(game, state, seat, advice, chosen))]
    lines += [Line(text, "quiet") for text in _units(game, advice[:CHOICES_SHOWN])]
    return tuple(lines)


def present_choice(screen: Screen, selected: tuple[int, ...]) -> Action | None:
    """Return the action that a seat has prepared, or made and may still replace; else None.

    `selected` holds the positions of the selected dice.
    """
    for control in screen.controls:
        match control:
            case Mark() if selected:
                return control.action(selected)
            case Menu(_, choices):
                for choice in choices:
                    if choice.chosen:
                        return choice.action
            case _:
                continue
    return None


def difference(game: Game[object], amount: float) -> Text:
    """Return an amount of worth, above 0, in words: in points, or as a share of the win."""
    if game.info.unit == "points":
        if amount < MIN_POINTS_SHOWN:
            return say("less than {points} points", points=Points(MIN_POINTS_SHOWN))
        return say_in("an amount", "{points} points", points=Points(amount))
    if amount < MIN_SHARE_SHOWN:
        return say("less than {share} of the win", share=Percent(MIN_SHARE_SHOWN, 2))
    return say_in("an amount", "{share} of the win", share=Percent(amount, 2))


def _choice(game: Game[object], state: object, seat: Seat, option: Advice) -> Text:
    action = Capital(game.name(state, seat, option.action))
    return say_in(
        "what a choice is worth",
        "**{action}**: {worth}",
        action=action,
        worth=_option_worth(game, option),
    )


def _option_worth(game: Game[object], option: Advice) -> Text:
    """Return the worth of a choice in words: its chances, its points or its share of the win."""
    if option.chances is None:
        if game.info.unit == "points":
            return say("{points} points in all", points=Points(option.worth))
        return say("worth {share} of the win", share=Percent(option.worth))
    win, draw, _ = option.chances
    if draw < MIN_DRAW_SHOWN:
        return say("you win {win}", win=Percent(win))
    return say("you win {win}, draw {draw}", win=Percent(win), draw=Percent(draw))


def _ranked(place: int, choice: Text, advice: tuple[Advice, ...]) -> Text:
    """Return a choice with its place; a choice that equals the one above it is shown as equal."""
    if place == 1:
        return say("💡 {choice}", choice=choice)
    if advice[place - 1].worth == advice[place - 2].worth:
        return say("= {choice} (just as good)", choice=choice)
    return say_in("in an order of choices", "{place}. {choice}", place=place, choice=choice)


def _about_chosen(
    game: Game[object], state: object, seat: Seat, advice: tuple[Advice, ...], chosen: Action
) -> Text:
    """Return how much the present choice gives away, compared with the best."""
    own = next((option for option in advice if option.action == chosen), None)
    if own is None:
        return say("Your selection is not possible now.")
    loss = advice[0].worth - own.worth
    if loss <= 0:
        return say("✅ Your present choice is as good as it gets.")
    return say(
        "Your present choice (**{choice}**) gives away {lost}.",
        choice=game.name(state, seat, chosen),
        lost=difference(game, loss),
    )


def _units(game: Game[object], shown: tuple[Advice, ...]) -> tuple[Text, ...]:
    """Return the notes that explain the numbers of the choices shown."""
    if game.info.unit == "points":
        return (
            say(
                "This is your own final total on average, with perfect play from here on; "
                "not the chance to beat the others."
            ),
        )
    exact = say("Exact, if everybody plays perfectly from here on.")
    if any(option.chances is not None and option.chances[1] >= MIN_DRAW_SHOWN for option in shown):
        return (say("A draw counts as a share of the win: half between two players."), exact)
    return (exact,)
