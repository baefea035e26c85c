"""Determines, when a round begins, whether all its members know the game."""

from __future__ import annotations

from sqlalchemy import bindparam, func, select

from bot.storage.schema import standings
from bot.storage.statement import AnyConnection, Statement
from bot.table.store.game_keys import game_key
from bot.table.stored_round import StoredRound, changed

KNOWN_AFTER = 3
"""The number of ended rounds of a game after which a member knows its rules."""

_ENDED = Statement(
    select(func.sum(standings.c.rounds)).where(
        standings.c.user == bindparam("who"),
        standings.c.game.in_((bindparam("which"), bindparam("which_alone"))),
        standings.c.period == "all",
    )
)
"""The number of rounds of a game that a member has ended, on all servers."""


def with_knowledge(connection: AnyConnection, begun: StoredRound) -> StoredRound:
    """Return a round that begins, marked if all its members know the rules.

    They do after `KNOWN_AFTER` ended rounds of the game that statistics have counted.
    """
    if not begun.people:
        return begun
    game = {"which": game_key(begun.game, 2), "which_alone": game_key(begun.game, 1)}
    ended = (_ENDED.run(connection, {"who": who, **game}).scalar() for who in begun.people)
    if any((number or 0) < KNOWN_AFTER for number in ended):
        return begun
    return changed(begun, rules_known=True)
