"""What can be typed after a round: its review, and a rematch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.analysis.played import Played, Reviewee
from bot.analysis.review import Reviewed
from bot.terminal.draw import draw_blocks
from bot.terminal.play import QUIT, Keyboard, is_command
from rules.engine import Round
from rules.game import Game
from rules.screen import Seat
from rules.text import Text, say, say_in

_REVIEW = say_in("typed", "review")
_REMATCH = say_in("typed", "rematch")


def rematch_wanted(end: Round[Any], options: Mapping[str, str], keyboard: Keyboard) -> bool:
    """Offer the review and a rematch of a finished round; return whether to play again.

    An empty line, or the end of the input, ends it.
    """
    keyboard.print(_offer(end.game), "dim")
    while True:
        try:
            typed = keyboard.ask("> ")
        except EOFError:
            keyboard.console.print()
            return False
        if not typed.strip() or is_command(typed, ("quit", "exit"), QUIT, keyboard):
            return False
        if is_command(typed, ("rematch",), _REMATCH, keyboard):
            return True
        if _reviewable(end.game) and is_command(typed, ("review",), _REVIEW, keyboard):
            _show_review(end, options, keyboard)
        else:
            keyboard.print(_offer(end.game))


def _reviewable(game: Game[Any]) -> bool:
    return game.worth is not None


def _offer(game: Game[Any]) -> Text:
    if _reviewable(game):
        return say(
            "“{review}” shows where the round was won, “{rematch}” plays it again; Enter ends.",
            review=_REVIEW,
            rematch=_REMATCH,
        )
    return say("“{rematch}” plays it again; Enter ends.", rematch=_REMATCH)


def _show_review(end: Round[Any], options: Mapping[str, str], keyboard: Keyboard) -> None:
    reviewed = Reviewed(_played(end, options, keyboard), keyboard.language, with_picture=False)
    person = [Seat(at) for at, player in enumerate(keyboard.players) if player.level is None]
    headline = reviewed.headline(person[0] if keyboard.people == 1 else None)
    keyboard.console.print()
    keyboard.console.print(
        draw_blocks((headline, *reviewed.blocks), keyboard.language, keyboard.renderer)
    )


def _played(end: Round[Any], options: Mapping[str, str], keyboard: Keyboard) -> Played:
    outcome = None if end.over is None else end.over.outcome
    levels = {level.key: level.name for level in end.game.info.levels}
    players = tuple(
        Reviewee(
            player.name,
            None if player.level is None else levels[player.level],
            tuple(sorted(number for seat, number in keyboard.hints if seat.index == index)),
        )
        for index, player in enumerate(keyboard.players)
    )
    return Played(
        end.game,
        options,
        end.steps,
        players,
        outcome is not None,
        () if outcome is None else outcome.shares,
        None if outcome is None else outcome.scores,
    )
