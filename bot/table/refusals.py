"""The refusals of the table, in addition to those of `rules.errors`.

The message of each is the sentence that the player reads::

    rules.errors.Refusal
    ├── Stale              the control belongs to an earlier moment of the round
    ├── NotSeated          the member has no seat in this round
    ├── OpenerOnly         only the opener of the round may do this
    ├── TableFull          every seat is taken
    ├── AlreadySeated      the member has a seat already
    ├── SeatReserved       the challenge is for another member
    ├── OwnChallenge       the challenger declines their own challenge
    ├── TooFew             the game needs more players
    ├── NoComputer         there is no computer to remove
    ├── NotYoursToClose    another person plays in this round
    ├── LevelOfAPerson     a level was chosen for a human opponent
    ├── CannotChallenge    a bot, or the challenger, was challenged
    ├── OpenToAll          a challenge open to anybody has an opponent or a level
    ├── RequestGone        what a button continues is not remembered any more
    ├── NoThread           Discord does not let the bot make a thread here
    ├── NoReview           the message shows no finished round
    ├── NoRematch          only a finished round has a rematch
    ├── HintsOff           the table plays without hints
    ├── HintPassed         the round has moved on since the hint was asked for
    ├── NoTakeBack         another member sits there, and take-backs were not agreed to
    ├── TakenBackAlready   the member has taken a choice back in this round
    ├── TakeBackPassed     the round has moved on since the choice
    ├── CannotSelect       the bot could not show a selection on the board
    ├── SharedAlready      the member has just shared the review of this round
    ├── NoRoundHere        no round is open in this channel
    ├── TooManyOpen        the member has too many rounds open
    ├── ManageServerOnly   only members who manage the server may do this
    ├── AnswersInPrivate   only the member would see the board
    ├── NotPlayedHere      the managers of the server have chosen other channels
    ├── GameNotOffered     the managers of the server have chosen other games
    └── OneQuestionAtATime the member's last hint, review or odds is not answered yet
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.render import Place
from rules.errors import Refusal
from rules.text import Command, Positions, Text, say, say_count, say_in, side_by_side


class Stale(Refusal):
    """Raised when a control belongs to an earlier moment of the round; the board is redrawn."""

    def __init__(self) -> None:
        super().__init__(say("The round has moved on. This is how it stands now."))


class NotSeated(Refusal):
    """Raised when a member acts in a round in which they have no seat."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "You are not playing in this round. {command} tells how to open your own in "
                "another channel.",
                command=Command("help"),
            )
        )


class OpenerOnly(Refusal):
    """Raised when another member than the opener uses a control of the opener."""

    def __init__(self) -> None:
        super().__init__(say("Only the player who opened this round can do that."))


class TableFull(Refusal):
    """Raised when a member joins a round that has no free seat."""

    def __init__(self) -> None:
        super().__init__(say("Every seat at this table is taken. You can watch the round here."))


class AlreadySeated(Refusal):
    """Raised when a member joins twice."""

    def __init__(self) -> None:
        super().__init__(say("You already have a seat at this table."))


class SeatReserved(Refusal):
    """Raised when a member accepts or declines a challenge to another member."""

    def __init__(self) -> None:
        super().__init__(say("This seat is reserved. You can watch the round here."))


class OwnChallenge(Refusal):
    """Raised when the challenger declines their own challenge."""

    def __init__(self) -> None:
        super().__init__(
            say("This challenge is yours: press “Withdraw my challenge” to take it back.")
        )


class TooFew(Refusal):
    """Raised when a round is started with fewer players than its game needs."""

    def __init__(self, fewest: int) -> None:
        super().__init__(
            say_count(
                "This game needs at least {n} player. Wait for others or add a computer.",
                "This game needs at least {n} players. Wait for others or add a computer.",
                fewest,
            )
        )


class NoComputer(Refusal):
    """Raised when a computer is removed from a round that has none."""

    def __init__(self) -> None:
        super().__init__(say("There is no computer at this table."))


class NotYoursToClose(Refusal):
    """Raised when a member may not close a round."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "Another person plays in this round, so only members who may manage messages "
                "can close it. You can leave it instead."
            )
        )


class LevelOfAPerson(Refusal):
    """Raised when both an opponent and a level of the computer are chosen."""

    def __init__(self) -> None:
        super().__init__(say("Choose either an opponent or a level of the computer, not both."))


class CannotChallenge(Refusal):
    """Raised when a bot, or the challenger (`oneself`), is challenged."""

    def __init__(self, oneself: bool, game: str) -> None:
        play = Command("play", game)
        text: Text = (
            say(
                "You cannot challenge yourself. {command} without an opponent is a round against "
                "the computer.",
                command=play,
            )
            if oneself
            else say(
                "Bots cannot be challenged. {command} without an opponent is a round against the "
                "computer.",
                command=play,
            )
        )
        super().__init__(text)


class OpenToAll(Refusal):
    """Raised when a challenge is open to anybody and yet has an opponent or a level."""

    def __init__(self) -> None:
        super().__init__(
            say("An open challenge waits for anybody: leave out the opponent and the level.")
        )


class RequestGone(Refusal):
    """Raised when a button continues a request that is not remembered any more."""

    def __init__(self) -> None:
        super().__init__(
            say("This was done already, or you asked for it too long ago. Please ask again.")
        )


class NoThread(Refusal):
    """Raised when Discord does not let the bot make a thread in this channel."""

    def __init__(self) -> None:
        super().__init__(say("No thread can be made in this channel. Play in another channel."))


class NoReview(Refusal):
    """Raised when a message of which a review is requested shows no finished round."""

    def __init__(self) -> None:
        super().__init__(
            say("This message shows no finished round. Choose a board on which a round has ended.")
        )


class NoRematch(Refusal):
    """Raised when a rematch of a round is requested that is not over."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "This round cannot be played again. {command} tells how to open a new one.",
                command=Command("help"),
            )
        )


