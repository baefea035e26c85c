"""What `/play` asks for, and the round that it opens before it begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from bot.table import score
from bot.table.commitment import Reserved
from bot.table.pace import PACES
from bot.table.stored_round import Player, StoredRound
from rules import registry
from rules.errors import BadOption, Refusal
from rules.game import Game
from rules.text import Command, say

TABLE_OPTIONS: Mapping[str, tuple[str, ...]] = {
    "hints": ("on", "off"),
    "take_back": ("off", "on"),
    "pace": tuple(one.key for one in PACES),
    "match": tuple(one.key for one in score.MATCHES),
}
"""The values of the options of a table, the default first; games have their own options."""


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """The arguments of `/play`: the game, the place and the other seats.

    A challenge that is `open_to_all` has no opponent yet: anybody may accept it.
    """

    game: str
    opener: int
    channel: int
    guild: int | None = None
    language: str = "en"
    options: Mapping[str, str] = field(default_factory=dict)
    table_options: Mapping[str, str] = field(default_factory=dict)
    opponent: int | None = None
    opponent_is_bot: bool = False
    open_to_all: bool = False
    seat: str | None = None
    level: str | None = None


def waiting(request: OpenRequest, now: datetime) -> StoredRound:
    """Return the round that is asked for before it begins.

    Raises a refusal for what cannot be chosen, such as UnknownGame or BadOption.
    """
    game = registry.game(request.game)
    for key, value in request.table_options.items():
        if value not in TABLE_OPTIONS.get(key, ()):
            raise BadOption(value)
    options = game.complete(request.options)
    alone = (Player(user=request.opener),)
    return StoredRound(
        channel=request.channel,
        guild=request.guild,
        game=request.game,
        opener=request.opener,
        players=_pair(game, request) if game.info.for_two else alone,
        opened=now,
        language=request.language,
        options=options,
        table_options=_table_options(game, request),
    )


def check_opponent(game: str, *, oneself: bool, bot: bool) -> None:
    """Raise a refusal where a member challenges themselves, or a bot."""
    play = Command("play", game)
    if oneself:
        raise Refusal(
            say(
                "You cannot challenge yourself. {command} without an opponent is a round against "
                "the computer.",
                command=play,
            )
        )
    if bot:
        raise Refusal(
            say(
                "Bots cannot be challenged. {command} without an opponent is a round against the "
                "computer.",
                command=play,
            )
        )


def placed(new: StoredRound, reserved: Reserved | None) -> StoredRound:
    """Return a new round with what was reserved for it; without, it has no proof."""
    if reserved is None:
        return new
    return replace(
        new,
        id=reserved.id,
        commitment=reserved.commitment,
        interactions=(reserved.interaction,),
    )


def _table_options(game: Game[Any], request: OpenRequest) -> Mapping[str, str]:
    """Return the options that this table has: matches of two only, some not where one is alone."""
    alone = request.opponent is None and not request.open_to_all
    unused = {"match"} if not game.info.for_two else {"pace", "take_back"} if alone else set()
    return {key: value for key, value in request.table_options.items() if key not in unused}


def _pair(game: Game[Any], request: OpenRequest) -> tuple[Player, ...]:
    """Return the players of a two-seat round: the opener, and a member, the computer or nobody."""
    if request.open_to_all:
        if request.opponent is not None or request.level is not None:
            raise Refusal(
                say("An open challenge waits for anybody: leave out the opponent and the level.")
            )
        other = Player(accepted=False)
    elif request.opponent is None:
        other = Player(level=game.level(request.level))
    elif request.level is not None:
        raise Refusal(say("Choose either an opponent or a level of the computer, not both."))
    else:
        oneself = request.opponent == request.opener
        check_opponent(request.game, oneself=oneself, bot=request.opponent_is_bot)
        other = Player(user=request.opponent, accepted=False)
    own = game.seat(request.seat).index
    players = [other, other]
    players[own] = Player(user=request.opener)
    return tuple(players)
