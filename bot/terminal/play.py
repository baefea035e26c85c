"""Plays a round at one keyboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.text import Text as RichText

from bot.analysis.hint import hint, present_choice
from bot.language.render import PlainRenderer, render
from bot.terminal.draw import draw, draw_blocks, draw_controls
from bot.terminal.read import plain, read
from bot.terminal.seating import LocalPlayer
from rules.engine import Luck, Round, act, begin, play_automatic
from rules.errors import Refusal
from rules.game import Game
from rules.screen import Screen, Seat
from rules.text import Text, say, say_in

_HELP = say_in("typed", "help")
_HINT = say_in("typed", "hint")
_RULES = say_in("typed", "rules")
QUIT = say_in("typed", "quit")


class Quit(Exception):
    """Raised when a player types the command to leave the round."""


@dataclass(frozen=True)
class Keyboard:
    """The terminal that all players share.

    `ask` shows a prompt and returns the typed line; it raises EOFError at the end of
    the input. `hints` are those given in the present round: the seat, and the number
    in the record of its decision.
    """

    players: tuple[LocalPlayer, ...]
    language: str
    console: Console
    ask: Callable[[str], str] = input
    renderer: PlainRenderer = field(init=False)
    hints: set[tuple[Seat, int]] = field(init=False, default_factory=set)

    def __post_init__(self) -> None:
        names = tuple(player.name for player in self.players)
        object.__setattr__(self, "renderer", PlainRenderer(self.language, names))

    @property
    def people(self) -> int:
        """The number of people at the keyboard."""
        return sum(player.level is None for player in self.players)

    @property
    def seats_of_people(self) -> tuple[Seat, ...]:
        """The seats of the people at the keyboard."""
        return tuple(Seat(at) for at, one in enumerate(self.players) if one.level is None)

    @property
    def only_person(self) -> Seat | None:
        """The seat of the only person at the keyboard, None if there are several."""
        return self.seats_of_people[0] if self.people == 1 else None

    def render(self, text: Text) -> str:
        """Return a sentence in the language of this terminal."""
        return render(text, self.language, self.renderer)

    def print(self, text: Text, style: str = "") -> None:
        """Print a sentence."""
        self.console.print(RichText(self.render(text), style))

    def show(self, screen: Screen) -> None:
        """Print a screen below a blank line."""
        self.console.print()
        self.console.print(draw(screen, self.language, self.renderer))

    def clear(self) -> None:
        """Clear the terminal and its scrollback; without a terminal, print blank lines."""
        if self.console.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")
            self.console.file.flush()
        else:
            self.console.print("\n" * 3)


def play(
    game: Game[Any],
    players: Sequence[LocalPlayer],
    options: Mapping[str, str],
    luck: Luck,
    keyboard: Keyboard,
) -> Round[Any]:
    """Play a round to its end and return it.

    Seats with simultaneous decisions are asked in order. A private Screen is shown
    after a prompt to hand over the keyboard, and cleared after the decision. Raises
    BadSeats, BadOption, Quit, and the EOFError of `Keyboard.ask`.
    """
    levels = {
        Seat(index): player.level
        for index, player in enumerate(players)
        if player.level is not None
    }
    current = begin(game, len(players), options, luck)
    keyboard.hints.clear()
    keyboard.print(say("Type “{word}” whenever you want help.", word="?"), "dim")
    while True:
        current = play_automatic(current, levels, luck)
        if current.over is not None:
            keyboard.show(game.screen(current.state, None))
            return current
        current = _turn(current, current.awaits.seats[0], luck, keyboard)


def _turn(current: Round[Any], seat: Seat, luck: Luck, keyboard: Keyboard) -> Round[Any]:
    """Return the round after the decision of `seat`; clear its private Screen afterwards."""
    game, state = current.game, current.state
    public = game.screen(state, None)
    screen = public if public.decides else game.screen(state, seat)
    secret = keyboard.people > 1 and screen != public
    if secret:
        _hand_over(seat, keyboard)
    keyboard.show(screen)
    try:
        return _decide(current, seat, screen, luck, keyboard)
    finally:
        if secret:
            keyboard.clear()


def _hand_over(seat: Seat, keyboard: Keyboard) -> None:
    keyboard.clear()
    keyboard.print(
        say("{seat}, take the keyboard: the next page is only for you.", seat=seat), "bold"
    )
    keyboard.ask(keyboard.render(say("Press Enter when nobody else is looking. ")))


def _decide(
    current: Round[Any], seat: Seat, screen: Screen, luck: Luck, keyboard: Keyboard
) -> Round[Any]:
    prompt = f"{keyboard.renderer.seat(seat)} > "
    while True:
        typed = keyboard.ask(prompt)
        if not typed.strip():
            continue
        try:
            if is_command(typed, ("?",), _HELP, keyboard):
                _help(current.game, screen, keyboard)
            elif is_command(typed, ("hint",), _HINT, keyboard):
                _give_hint(current, seat, screen, keyboard)
            elif is_command(typed, ("rules",), _RULES, keyboard):
                keyboard.console.print()
                keyboard.console.print(
                    draw_blocks(current.game.rules(), keyboard.language, keyboard.renderer)
                )
            elif is_command(typed, ("quit", "exit"), QUIT, keyboard):
                raise Quit
            else:
                action = read(typed, screen, keyboard.language)
                return act(current, seat, action, luck)
        except Refusal as refusal:
            keyboard.print(refusal.text)


def _give_hint(current: Round[Any], seat: Seat, screen: Screen, keyboard: Keyboard) -> None:
    """Show the best choices of a seat, and note that it has seen them."""
    chosen = present_choice(screen, ())
    found = hint(current.game, len(keyboard.players), current.state, seat, chosen)
    if current.game.advise is not None:
        keyboard.hints.add((seat, current.recorded + 1))
    keyboard.console.print()
    keyboard.console.print(draw_blocks(found.blocks, keyboard.language, keyboard.renderer))


def is_command(typed: str, aliases: tuple[str, ...], name: Text, keyboard: Keyboard) -> bool:
    """Return whether a typed line is a command, in English or by its `name` in any language."""
    return plain(typed) in (*aliases, plain(name.template), plain(keyboard.render(name)))


def _help(game: Game[Any], screen: Screen, keyboard: Keyboard) -> None:
    if screen.mark is not None:
        keyboard.print(
            say(
                "Dice are chosen by their positions, counted from the left: "
                "“3 4 5” or “345” are the last three."
            )
        )
    keyboard.print(say("For anything else, type the key in front of its line."))
    if game.advise is not None:
        keyboard.print(say("“{hint}” shows the best choices.", hint=_HINT))
    keyboard.print(
        say("“{rules}” shows the rules, “{quit}” leaves the round.", rules=_RULES, quit=QUIT)
    )
    keyboard.console.print(draw_controls(screen, keyboard.language, keyboard.renderer))
