"""The first sentence of a review: the result of a seat, and its cause."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypeAlias

from bot.review.amounts import gain_of, rounded_totals
from bot.review.played_round import PlayedRound
from rules.game import Unit
from rules.review import SeatReview
from rules.screen import Seat
from rules.text import Text, say, say_count

End: TypeAlias = Literal[
    "won", "won by luck", "even", "lost to luck", "lost by choices", "left", "alone"
]
"""The end of a round for a seat: "even" is a draw or a shared win, "left" a round that was left."""


def headline(
    played: PlayedRound, one: SeatReview, secret_seats: Collection[Seat] = (), *, you: bool
) -> Text:
    """Return the headline of the round for a seat; with `you`, it addresses the player of the seat.

    The `secret_seats` had made a secret choice when the round was left.
    """
    end, mistakes = _end(played, one), len(one.mistakes)
    if end == "left" and not one.decisions:
        return _left_before(one, secret_seats, you=you)
    if end == "alone":
        return _alone(played.unit, one, you=you)
    if not mistakes:
        return _for_you_without_slips(end) if you else _without_slips(end, one)
    return _for_you(end, mistakes) if you else _about(end, mistakes, one)


def _left_before(one: SeatReview, secret_seats: Collection[Seat], *, you: bool) -> Text:
    """Return the headline for a seat without choices, or without choices that were shown."""
    if one.seat in secret_seats:
        return (
            say("The game was left before your choice was shown.")
            if you
            else say("The game was left before the choice of {seat} was shown.", seat=one.seat)
        )
    return (
        say("The game was left before you had anything to choose.")
        if you
        else say("The game was left before {seat} had anything to choose.", seat=one.seat)
    )


def _end(played: PlayedRound, one: SeatReview) -> End:
    if played.outcome is None or not played.over:
        return "left"
    if len(played.players) == 1:
        return "alone"
    match played.outcome.ending(one.seat):
        case "won":
            blundered = any(slip.verdict == "blunder" for slip in one.mistakes)
            return "won by luck" if blundered and one.total("luck") > 0 else "won"
        case "drawn":
            return "even"
        case "lost":
            missing = one.start - one.result
            return "lost by choices" if -one.total("skill") >= missing / 2 else "lost to luck"


def _alone(unit: Unit, one: SeatReview, *, you: bool) -> Text:
    """Return the headline for a sheet that was filled alone."""
    luck, mistakes = gain_of(unit, rounded_totals(unit, one)["luck"]), len(one.mistakes)
    if you and not mistakes:
        return say("Luck: {luck}. All your choices were good.", luck=luck)
    if you:
        return say_count(
            "Luck: {luck}. You made {n} mistake.",
            "Luck: {luck}. You made {n} mistakes.",
            mistakes,
            luck=luck,
        )
    if not mistakes:
        return say("{seat}: luck {luck}, and every choice was good.", seat=one.seat, luck=luck)
    return say_count(
        "{seat}: luck {luck}, and {n} mistake.",
        "{seat}: luck {luck}, and {n} mistakes.",
        mistakes,
        seat=one.seat,
        luck=luck,
    )


def _for_you_without_slips(end: End) -> Text:
    match end:
        case "won" | "won by luck":
            return say("You won, and all your choices were good.")
        case "even":
            return say("A draw, and all your choices were good.")
        case "left":
            return say("Until the game was left, all your choices were good.")
        case _:
            return say("You lost to luck alone: all your choices were good.")


def _for_you(end: End, mistakes: int) -> Text:
    match end:
        case "won":
            return say_count("You won, with {n} mistake.", "You won, with {n} mistakes.", mistakes)
        case "won by luck":
            return say_count(
                "You won by luck, despite {n} mistake.",
                "You won by luck, despite {n} mistakes.",
                mistakes,
            )
        case "even":
            return say_count(
                "A draw, with {n} mistake of yours.",
                "A draw, with {n} mistakes of yours.",
                mistakes,
            )
        case "lost by choices":
            return say_count(
                "Your choices lost it: {n} mistake.",
                "Your choices lost it: {n} mistakes.",
                mistakes,
            )
        case "left":
            return say_count(
                "Until the game was left, you made {n} mistake.",
                "Until the game was left, you made {n} mistakes.",
                mistakes,
            )
        case _:
            return say_count(
                "You lost mostly to luck, with {n} mistake.",
                "You lost mostly to luck, with {n} mistakes.",
                mistakes,
            )


def _without_slips(end: End, one: SeatReview) -> Text:
    match end:
        case "won" | "won by luck":
            return say("{seat} won, and every choice was good.", seat=one.seat)
        case "even":
            return say("A draw, and every choice of {seat} was good.", seat=one.seat)
        case "left":
            return say("Until the game was left, every choice of {seat} was good.", seat=one.seat)
        case _:
            return say("{seat} lost to luck alone: every choice was good.", seat=one.seat)


def _about(end: End, mistakes: int, one: SeatReview) -> Text:
    seat = one.seat
    match end:
        case "won":
            return say_count(
                "{seat} won, with {n} mistake.",
                "{seat} won, with {n} mistakes.",
                mistakes,
                seat=seat,
            )
        case "won by luck":
            return say_count(
                "{seat} won by luck, despite {n} mistake.",
                "{seat} won by luck, despite {n} mistakes.",
                mistakes,
                seat=seat,
            )
        case "even":
            return say_count(
                "A draw, with {n} mistake of {seat}.",
                "A draw, with {n} mistakes of {seat}.",
                mistakes,
                seat=seat,
            )
        case "lost by choices":
            return say_count(
                "{seat} lost through choices: {n} mistake.",
                "{seat} lost through choices: {n} mistakes.",
                mistakes,
                seat=seat,
            )
        case "left":
            return say_count(
                "Until the game was left, {seat} made {n} mistake.",
                "Until the game was left, {seat} made {n} mistakes.",
                mistakes,
                seat=seat,
            )
        case _:
            return say_count(
                "{seat} lost mostly to luck, with {n} mistake.",
                "{seat} lost mostly to luck, with {n} mistakes.",
                mistakes,
                seat=seat,
            )
