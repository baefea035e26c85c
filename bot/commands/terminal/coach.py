"""The coach in the terminal: comments on choices, and taking a choice back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.commands.terminal.draw import draw_blocks
from bot.commands.terminal.keyboard import Keyboard, is_command
from bot.review.coach_word import word
from bot.table.help_given import NO_TAKE_BACKS, TAKEN_BACK
from rules.engine import Round, has_open_choices, take_back
from rules.errors import Refusal
from rules.game import Game
from rules.screen import Action, Seat
from rules.text import say, say_in

BACK = say_in("typed", "back")


def is_back(typed: str, keyboard: Keyboard) -> bool:
    """Return whether a typed line takes a choice back."""
    return keyboard.coach and is_command(typed, ("back",), BACK, keyboard)


def speak(before: Round[Any], seat: Seat, action: Action, keyboard: Keyboard) -> bool:
    """Print the loss of a seat's choice in `before`; return whether it had one."""
    blocks = word(before.game, len(keyboard.players), before.state, seat, action)
    if not blocks:
        return False
    keyboard.console.print()
    keyboard.print(say("Your coach"), "bold")
    keyboard.console.print(draw_blocks(blocks, keyboard.language, keyboard.renderer))
    return True


def may_take_back(game: Game[Any], keyboard: Keyboard) -> bool:
    """Return whether the player of a round may take a choice back."""
    return (
        keyboard.coach
        and keyboard.people == 1
        and not keyboard.taken_back
        and has_open_choices(game)
    )


def offer_back(game: Game[Any], keyboard: Keyboard) -> None:
    """Print how the choice of which the coach has spoken is taken back, if it may be."""
    if may_take_back(game, keyboard):
        keyboard.print(say("“{back}” takes it back, once a round.", back=BACK), "dim")


def taken_back(
    current: Round[Any], seat: Seat, options: Mapping[str, str], keyboard: Keyboard
) -> Round[Any]:
    """Return the round after the seat took its last choice back.

    Raises a refusal if several people play, and the second time.
    """
    if keyboard.people > 1:
        raise Refusal(NO_TAKE_BACKS)
    if keyboard.taken_back:
        raise Refusal(TAKEN_BACK)
    seats = len(keyboard.players)
    after = take_back(current, current.steps, options, seats, seat)
    keyboard.taken_back.add((seat, after.recorded))
    return after
