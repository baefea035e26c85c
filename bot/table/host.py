"""The refusals of what only the host of the bot may do."""

from __future__ import annotations

from rules.errors import Refusal
from rules.text import say


class HostOnly(Refusal):
    """Raised when another member than the owner of the application uses a command of the host."""

    def __init__(self) -> None:
        super().__init__(say("Only whoever hosts this bot can do this."))


class ServerUnknown(Refusal):
    """Raised when what was typed cannot be the id of a server."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "A server is named by its id: in Discord’s developer mode, right-click the server, "
                "Copy Server ID."
            )
        )
