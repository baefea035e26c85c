"""The headlines of boards, shared by the games: the turn, the result.

They are drawn as headings. The name of the game stands in the footer of a round in progress and in
the title of a finished one.
"""

from __future__ import annotations

from rules.screen import Seat
from rules.text import Text, say_in


def your_turn(seat: Seat, task: Text | None = None) -> Text:
    """Return the headline for the acting seat; `task` is for example "beat a pair"."""
    if task is None:
        return say_in("headline", "{seat}, your turn", seat=seat)
    return say_in("headline", "{seat}, your turn — {task}", seat=seat, task=task)


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
    return say_in("headline", "{seat} rolls …", seat=seat)


def won(game: Text, winner: Seat) -> Text:
    """Return the title of a round of `game` won by one seat."""
    return say_in("title", "🏆 {game} · {seat} wins", game=game, seat=winner)


def lost(game: Text, winner: Seat) -> Text:
    """Return the title of a round of `game` in which a computer beat every person."""
    return say_in("title", "{game} · {seat} wins", game=game, seat=winner)


def lost_to_several(game: Text) -> Text:
    """Return the title of a round of `game` in which several computers beat every person."""
    return say_in("title", "{game} · the computers share the win", game=game)


def everybody_left(game: Text) -> Text:
    """Return the title of a round of `game` that all players have left."""
    return say_in("title", "{game} · everybody left", game=game)


def drawn(game: Text) -> Text:
    """Return the title of a drawn round of `game`."""
    return say_in("title", "{game} · a draw", game=game)
