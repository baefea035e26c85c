"""Checks whether members may play, by bars and blocks together."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import exists, or_, select

from bot.language.render import Person, Until
from bot.storage.schema import bars as barred
from bot.storage.schema import settings
from bot.storage.statement import AnyConnection, Statement
from bot.table.store import bars, blocks
from rules.errors import Refusal
from rules.text import say

_ANYBODY = Statement(
    select(
        or_(
            *(exists().where(settings.c.scope == one) for one in (blocks.MEMBERS, blocks.SERVERS)),
            exists().where(barred.c.member.is_not(None)),
        )
    )
)
"""Whether any member is kept from playing anywhere."""


def admit(
    connection: AnyConnection, guild: int | None, users: tuple[int, ...], now: datetime
) -> None:
    """Raise a refusal if a block or bar keeps the first member from playing, or the others out."""
    if not _ANYBODY.run(connection, {}).scalar():
        return
    if guild is not None and blocks.is_server_blocked(connection, guild):
        raise Refusal(say("The bot’s host has blocked this server: no games can be opened here."))
    first = users[0]
    for user in dict.fromkeys(users):
        blocked = blocks.is_blocked(connection, user)
        until = None if guild is None else bars.until(connection, guild, user, now)
        if user != first and (blocked or until is not None):
            raise Refusal(
                say("{member} cannot play on this server at present.", member=Person(user))
            )
        if blocked:
            raise Refusal(say("The bot’s host has blocked you: you cannot play with this bot."))
        if until is not None:
            raise Refusal(
                say(
                    "The moderators of this server have barred you from playing here. The bar "
                    "ends {when}.",
                    when=Until(until),
                )
            )
