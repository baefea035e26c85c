"""A round as it is stored: its players, its state of play and its deadline.

Plain values: the use cases of `bot.table` change them, `bot.storage` stores them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from bot.language.render import Place
from bot.table.refusals import NotSeated, Stale
from bot.table.seed import Seed
from rules.engine import Round
from rules.errors import NotYourTurn
from rules.game import Outcome
from rules.levels import PERFECT
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

OPEN: tuple[Status, ...] = ("waiting", "playing")
"""The statuses in which a round occupies its channel."""

GOING_ON: tuple[Status, ...] = (*OPEN, "private", "resting")
"""The statuses of a round that has not ended."""

ABANDONED_LOBBY: tuple[Status, ...] = ("declined", "withdrawn", "lapsed")
"""The statuses of a round that ended before it began; its predecessor may have another rematch."""

ABSENT_AFTER = 2
"""The number of turns missed in a row after which the table plays for a member."""


NO_SERVER = 0
"""The server of direct messages, and of rounds where the bot was only a member's guest."""

NO_CHANNEL = 0
"""The channel of a private round, and of a resting round whose channel was deleted."""

EVERYBODY = 0
"""Stands in place of a member's id on the seat of a sheet that everybody plays."""

FIRST_FORMER = -1
"""The id of the former player on the first seat, a member who was erased. Discord assigns no such
id, so results stay right. On each next seat it is one less."""

FORMER_ELSEWHERE = -1000
"""Stands for a former player without a seat in the round, such as a moderator who closed it."""


@dataclass(frozen=True, slots=True)
class Player:
    """The player on a seat: a Discord member (`user`) or the computer (`level`), or empty.

    `accepted` is False while the seat is reserved for a member who has not accepted
    yet. `missed_turns` counts the deadlines missed in a row. `hinted` holds the number
    in the record of each decision for which the member requested a hint. `wins` counts the rounds
    that the player won before this one, in the chain of its rematches. `left_at` is the number of
    the first step after the member left, 0 if they did not, or if it is not known.

    A seat is `free` until the first member who accepts takes it. A `former` player was erased. On
    the seat of `everybody` each turn is a `MemberTurn` of its own. A member is `absent` after
    `ABSENT_AFTER` turns missed in a row, until they press; the table plays for an absent member and
    for one who has left (`automatic`).
    """

    user: int | None = None
    level: str | None = None
    accepted: bool = True
    left: bool = False
    missed_turns: int = 0
    hinted: tuple[int, ...] = ()
    wins: int = 0
    left_at: int = 0
    free: bool = field(init=False, compare=False, repr=False)
    former: bool = field(init=False, compare=False, repr=False)
    everybody: bool = field(init=False, compare=False, repr=False)
    absent: bool = field(init=False, compare=False, repr=False)
    automatic: bool = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        absent = self.user is not None and self.missed_turns >= ABSENT_AFTER and not self.left
        object.__setattr__(self, "free", self.user is None and self.level is None)
        object.__setattr__(self, "former", self.user is not None and self.user < 0)
        object.__setattr__(self, "everybody", self.user == EVERYBODY)
        object.__setattr__(self, "absent", absent)
        object.__setattr__(self, "automatic", absent or (self.user is not None and self.left))

    @property
    def member(self) -> int | None:
        """The id of the member on the seat, None for any other player."""
        return None if self.former or self.everybody else self.user


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
class AsStored:
    """The stored values of a round outside its row, so that only changes are written."""

    players: tuple[Player, ...]
    apart: tuple[Any, ...]
    open: bool
    ended: bool
    turns: tuple[MemberTurn, ...] = ()
    kept_out: tuple[int, ...] = ()


