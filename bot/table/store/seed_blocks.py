"""Stores the blocks of seeds of channels, and gives their numbers to rounds.

A round takes the next number of its channel's block in the transaction that opens it; the
primary key lets no other round have it. A number is used up however its round ends.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import (
    Connection,
    bindparam,
    func,
    insert,
    select,
    update,
)

from bot.memory import Memory
from bot.storage.schema import seed_blocks, seed_numbers
from bot.storage.statement import AnyConnection, Statement, insert_for, write_later
from bot.table.commitment import BLOCK, Block, Commitment, Reserved, Word, drawn_block
from bot.table.store import words
from bot.table.stored_round import StoredRound, changed
from rules import levels

FORESEEN = 4096
"""The number of channels whose next number is cached, and of members whose word is."""

SPARES = 4
"""The number of blocks that are computed ahead; they belong to no channel yet."""

FEW = 64
"""The number of seeds left at which the root of the next block is posted, for words to count."""

RENEWED = "renewed"
"""The ending of a block that was in use when a backup was restored."""

_LAST = (
    select(func.max(seed_numbers.c.number))
    .where(seed_numbers.c.block == seed_blocks.c.id)
    .scalar_subquery()
)
_NEWEST = Statement(
    select(seed_blocks, _LAST.label("last"))
    .where(seed_blocks.c.channel == bindparam("where"))
    .order_by(seed_blocks.c.number.desc())
    .limit(2)
)
_BY_ID = Statement(select(seed_blocks).where(seed_blocks.c.id == bindparam("which")))
_BLOCK = ("channel", "number", "secret", "nodes", "root", "shown", "place", "message")
_INSERT_BLOCK = Statement(insert(seed_blocks).returning(seed_blocks.c.id), _BLOCK)
_TAKE = Statement(
    insert(seed_numbers), ("block", "number", "opened", "opened_by", "round", "levels")
)
_END = Statement(
    update(seed_numbers)
    .where(
        seed_numbers.c.block == bindparam("of"),
        seed_numbers.c.number == bindparam("which"),
        seed_numbers.c.ended.is_(None),
    )
    .values(
        ended=bindparam("how"), proof=bindparam("proof_digest"), levels=bindparam("played_with")
    )
)
COLUMNS = (
    *(
        seed_blocks.c[name].label(f"block_{name}")
        for name in ("id", "channel", "number", "secret", "root")
    ),
    *(
        seed_numbers.c[name].label(f"leaf_{name}")
        for name in ("number", "opened", "opened_by", "proof", "levels")
    ),
)
"""The columns of a number and its block, by their names in `rows`, read with its round."""


@dataclass(frozen=True, slots=True)
class Known:
    """The stored facts about a channel, its two newest blocks at most, and about members' words.

    Each block comes with the last number that a round has; `newest` is the number of the newest
    block, including blocks that were given up.
    """

    channel: int
    blocks: tuple[tuple[Block, int], ...]
    newest: int
    stored: Mapping[int, str | None]

    @property
    def present(self) -> tuple[Block, int] | None:
        """The block in use, None if a new one has to be made."""
        return next(((block, last) for block, last in self.blocks if last < BLOCK), None)


@dataclass(slots=True)
class _Numbers:
    """The numbers of a block: the next one, and those that were given back."""

    block: Block
    next: int
    free: list[int] = field(default_factory=list)

    def give(self) -> int | None:
        """Return a number that this process has given to no other round; None if none is left."""
        if self.free:
            self.free.sort()
            return self.free.pop(0)
        if self.next > BLOCK:
            return None
        self.next += 1
        return self.next - 1


class Reservations:
    """The numbers that this process gives to rounds, and the words of their members.

    Nothing is stored: `rounds.open_round` raises ReservationLost if another process was faster.
    What is given is given back by `release`.
    """

    def __init__(self) -> None:
        self._numbers: Memory[int, _Numbers] = Memory(FORESEEN)
        self._words: Memory[int, str | None] = Memory(FORESEEN)
        self._spares: deque[Block] = deque()

    def foresee(self, channel: int, users: Collection[int]) -> Reserved | None:
        """Return the reservation for a round of these members, None if it is not cached."""
        numbers = self._numbers.get(channel)
        if numbers is None or not all(user in self._words for user in users):
            return None
        number = numbers.give()
        if number is None:
            del self._numbers[channel]
            return None
        stored = {user: self._words[user] for user in users}
        return _reserved(numbers.block, number, stored, made=False)

    def is_posted(self, channel: int) -> bool:
        """Return whether the cache shows that the root of a channel's block was posted."""
        numbers = self._numbers.get(channel)
        return numbers is not None and numbers.block.message != 0 and numbers.next <= BLOCK

    def reserve(self, known: Known) -> Reserved:
        """Return the seed and the words that a round needs before its first die lands.

        A channel without a block gets a new one, which is committed to as the round is opened.
        """
        self._words.update(known.stored)
        present = known.present
        if present is None:
            made = self.new_block(known.channel, known.newest + 1)
            return _reserved(made, 1, known.stored, made=True)
        block, last = present
        numbers = self._numbers.get(known.channel)
        if numbers is None or numbers.block.id != block.id:
            numbers = self._numbers[known.channel] = _Numbers(block, last + 1)
        numbers.block, numbers.next = block, max(numbers.next, last + 1)
        number = numbers.give()
        return _reserved(block, last + 1 if number is None else number, known.stored, made=False)

    def new_block(self, channel: int, number: int) -> Block:
        """Return a new block for a channel, one that was computed ahead if there is one."""
        spare = self._spares.popleft() if self._spares else drawn_block()
        return replace(spare, channel=channel, number=number)

    @property
    def lacks(self) -> int:
        """The number of blocks to be computed ahead."""
        return SPARES - len(self._spares)

    def add_spare(self, block: Block) -> None:
        """Add a block that was computed ahead."""
        self._spares.append(block)

    def release(self, reserved: Reserved, opened: StoredRound | None, *, lost: bool) -> None:
        """Record the end of a reservation: taken by a round, unused, or `lost`."""
        taken = reserved.commitment
        if lost:
            self._numbers.pop(taken.channel, None)
            for user in reserved.stored:
                self._words.pop(user, None)
            return
        numbers = self._numbers.get(taken.channel)
        if opened is None:
            if numbers is not None and numbers.block.id == taken.block and taken.made is None:
                numbers.free.append(taken.number)
        elif taken.made is not None and opened.commitment is not None:
            block = replace(taken.made, id=opened.commitment.block)
            self._numbers[taken.channel] = _Numbers(block, taken.number + 1)

    def forget(self, channel: int | None = None, user: int | None = None) -> None:
        """Drop the cached facts of a channel or of a member, which have changed."""
        self._numbers.pop(channel or 0, None)
        self._words.pop(user or 0, None)

    def forget_words(self) -> None:
        """Drop the cached words of all members."""
        self._words.clear()


