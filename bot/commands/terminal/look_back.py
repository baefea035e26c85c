"""A finished round in the terminal: its costliest choices made again, and step by step."""

from __future__ import annotations

from dataclasses import replace

from bot.commands.terminal.keyboard import Keyboard, is_command
from bot.commands.terminal.play import QUIT
from bot.commands.terminal.read import read
from bot.review.played_round import Played
from bot.review.position_choices import answered, asked, of_step, to_try
from bot.review.positions import MOST_MISTAKES, Position, page, position
from bot.review.review_page import Reviewed
from rules.engine import replay as replay_record
from rules.errors import Refusal
from rules.screen import Action, Block, Line, Peek, Screen, with_dice
from rules.text import say, say_in

_BACK = say_in("typed", "back")


def mistakes(played: Played, keyboard: Keyboard) -> None:
    """Let the people at the keyboard choose again in their costliest positions, one by one.

    An empty line skips a position. Raises the EOFError of `Keyboard.ask`.
    """
    reviewed = Reviewed(played, keyboard.language, with_picture=False)
    for seat in keyboard.seats_of_people:
        numbers = reviewed.mistakes[seat.index]
        if not numbers:
            keyboard.print(
                say("Nothing was given away: every choice of yours was good.")
                if keyboard.people == 1
                else say("{seat} gave nothing away: every choice was good.", seat=seat)
            )
        for place, number in enumerate(numbers, 1):
            found = position(played, number)
            if not _choose_again(found, asked(found, place, len(numbers)), keyboard):
                return
        if 0 < len(numbers) < MOST_MISTAKES:
            keyboard.print(say("That was all: your other choices were good."), "dim")


def _choose_again(found: Position, heading: tuple[Line, ...], keyboard: Keyboard) -> bool:
    """Ask for a choice in a position, and compare it; return whether to go on."""
    controls = tuple(one for one in found.screen.controls if not isinstance(one, Peek))
    blocks = (*heading, *to_try(found.screen))
    screen = replace(found.screen, blocks=blocks, controls=controls)
    keyboard.show(screen)
    action = _typed(screen, found, keyboard)
    if isinstance(action, Action):
        keyboard.show_blocks(answered(found, action, every=True))
        return True
    return action


def _typed(screen: Screen, found: Position, keyboard: Keyboard) -> Action | bool:
    """Return the typed choice, True for an empty line, False to end."""
    while True:
        typed = keyboard.ask(f"{keyboard.name(found.seat)} > ")
        if not typed.strip():
            return True
        if is_command(typed, ("quit", "exit"), QUIT, keyboard):
            return False
        try:
            action = read(typed, screen, keyboard.language)
            found.option(action)
        except Refusal as refusal:
            keyboard.print(refusal.text)
        else:
            return action


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
