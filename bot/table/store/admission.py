"""Who may play: what bars and blocks say together."""

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
"""Whether anybody is kept from playing anywhere."""


def admit(
    connection: AnyConnection, guild: int | None, users: tuple[int, ...], now: datetime
) -> None:
    """Raise what keeps the first of these members from playing, or others from being invited."""
    if not _ANYBODY.run(connection, {}).scalar():
        return
    if guild is not None and blocks.is_server_blocked(connection, guild):
        raise Refusal(
            say("This bot opens no rounds on this server: whoever hosts it has decided so.")
        )
    first = users[0]
    for user in dict.fromkeys(users):
        blocked = blocks.is_blocked(connection, user)
        until = None if guild is None else bars.until(connection, guild, user, now)
        if user != first and (blocked or until is not None):
            raise Refusal(
                say("{member} may not play on this server at present.", member=Person(user))
            )
        if blocked:
            raise Refusal(say("You cannot play with this bot: whoever hosts it has decided so."))
        if until is not None:
            raise Refusal(
                say(
                    "The moderators of this server have barred you from playing here. The bar "
                    "ends {when}.",
                    when=Until(until),
                )
            )
