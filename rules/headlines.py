"""The headlines of boards, shared by the games: the turn, the result.

They are drawn as headings. The name of the game stands in the footer.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.screen import Seat
from rules.text import Text, say_in, side_by_side


def your_turn(seat: Seat, task: Text | None = None) -> Text:
    """Return the headline for the acting seat; `task` is for example "beat a pair"."""
    others = say_in("headline", "{seat} chooses")
    if task is None:
        turn = say_in("headline", "{seat}, your turn", seat=seat)
        return turn.with_you(say_in("headline", "Your turn"), others)
    turn = say_in("headline", "{seat}, your turn — {task}", seat=seat, task=task)
    return turn.with_you(say_in("headline", "Your turn — {task}"), others)


def your_turns(one: Seat, other: Seat, task: Text) -> Text:
    """Return the headline for two seats that act at the same time."""
    return say_in(
        "headline", "{one} and {other}, your turn — {task}", one=one, other=other, task=task
    )


FIRST_CHOICE = say_in("a task", "you go first")
"""The task of the seat whose hand the others will have to beat."""


def beat(hand: Text) -> Text:
    """Return the task of a seat that has a hand to beat."""
    return say_in("a task", "beat {hand}", hand=hand)


def rolls(seat: Seat) -> Text:
    """Return the headline while the dice of a seat are awaited."""
    return say_in("headline", "{seat} rolls …", seat=seat).with_you(
        say_in("headline", "You roll …")
    )


def win(winner: Seat, score: Text | None = None) -> Text:
    """Return the result of a round that one seat has won, with the `score` of two or the total."""
    if score is None:
        return say_in("a result", "{seat} wins", seat=winner).with_you(
            say_in("a result", "You win")
        )
    return say_in("a result", "{seat} wins {score}", seat=winner, score=score).with_you(
        say_in("a result", "You win {score}")
    )


def draw(score: Text | None = None) -> Text:
    """Return the result of a drawn round, with the `score` of two or the total."""
    if score is None:
        return say_in("a result", "A draw")
    return say_in("a result", "A draw, {score}", score=score)


def shared_win(winners: Sequence[Seat]) -> Text:
    """Return the result of a round whose win two or more seats share."""
    if len(winners) > 2:
        return say_in("a result", "{number} players share the win", number=len(winners))
    one, other = winners
    return say_in("a result", "{one} and {other} share the win", one=one, other=other)


def score_of_two(one: str | int, other: str | int) -> Text:
    """Return what two seats have made, beginning with the better one."""
    return say_in("a score", "{one} : {other}", one=one, other=other)


def with_seat(text: Text, seat: Seat) -> Text:
    """Return a headline or a jackpot with the name of the seat that it is about."""
    return side_by_side((text, say_in("a player", "{seat}", seat=seat)))


EVERYBODY_LEFT = say_in("a result", "Everybody left")
"""The result of a round that all players have left."""