@dataclass(frozen=True)
class StoredRound:
    """A round with its players, its play, its place on Discord and its deadlines.

    `id` is 0 until storage assigns one. `version` counts the saves, for optimistic locking; `drawn`
    is the version that the public message shows. `rolled` says that dice landed in the action that
    made this version; it is False for a round that was loaded. `play` is None while the round waits
    for players. Times are aware and in UTC: at `deadline` the awaited seats run out of time, at
    `remind_at` they are pinged; a resting round ends at its deadline. `reminder` is the id of that
    message, 0 if it could not be sent.

    From `minutes` on are facts of the table: the minutes of a turn, None for the usual ones
    (`bot.table.time_limits`), whether it began as a challenge between two in a game that more may
    play (`pair`), is in a thread, where it does not block other rounds, or where the bot writes
    only in answer to a press (`out_of_reach`), and whether all members had ended some rounds of the
    game when it began (`rules_known`). `closed` is why it was closed (`bot.table.closing`),
    `closed_by` the member who did. A card may offer its dice, or have offered them
    (`bot.table.round_luck`). `headline` is that of its end, empty without one and None before it
    (`bot.table.headline`); `better_than` tells of how many in ten games here its best total is
    better, None where that is not told.

    `successor_of` is the id of the round of which this one is a rematch. `unreadable` says that the
    round had begun but neither its state nor its record can be read, so `play` is None.
    `seed` is that of its luck, None where it ended under 1.x; that of a round that is over stays
    secret until `secret_until`, while others may play its dice. `as_stored` is None until it is
    stored.

    Where one seat is that of `everybody`, `turns` are those of that seat, and `kept_out` the
    members whom its opener keeps from it (`bot.table.turns`); its `turn` is the one under way, None
    where the next one is free.

    A private round is the attempt of its opener at a set, whose key is `set_key`: it is in no
    channel and open to no other member, has no deadline, and has the seed of the set. Its
    status is "private" while it is played, then "over", or "closed" where the set ended before.

    The values that follow from these are computed once. A round is `open` while it occupies its
    channel, `ended` when nothing can be played any more, `begun` while it is played or rests,
    `played` while its seats may choose, `finished` when it is over and can be looked back at.
    `moment` is the number that controls carry: that of its play, in a lobby the version. `people`
    are the members who accepted a seat and have not left, in order of their seats, `absent` those
    among them for whom the table plays until they press, and `leavers` the seats that were left;
    `alone` says that no player waits for them, `perfect` that a change may compute for long, since
    a computer plays perfectly. Its dice are `shared` where others play them, or may: on a
    sheet that one member fills alone. The game `advises` where it has
    exact play, which hints and reviews need; it `gives_hints` where exactly one member sat when the
    first die landed. `server` is the one to whose numbers the round belongs, `NO_SERVER` for that
    of direct messages, or where the bot is a guest.
    """

    channel: int
    game: str
    opener: int
    players: tuple[Player, ...]
    opened: datetime
    language: str = "en"
    options: Mapping[str, str] = field(default_factory=dict)
    status: Status = "waiting"
    guild: int | None = None
    message: int | None = None
    play: Round[Any] | None = None
    deadline: datetime | None = None
    remind_at: datetime | None = None
    reminder: int | None = None
    successor_of: int | None = None
    secret_until: datetime | None = None
    unreadable: bool = False
    seed: Seed | None = None
    minutes: int | None = None
    pair: bool = False
    in_thread: bool = False
    out_of_reach: bool = False
    rules_known: bool = False
    closed: str | None = None
    closed_by: int | None = None
    has_card: bool = False
    set_key: str | None = None
    headline: str | None = None
    better_than: int | None = None
    turns: tuple[MemberTurn, ...] = ()
    kept_out: tuple[int, ...] = ()
    id: int = 0
    version: int = 0
    drawn: int = 0
    rolled: bool = field(default=False, compare=False, repr=False)
    as_stored: AsStored | None = field(default=None, compare=False, repr=False)
    open: bool = field(init=False, compare=False, repr=False)
    ended: bool = field(init=False, compare=False, repr=False)
    begun: bool = field(init=False, compare=False, repr=False)
    played: bool = field(init=False, compare=False, repr=False)
    finished: bool = field(init=False, compare=False, repr=False)
    moment: int = field(init=False, compare=False, repr=False)
    people: tuple[int, ...] = field(init=False, compare=False, repr=False)
    leavers: tuple[int, ...] = field(init=False, compare=False, repr=False)
    alone: bool = field(init=False, compare=False, repr=False)
    absent: tuple[int, ...] = field(init=False, compare=False, repr=False)
    perfect: bool = field(init=False, compare=False, repr=False)
    shared: bool = field(init=False, compare=False, repr=False)
    advises: bool = field(init=False, compare=False, repr=False)
    gives_hints: bool = field(init=False, compare=False, repr=False)
    everybody: bool = field(init=False, compare=False, repr=False)
    turn: MemberTurn | None = field(init=False, compare=False, repr=False)
    server: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        is_open, play = self.status in OPEN, self.play
        people, absent, leavers, members = list[int](), list[int](), list[int](), 0
        everybody = perfect = False
        for seat, player in enumerate(self.players):
            perfect = perfect or player.level == PERFECT.key
            members += player.user is not None
            if player.left:
                leavers.append(seat)
            everybody = everybody or player.everybody
            if player.user and player.accepted and not player.left:  # 0 stands for everybody
                people.append(player.user)
                if player.absent:
                    absent.append(player.user)
        advises = play is not None and play.game.exact is not None
        computed = {
            "open": is_open,
            "ended": self.status not in GOING_ON,
            "begun": play is not None and self.status in ("playing", "resting"),
            "played": self.status in ("playing", "private"),
            "finished": self.status == "over" and play is not None,
            "moment": self.version if play is None else play.moment,
            "people": tuple(people),
            "leavers": tuple(leavers),
            "alone": len({*people}) <= 1,
            "absent": tuple(absent),
            "perfect": perfect,
            "shared": len(self.players) == 1 and not everybody,
            "advises": advises,
            "gives_hints": advises and members == 1 and not everybody and self.set_key is None,
            "everybody": everybody,
            "turn": self.turns[-1] if self.turns and self.turns[-1].ended is None else None,
            "server": NO_SERVER if self.out_of_reach else self.guild or NO_SERVER,
        }
        self.__dict__.update(computed)

    @property
    def place(self) -> Place:
        """Where the round is: its channel, and the message that shows it."""
        return Place(self.channel, self.message, self.guild)

    @property
    def left_last(self) -> int:
        """The seat of the member who left last. Raises ValueError if nobody left.

        Of members who left between the same two steps, it is that of the lowest seat.
        """
        return max(self.leavers, key=lambda seat: self.players[seat].left_at)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of a finished round, by its game or because players left; else None.

        The last player to leave comes last. If leaving ended the round, those who stayed share the
        win; if all left, there is no winner.
        """
        if self.status != "over" or self.play is None:
            return None
        if self.play.over is not None and not self.leavers:
            return self.play.over.outcome
        stayed = [seat for seat in range(len(self.players)) if seat not in self.leavers]
        if self.play.over is not None:
            return self.play.over.outcome.among(stayed)
        first = stayed or self.leavers
        shares = tuple(Fraction(seat in first, len(first)) for seat in range(len(self.players)))
        return Outcome(shares)

    @property
    def just_rolled(self) -> bool:
        """Whether dice have landed that the public message does not show yet."""
        return self.rolled and self.drawn < self.version

    @property
    def channel_deleted(self) -> bool:
        """Whether the round rests without a channel: its own one was deleted."""
        return self.channel == NO_CHANNEL

    def seats_of(self, user: int) -> tuple[Seat, ...]:
        """Return the seats of a member; empty if they do not play in this round.

        The seat of everybody is theirs as long as their turn is under way.
        """
        turn = self.turn
        return tuple(
            Seat(index)
            for index, player in enumerate(self.players)
            if player.user == user
            or (player.everybody and turn is not None and turn.member == user)
        )

    def took_part(self, user: int) -> bool:
        """Return whether a member has a seat, or had a turn on that of everybody."""
        return bool(self.seats_of(user)) or any(turn.member == user for turn in self.turns)

    def seat_at_turn(self, user: int, moment: int) -> Seat:
        """Return the seat of a member who may choose at this moment.

        Raises Stale, NotSeated or NotYourTurn.
        """
        seats = self.seats_of(user)
        if self.status == "resting":
            raise NotSeated
        if not self.played or self.play is None or self.moment != moment:
            raise Stale
        if not seats:
            raise NotSeated
        awaits = self.play.awaits
        if seats[0] not in awaits.may_act:
            raise NotYourTurn(awaits.seats[0])
        return seats[0]

    def within(
        self, guild: int | None, channel: int | None, reader: int | None, *, away: bool
    ) -> bool:
        """Return whether controls of the round may be pressed in a channel.

        Controls may be pressed in the round's own channel. Once the round is over, the `reader` of
        a private message who played in it may look back at it anywhere on its server. Rounds of
        direct messages, and of places where the bot was a guest, can be looked back at wherever it
        is `away` from its servers. A round that rests without a channel, and a private one, belongs
        to its member wherever they read it.
        """
        if self.set_key is not None:
            return reader == self.opener
        if self.guild == guild and self.channel == channel:
            return True
        if self.channel_deleted and self.status == "resting":
            return reader in self.people
        back = self.status == "over" and reader is not None and self.took_part(reader)
        of_none = self.guild is None or self.out_of_reach
        return back and (self.guild == guild or (away and of_none))

    def names(self, user: int) -> bool:
        """Return whether a member opened the round, plays in it, is kept out, or closed it."""
        return user in (self.opener, self.closed_by, *self.kept_out) or self.took_part(user)

    def with_player(self, seat: Seat, **changes: bool | int | tuple[int, ...]) -> StoredRound:
        """Return the round with changes to the player on a seat."""
        players = list(self.players)
        players[seat.index] = replace(players[seat.index], **changes)  # type: ignore[arg-type]
        return changed(self, players=tuple(players))


if TYPE_CHECKING:  # so that the names and types of the changes are checked
    from dataclasses import replace as changed

    __all__ = ["changed"]
else:

    def changed(stored: StoredRound, /, **changes: Any) -> StoredRound:
        """Return a round with some values changed, in a fifth of the time of `dataclasses.replace`.

        A press makes up to eight of them. It needs a class without slots.
        """
        after = object.__new__(StoredRound)
        after.__dict__.update(stored.__dict__)
        after.__dict__.update(changes)
        after.__post_init__()
        return after
