"""A finished round step by step in the terminal."""

from __future__ import annotations

from bot.commands.terminal.keyboard import Keyboard, is_command
from bot.commands.terminal.play import QUIT
from bot.review.played_round import Played
from bot.review.steps import step_page
from rules.engine import replay as replay_record
from rules.screen import Block, Line, with_dice
from rules.text import say, say_in

_BACK = say_in("typed", "back")


def replay(played: Played, keyboard: Keyboard) -> None:
    """Show a round page by page: Enter turns the page, “back” turns back, “quit” ends."""
    place = 0
    keyboard.print(
        say(
            "Enter turns the page, “{back}” turns back, “{quit}” ends the replay.",
            back=_BACK,
            quit=QUIT,
        ),
        "dim",
    )
    while True:
        shown = step_page(played, keyboard.only_person, place)
        heading = say("Step {place} of {places}", place=place + 1, places=shown.places)
        keyboard.show_blocks((Line(heading, "strong"), *(shown.blocks or _end(played))))
        if place + 1 == shown.places:
            return
        typed = keyboard.ask("> ")
        if is_command(typed, ("quit", "exit"), QUIT, keyboard):
            return
        place = max(place - 1, 0) if is_command(typed, ("back",), _BACK, keyboard) else place + 1


def _end(played: Played) -> tuple[Block, ...]:
    end = replay_record(played.game, len(played.players), played.options, played.record)
    screen = played.game.screen(end.state, None)
    return (Line(screen.title, "strong"), *with_dice(screen))
