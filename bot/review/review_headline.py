"""The sentence with which a review begins: how the round ended for a seat, and why."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypeAlias

from bot.review.amounts import difference_of
from bot.review.played_round import Played
from bot.review.review_tables import rounded_account
from rules.game import Unit
from rules.review import SeatReview
from rules.screen import Seat
from rules.text import Text, say, say_count

End: TypeAlias = Literal[
    "won", "won by luck", "even", "lost to luck", "lost by choices", "left", "alone"
]
"""How a round ended for a seat: "even" is a draw or a shared win, "left" the end of nobody."""


def headline(played: Played, one: SeatReview, unshown: Collection[Seat] = (), *, you: bool) -> Text:
    """Return what a layman takes home from the round of a seat; `you` are its player.

    The seats `unshown` had made a secret choice when the round was left.
    """
    end, slips = _end(played, one), len(one.slips)
    if end == "left" and not one.decisions:
        return _left_before(one, unshown, you=you)
    if end == "alone":
        return _alone(played.unit, one, you=you)
    if not slips:
        return _for_you_without_slips(end) if you else _without_slips(end, one)
    return _for_you(end, slips) if you else _about(end, slips, one)


def _left_before(one: SeatReview, unshown: Collection[Seat], *, you: bool) -> Text:
    """Return what is said of a seat that chose nothing, or nothing that was shown."""
    if one.seat in unshown:
        return (
            say("The round was left before your choice was shown.")
            if you
            else say("The round was left before the choice of {seat} was shown.", seat=one.seat)
        )
    return (
        say("The round was left before you had anything to choose.")
        if you
        else say("The round was left before {seat} had anything to choose.", seat=one.seat)
    )


def _end(played: Played, one: SeatReview) -> End:
    if played.outcome is None or not played.over:
        return "left"
    if len(played.players) == 1:
        return "alone"
    ending = played.outcome.ending(one.seat)
    if ending == "drawn" and played.game.hands > 1 and any(played.outcome.won):
        ending = "lost"  # of several hands the other seat has won more
    match ending:
        case "won":
            blundered = any(slip.verdict == "blunder" for slip in one.slips)
            return "won by luck" if blundered and one.total("luck") > 0 else "won"
        case "drawn":
            return "even"
        case "lost":
            missing = one.start - one.result
            return "lost by choices" if -one.total("skill") >= missing / 2 else "lost to luck"


def _alone(unit: Unit, one: SeatReview, *, you: bool) -> Text:
    """Return the sentence for a sheet that was filled alone."""
    luck, slips = rounded_account(unit, one)["luck"], len(one.slips)
    amount = difference_of(unit, abs(luck))
    if you:
        return _alone_for_you(slips, amount, lucky=luck >= 0)
    return _alone_about(slips, amount, one, lucky=luck >= 0)


def _alone_for_you(slips: int, luck: Text, *, lucky: bool) -> Text:
    if not slips and lucky:
        return say("Luck gave you {luck}, and every choice of yours was good.", luck=luck)
    if not slips:
        return say("Luck took {luck} from you; every choice of yours was good.", luck=luck)
    if lucky:
        return say_count(
            "Luck gave you {luck}; you made {n} mistake.",
            "Luck gave you {luck}; you made {n} mistakes.",
            slips,
            luck=luck,
        )
    return say_count(
        "Luck took {luck} from you, and you made {n} mistake.",
        "Luck took {luck} from you, and you made {n} mistakes.",
        slips,
        luck=luck,
    )


def _alone_about(slips: int, luck: Text, one: SeatReview, *, lucky: bool) -> Text:
    if not slips and lucky:
        return say("Luck gave {seat} {luck}, and every choice was good.", seat=one.seat, luck=luck)
    if not slips:
        return say("Luck took {luck} from {seat}; every choice was good.", seat=one.seat, luck=luck)
    if lucky:
        return say_count(
            "Luck gave {seat} {luck}; there was {n} mistake.",
            "Luck gave {seat} {luck}; there were {n} mistakes.",
            slips,
            seat=one.seat,
            luck=luck,
        )
    return say_count(
        "Luck took {luck} from {seat}, and there was {n} mistake.",
        "Luck took {luck} from {seat}, and there were {n} mistakes.",
        slips,
        seat=one.seat,
        luck=luck,
    )


def _for_you_without_slips(end: End) -> Text:
    match end:
        case "won" | "won by luck":
            return say("You won, and every choice of yours was good.")
        case "even":
            return say("You came out even, and every choice of yours was good.")
        case "left":
            return say("Until the round was left, every choice of yours was good.")
        case _:
            return say("You lost to luck alone: every choice of yours was good.")


def _for_you(end: End, slips: int) -> Text:
    match end:
        case "won":
            return say_count("You won, with {n} mistake.", "You won, with {n} mistakes.", slips)
        case "won by luck":
            return say_count(
                "You won with luck, in spite of {n} mistake.",
                "You won with luck, in spite of {n} mistakes.",
                slips,
            )
        case "even":
            return say_count(
                "You came out even, with {n} mistake.",
                "You came out even, with {n} mistakes.",
                slips,
            )
        case "lost by choices":
            return say_count(
                "You lost by your choices: {n} mistake.",
                "You lost by your choices: {n} mistakes.",
                slips,
            )
        case "left":
            return say_count(
                "Until the round was left, you made {n} mistake.",
                "Until the round was left, you made {n} mistakes.",
                slips,
            )
        case _:
            return say_count(
                "You lost mostly to luck, with {n} mistake.",
                "You lost mostly to luck, with {n} mistakes.",
                slips,
            )


def _without_slips(end: End, one: SeatReview) -> Text:
    match end:
        case "won" | "won by luck":
            return say("{seat} won, and every choice was good.", seat=one.seat)
        case "even":
            return say("{seat} came out even, and every choice was good.", seat=one.seat)
        case "left":
            return say("Until the round was left, every choice of {seat} was good.", seat=one.seat)
        case _:
            return say("{seat} lost to luck alone: every choice was good.", seat=one.seat)


def _about(end: End, slips: int, one: SeatReview) -> Text:
    seat = one.seat
    match end:
        case "won":
            return say_count(
                "{seat} won, with {n} mistake.", "{seat} won, with {n} mistakes.", slips, seat=seat
            )
        case "won by luck":
            return say_count(
                "{seat} won with luck, in spite of {n} mistake.",
                "{seat} won with luck, in spite of {n} mistakes.",
                slips,
                seat=seat,
            )
        case "even":
            return say_count(
                "{seat} came out even, with {n} mistake.",
                "{seat} came out even, with {n} mistakes.",
                slips,
                seat=seat,
            )
        case "lost by choices":
            return say_count(
                "{seat} lost by choices: {n} mistake.",
                "{seat} lost by choices: {n} mistakes.",
                slips,
                seat=seat,
            )
        case "left":
            return say_count(
                "Until the round was left, {seat} made {n} mistake.",
                "Until the round was left, {seat} made {n} mistakes.",
                slips,
                seat=seat,
            )
        case _:
            return say_count(
                "{seat} lost mostly to luck, with {n} mistake.",
                "{seat} lost mostly to luck, with {n} mistakes.",
                slips,
                seat=seat,
            )
