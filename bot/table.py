"""The use cases of the table: what becomes of a round when somebody does something.

Plain synchronous code without storage, Discord or a clock: `open` and `rematch`
return a new round, every other use case a `Change` that turns a round as it
stands into the round as it will be, or raises the refusal that the member
reads. `bot.worker` loads, changes and saves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from bot import seating
from bot.refusals import (
    CannotChallenge,
    HintsOff,
    LevelOfAPerson,
    NothingToRepeat,
    NotSeated,
    NotYoursToClose,
    Stale,
)
from bot.rounds import Kept, Sitter
from rules import engine, registry
from rules.engine import AWAY, Luck, Round
from rules.errors import BadOption, NotYourTurn
from rules.game import Game
from rules.screen import Action, Seat

Change: TypeAlias = Callable[[Kept], Kept]
"""Turns a round as it stands into the round as it will be; may be asked twice."""

TABLE_OPTIONS: Mapping[str, tuple[str, ...]] = {"hints": ("on", "off")}
"""What may be chosen about a table rather than its game; the first value is the default."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a seat may think, and after how long it is reminded (None: never)."""

    turn: timedelta = timedelta(minutes=10)
    nudge: timedelta | None = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Opening:
    """What a member asks for with `/play`: the game, the place, and the other seats."""

    game: str
    opener: int
    channel: int
    guild: int | None = None
    language: str = "en"
    options: Mapping[str, str] = field(default_factory=dict)
    table_options: Mapping[str, str] = field(default_factory=dict)
    opponent: int | None = None
    opponent_is_bot: bool = False
    seat: str | None = None
    level: str | None = None


class Table:
    """The table: where luck comes from, and at what pace rounds are played."""

    def __init__(self, luck: Luck, pace: Pace) -> None:
        self._luck = luck
        self._pace = pace

    def open(self, opening: Opening, now: datetime) -> Kept:
        """Return the new round: begun against the computer, else waiting for players.

        Raises UnknownGame, UnknownLevel, BadOption, LevelOfAPerson or
        CannotChallenge.
        """
        game = registry.game(opening.game)
        for key, value in opening.table_options.items():
            if value not in TABLE_OPTIONS.get(key, ()):
                raise BadOption(value)
        new = Kept(
            channel=opening.channel,
            guild=opening.guild,
            game=opening.game,
            opener=opening.opener,
            sitters=(Sitter(user=opening.opener),),
            opened=now,
            language=opening.language,
            options=game.complete(opening.options),
            table_options=opening.table_options,
            deadline=now + self._pace.turn,
        )
        if not game.info.for_two:
            return new
        new = replace(new, sitters=_pair(game, opening))
        return self._begin(new, now) if opening.opponent is None else new

    def rematch(self, before: Kept, user: int, now: datetime) -> Kept:
        """Return a successor: the same people, the seats moved on by one, `user` already in.

        With no other person to wait for it begins at once. Raises
        NothingToRepeat unless the round is over, NotSeated for others.
        """
        if before.status != "over":
            raise NothingToRepeat
        if not before.seats_of(user):
            raise NotSeated
        seated = (*before.sitters[1:], before.sitters[0])
        if len(seated) > 2:
            seated = tuple(one for one in seated if not one.left or one.user == user)
        sitters = tuple(
            Sitter(user=one.user, level=one.level, accepted=one.user in (None, user))
            for one in seated
        )
        new = Kept(
            channel=before.channel,
            guild=before.guild,
            game=before.game,
            opener=user,
            sitters=sitters,
            opened=now,
            language=before.language,
            options=before.options,
            table_options=before.table_options,
            deadline=now + self._pace.turn,
            successor_of=before.id,
        )
        alone = all(sitter.accepted for sitter in sitters)
        enough = len(sitters) in registry.game(before.game).info.seats
        return self._begin(new, now) if alone and enough else new

    def join(self, user: int, now: datetime) -> Change:
        """Take a free or reserved seat; a challenge that is complete begins."""

        def change(kept: Kept) -> Kept:
            after = self._extend(seating.join(kept, user), now)
            return self._begin(after, now) if seating.complete(after) else after

        return change

    def decline(self, user: int) -> Change:
        """Decline a challenge."""
        return lambda kept: seating.decline(kept, user)

    def withdraw(self, user: int) -> Change:
        """Withdraw a challenge."""
        return lambda kept: seating.withdraw(kept, user)

    def stand_up(self, user: int, now: datetime) -> Change:
        """Leave a table that is still waiting for players."""

        def change(kept: Kept) -> Kept:
            after = seating.leave(kept, user)
            return self._extend(after, now) if after.open else after

        return change

    def add_computer(self, user: int, level: str, version: int, now: datetime) -> Change:
        """Seat a computer at a waiting table."""
        return lambda kept: self._extend(seating.add_computer(kept, user, level, version), now)

    def remove_computer(self, user: int, version: int, now: datetime) -> Change:
        """Take a computer from a waiting table."""
        return lambda kept: self._extend(seating.remove_computer(kept, user, version), now)

    def start(self, user: int, now: datetime) -> Change:
        """Begin with those who sit at the waiting table."""
        return lambda kept: self._begin(seating.seat_those_present(kept, user), now)

    def act(self, user: int, moment: int, action: Action, now: datetime) -> Change:
        """Do `action` for the member's seat, then let computers play until a person must.

        Raises Stale when `moment` has passed or the round is not under way,
        NotSeated, NotYourTurn or NotLegal. A member whose time ran out before
        is back at the table with any press, even one that comes too late.
        """

        def change(kept: Kept) -> Kept:
            seat = _seat_of(kept, user)
            if kept.play is None or kept.status != "playing":
                raise Stale
            back = _with_sitter(kept, seat, idles=0)
            was_away = kept.sitters[seat.index].idle
            if moment != kept.moment:
                if was_away:
                    return back
                raise Stale
            try:
                play = engine.act(kept.play, seat, action, self._luck)
            except NotYourTurn:
                if was_away:
                    return back
                raise
            return self._onward(back, play, now)

        return change

    def come_back(self, user: int) -> Change:
        """Let a member whose time ran out twice play for themselves again.

        Returns the round unchanged for everybody else.
        """

        def change(kept: Kept) -> Kept:
            for seat in kept.seats_of(user):
                if kept.sitters[seat.index].idle:
                    return _with_sitter(kept, seat, idles=0)
            return kept

        return change

    def hinted(self, user: int) -> Change:
        """Remember that the member asked for a hint before their next decision."""

        def change(kept: Kept) -> Kept:
            seat = _seat_of(kept, user)
            if kept.play is None or kept.status != "playing":
                raise Stale
            if not kept.hints:
                raise HintsOff
            asked = kept.sitters[seat.index].hints
            number = kept.play.recorded + 1
            if number in asked:
                return kept
            return _with_sitter(kept, seat, hints=(*asked, number))

        return change

    def leave(self, user: int, now: datetime) -> Change:
        """Leave a round under way.

        A round of two ends in favour of the one who stays; with more seats the
        game's idle action plays this seat from now on; alone, the round closes.
        Raises Stale or NotSeated.
        """

        def change(kept: Kept) -> Kept:
            seat = _seat_of(kept, user)
            if kept.play is None or kept.status != "playing":
                raise Stale
            after = _with_sitter(kept, seat, left=True)
            if len(kept.sitters) == 2:
                return _at_rest(replace(after, status="over"))
            return self._onward(after, kept.play, now)

        return change

    def close(self, user: int, may_manage: bool) -> Change:
        """Void an open round. Raises Stale when it has ended, NotYoursToClose."""

        def change(kept: Kept) -> Kept:
            if not kept.open:
                raise Stale
            if not may_close(kept, user, may_manage):
                raise NotYoursToClose
            return _at_rest(replace(kept, status="closed"))

        return change

    def expire(self, now: datetime) -> Change:
        """Act for the seats whose time is up: idle actions, or the lapse of a waiting round.

        Returns the round unchanged where its time is not up.
        """

        def change(kept: Kept) -> Kept:
            if not kept.open or kept.deadline is None or kept.deadline > now:
                return kept
            if kept.play is None:
                return _at_rest(replace(kept, status="lapsed"))
            after, play = kept, kept.play
            for seat in kept.play.awaits.seats:
                action = play.game.idle(play.state, seat)
                play = engine.act(play, seat, action, self._luck)
                after = _with_sitter(after, seat, idles=after.sitters[seat.index].idles + 1)
            return self._onward(after, play, now)

        return change

    def _begin(self, waiting: Kept, now: datetime) -> Kept:
        game = registry.game(waiting.game)
        play = engine.begin(game, len(waiting.sitters), waiting.options, self._luck)
        return self._onward(replace(waiting, status="playing", play=None), play, now)

    def _onward(self, kept: Kept, play: Round[Any], now: datetime) -> Kept:
        """Let computers and seats that were left play on, and set the next deadline."""
        anybody = any(sitter.user is not None and not sitter.away for sitter in kept.sitters)
        if anybody:
            play = engine.stand_in(play, _stand_ins(kept), self._luck)
        after = replace(kept, play=play)
        if play.over is not None:
            return _at_rest(replace(after, status="over"))
        if not anybody:
            return _at_rest(replace(after, status="closed"))
        if kept.play is not None and play.moment == kept.play.moment:
            return after
        nudge = None if self._pace.nudge is None else now + self._pace.nudge
        return replace(after, deadline=now + self._pace.turn, nudge=nudge)

    def _extend(self, kept: Kept, now: datetime) -> Kept:
        return replace(kept, deadline=now + self._pace.turn)


