"""The seating of a round at one keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.language.render import YOU, PlainRenderer
from bot.table.frame import computer
from rules.errors import BadSeats, Refusal
from rules.game import Game
from rules.screen import Seat
from rules.text import say

MAX_NAME_LENGTH = 24
"""Longer names are truncated."""


@dataclass(frozen=True, slots=True)
class LocalPlayer:
    """The player on a seat: a person, or a computer of this `level`."""

    name: str
    level: str | None = None


def seat_players(
    game: Game[Any],
    *,
    level: str | None = None,
    names: Sequence[str] | None = None,
    language: str = "en",
) -> tuple[LocalPlayer, ...]:
    """Return the players in the order of the seats.

    With `names` these people play, and one computer if `level` is given. Without
    `names` one person plays: alone if the game allows it and `level` is None, else with
    as many computers as the game needs, at least one. The first person takes the seat of the
    opener if a computer plays, else the first seat. Raises BadSeats, and a refusal for an
    unknown level and for names that are not unique.
    """
    people = 1 if names is None else len(names)
    fewest = game.info.seats.start
    with_computer = level is not None or (names is None and fewest > 1)
    computers = max(int(with_computer), fewest - people if names is None else 0)
    if people == 0 or people + computers not in game.info.seats:
        raise BadSeats(fewest, game.info.seats.stop - 1)
    first = game.info.opener.index if computers else 0
    order = [*range(1, people), *[None] * computers]
    order.insert(first, 0)
    people_names = [PlainRenderer(language).render(YOU)] if names is None else _clean(names)
    computer_level = game.level(level) if computers else None
    players = tuple(
        LocalPlayer("", computer_level) if person is None else LocalPlayer(people_names[person])
        for person in order
    )
    return _name_by_seat(game, players, language)


def move_on(
    game: Game[Any], players: tuple[LocalPlayer, ...], language: str
) -> tuple[LocalPlayer, ...]:
    """Return the players of a rematch, in which each moves on by one seat."""
    return _name_by_seat(game, (*players[1:], players[0]), language)


def _name_by_seat(
    game: Game[Any], players: tuple[LocalPlayer, ...], language: str
) -> tuple[LocalPlayer, ...]:
    """Return the players with the names of the computers on these seats."""
    alone = sum(player.level is not None for player in players) == 1

    def name(index: int, player: LocalPlayer) -> str:
        if player.level is None:
            return player.name
        named = computer(game.info, player.level, Seat(index), alone=alone)
        return PlainRenderer(language).render(named)

    return tuple(replace(player, name=name(index, player)) for index, player in enumerate(players))


def _clean(names: Sequence[str]) -> list[str]:
    cleaned = [
        " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
        for name in names
    ]
    if not all(cleaned) or len({name.casefold() for name in cleaned}) < len(cleaned):
        raise Refusal(say("Give every player a different name."))
    return [name[:MAX_NAME_LENGTH] for name in cleaned]
