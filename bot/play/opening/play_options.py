"""The options of `/play`: the game, the players, and the time for a turn.

The properties of a game decide which of the options and values it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer, render
from bot.table.opening import OpenRequest
from rules import registry
from rules.game import Game, NamedKey
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
    values: Callable[[Game[Any]], tuple[NamedKey, ...]] = lambda _: ()

    def lacks(self, game: Game[Any], value: Any) -> bool:
        """Return whether a game lacks the option, or this value of it, which other games have."""
        own = [one.key for one in self.values(game)]
        elsewhere = [one.key for one in values_of(self)]
        return not self.has(game) or (value in elsewhere and value not in own)


def entries(games: Iterable[Game[Any]]) -> list[NamedKey]:
    """Return what may be chosen as the game: the games, each followed by its variants."""
    return [
        named
        for game in games
        for named in (
            NamedKey(game.info.key, game.info.name, game.info.summary),
            *(NamedKey(_entry(game, one.key), one.name) for one in game.info.variants),
        )
    ]


def chosen_game(entry: str) -> tuple[str, dict[str, str]]:
    """Return the key of a game and the options that an entry stands for.

    >>> chosen_game("poker-dice.bust")
    ('poker-dice', {'straights': 'bust'})
    """
    for game in registry.games().values():
        for one in game.info.variants:
            if entry == _entry(game, one.key):
                return game.info.key, dict(one.options)
    return entry, {}


def _entry(game: Game[Any], variant: str) -> str:
    return f"{game.info.key}.{variant}"


GAME = PlayOption(
    "game",
    say_in("command option", "game"),
    say("Which game; leave out to see all of them"),
    lambda _: True,
    lambda game: tuple(entries([game])),
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
SLOW = PlayOption(
    "slow",
    say_in("command option", "slow"),
    say("A day for each turn, where others play"),
)

OPTIONS = (OPPONENT, OPEN, LEVEL, SLOW)
"""The options of `/play` but the game, in the order in which they are offered."""


def values_of(option: PlayOption) -> list[NamedKey]:
    """Return the values that an option has in any game, as many as Discord lists."""
    listed = {
        value.key: value for game in registry.games().values() for value in option.values(game)
    }
    return [*listed.values()][:MOST_LISTED]


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
        opponent=kept.get("opponent"),
        open_to_all=kept.get("open", False),
        level=kept.get("level"),
        slow=kept.get("slow", False),
    )


def chosen(asked: OpenRequest) -> list[Text]:
    """Return the choices besides the game: the options with their values."""
    given = _chosen(asked)
    return [_with_value(one, given[one.key]) for one in OPTIONS if one.key in given]


def _chosen(asked: OpenRequest) -> dict[str, Any]:
    """Return the choices of a request by the keys of the options."""
    given = {
        "opponent": asked.opponent,
        "open": asked.open_to_all or None,
        "level": asked.level,
        "slow": asked.slow or None,
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
