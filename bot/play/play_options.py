"""The options of `/play`: the game, the players, and the terms of the table.

The properties of a game decide which of the options and values it has; the options of the game
itself are chosen for a challenge alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer, render
from bot.table.help_given import HINTS_CHOICES
from bot.table.opening import OpenRequest
from bot.table.pace import PACES
from bot.table.score import MATCHES
from rules import registry
from rules.game import Game, Named, Option
from rules.text import Capital, Text, say, say_in

MOST_LISTED = 25
"""The most values of an option that Discord lists."""

LONGEST_DESCRIPTION = 100
"""The most letters that Discord allows in the description of a command."""


def _of_two(game: Game[Any]) -> bool:
    return 2 in game.info.seats


def _of_several(game: Game[Any]) -> bool:
    return game.info.seats.stop > 2


class PlayOption(NamedTuple):
    """An option of a command: its key, name and description.

    `has` returns whether a game has it, `values` returns the values that may be chosen there; the
    value of an option without any is not from a list.
    """

    key: str
    name: Text
    about: Text
    has: Callable[[Game[Any]], bool] = _of_several
    values: Callable[[Game[Any]], tuple[Named, ...]] = lambda _: ()

    def lacks(self, game: Game[Any], value: Any) -> bool:
        """Return whether a game lacks the option, or this value of it, which other games have."""
        own = [one.key for one in self.values(game)]
        elsewhere = [one.key for one in values_of(self)]
        return not self.has(game) or (value in elsewhere and value not in own)


GAME = PlayOption(
    "game",
    say_in("command option", "game"),
    say("Which game; leave out to see all of them"),
    lambda _: True,
    lambda game: (Named(game.info.key, game.info.described),),
)
OPPONENT = PlayOption(
    "opponent",
    say_in("command option", "opponent"),
    say("Challenge this member"),
    _of_two,
)
OPEN = PlayOption(
    "open",
    say_in("command option", "open"),
    say("Wait for others, who join as long as there are seats"),
)
LEVEL = PlayOption(
    "level",
    say_in("command option", "level"),
    say("Play the computer, and how well it plays"),
    values=lambda game: game.info.levels,
)
SEAT = PlayOption(
    "seat",
    say_in("command option", "seat"),
    say("Which part you play"),
    lambda game: bool(game.info.seat_names),
    lambda game: game.info.seat_names,
)
MATCH = PlayOption(
    "match",
    say_in("command option", "match"),
    say("How many games decide, between two"),
    _of_two,
    lambda _: MATCHES,
)
PACE = PlayOption(
    "pace",
    say_in("command option", "pace"),
    say("How long a turn takes, where others play"),
    values=lambda _: PACES,
)
HINTS = PlayOption(
    "hints",
    say_in("command option", "hints"),
    say("Hints and more; only games without are rated"),
    lambda game: game.exact is not None,
    lambda _: HINTS_CHOICES,
)

OF_TABLE = (MATCH, PACE, HINTS)
"""The options of a table, whoever plays."""

OPTIONS = (OPPONENT, OPEN, LEVEL, SEAT, *OF_TABLE)
"""The options of `/play` but the game, in the order in which they are offered."""


def values_of(option: PlayOption) -> list[Named]:
    """Return the values that an option has in any game, as many as Discord lists."""
    found = {
        value.key: value for game in registry.games().values() for value in option.values(game)
    }
    return [*found.values()][:MOST_LISTED]


def of_game(game: Game[Any]) -> list[PlayOption]:
    """Return the options for a challenge to this game alone: the seat, and the game's own options.

    Options with a single value, and those with more than Discord lists, are left out.
    """
    found = [option for option in (SEAT, *map(_own, game.info.options)) if option.has(game)]
    return [one for one in found if 1 < len(one.values(game)) <= MOST_LISTED]


def not_offered(asked: OpenRequest) -> list[Text]:
    """Return the choices that the game does not have: the options with their values."""
    game, given = registry.game(asked.game), _chosen(asked)
    return [
        _with_value(one, given[one.key])
        for one in OPTIONS
        if one.key in given and one.lacks(game, given[one.key])
    ]


def as_offered(asked: OpenRequest) -> OpenRequest:
    """Return a request without the choices that the game does not have."""
    game, given = registry.game(asked.game), _chosen(asked)
    kept = {
        one.key: given[one.key]
        for one in OPTIONS
        if one.key in given and not one.lacks(game, given[one.key])
    }
    return replace(
        asked,
        opponent=kept.pop("opponent", None),
        open_to_all=kept.pop("open", False),
        level=kept.pop("level", None),
        seat=kept.pop("seat", None),
        table_options=kept,
    )


def chosen(asked: OpenRequest) -> list[Text]:
    """Return the choices besides the game: the options with their values."""
    given = _chosen(asked)
    return [_with_value(one, given[one.key]) for one in OPTIONS if one.key in given]


def _own(option: Option) -> PlayOption:
    """Return an option of a game itself, as the panel of a challenge offers it."""
    return PlayOption(option.key, option.name, option.name, values=lambda _: option.values)


def _chosen(asked: OpenRequest) -> dict[str, Any]:
    """Return the choices of a request by the keys of the options."""
    given = {
        "opponent": asked.opponent,
        "open": asked.open_to_all or None,
        "level": asked.level,
        "seat": asked.seat,
        **asked.table_options,
    }
    return {key: value for key, value in given.items() if value is not None}


def _with_value(option: PlayOption, key: Any) -> Text:
    name = Capital(option.name)
    for value in values_of(option):
        if value.key == key:
            return say("{option}: {value}", option=name, value=value.name)
    return say_in("an option", "{option}", option=name)


def description() -> Text:
    """Return the description of `/play`: the names of as many games as fit in every language."""
    first, *others = [game.info.name for game in registry.games().values()]
    fitting = first
    for other in others:
        longer = say_in("names of games", "{before}, {after}", before=fitting, after=other)
        if any(len(_in(longer, language)) > LONGEST_DESCRIPTION for language in LANGUAGES):
            return fitting
        fitting = longer
    return fitting


def _in(text: Text, language: str) -> str:
    return render(text, language, PlainRenderer(language))