def may_close(kept: Kept, user: int, may_manage: bool) -> bool:
    """Whether `user` may void the round: a player alone in it, or whoever manages messages."""
    return may_manage or (user in kept.people and set(kept.people) == {user})


def _pair(game: Game[Any], opening: Opening) -> tuple[Sitter, ...]:
    """Seat the opener and their opponent, a member or the computer."""
    if opening.opponent is None:
        other = Sitter(level=game.level(opening.level))
    elif opening.level is not None:
        raise LevelOfAPerson
    elif opening.opponent == opening.opener or opening.opponent_is_bot:
        raise CannotChallenge(oneself=opening.opponent == opening.opener)
    else:
        other = Sitter(user=opening.opponent, accepted=False)
    own = game.seat(opening.seat).index
    sitters = [other, other]
    sitters[own] = Sitter(user=opening.opener)
    return tuple(sitters)


def _seat_of(kept: Kept, user: int) -> Seat:
    for seat in kept.seats_of(user):
        if not kept.sitters[seat.index].left:
            return seat
    raise NotSeated


def _with_sitter(kept: Kept, seat: Seat, **changes: bool | int | tuple[int, ...]) -> Kept:
    sitters = list(kept.sitters)
    sitters[seat.index] = replace(sitters[seat.index], **changes)  # type: ignore[arg-type]
    return replace(kept, sitters=tuple(sitters))


def _stand_ins(kept: Kept) -> dict[Seat, str]:
    return {
        Seat(index): AWAY if sitter.away else sitter.level or AWAY
        for index, sitter in enumerate(kept.sitters)
        if sitter.away or sitter.level is not None
    }


def _at_rest(kept: Kept) -> Kept:
    return replace(kept, deadline=None, nudge=None)
