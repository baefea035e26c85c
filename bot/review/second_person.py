"""Private texts in the second person, for members without other members in the round.

Sentences with a verb have a form of their own here, since a name takes the third person.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from bot.table.stored_round import StoredRound
from rules.dice import FaceSet
from rules.screen import Action, Seat
from rules.text import Text, say, say_in

T = TypeVar("T")

YOU = say_in("the only player", "You")
"""The name of the only member at a table, on private pages."""


TO_YOU: Mapping[str, Text] = {
    "{seat}, your turn": say_in("headline", "Your turn"),
    "{seat}, your turn — {task}": say_in("headline", "Your turn — {task}"),
    "{seat} rolls …": say_in("headline", "You roll …"),
    "Dealer {seat}": say_in("a seat", "You (dealer)"),
    "Player {seat}": say_in("a seat", "You (player)"),
    "{seat} wins": say_in("a result", "You win"),
    "{seat} wins {score}": say_in("a result", "You win {score}"),
    "✅ {seat} has decided.": say("✅ You have decided."),
    "{seat} wrote {points} in “{row}”": say("You wrote {points} in “{row}”"),
    "{seat} wrote {points} in “{row}” (+{more})": say("You wrote {points} in “{row}” (+{more})"),
    "{seat} takes the lead": say_in("an event", "You take the lead"),
    "Sum: {seat} wins, {better} to {worse}.": say("Sum: you win, {better} to {worse}."),
    "Pair: {seat} wins, a pair of {better} beats a pair of {worse}.": say(
        "Pair: you win, a pair of {better} beats a pair of {worse}."
    ),
    "Pair: {seat} wins, a pair of {better} beats no pair.": say(
        "Pair: you win, a pair of {better} beats no pair."
    ),
    "Pair: {seat} wins, {better} beats {worse}.": say("Pair: you win, {better} beats {worse}."),
    "Pair: {seat} wins, the second card {better} beats {worse}.": say(
        "Pair: you win, the second card {better} beats {worse}."
    ),
    "High card: {seat} wins, {better} beats {worse}.": say(
        "High card: you win, {better} beats {worse}."
    ),
    "{seat} kept all": say("You kept all"),
    "{seat} kept this hand": say("You kept this hand"),
    "{seat} rerolled all five": say("You rerolled all five"),
    "{seat} kept {kept}, rerolled {rerolled}": say("You kept {kept}, rerolled {rerolled}"),
    "{seat} chose {chosen}": say("You chose {chosen}"),
}
"""The sentences about a seat that have a verb, in the form for its player."""

OF_OTHERS: Mapping[str, Text] = {
    "{seat}, your turn": say_in("headline", "{seat} chooses"),
    "{seat}, your turn — {task}": say_in("headline", "{seat} chooses"),
}
"""The sentences that address a seat, in the form for the player of another one."""


def only_member(stored: StoredRound, user: int) -> Seat | None:
    """Return the seat of a member who played without other members, None for any other user."""
    members = [Seat(at) for at, one in enumerate(stored.players) if one.user is not None]
    return members[0] if len(members) == 1 and members == [*stored.seats_of(user)] else None


def to_you(shown: T, seat: Seat | None) -> T:
    """Return a Screen, or blocks, with the player on `seat` as "you"; None changes nothing."""
    if seat is None:
        return shown
    made: Any = _to_you(shown, seat)
    result: T = made
    return result


def _to_you(shown: Any, seat: Seat) -> Any:
    match shown:
        case Text():
            return _text(shown, seat)
        case tuple():
            return tuple(_to_you(one, seat) for one in shown)
        case FaceSet() | Action():
            return shown
        case _ if is_dataclass(shown):
            parts = {one.name: getattr(shown, one.name) for one in fields(shown) if one.init}
            return replace(
                shown,  # type: ignore[type-var]
                **{name: _to_you(part, seat) for name, part in parts.items()},
            )
        case _:
            return shown


def _text(text: Text, seat: Seat) -> Text:
    arguments = tuple(
        (name, YOU if value == seat else _text(value, seat) if isinstance(value, Text) else value)
        for name, value in text.arguments
    )
    own = ("seat", seat) in text.arguments
    said = (TO_YOU if own else OF_OTHERS).get(text.template)
    if said is None:
        return replace(text, arguments=arguments)
    return replace(said, arguments=arguments, count=text.count)
