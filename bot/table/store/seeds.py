"""Uses up the seeds of rounds as these end, and keeps those of `dice-poker/1`, a chain a channel.

The blocks from which rounds get their numbers today are in `seed_blocks`. A seed that has ended is
used up, whether a die landed or not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sqlalchemy import Connection, bindparam, func, inspect, select, update

from bot.storage.schema import rounds, seeds
from bot.storage.statement import AnyConnection, Statement
from bot.table import proof
from bot.table.store import faces, rows, seed_blocks
from bot.table.store.seed_blocks import RENEWED
from bot.table.stored_round import StoredRound
from rules import levels

_END = Statement(
    update(seeds)
    .where(
        seeds.c.channel == bindparam("where"),
        seeds.c.number == bindparam("which"),
        seeds.c.ended.is_(None),
    )
    .values(
        ended=bindparam("how"), proof=bindparam("proof_digest"), levels=bindparam("played_with")
    )
)
_ENDINGS = (
    select(seeds.c.ended, func.count().label("rounds"))
    .where(seeds.c.channel == bindparam("where"), seeds.c.round.is_not(None))
    .group_by(seeds.c.ended)
)
_PROVABLE = (
    select(seeds.c.round, rounds.c.game)
    .join(rounds, rounds.c.id == seeds.c.round)
    .where(seeds.c.channel == bindparam("where"), seeds.c.proof.is_not(None))
    .order_by(seeds.c.number.desc())
    .limit(25)
)


COLUMNS = tuple(
    seeds.c[name].label("seed" if name == "seed" else f"seed_{name}")
    for name in ("channel", "number", "seed", "previous", "early", "proof", "announced", "levels")
)
"""The columns of a seed beside those of its round, as `rows.read` calls them."""


def endings(connection: Connection, channel: int) -> Mapping[str, int]:
    """Return how many rounds of a channel that had seeds of its chain ended in which way."""
    found = connection.execute(_ENDINGS, {"where": channel})
    return {row.ended or "open": row.rounds for row in found}


def provable(connection: Connection, channel: int, here: int) -> tuple[tuple[int, str], ...]:
    """Return id and game of the latest rounds with a proof that were played `here`, newest first.

    `channel` is the one whose blocks they have: `here`, or what holds this thread.
    """
    older = ((row.round, row.game) for row in connection.execute(_PROVABLE, {"where": here}))
    return (*seed_blocks.provable(connection, channel, here), *older)[:25]


def conclude(connection: AnyConnection, stored: StoredRound) -> StoredRound:
    """Use up the seed of a round that has ended; return the round with the digest of its proof."""
    used = stored.commitment
    if used is None or used.proof is not None or stored.status == "resting":
        return stored
    if used.levels != levels.VERSION:
        used = replace(used, levels=0)
        stored = replace(stored, commitment=used)
    record = rows.record(connection, stored.id)
    block = seed_blocks.load(connection, used.block) if used.root else None
    digest = proof.digest(proof.file_of(stored, record, block))
    if used.root is None:
        place = {"where": used.channel, "which": used.number}
        ended = {"how": stored.status, "proof_digest": digest, "played_with": used.levels}
        _END.run(connection, {**place, **ended})
    else:
        seed_blocks.end(connection, used, stored.status, digest)
    faces.count(connection, stored.guild, record)
    return replace(stored, commitment=replace(used, proof=digest))


def renew(connection: Connection) -> int:
    """Give up every seed that no ended round has used up, after a restore; return how many.

    What was stored after the backup may have shown them. A database of a version
    without seeds has none. Rounds that are open go on with
    the luck of the operating system and have no proof.
    """
    if not inspect(connection).has_table(seeds.name):
        return 0
    given_up = connection.execute(
        update(seeds).where(seeds.c.ended.is_(None)).values(ended=RENEWED, round=None)
    )
    return given_up.rowcount + seed_blocks.renew(connection)