def _reserved(
    block: Block, number: int, stored: Mapping[int, str | None], *, made: bool
) -> Reserved:
    commitment = Commitment(
        block.channel,
        number,
        block.seed(number),
        block.root,
        block.id,
        block.number,
        levels.VERSION,
        made=block if made else None,
    )
    counting = {user: words.counting(value, block.shown) for user, value in stored.items()}
    return Reserved(commitment, counting, stored)


def look_up(connection: AnyConnection, channel: int, users: Collection[int] = ()) -> Known:
    """Return the stored facts about a channel and the words of some members."""
    found = [*_NEWEST.run(connection, {"where": channel})]
    blocks = tuple((_block(row), row.last or 0) for row in found[::-1] if row.ended is None)
    newest = found[0].number if found else 0
    return Known(channel, blocks, newest, words.stored(connection, users))


def keep(connection: Connection, made: Block) -> None:
    """Store a block that was made for a channel, so that its root can be posted.

    A block that another process has made meanwhile has precedence.
    """
    connection.execute(
        insert_for(connection)(seed_blocks)
        .values(_values(made))
        .on_conflict_do_nothing(index_elements=["channel", "number"])
    )


def note_root(connection: Connection, posted: Block) -> None:
    """Store the message with the root of a block, and its time, unless there is one."""
    connection.execute(
        update(seed_blocks)
        .where(seed_blocks.c.id == posted.id, seed_blocks.c.message == 0)
        .values(place=posted.place, message=posted.message, shown=posted.shown)
    )


def words_for(connection: Connection, block: int, users: Collection[int]) -> dict[int, Word]:
    """Return the words of members for a block."""
    shown = load(connection, block).shown
    stored = words.stored(connection, users)
    return {user: words.counting(value, shown) for user, value in stored.items()}


def load(connection: AnyConnection, block: int) -> Block:
    """Return a block."""
    return _block(_BY_ID.run(connection, {"which": block}).first())


def take(connection: AnyConnection, stored: StoredRound) -> StoredRound:
    """Give a new round its reserved number; return it with its stored seed.

    If another round has the number, its savepoint ends with IntegrityError.
    """
    taken = stored.commitment
    if taken is None:
        return stored
    if taken.made is not None:
        made = _INSERT_BLOCK.run(connection, _values(taken.made)).scalar()
        taken = replace(taken, block=int(made), made=None)
        stored = changed(stored, commitment=taken)
    opening = {"opened": taken.opening.number, "opened_by": taken.opening.by}
    row = {"block": taken.block, "number": taken.number, **opening}
    write_later(connection, _TAKE, [{**row, "round": stored.id, "levels": taken.levels}])
    return stored


def end(connection: AnyConnection, used: Commitment, how: str, digest: str) -> None:
    """Use up the number of a round that has ended."""
    place = {"of": used.block, "which": used.number}
    ended = {"how": how, "proof_digest": digest, "played_with": used.levels}
    _END.run(connection, {**place, **ended})


def renew(connection: Connection) -> int:
    """Give up all blocks, after a restore; return how many.

    What was stored after the backup may have shown their seeds. Rounds that are open go on with
    the luck of the operating system and have no proof.
    """
    connection.execute(
        update(seed_numbers).where(seed_numbers.c.ended.is_(None)).values(ended=RENEWED, round=None)
    )
    given_up = update(seed_blocks).where(seed_blocks.c.ended.is_(None)).values(ended=RENEWED)
    return connection.execute(given_up).rowcount


def _block(row: Any) -> Block:
    return Block(
        row.channel,
        row.number,
        bytes(row.secret),
        bytes(row.nodes),
        row.root,
        row.shown,
        row.place,
        row.message,
        row.id,
    )


def _values(block: Block) -> dict[str, Any]:
    return {name: getattr(block, name) for name in _BLOCK}
