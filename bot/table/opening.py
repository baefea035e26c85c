"""The request of `/play`, and the round that it opens before it begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bot.table import turns
from bot.table.players import EVERYBODY, Player, Players
from bot.table.stored_round import DiscordPlace, StoredRound, Terms
from bot.table.time_limits import DAY
from rules import registry
from rules.errors import BadOption, BadSeats, Refusal
from rules.game import Game
from rules.text import Command, say

_CHALLENGE_OR_LEVEL = say("Choose either an opponent or a level of the computer, not both.")
_OPEN_TO_ALL = say("An open challenge waits for anybody: leave out the opponent and the level.")
_OPEN_TABLE = say("An open table waits for others: leave out the opponent and the level.")


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """The arguments of `/play`: the game, the place and the other seats.

    In a sheet for `everybody`, each turn belongs to the first member who presses. A round that is
    `open_to_all` waits for others: a challenge for the first member who accepts it, a table for all
    who join. Any other has an opponent, computers of a level, or no other player (`with_others`,
    `against_computers`). A turn among members takes `minutes`, or a day where it is `slow`.
    """

    game: str
    opener: int
    channel: int
    guild: int | None = None
    language: str = "en"
    options: Mapping[str, str] = field(default_factory=dict)
    opponent: int | None = None
    opponent_is_bot: bool = False
    open_to_all: bool = False
    everybody: bool = False
    level: str | None = None
    slow: bool = False
    minutes: int | None = None

    @property
    def with_others(self) -> bool:
        """Whether other members have seats of their own."""
        return self.opponent is not None or self.open_to_all

    @property
    def against_computers(self) -> bool:
        """Whether computers have the other seats, as in games that cannot be played alone."""
        alone = registry.game(self.game).info.played_alone
        return not self.with_others and (self.level is not None or not alone)


def new_round(request: OpenRequest, now: datetime) -> StoredRound:
    """Return the requested round before it begins.

    Raises a refusal for an invalid choice, such as UnknownGame or BadOption.
    """
    game = registry.game(request.game)
    options = game.complete(request.options)
    if request.everybody and not turns.is_for_everybody(game):
        raise BadOption(request.game)
    players = _players(game, request)
    info = game.info
    two = request.opponent is not None and 2 not in info.seats
    more = request.open_to_all and info.seats.stop == 2
    if two or more or len(players) >= info.seats.stop:
        raise BadSeats(info.seats.start, info.seats.stop - 1)
    return StoredRound(
        place=DiscordPlace(request.channel, request.guild),
        game=request.game,
        opener=request.opener,
        players=players,
        opened=now,
        language=request.language,
        options=options,
        terms=Terms(turn_minutes(request), pair=request.opponent is not None and not info.for_two),
    )


def check_opponent(*, oneself: bool, bot: bool) -> None:
    """Raise a refusal if a member challenges themselves or a bot."""
    play = Command("play")
    if oneself:
        raise Refusal(
            say(
                "You cannot challenge yourself. {command} has what you can begin at once.",
                command=play,
            )
        )
    if bot:
        raise Refusal(
            say(
                "Bots cannot be challenged. {command} has what you can begin at once.",
                command=play,
            )
        )


def turn_minutes(request: OpenRequest) -> int | None:
    """Return the minutes of a turn, None for the usual ones, as where no other member waits."""
    if not request.with_others:
        return None
    return DAY if request.slow else request.minutes


def _players(game: Game[Any], request: OpenRequest) -> Players:
    """Return the players of a new table: the opener and the requested others."""
    opener = Player(user=EVERYBODY if request.everybody else request.opener)
    if request.open_to_all:
        if request.opponent is not None or request.level is not None:
            raise Refusal(_OPEN_TO_ALL if game.info.for_two else _OPEN_TABLE)
        others = [Player(accepted=False)] if game.info.for_two else []
    elif request.opponent is not None:
        if request.level is not None:
            raise Refusal(_CHALLENGE_OR_LEVEL)
        oneself = request.opponent == request.opener
        check_opponent(oneself=oneself, bot=request.opponent_is_bot)
        others = [Player(user=request.opponent, accepted=False)]
    elif request.against_computers:
        computer = Player(level=game.level(request.level))
        others = [computer] * max(1, game.info.seats.start - 1)
    else:
        others = []
    index = game.info.opener.index
    return Players((*others[:index], opener, *others[index:]))
