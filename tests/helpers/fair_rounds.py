"""Rounds with known seeds, played at random at the table, without storage."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from random import Random
from typing import Any

from bot.table import proof
from bot.table.seed import Seed
from bot.table.stored_round import StoredRound
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import Change, OpenRequest, Table
from rules import codec, registry
from rules.engine import Step

WARDEN = 9
NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
PEOPLE = (11, 22, 33)

ENDS = ("played", "played", "left", "closed", "lapsed", "away")

CHANNEL = 5


def seed(number: int) -> Seed:
    """Return the seed of a round; each fourth was opened by no interaction."""
    secret = sha256(f"seed of {number}".encode()).digest()
    return Seed(CHANNEL, secret, NOW, opened=0 if number % 4 == 0 else 10**18 + number)


def opened(table: Table, request: OpenRequest, number: int) -> StoredRound:
    """Open a round whose id is `number`."""
    return replace(table.open(request, NOW, seed(number)), id=number)


def file_of(stored: StoredRound, steps: Sequence[Step]) -> bytes:
    """Return the proof of a round that was played here."""
    assert stored.seed is not None
    return proof.proof_file(stored, steps, stored.seed)


class PlayedRound:
    """A round on its way; `steps` is its whole record."""

    def __init__(
        self, game: str, number: int, *, restarts: bool = False, everybody: bool = False
    ) -> None:
        self.everybody = everybody
        self.random = Random(f"{game} {number}")
        self.table = Table(None, TimeLimits())
        self.restarts = restarts
        self.steps: list[Step] = []
        self.stored = self._opened(game, number)
        self._keep()

    @property
    def file(self) -> bytes:
        """The proof of the round."""
        return file_of(self.stored, self.steps)

    def _opened(self, game: str, number: int) -> StoredRound:
        info = registry.game(game).info
        options = {one.key: self.random.choice(one.values).key for one in info.options}
        request = OpenRequest(game, PEOPLE[0], CHANNEL, options=options)
        if self.everybody:
            level = self.random.choice([None, "easy", "house"])
            request = replace(request, everybody=True, level=level)
        elif info.for_two:
            kind = self.random.randrange(2)
            levels = [level.key for level in info.levels if level.key != "perfect" or kind]
            person = self.random.randrange(3) == 0
            request = (
                replace(request, opponent=PEOPLE[1])
                if person
                else replace(request, level=self.random.choice(levels))
            )
        else:
            request = replace(request, open_to_all=True)
        return opened(self.table, request, number)

    def apply(self, change: Change) -> None:
        """Do something by a press of its own."""
        self.stored = change(self.stored)
        self._keep()

    def _keep(self) -> None:
        """Keep the new steps, as storage does; read the round back, as a restart does."""
        play: Any = self.stored.play
        if play is None:
            return
        self.steps.extend(play.steps)
        play = replace(play, steps=())
        if self.restarts:
            written = json.loads(json.dumps(codec.encode(play.state)))
            play = replace(play, state=codec.decode(play.game.state, written))
        self.stored = replace(self.stored, play=play)

    def seat(self) -> None:
        """Fill the table and start."""
        info = registry.game(self.stored.game).info
        if self.stored.status != "waiting":
            return
        if info.for_two:
            self.apply(self.table.join(PEOPLE[1], NOW))
            return
        if self.random.random() < 0.7:
            self.apply(self.table.join(PEOPLE[1], NOW))
        if self.random.random() < 0.7 or len(self.stored.players) == 1:
            level = self.random.choice([one.key for one in info.levels if one.key != "perfect"])
            self.apply(self.table.add_computer(PEOPLE[0], level, self.stored.version, NOW))
        self.apply(self.table.start(PEOPLE[0], NOW))

    def choose_any(self) -> None:
        """Let a member who is awaited do any action, more likely one that moves the round on."""
        play: Any = self.stored.play
        seat = self.random.choice(play.awaits.seats)
        actions = play.game.legal(play.state, seat)
        rerolls = [one for one in actions if one.verb == "reroll"]
        others = [one for one in actions if one.verb != "reroll"]
        pool = rerolls if rerolls and self.random.random() < 0.5 else others or rerolls
        user = self.pressing() if self.everybody else self.stored.players[seat.index].user
        assert user is not None
        self.apply(
            self.table.choose_action(user, self.stored.moment, self.random.choice(pool), NOW)
        )

    def pressing(self) -> int:
        """Let a member press first where the turn is free; return whose turn it is."""
        if self.stored.turns.under_way is None:
            last = [one.member for one in self.stored.turns.taken[-1:]]
            user = self.random.choice([one for one in PEOPLE if one not in last])
            self.apply(self.table.take_turn(user, self.stored.moment, NOW))
        assert self.stored.turns.under_way is not None
        return self.stored.turns.under_way.member

    def finish(self, end: str) -> None:
        """Play until the round ends in this way, or otherwise where it cannot."""
        if end == "lapsed" and self.stored.status == "waiting":
            self.apply(self.table.expire(NOW + timedelta(days=30)))
            return
        self.seat()
        turns = 10_000 if end == "played" else self.random.randrange(6)
        while self.stored.status == "playing" and turns:
            self.choose_any()
            turns -= 1
        if self.stored.status != "playing":
            return
        match end:
            case "left" if not self.everybody:
                self.apply(self.table.leave(PEOPLE[0], NOW))
                if self.stored.status == "playing":
                    self.finish("closed")
            case "away":
                self.apply(self.table.expire(NOW + timedelta(days=30)))
                if self.stored.open:
                    self.apply(self.table.close(WARDEN, NOW, may_manage=True))
            case _:
                self.apply(self.table.close(WARDEN, NOW, may_manage=True))


def finished(
    game: str, number: int, end: str, *, restarts: bool = False, everybody: bool = False
) -> PlayedRound:
    """Return a round of the game that ended in this way; of sheets `everybody` may play one."""
    played = PlayedRound(game, number, restarts=restarts, everybody=everybody)
    played.finish(end)
    assert played.stored.ended or played.stored.status == "resting"
    return played
