"""Worths of choices as text: a chance to win in percent, or points.

Every shown number is rounded once, to tenths (`tenths`), so that sentences and pictures of the same
amount agree.
"""

from __future__ import annotations

from math import copysign, floor
from typing import get_args

from rules.accuracy import accuracy
from rules.game import Advice, Unit
from rules.review import Kind, SeatReview
from rules.text import Percent, Placeholder, Points, Text, say, say_count, say_in

LEAST_SHOWN = 1
"""Smaller amounts, in tenths of a point or of a percent, are shown as "less than 0.1"."""


def tenths(unit: Unit, worth: float) -> int:
    """Return a worth in tenths of a point or of a percent; halves are rounded away from 0.

    >>> tenths("share", 0.3165), tenths("points", -0.25)
    (317, -3)
    """
    # Rounding to 8 decimals first removes the floating-point error of sums.
    scaled = round(abs(worth) * (10 if unit == "points" else 1000), 8)
    return int(copysign(floor(scaled + 0.5), worth))


def number(unit: Unit, count: int) -> Placeholder:
    """Return a number of `tenths` with one decimal: points, or percent with its sign."""
    return Points(count / 10, 1) if unit == "points" else Percent(count / 1000, 1)


def amount(unit: Unit, worth: float) -> Text:
    """Return a worth with one decimal: "chance to win 54.3%", "212.4 points"."""
    rounded = number(unit, tenths(unit, worth))
    if unit == "points":
        return say_in("an amount", "{points} points", points=rounded)
    return say_in("an amount", "chance to win {chance}", chance=rounded)


def accuracy_text(loss: float, par: float, *, estimated: bool = False) -> Text:
    """Return the accuracy of choices with this `loss`, where the level `house` loses `par`."""
    percent = Percent(accuracy(loss, par) / 100, 0)
    if estimated:
        return say("accuracy about {accuracy}", accuracy=percent)
    return say("accuracy {accuracy}", accuracy=percent)


def worth_of(unit: Unit, advice: Advice) -> Text:
    """Return the worth of a choice: an amount, with both chance and points where it has both."""
    if unit == "points" or advice.points is None:
        return amount(unit, advice.worth)
    chance = number(unit, tenths(unit, advice.worth))
    points = number("points", tenths("points", advice.points))
    if advice.exact:
        return say_in(
            "an amount",
            "chance to win {chance} · {points} expected points",
            chance=chance,
            points=points,
        )
    return say_in(
        "an amount",
        "chance to win about {chance} · {points} expected points",
        chance=chance,
        points=points,
    )


def difference(unit: Unit, worth: float, *, exact: bool = True) -> Text:
    """Return a difference of worth, above 0: "12.2% chance to win", "3.4 points", "1 point".

    The word "about" precedes a difference that is not `exact`.
    """
    return difference_of(unit, tenths(unit, worth), exact=exact)


def difference_of(unit: Unit, count: int, *, exact: bool = True) -> Text:
    """Return the text of `difference` for a number of `tenths`."""
    if count < LEAST_SHOWN:
        least = number(unit, LEAST_SHOWN)
        if unit == "points":
            return say("less than {points} points", points=least)
        return say("less than {chance} chance to win", chance=least)
    if unit == "share":
        text = say("{chance} chance to win", chance=number(unit, count))
    else:
        whole = count % 10 == 0
        # A number with a decimal takes the plural form of 2.
        plural, points = count // 10 if whole else 2, Points(count / 10, 0 if whole else 1)
        text = say_count("{points} point", "{points} points", plural, points=points)
    return text if exact else say_in("an amount", "about {amount}", amount=text)


def rounded_totals(unit: Unit, seat_review: SeatReview) -> dict[str, int]:
    """Return a seat's total of each kind in whole tenths of a point or of a percent.

    Start, result and all kinds but luck are rounded independently; luck is the remainder, so that
    the rounded numbers add up exactly. Every sentence and picture about a whole round shows these
    numbers.
    """
    totals: dict[str, int] = {
        kind: tenths(unit, seat_review.total(kind)) for kind in get_args(Kind) if kind != "luck"
    }
    start, result = tenths(unit, seat_review.start), tenths(unit, seat_review.result)
    luck = result - start - sum(totals.values())
    return {**totals, "start": start, "luck": luck, "result": result}


def gain_of(unit: Unit, count: int) -> Text:
    """Return a change of worth in `tenths`, with its sign and unit: "+20.3% chance to win"."""
    amount_gained = number(unit, count)
    change = say_in("an amount gained", "+{number}", number=amount_gained)
    if count <= 0:
        change = say_in("an amount", "{number}", number=amount_gained)
    if unit == "points":
        return say_in("an amount gained", "{change} points", change=change)
    return say_in("an amount gained", "{change} chance to win", change=change)
