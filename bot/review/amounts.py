"""Worths and differences of worth in words: wins in 100, or points."""

from __future__ import annotations

from rules.game import Advice, Unit
from rules.text import Points, Text, say, say_count, say_in

MIN_SHOWN = 0.05
"""Smaller amounts, in wins of 100 or in points, are shown as "less than 0.1"."""


def shown(unit: Unit, worth: float) -> float:
    """Return a worth as the number that is shown: points, or the wins in 100 rounds."""
    return worth if unit == "points" else 100 * worth


def amount(unit: Unit, worth: float) -> Text:
    """Return a worth with one decimal: "54.3 wins in 100", "212.4 points"."""
    number = Points(shown(unit, worth), 1)
    if unit == "points":
        return say_in("an amount", "{points} points", points=number)
    return say_in("an amount", "{wins} wins in 100", wins=number)


def worth_of(unit: Unit, advice: Advice) -> Text:
    """Return the worth of a choice: an amount, with both wins and points where it has both."""
    if unit == "points" or advice.points is None:
        return amount(unit, advice.worth)
    wins, points = Points(shown(unit, advice.worth), 1), Points(advice.points, 1)
    if advice.exact:
        return say_in(
            "an amount",
            "{wins} wins in 100 · {points} points on average",
            wins=wins,
            points=points,
        )
    return say_in(
        "an amount",
        "about {wins} wins in 100 · {points} points on average",
        wins=wins,
        points=points,
    )


def difference(unit: Unit, worth: float, *, exact: bool = True) -> Text:
    """Return a difference of worth, above 0, with one decimal or as a whole number.

    It is called "about" where it is not `exact`.
    """
    lost = shown(unit, worth)
    if lost < MIN_SHOWN:
        least = Points(2 * MIN_SHOWN, 1)
        if unit == "points":
            return say("less than {points} points", points=least)
        return say("less than {wins} wins in 100", wins=least)
    number = round(lost, 1)
    whole = number.is_integer()
    # A number with a decimal is counted as a few.
    count, said = int(number) if whole else 2, Points(number, 0 if whole else 1)
    amount = (
        say_count("{points} point", "{points} points", count, points=said)
        if unit == "points"
        else say_count("{wins} win in 100", "{wins} wins in 100", count, wins=said)
    )
    return amount if exact else say_in("an amount", "about {amount}", amount=amount)


def gain(unit: Unit, worth: float) -> Text:
    """Return a change of worth with its sign and one decimal: "+20.3", "-1.0", "0.0"."""
    return signed(round(shown(unit, worth), 1))


def gained(unit: Unit, worth: float) -> Text:
    """Return a change of worth with its sign and its unit: "+20.3 wins in 100", "-1.0 points"."""
    change = gain(unit, worth)
    if unit == "points":
        return say_in("an amount gained", "{change} points", change=change)
    return say_in("an amount gained", "{change} wins in 100", change=change)


def signed(number: float) -> Text:
    """Return a number with one decimal, and with a plus above 0."""
    if number > 0:
        return say_in("an amount gained", "+{number}", number=Points(number, 1))
    return say_in("an amount", "{number}", number=Points(number, 1))
