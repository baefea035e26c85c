"""The sentence with which a review begins: how the round ended for a seat, and why."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypeAlias

from bot.review.amounts import difference
from bot.review.played_round import Played
from rules.game import Unit
from rules.review import SeatReview
from rules.screen import Seat
from rules.text import Argument, Text, say, say_count

End: TypeAlias = Literal[
    "won", "won by luck", "even", "lost to luck", "lost by choices", "left", "alone"
]
"""How a round ended for a seat: "even" is a draw or a shared win, "left" the end of nobody."""


def headline(played: Played, one: SeatReview, unshown: Collection[Seat] = (), *, you: bool) -> Text:
    """Return what a layman takes home from the round of a seat; `you` are its player.

    The seats `unshown` had made a secret choice when the round was left.
    """
    unit, slips = played.unit, one.slips
    end = _end(played, one)
    if end == "left" and not one.decisions and one.seat in unshown:
        return (
            say("The round was left before your choice was shown.")
            if you
            else say("The round was left before the choice of {seat} was shown.", seat=one.seat)
        )
    if end == "left" and not one.decisions:
        return (
            say("The round was left before you had anything to choose.")
            if you
            else say("The round was left before {seat} had anything to choose.", seat=one.seat)
        )
    if end == "alone":
        return _alone(unit, one, you=you)
    if not slips:
        return _for_you_without_slips(end) if you else _without_slips(end, one)
    cost = difference(unit, sum(slip.given_away for slip in slips))
    return _for_you(end, len(slips), cost) if you else _about(end, len(slips), cost, one)


def _end(played: Played, one: SeatReview) -> End:
    if played.outcome is None or not played.over:
        return "left"
    if len(played.players) == 1:
        return "alone"
    match played.outcome.ending(one.seat):
        case "won":
            blundered = any(slip.verdict == "blunder" for slip in one.slips)
            return "won by luck" if blundered and one.total("luck") > 0 else "won"
        case "drawn":
            return "even"
        case "lost":
            missing = one.start - one.result
            return "lost by choices" if -one.total("skill") >= missing / 2 else "lost to luck"


def _alone(unit: Unit, one: SeatReview, *, you: bool) -> Text:
    """Return the sentence for a sheet that was filled alone, read by its player."""
    luck, slips = one.total("luck"), one.slips
    cost = difference(unit, sum(slip.given_away for slip in slips)) if slips else None
    amount: dict[str, Argument] = {"luck": difference(unit, abs(luck))}
    if you:
        return _alone_for_you(luck >= 0, amount, len(slips), cost)
    return _alone_about(luck >= 0, {**amount, "seat": one.seat}, len(slips), cost)


def _alone_for_you(lucky: bool, luck: dict[str, Argument], slips: int, cost: Text | None) -> Text:
    if cost is None and lucky:
        return say("Luck gave you {luck}, and every choice of yours was good.", **luck)
    if cost is None:
        return say("Luck took {luck} from you; every choice of yours was good.", **luck)
    if lucky:
        return say_count(
            "Luck gave you {luck}; {n} slip cost you {cost}.",
            "Luck gave you {luck}; {n} slips cost you {cost}.",
            slips,
            cost=cost,
            **luck,
        )
    return say_count(
        "Luck took {luck} from you; {n} slip cost you {cost}.",
        "Luck took {luck} from you; {n} slips cost you {cost}.",
        slips,
        cost=cost,
        **luck,
    )


def _alone_about(lucky: bool, luck: dict[str, Argument], slips: int, cost: Text | None) -> Text:
    if cost is None and lucky:
        return say("Luck gave {seat} {luck}, and every choice was good.", **luck)
    if cost is None:
        return say("Luck took {luck} from {seat}; every choice was good.", **luck)
    if lucky:
        return say_count(
            "Luck gave {seat} {luck}; {n} slip cost {cost}.",
            "Luck gave {seat} {luck}; {n} slips cost {cost}.",
            slips,
            cost=cost,
            **luck,
        )
    return say_count(
        "Luck took {luck} from {seat}; {n} slip cost {cost}.",
        "Luck took {luck} from {seat}; {n} slips cost {cost}.",
        slips,
        cost=cost,
        **luck,
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


def _for_you(end: End, slips: int, cost: Text) -> Text:
    match end:
        case "won":
            return say_count(
                "You won; {n} slip cost you {cost}.",
                "You won; {n} slips cost you {cost}.",
                slips,
                cost=cost,
            )
        case "won by luck":
            return say_count(
                "You won with luck: {n} slip had cost you {cost}.",
                "You won with luck: {n} slips had cost you {cost}.",
                slips,
                cost=cost,
            )
        case "even":
            return say_count(
                "You came out even; {n} slip cost you {cost}.",
                "You came out even; {n} slips cost you {cost}.",
                slips,
                cost=cost,
            )
        case "lost by choices":
            return say_count(
                "You lost by your choices: {n} slip cost you {cost}.",
                "You lost by your choices: {n} slips cost you {cost}.",
                slips,
                cost=cost,
            )
        case "left":
            return say_count(
                "Until the round was left, {n} slip cost you {cost}.",
                "Until the round was left, {n} slips cost you {cost}.",
                slips,
                cost=cost,
            )
        case _:
            return say_count(
                "You lost mostly to luck; {n} slip cost you {cost}.",
                "You lost mostly to luck; {n} slips cost you {cost}.",
                slips,
                cost=cost,
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


def _about(end: End, slips: int, cost: Text, one: SeatReview) -> Text:
    said: dict[str, Argument] = {"seat": one.seat, "cost": cost}
    match end:
        case "won":
            return say_count(
                "{seat} won; {n} slip cost {cost}.",
                "{seat} won; {n} slips cost {cost}.",
                slips,
                **said,
            )
        case "won by luck":
            return say_count(
                "{seat} won with luck: {n} slip had cost {cost}.",
                "{seat} won with luck: {n} slips had cost {cost}.",
                slips,
                **said,
            )
        case "even":
            return say_count(
                "{seat} came out even; {n} slip cost {cost}.",
                "{seat} came out even; {n} slips cost {cost}.",
                slips,
                **said,
            )
        case "lost by choices":
            return say_count(
                "{seat} lost by choices: {n} slip cost {cost}.",
                "{seat} lost by choices: {n} slips cost {cost}.",
                slips,
                **said,
            )
        case "left":
            return say_count(
                "Until the round was left, {n} slip cost {seat} {cost}.",
                "Until the round was left, {n} slips cost {seat} {cost}.",
                slips,
                **said,
            )
        case _:
            return say_count(
                "{seat} lost mostly to luck; {n} slip cost {cost}.",
                "{seat} lost mostly to luck; {n} slips cost {cost}.",
                slips,
                **said,
            )
