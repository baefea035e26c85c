"""The replay of a finished round in the terminal."""

from __future__ import annotations

from bot.commands.terminal.keyboard import Keyboard, is_command
from bot.commands.terminal.play import QUIT
from bot.review.played_round import Played
from bot.review.position_choices import of_step
from bot.review.positions import page
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
        shown = page(played, keyboard.only_person, place)
        heading = say("Step {place} of {places}", place=place + 1, places=shown.places)
        found = shown.position
        blocks = _end(played) if found is None else of_step(found, every=True)
        keyboard.show_blocks((Line(heading, "strong"), *blocks))
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
