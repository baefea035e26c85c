"""Determines, when a round begins, whether all its members know the game."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import bindparam, func, literal, select

from bot.storage.schema import results
from bot.storage.statement import Connection, Statement
from bot.table.store.results import game_key
from bot.table.stored_round import StoredRound

KNOWN_AFTER = 3
"""The number of ended rounds of a game after which a member knows its rules."""

_some = (
    select(literal(1))
    .where(
        results.c.user == bindparam("who"),
        results.c.game.in_((bindparam("which"), bindparam("which_alone"))),
        results.c.finished.is_not(None),
    )
    .limit(KNOWN_AFTER)
    .subquery()
)
_ENDED = Statement(select(func.count()).select_from(_some))
"""The number of rounds of a game that a member has ended, on all servers, `KNOWN_AFTER` at most."""


def mark_rules_known(connection: Connection, begun: StoredRound) -> StoredRound:
    """Return a round that begins, marked if all its members know the rules.

    They do after `KNOWN_AFTER` ended rounds of the game.
    """
    if not begun.players.people:
        return begun
    game = {"which": game_key(begun.game, 2), "which_alone": game_key(begun.game, 1)}
    ended = (connection.run(_ENDED, who=who, **game).scalar() for who in begun.players.people)
    if any(number < KNOWN_AFTER for number in ended):
        return begun
    return replace(begun, rules_known=True)
