"""Refusals: the errors whose message is shown to the player.

Each carries the sentence for the player as a `Text`. Errors that are caught, or raised in several
places, have classes; any other is `Refusal(say("…"))` beside its rule::

    Refusal
    ├── RoundOver          the round has ended
    ├── NotYourTurn        another seat is awaited
    ├── NotLegal           the action is not legal for the seat now
    ├── BadCode            the text is not the code of an action or of a button
    ├── BadSeats           the number of seats is outside the game's range
    ├── BadOption          an option or its value does not exist
    └── UnknownGame        no game has this key

`Unreadable` is a separate error for stored data that does not fit the code.
"""

from __future__ import annotations

from typing import Any

from rules.text import Argument, Text, say


class Refusal(Exception):
    """Base class of rejected requests; `text` is the sentence for the player."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.template)
        self.text = text

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a refusal by its contents, whatever arguments its class takes."""
        return _unpickle, (type(self), self.args), vars(self)


def _unpickle(kind: type[Refusal], args: tuple[Any, ...]) -> Refusal:
    return kind.__new__(kind, *args)


class RoundOver(Refusal):
    """Raised when a seat acts in a round that has ended."""

    def __init__(self) -> None:
        super().__init__(say("This game is over."))


class NotYourTurn(Refusal):
    """Raised when the acting seat is not awaited; the sentence names the awaited one."""

    def __init__(self, awaited: Argument | None = None) -> None:
        super().__init__(
            say("It is not your turn yet.")
            if awaited is None
            else say("It is not your turn yet: {seat} is choosing.", seat=awaited)
        )


class NotLegal(Refusal):
    """Raised when an awaited seat takes an action that `legal` does not list."""

    def __init__(self) -> None:
        super().__init__(say("That does not work now. Use one of the buttons you see."))


class BadCode(Refusal):
    """Raised when a text is not the code of an action, or of a button that is answered."""

    def __init__(self) -> None:
        super().__init__(say("This button is no longer in use."))


class BadSeats(Refusal):
    """Raised when a game is started with a number of seats outside its range."""

    def __init__(self, fewest: int, most: int) -> None:
        super().__init__(
            say("This game is for {n} players.", n=fewest)
            if fewest == most
            else say("This game is for {fewest} to {most} players.", fewest=fewest, most=most)
        )


class BadOption(Refusal):
    """Raised when an option of a game, or a value of it, does not exist."""

    def __init__(self, key: str) -> None:
        super().__init__(
            say("“{key}” is not an option of this game. Choose one from the list.", key=key[:40])
        )


class UnknownGame(Refusal):
    """Raised when no game has the requested key."""

    def __init__(self, key: str, keys: tuple[str, ...]) -> None:
        super().__init__(
            say(
                "There is no game called “{key}”. The games are: {games}.",
                key=key[:40],
                games=", ".join(keys),
            )
        )


class Unreadable(Exception):
    """Raised when a stored state or record does not fit the code; its message omits the values."""
