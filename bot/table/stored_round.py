"""A round as it is stored: its players, its state of play, its place and its deadline.

Plain values: the use cases of `bot.table` change them, `bot.storage` stores them. All times are
aware and in UTC.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from bot.language.render import Place
from bot.table.players import Players
from bot.table.seed import Seed
from rules.engine import Round
from rules.game import Outcome
from rules.screen import Seat

Status: TypeAlias = Literal[
    "waiting",
    "playing",
    "private",
    "resting",
    "over",
    "closed",
    "declined",
    "withdrawn",
    "lapsed",
]
"""The statuses of a round. A private round is "private" while it is played, then "over", or
"closed" where its day or dare ended before."""

OPEN: tuple[Status, ...] = ("waiting", "playing")
"""The statuses in which a round occupies its channel."""

GOING_ON: tuple[Status, ...] = (*OPEN, "private", "resting")
"""The statuses of a round that has not ended."""

ABANDONED_LOBBY: tuple[Status, ...] = ("declined", "withdrawn", "lapsed")
"""The statuses of a round that ended before it began; its predecessor may have another rematch."""

NO_SERVER = 0
"""The server of direct messages, and of rounds where the bot was only a member's guest."""

NO_CHANNEL = 0
"""The channel of a private round, and of a resting round whose channel was deleted."""


