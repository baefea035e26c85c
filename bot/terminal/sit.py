"""Who sits where when a round is played at one keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.frame import computer
from bot.words import Plain, speak
from rules.errors import BadSeats, Refusal
from rules.game import Game
from rules.screen import Seat
from rules.text import Text, say

LONGEST_NAME = 24


class UnknownSeat(Refusal):
    """Raised when a game has no seat of this name."""

    def __init__(self, key: str, known: tuple[str, ...]) -> None:
        super().__init__(
            say(
                "There is no seat called “{key}”. There are: {seats}.",
                key=key[:40],
                seats=", ".join(known),
            )
            if known
            else say("The seats of this game have no names. Leave out the seat.")
        )


class UnusableName(Refusal):
    """Raised when a name is empty, or two people would have the same."""

    def __init__(self) -> None:
        super().__init__(say("Give every player a name of their own."))


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits on a seat: a person, or the computer where there is a `level`."""

    name: str
    level: str | None = None


def sit(
    game: Game[Any],
    *,
    level: str | None = None,
    seat: str | None = None,
    names: Sequence[str] | None = None,
    language: str = "en",
) -> tuple[Sitting, ...]:
    """Return who sits on each seat, in order.

    With `names` these people play; a `level` then seats one computer more.
    Without, one person plays: alone where the game can be played alone and no
    level was asked for, else against one computer. Computers also fill up the
    least number of seats. The first person takes `seat`; by default that of the
    opener where a computer plays along, else the first. Raises BadSeats,
    UnknownLevel, UnknownSeat and UnusableName.
    """
    people = 1 if names is None else len(names)
    fewest = game.info.seats.start
    against = level is not None or (names is None and fewest > 1)
    computers = max(int(against), fewest - people if names is None else 0)
    if people == 0 or people + computers not in game.info.seats:
        raise BadSeats(fewest, game.info.seats.stop - 1)
    at = _seat(game, seat, computers > 0)
    order = [*range(1, people), *[None] * computers]
    order.insert(at, 0)
    people_names = [_alone(game, at, language)] if names is None else _cleaned(names)
    plays = game.level(level) if computers else None
    return tuple(
        Sitting(
            _say(computer(game.info, plays, Seat(index), alone=computers == 1), language), plays
        )
        if person is None
        else Sitting(people_names[person])
        for index, person in enumerate(order)
    )


def _seat(game: Game[Any], key: str | None, opens: bool) -> int:
    if key is None:
        return game.info.opener.index if opens else 0
    known = tuple(named.key for named in game.info.seat_names)
    if key not in known:
        raise UnknownSeat(key, known)
    return known.index(key)


def _cleaned(names: Sequence[str]) -> list[str]:
    cleaned = [
        " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
        for name in names
    ]
    if not all(cleaned) or len({name.casefold() for name in cleaned}) < len(cleaned):
        raise UnusableName
    return [name[:LONGEST_NAME] for name in cleaned]


def _alone(game: Game[Any], at: int, language: str) -> str:
    parts = game.info.seat_names
    spoken = _say(parts[at].name if parts else say("Player"), language)
    return spoken[:1].upper() + spoken[1:]


def _say(text: Text, language: str) -> str:
    return speak(text, language, Plain(language))
