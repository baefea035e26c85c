"""Private rounds, played without Discord."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from bot.daily.private_round import new_round
from bot.daily.ranking import Entry
from bot.daily.shared_dice import Key, SharedDice
from bot.daily.store import shared_dice as daily_store
from bot.storage.database import Storage
from bot.table.store import rounds
from bot.table.stored_round import StoredRound
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import Table
from rules.engine import Round, Step
from rules.game import Game
from rules.screen import Action

TABLE = Table(None, TimeLimits())


@dataclass(frozen=True)
class PrivateRound:
    """A private round as it is stored: its round, its record and its entry."""

    round: StoredRound
    record: tuple[Step, ...]
    entry: Entry

    @property
    def status(self) -> str:
        return self.round.status

    @property
    def total(self) -> int | None:
        return self.entry.total

    @property
    def loss(self) -> float | None:
        return self.entry.loss

    def play(self) -> Round[Any]:
        assert self.round.play is not None
        return self.round.play


def loaded(storage: Storage, key: Key, member: int) -> PrivateRound | None:
    """Return the private round of a member with shared dice as it is stored."""
    entry = storage.read(daily_store.load_entry, key, member)
    if entry is None:
        return None
    found = storage.read(rounds.load, entry.round)
    return PrivateRound(found, storage.read(rounds.record, entry.round), entry)


def begun(
    shared: SharedDice, game: Game[Any], member: int, guild: int | None, now: datetime
) -> StoredRound:
    """Return the private round of a member with shared dice, not stored yet."""
    return TABLE.begin_private(new_round(shared, game.info.key, member, guild, now), now)


def acted(stored: StoredRound, action: Action, now: datetime) -> StoredRound:
    """Return a private round after a choice of its member."""
    return TABLE.choose_action(stored.opener, stored.moment, action, now)(stored)


def played(
    stored: StoredRound, choose: Callable[[Round[Any]], Action], now: datetime, choices: int = 1000
) -> StoredRound:
    """Return a private round after so many choices at most."""
    while stored.status == "private" and choices:
        assert stored.play is not None
        stored = acted(stored, choose(stored.play), now)
        choices -= 1
    return stored if stored.status == "over" else replace(stored, status="closed")