@dataclass(frozen=True, slots=True)
class DiscordPlace:
    """Where a round is on Discord: its channel, and the message that shows it.

    `guild` is None in direct messages. In a thread of its own a round does not block others. It is
    `out_of_reach` where the bot writes only in answer to a press. `drawn` is the version that the
    message shows.
    """

    channel: int
    guild: int | None = None
    message: int | None = None
    in_thread: bool = False
    out_of_reach: bool = False
    drawn: int = 0

    @property
    def server(self) -> int:
        """The server to whose numbers the round belongs, or `NO_SERVER`."""
        return NO_SERVER if self.out_of_reach else self.guild or NO_SERVER

    @property
    def channel_deleted(self) -> bool:
        """Whether a resting round has no channel: its own one was deleted."""
        return self.channel == NO_CHANNEL

    @property
    def link(self) -> Place:
        """The link to the message, without one to the channel."""
        return Place(self.channel, self.message, self.guild)


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms on which members play with each other, fixed when the round opens.

    A turn takes so many `minutes`, None for the usual ones (`bot.table.time_limits`). A `pair`
    began as a challenge between two in a game that more may play.
    """

    minutes: int | None = None
    pair: bool = False


@dataclass(frozen=True, slots=True)
class Deadline:
    """When the awaited seats run out of time; a lobby lapses then, and a resting round ends.

    At `remind_at` their members are pinged. `reminder` is the id of the message that did it last, 0
    if it could not be sent.
    """

    at: datetime | None = None
    remind_at: datetime | None = None
    reminder: int | None = None

    def moved(self, at: datetime | None, remind_at: datetime | None = None) -> Deadline:
        """Return the deadline at another time, None for no deadline; the message stays."""
        return Deadline(at, remind_at, self.reminder)


@dataclass(frozen=True, slots=True)
class MemberTurn:
    """A turn of a sheet for everybody: its member, its time and the step with which it began.

    Once it has `ended` it has the `points` that it brought; it was `missed` where the table ended
    it. The member may be a former player.
    """

    member: int
    begun: datetime
    step: int
    ended: datetime | None = None
    points: int = 0
    missed: bool = False


@dataclass(frozen=True, slots=True)
class MemberTurns:
    """The turns `taken` on a sheet for everybody; its opener keeps the members `kept_out` from it.

    See `bot.table.turns`.
    """

    taken: tuple[MemberTurn, ...] = ()
    kept_out: tuple[int, ...] = ()

    @property
    def under_way(self) -> MemberTurn | None:
        """The turn that has not ended; None where the next one is free."""
        return self.taken[-1] if self.taken and self.taken[-1].ended is None else None


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """How a round ended, and what is told of it afterwards.

    `closed` is why it was closed (`bot.table.closing`), `closed_by` the member who did. `headline`
    is empty without one, and None before the end (`bot.table.headline`); `better_than` tells of how
    many in ten games here its best total is better, None where that is not told. Its seed stays
    secret until `secret_until`, while others may play its dice: a card may offer them, or have
    offered them (`bot.table.round_luck`).
    """

    closed: str | None = None
    closed_by: int | None = None
    headline: str | None = None
    better_than: int | None = None
    secret_until: datetime | None = None
    has_card: bool = False


@dataclass(frozen=True, slots=True)
class StoredParts:
    """The stored values of a round outside its row, so that only changes are written."""

    players: Players
    facts: tuple[Any, ...]
    open: bool
    ended: bool
    turns: MemberTurns


@dataclass(frozen=True, slots=True)
class StoredRound:
    """A round with its players, its play, its place on Discord and its deadline.

    `id` is 0 until storage assigns one. `version` counts the saves, for optimistic locking. `play`
    is None while the round waits for players; a round that had begun is `unreadable` where neither
    its state nor its record can be read. `seed` is that of its luck, None where it ended under 1.x.
    `successor_of` is the id of the round of which this one is a rematch, `set_key` the key of the
    day or the dare whose dice it plays as a private round. `rules_known` says that all members had
    ended some rounds of the game when it began, `rolled` that dice landed in the action that made
    this version; it is False for a round that was loaded. `as_stored` is None until it is stored.
    """

    place: DiscordPlace
    game: str
    opener: int
    players: Players
    opened: datetime
    id: int = 0
    version: int = 0
    status: Status = "waiting"
    language: str = "en"
    options: Mapping[str, str] = field(default_factory=dict)
    terms: Terms = Terms()
    deadline: Deadline = Deadline()
    play: Round[Any] | None = None
    seed: Seed | None = None
    turns: MemberTurns = MemberTurns()
    end: RoundEnd = RoundEnd()
    successor_of: int | None = None
    set_key: str | None = None
    rules_known: bool = False
    unreadable: bool = False
    rolled: bool = field(default=False, compare=False, repr=False)
    as_stored: StoredParts | None = field(default=None, compare=False, repr=False)

    @property
    def open(self) -> bool:
        """Whether it occupies its channel."""
        return self.status in OPEN

    @property
    def ended(self) -> bool:
        """Whether nothing can be played any more."""
        return self.status not in GOING_ON

    @property
    def begun(self) -> bool:
        """Whether it is played in a channel, or rests."""
        return self.play is not None and self.status in ("playing", "resting")

    @property
    def played(self) -> bool:
        """Whether its seats may choose."""
        return self.status in ("playing", "private")

    @property
    def finished(self) -> bool:
        """Whether it is over and can be looked back at."""
        return self.status == "over" and self.play is not None

    @property
    def moment(self) -> int:
        """The number that controls carry: that of its play, in a lobby the version."""
        return self.version if self.play is None else self.play.moment

    @property
    def just_rolled(self) -> bool:
        """Whether dice have landed that the public message does not show yet."""
        return self.rolled and self.place.drawn < self.version

    @property
    def has_advice(self) -> bool:
        """Whether the game has exact play, which hints and reviews need."""
        return self.play is not None and self.play.game.exact is not None

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of a finished round, by its game or because players left; else None.

        The last player to leave comes last. If leaving ended the round, those who stayed share the
        win; if all left, there is no winner.
        """
        if self.status != "over" or self.play is None:
            return None
        over, leavers = self.play.over, self.players.leavers
        if over is not None and not leavers:
            return over.outcome
        stayed = [seat for seat in range(len(self.players)) if seat not in leavers]
        if over is not None:
            return over.outcome.among(stayed)
        first = stayed or leavers
        shares = tuple(Fraction(seat in first, len(first)) for seat in range(len(self.players)))
        return Outcome(shares)

    def seats_of(self, user: int) -> tuple[Seat, ...]:
        """Return the seats of a member; empty if they do not play in this round.

        The seat of everybody is theirs as long as their turn is under way.
        """
        turn = self.turns.under_way
        return tuple(
            Seat(index)
            for index, player in enumerate(self.players)
            if player.user == user
            or (player.everybody and turn is not None and turn.member == user)
        )

    def took_part(self, user: int) -> bool:
        """Return whether a member has a seat, or had a turn on that of everybody."""
        return bool(self.seats_of(user)) or any(turn.member == user for turn in self.turns.taken)

    def involves(self, user: int) -> bool:
        """Return whether a member opened the round, plays in it, is kept out, or closed it."""
        named = (self.opener, self.end.closed_by, *self.turns.kept_out)
        return user in named or self.took_part(user)

    def ended_as(self, status: Status) -> StoredRound:
        """Return the round with a status of one that has ended, without a deadline."""
        return replace(self, status=status, deadline=self.deadline.moved(None))

    def with_player(self, seat: Seat, **changes: bool | int | tuple[int, ...]) -> StoredRound:
        """Return the round with changes to the player on a seat."""
        player = replace(self.players[seat.index], **changes)  # type: ignore[arg-type]
        return replace(self, players=self.players.replace_player(seat.index, player))
