"""The sentences about the comparison of the three parts (README 5.3, 5.4)."""

from __future__ import annotations

from rules.dice import Roll
from rules.games.six_card.cards import CARDS, Split, compare
from rules.games.six_card.state import SEATS
from rules.screen import Seat
from rules.text import Text, say


def verdicts(one: Split, other: Split) -> tuple[Text, Text, Text]:
    """Return the sentences about High card, Pair and Sum: the winner of each and the reason."""
    high, middle, low = compare(one, other)
    return (
        _low(_winner(low), *_ordered(low, one.low, other.low)),
        _middle(_winner(middle), *_ordered(middle, one.middle, other.middle)),
        _high(_winner(high), *_ordered(high, one.high, other.high)),
    )


def _winner(sign: int) -> Seat | None:
    return None if sign == 0 else SEATS[0] if sign > 0 else SEATS[1]


def _ordered(sign: int, one: Roll, other: Roll) -> tuple[Roll, Roll]:
    """Return the cards of the part's winner first."""
    return (one, other) if sign >= 0 else (other, one)


def _high(winner: Seat | None, better: Roll, worse: Roll) -> Text:
    if winner is None:
        return say("Sum: both add up to {sum}, half each.", sum=sum(better))
    return say(
        "Sum: {seat} wins, {better} to {worse}.", seat=winner, better=sum(better), worse=sum(worse)
    ).with_you(say("Sum: you win, {better} to {worse}."))


def _middle(winner: Seat | None, better: Roll, worse: Roll) -> Text:
    if winner is None:
        return say("Pair: both are equal, half each.")
    (top, second), (their_top, their_second) = better, worse
    if top == second and their_top == their_second:
        return say(
            "Pair: {seat} wins, a pair of {better} beats a pair of {worse}.",
            seat=winner,
            better=CARDS.plural_of(top),
            worse=CARDS.plural_of(their_top),
        ).with_you(say("Pair: you win, a pair of {better} beats a pair of {worse}."))
    if top == second:
        return say(
            "Pair: {seat} wins, a pair of {better} beats no pair.",
            seat=winner,
            better=CARDS.plural_of(top),
        ).with_you(say("Pair: you win, a pair of {better} beats no pair."))
    if top != their_top:
        return say(
            "Pair: {seat} wins, {better} beats {worse}.",
            seat=winner,
            better=CARDS.singular_of(top),
            worse=CARDS.singular_of(their_top),
        ).with_you(say("Pair: you win, {better} beats {worse}."))
    return say(
        "Pair: {seat} wins, the second card {better} beats {worse}.",
        seat=winner,
        better=CARDS.singular_of(second),
        worse=CARDS.singular_of(their_second),
    ).with_you(say("Pair: you win, the second card {better} beats {worse}."))


def _low(winner: Seat | None, better: Roll, worse: Roll) -> Text:
    if winner is None:
        return say("High card: both are equal, half each.")
    return say(
        "High card: {seat} wins, {better} beats {worse}.",
        seat=winner,
        better=CARDS.singular_of(better[0]),
        worse=CARDS.singular_of(worse[0]),
    ).with_you(say("High card: you win, {better} beats {worse}."))