class HintsOff(Refusal):
    """Raised when a hint is requested at a table that plays without hints."""

    def __init__(self) -> None:
        super().__init__(say("Hints are off in this round."))


class HintPassed(Refusal):
    """Raised when a hint is ready, or used, after the round has moved on."""

    def __init__(self) -> None:
        super().__init__(
            say("This hint came too late: the round has moved on. Ask for a new one on the board.")
        )


class NoTakeBack(Refusal):
    """Raised when a member takes a choice back at a table that did not agree to it."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "Others play at this table, and it was opened without take-backs, so choices stand."
            )
        )


class TakenBackAlready(Refusal):
    """Raised when a member takes back a second choice in a round."""

    def __init__(self) -> None:
        super().__init__(
            say("You have taken back a choice in this round. That is possible once a round.")
        )


class TakeBackPassed(Refusal):
    """Raised when a choice is taken back after the round has moved on."""

    def __init__(self) -> None:
        super().__init__(say("The round has moved on, so this choice can no longer be taken back."))


class CannotSelect(Refusal):
    """Raised when the dice of a hint cannot be selected: the board could not be redrawn."""

    def __init__(self, positions: tuple[int, ...]) -> None:
        super().__init__(
            say_count(
                "The board could not be changed from here, so nothing was selected. Press die "
                "{positions} there yourself.",
                "The board could not be changed from here, so nothing was selected. Press dice "
                "{positions} there yourself.",
                len(positions),
                positions=Positions(positions),
            )
        )


class SharedAlready(Refusal):
    """Raised when a member shares the review of a round twice within a short time."""

    def __init__(self) -> None:
        super().__init__(say("You have just shared this review. You can do so again in a minute."))


class NoRoundHere(Refusal):
    """Raised when a command requires an open round and the channel has none."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "No round is open in this channel. {command} tells how to open one.",
                command=Command("help"),
            )
        )


class TooManyOpen(Refusal):
    """Raised when a member opens a round while `most` of theirs are open."""

    def __init__(self, most: int) -> None:
        super().__init__(
            say_count(
                "You have {n} round open already. Finish or leave it first, then open a new one.",
                "You have {n} rounds open already. Finish or leave one of them first, then open a "
                "new one.",
                most,
            )
        )


class ManageServerOnly(Refusal):
    """Raised when a member without the permission to manage the server changes its settings."""

    def __init__(self) -> None:
        super().__init__(say("Only members who may manage this server can change its settings."))


class NotPlayedHere(Refusal):
    """Raised when a round is opened in another channel than the server's `channels`."""

    def __init__(self, channels: Sequence[int]) -> None:
        places = [say_in("a place", "{place}", place=Place(channel)) for channel in channels]
        super().__init__(
            say(
                "Games are not played in this channel. Play here: {places}",
                places=side_by_side(places),
            )
            if places
            else say(
                "Games are not played in this channel, nor in any other that you can see. Members "
                "who manage the server choose where: {command}",
                command=Command("settings"),
            )
        )


class AnswersInPrivate(Refusal):
    """Raised where only the member would see the board of a round."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "On this server, apps that you have installed for yourself may answer you in "
                "private alone, so no board can stand here. Play in a direct message, or ask for "
                "the permission “Use External Apps”."
            )
        )


class GameNotOffered(Refusal):
    """Raised when a game is opened that the server does not offer; it offers `games`."""

    def __init__(self, games: Sequence[Text]) -> None:
        super().__init__(
            say(
                "This game is not offered on this server. You can play: {games}",
                games=side_by_side(games),
            )
        )


class NoProof(Refusal):
    """Raised when a round has no proof (yet)."""

    def __init__(self, ended: bool) -> None:
        super().__init__(
            say(
                "This round has no proof: it began before the dice came from committed seeds, a "
                "backup was restored meanwhile, or its moves were deleted."
            )
            if ended
            else say("This round can still be played: its seed is shown once it has ended.")
        )


class OneQuestionAtATime(Refusal):
    """Raised when a member asks for an analysis while their last one is being computed."""

    def __init__(self) -> None:
        super().__init__(
            say("Your last question is still being computed. Ask again once it is answered.")
        )
