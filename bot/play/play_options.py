"""The options of `/play` for each game: who plays, the game's own, then those of the table.

An option with more values than Discord lists in a menu is completed while the
member types.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import discord

from bot.language.render import PlainRenderer, render
from bot.table.help_given import HINTS_CHOICES
from bot.table.pace import PACES
from bot.table.score import MATCHES
from rules.game import Game, Named
from rules.text import Text, say, say_in

MOST_LISTED = 25
"""How many values of an option Discord lists."""


class PlayOption(NamedTuple):
    """An option of a command: its key, type, name, description, and the values to choose from."""

    key: str
    kind: Any
    name: Text
    about: Text
    values: tuple[Named, ...] = ()

    @property
    def listed(self) -> bool:
        """Whether Discord can list all values."""
        return 0 < len(self.values) <= MOST_LISTED

    @property
    def completed(self) -> bool:
        """Whether there are too many values to list, so that they are found by typing."""
        return len(self.values) > MOST_LISTED

    def matches(self, typed: str, language: str) -> list[tuple[str, str]]:
        """Return key and name of the values that a member may mean, the likeliest first.

        They are those whose name begins with what was typed, then those that contain it.
        """
        sought = typed.strip().casefold()
        named = [(value.key, _name(value, language)) for value in self.values]
        found = [one for one in named if sought in one[1].casefold() or sought == one[0]]
        found.sort(key=lambda one: not one[1].casefold().startswith(sought))
        return found[:MOST_LISTED]

    def key_of(self, typed: str, language: str) -> str:
        """Return the key of a value that was typed by its name, else what was typed.

        Discord sends what a member typed, if they chose none of the suggestions.
        """
        sought = typed.strip().casefold()
        by_name = {_name(value, language).casefold(): value.key for value in self.values}
        return by_name.get(sought, typed)


def options(game: Game[Any]) -> list[PlayOption]:
    """Return all options of a game's subcommand, in the order in which they are offered.

    They are at most seven: those of the seats, those of the game, those of the table.
    """
    return [*of_seats(game), *of_game(game), *of_table(game)]


def of_seats(game: Game[Any]) -> list[PlayOption]:
    """Return the options that say who plays which part."""
    info, asked = game.info, list[PlayOption]()
    if 2 in info.seats:
        about = (
            say("Challenge this member; leave out to play alone")
            if info.played_alone
            else say("Challenge this member; leave out to play the computer")
        )
        asked.append(
            PlayOption("opponent", discord.User, say_in("command option", "opponent"), about)
        )
    if info.seats.stop > 2:
        about = (
            say("Let anybody accept: the first one plays")
            if info.for_two
            else say("Wait for others, who join as long as there are seats")
        )
        asked.append(PlayOption("open", bool, say_in("command option", "open"), about))
        name = say_in("command option", "level")
        about = (
            say("Play the computer, and how well it plays")
            if info.played_alone
            else say("How well the computer plays")
        )
        asked.append(PlayOption("level", str, name, about, info.levels))
    if info.seat_names:
        name = say_in("command option", "seat")
        asked.append(PlayOption("seat", str, name, say("Which part you play"), info.seat_names))
    return asked


def of_game(game: Game[Any]) -> list[PlayOption]:
    """Return the game's own options."""
    return [PlayOption(own.key, str, own.name, own.name, own.values) for own in game.info.options]


def of_table(game: Game[Any]) -> list[PlayOption]:
    """Return the options that a table of this game has, whoever plays."""
    asked = list[PlayOption]()
    if 2 in game.info.seats:
        name, about = say_in("command option", "match"), say("How many rounds decide, between two")
        asked.append(PlayOption("match", str, name, about, MATCHES))
    if game.info.seats.stop > 2:
        name = say_in("command option", "pace")
        about = say("How long a turn takes, where others play")
        asked.append(PlayOption("pace", str, name, about, PACES))
    if game.exact is not None:
        name = say_in("command option", "hints")
        about = say("Hints and more; only rounds without are rated")
        asked.append(PlayOption("hints", str, name, about, HINTS_CHOICES))
    return asked


def _name(value: Named, language: str) -> str:
    return render(value.name, language, PlainRenderer(language))[:100]
