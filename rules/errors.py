"""The refusals: what a player may be told instead of what they asked for.

Each carries the sentence that the player reads, as a `Text`::

    Refusal
    ├── RoundOver          the round has ended
    ├── NotYourTurn        another seat is awaited
    ├── NotLegal           this action is not open to the seat now
    ├── BadCode            no action is written like this
    ├── BadSeats           the game is not played by so many
    ├── BadOption          an option or its value does not exist
    ├── UnknownGame        no game has this key
    └── UnknownLevel       the computer has no such level

`Unreadable` is not a refusal: it says that stored data no longer fits the code.
"""

from __future__ import annotations

from rules.text import Argument, Text, say


class Refusal(Exception):
    """A request that is not fulfilled; `text` is the sentence the player reads."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.template)
        self.text = text


class RoundOver(Refusal):
    """Raised when somebody acts in a round that has ended."""

    def __init__(self) -> None:
        super().__init__(say("This round is over. Start a new one with /play."))


class NotYourTurn(Refusal):
    """Raised when a seat acts that is not awaited; names the seats that are."""

    def __init__(self, awaited: Argument | None = None) -> None:
        super().__init__(
            say("It is not your turn yet.")
            if awaited is None
            else say("It is not your turn yet: {seat} is choosing.", seat=awaited)
        )


class NotLegal(Refusal):
    """Raised when an awaited seat asks for an action that `legal` does not list."""

    def __init__(self) -> None:
        super().__init__(say("That is not possible now. Choose one of the buttons that you see."))


class BadCode(Refusal):
    """Raised when a text is not the code of any action."""

    def __init__(self) -> None:
        super().__init__(say("That is not an action of this game."))


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
    """Raised when no game has the key that was asked for."""

    def __init__(self, key: str, known: tuple[str, ...]) -> None:
        super().__init__(
            say(
                "There is no game called “{key}”. There are: {games}.",
                key=key[:40],
                games=", ".join(known),
            )
        )


class UnknownLevel(Refusal):
    """Raised when the computer has no such level in this game."""

    def __init__(self, key: str, known: tuple[str, ...]) -> None:
        super().__init__(
            say(
                "The computer has no level “{key}” here. It has: {levels}.",
                key=key[:40],
                levels=", ".join(known),
            )
        )


class Unreadable(Exception):
    """Raised when a stored state or record does not fit today's code; never says what is in it."""
