"""The commands after a round in the terminal: review, replay and rematch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.commands.terminal import look_back
from bot.commands.terminal.keyboard import Keyboard, is_command
from bot.commands.terminal.play import QUIT
from bot.review.played_round import Played, Reviewee
from bot.review.review_page import Reviewed
from rules.engine import Round
from rules.game import Game
from rules.screen import Seat
from rules.text import Text, say, say_in

_REVIEW = say_in("typed", "review")
_REPLAY = say_in("typed", "replay")
_REMATCH = say_in("typed", "rematch")


def rematch_wanted(end: Round[Any], options: Mapping[str, str], keyboard: Keyboard) -> bool:
    """Offer the review and a rematch of a finished round; return whether to play again.

    An empty line or the end of the input declines both.
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
        if not _looked_back(typed, end, options, keyboard):
            keyboard.print(_offer(end.game))


def _looked_back(
    typed: str, end: Round[Any], options: Mapping[str, str], keyboard: Keyboard
) -> bool:
    """Review or replay the round on that command; return whether it was typed."""
    played = _played(end, options, keyboard)
    exact = end.game.exact is not None
    if is_command(typed, ("replay",), _REPLAY, keyboard):
        look_back.replay(played, keyboard)
    elif exact and is_command(typed, ("review",), _REVIEW, keyboard):
        _show_review(played, keyboard)
    else:
        return False
    return True


def _offer(game: Game[Any]) -> Text:
    if game.exact is not None:
        return say(
            "“{review}” shows where the round was won, “{replay}” goes through it step by "
            "step, “{rematch}” plays it again; Enter ends.",
            review=_REVIEW,
            replay=_REPLAY,
            rematch=_REMATCH,
        )
    return say(
        "“{replay}” goes through it step by step, “{rematch}” plays it again; Enter ends.",
        replay=_REPLAY,
        rematch=_REMATCH,
    )


def _show_review(played: Played, keyboard: Keyboard) -> None:
    reviewed = Reviewed(played, keyboard.language, with_picture=False)
    headline = reviewed.headline(keyboard.only_person)
    keyboard.show_blocks((headline, reviewed.gave_away, *reviewed.story))


def _played(end: Round[Any], options: Mapping[str, str], keyboard: Keyboard) -> Played:
    outcome = None if end.over is None else end.over.outcome
    levels = {level.key: level.name for level in end.game.info.levels}
    players = tuple(
        Reviewee(
            keyboard.name(Seat(index)),
            None if player.level is None else levels[player.level],
        )
        for index, player in enumerate(keyboard.players)
    )
    return Played(
        end.game,
        options,
        end.steps,
        players,
        outcome is not None,
        outcome,
    )
