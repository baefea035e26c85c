"""A round for its review: the game, the record and the players.

It is made of a stored round, and is sent to the analysis process.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.table import turns
from bot.table.counts import choices_end
from bot.table.frame import names
from bot.table.players import Player
from bot.table.stored_round import StoredRound
from rules import registry
from rules.engine import Step
from rules.game import Game, Outcome, Unit
from rules.screen import Seat
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Reviewee:
    """The player on a seat.

    `name` is a name in letters, None if it is not known; `level` is the name of the level of a
    computer. From step `counts_to` on no choice counts for accuracy, None without such a step.
    """

    name: Text | str | None = None
    level: Text | None = None
    counts_to: int | None = None


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round that was played to its end, or left before it (not `over`).

    A round that was left has an `outcome` if a seat remained to win it.
    """

    game: Game[Any]
    options: Mapping[str, str]
    record: tuple[Step, ...]
    players: tuple[Reviewee, ...]
    over: bool
    outcome: Outcome | None

    @property
    def unit(self) -> Unit:
        """The unit of worth in this round."""
        return self.game.info.unit(len(self.players))


def played_round(
    stored: StoredRound, record: tuple[Step, ...], names: Sequence[str | None] = ()
) -> PlayedRound:
    """Return a stored round that has ended, with its record.

    `names` holds the names of members by seat, None where they are not known.
    """
    game = registry.game(stored.game) if stored.play is None else stored.play.game
    all_names = [*names, *[None] * (len(stored.players) - len(names))]
    return PlayedRound(
        game,
        stored.options,
        record,
        tuple(
            _reviewee(stored, game, Seat(index), player, all_names[index])
            for index, player in enumerate(stored.players)
        ),
        stored.play is not None and stored.play.over is not None,
        stored.outcome,
    )


def only_member(stored: StoredRound, user: int) -> Seat | None:
    """Return the seat of a member who played without other members, None for any other user."""
    members = [
        Seat(index) for index, player in enumerate(stored.players) if player.user is not None
    ]
    return members[0] if len(members) == 1 and members == [*stored.seats_of(user)] else None


def _reviewee(
    stored: StoredRound, game: Game[Any], seat: Seat, player: Player, name: str | None
) -> Reviewee:
    counts_to = choices_end(stored)[seat.index]
    if player.everybody:
        return Reviewee(turns.NAME, counts_to=counts_to)
    if player.level is None:
        return Reviewee(name, counts_to=counts_to)
    computer = names(stored)[seat.index]
    level = next(level.name for level in game.info.levels if level.key == player.level)
    return Reviewee(computer if isinstance(computer, Text) else None, level)
