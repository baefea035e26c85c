"""Why a member or a server takes no part: barred by its moderators, or blocked by the host.

Who is barred may finish the rounds in which they sit; they open, join and start none, and
are not invited.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.language.render import Person, Until
from rules.errors import Refusal
from rules.game import Named
from rules.text import say, say_in

DURATIONS: dict[str, timedelta] = {
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
    "month": timedelta(days=30),
}
"""How long a member can be barred."""

NAMED_DURATIONS = (
    Named("hour", say_in("duration", "An hour")),
    Named("day", say_in("duration", "A day")),
    Named("week", say_in("duration", "A week")),
    Named("month", say_in("duration", "A month")),
)
"""The same, by name."""


class Barred(Refusal):
    """Raised when a member who is barred opens, joins or starts a round."""

    def __init__(self, until: datetime) -> None:
        super().__init__(
            say(
                "The moderators of this server have barred you from playing here. The bar ends "
                "{when}.",
                when=Until(until),
            )
        )


class OtherBarred(Refusal):
    """Raised when a member who may not play here is invited to a round."""

    def __init__(self, user: int) -> None:
        super().__init__(
            say("{member} may not play on this server at present.", member=Person(user))
        )


class Blocked(Refusal):
    """Raised when a member whom the host has blocked opens, joins or starts a round."""

    def __init__(self) -> None:
        super().__init__(say("You cannot play with this bot: whoever hosts it has decided so."))


class ServerBlocked(Refusal):
    """Raised when a round is opened on a server that the host has blocked."""

    def __init__(self) -> None:
        super().__init__(
            say("This bot opens no rounds on this server: whoever hosts it has decided so.")
        )


class ManageMessagesOnly(Refusal):
    """Raised when a member without the permission to manage messages moderates."""

    def __init__(self) -> None:
        super().__init__(say("Only members who may manage messages can do this."))


class NotToBar(Refusal):
    """Raised when a moderator bars a bot."""

    def __init__(self) -> None:
        super().__init__(say("Bots do not play here, so none can be barred."))


class NothingToClose(Refusal):
    """Raised when a message whose round is to be closed shows no open round."""

    def __init__(self) -> None:
        super().__init__(say("This message shows no open round."))
