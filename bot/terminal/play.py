"""Plays a whole round at one keyboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.text import Text as Drawn

from bot.terminal.draw import draw, draw_blocks, draw_controls
from bot.terminal.read import mark_of, plain, read
from bot.terminal.sit import Sitting
from bot.words import Plain, speak
from rules.engine import Luck, Round, act, begin, stand_in
from rules.errors import Refusal
from rules.game import Game
from rules.screen import Screen, Seat
from rules.text import Text, say, say_in

_HELP = say_in("typed", "help")
_RULES = say_in("typed", "rules")
_QUIT = say_in("typed", "quit")


class Quit(Exception):
    """Raised when somebody asks to leave the round."""


@dataclass(frozen=True)
class Keyboard:
    """One terminal that everybody who plays shares.

    `ask` shows a prompt and returns what was typed; it raises EOFError when
    nothing more can be.
    """

    sittings: tuple[Sitting, ...]
    language: str
    console: Console
    ask: Callable[[str], str] = input
    voice: Plain = field(init=False)

    def __post_init__(self) -> None:
        names = tuple(sitting.name for sitting in self.sittings)
        object.__setattr__(self, "voice", Plain(self.language, names))

    @property
    def people(self) -> int:
        """How many persons share the keyboard."""
        return sum(sitting.level is None for sitting in self.sittings)

    def words(self, text: Text) -> str:
        """Return a sentence as it is said at this keyboard."""
        return speak(text, self.language, self.voice)

    def tell(self, text: Text, style: str = "") -> None:
        """Print a sentence."""
        self.console.print(Drawn(self.words(text), style))

    def show(self, screen: Screen) -> None:
        """Print a screen below a blank line."""
        self.console.print()
        self.console.print(draw(screen, self.language, self.voice))

    def wipe(self) -> None:
        """Clear the terminal and what can be scrolled back to."""
        if self.console.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")
            self.console.file.flush()
        else:
            self.console.print("\n" * 3)


def play(
    game: Game[Any],
    sittings: Sequence[Sitting],
    options: Mapping[str, str],
    luck: Luck,
    keyboard: Keyboard,
) -> Round[Any]:
    """Play a round to its end and return it.

    Seats that decide at the same time are asked one after another. What only a
    seat may see is shown after the keyboard was handed over, and wiped away
    afterwards. Raises BadSeats, BadOption, Quit, and EOFError as `Keyboard.ask` does.
    """
    levels = {
        Seat(index): sitting.level
        for index, sitting in enumerate(sittings)
        if sitting.level is not None
    }
    playing = begin(game, len(sittings), options, luck)
    keyboard.tell(say("Type “{word}” whenever you want help.", word="?"), "dim")
    while True:
        playing = stand_in(playing, levels, luck)
        if playing.over is not None:
            keyboard.show(game.screen(playing.state, None))
            return playing
        playing = _turn(playing, playing.awaits.seats[0], luck, keyboard)


def _turn(playing: Round[Any], seat: Seat, luck: Luck, keyboard: Keyboard) -> Round[Any]:
    """Let a person decide; what only they may see is gone afterwards."""
    game, state = playing.game, playing.state
    public = game.screen(state, None)
    screen = public if public.decides else game.screen(state, seat)
    secret = keyboard.people > 1 and screen != public
    if secret:
        _hand_over(seat, keyboard)
    keyboard.show(screen)
    try:
        return _decide(playing, seat, screen, luck, keyboard)
    finally:
        if secret:
            keyboard.wipe()


def _hand_over(seat: Seat, keyboard: Keyboard) -> None:
    keyboard.wipe()
    keyboard.tell(
        say("{seat}, take the keyboard: the next page is only for you.", seat=seat), "bold"
    )
    keyboard.ask(keyboard.words(say("Press Enter when nobody else is looking. ")))


def _decide(
    playing: Round[Any], seat: Seat, screen: Screen, luck: Luck, keyboard: Keyboard
) -> Round[Any]:
    prompt = f"{keyboard.voice.seat(seat)} > "
    while True:
        typed = keyboard.ask(prompt)
        if not typed.strip():
            continue
        try:
            if _asks_for(typed, ("?",), _HELP, keyboard):
                _help(screen, keyboard)
            elif _asks_for(typed, ("rules",), _RULES, keyboard):
                keyboard.console.print()
                keyboard.console.print(
                    draw_blocks(playing.game.rules(), keyboard.language, keyboard.voice)
                )
            elif _asks_for(typed, ("quit", "exit"), _QUIT, keyboard):
                raise Quit
            else:
                action = read(typed, screen, keyboard.language)
                return act(playing, seat, action, luck)
        except Refusal as refusal:
            keyboard.tell(refusal.text)


def _asks_for(typed: str, words: tuple[str, ...], word: Text, keyboard: Keyboard) -> bool:
    return plain(typed) in (*words, plain(word.template), plain(keyboard.words(word)))


def _help(screen: Screen, keyboard: Keyboard) -> None:
    if mark_of(screen) is not None:
        keyboard.tell(
            say(
                "Dice are chosen by their positions, counted from the left: "
                "“3 4 5” or “345” are the last three."
            )
        )
    keyboard.tell(say("Anything else is done by typing what stands in front of its line."))
    keyboard.tell(
        say("“{rules}” shows the rules, “{quit}” leaves the round.", rules=_RULES, quit=_QUIT)
    )
    keyboard.console.print(draw_controls(screen, keyboard.language, keyboard.voice))
