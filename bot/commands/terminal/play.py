"""The play of a round at one keyboard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.commands.terminal.draw import draw_controls
from bot.commands.terminal.keyboard import Keyboard, Quit, is_command
from bot.commands.terminal.read import groups_of, lines_of, read
from bot.commands.terminal.seating import LocalPlayer
from bot.review.hint import hint, present_choice
from rules.engine import Luck, Round, act, begin, play_automatic
from rules.errors import Refusal
from rules.game import Game
from rules.screen import Screen, Seat
from rules.text import say, say_in

_HELP = say_in("typed", "help")
_HINT = say_in("typed", "hint")
_RULES = say_in("typed", "rules")


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
    BadSeats, BadOption, and Quit and EOFError as `Keyboard.ask`.
    """
    levels = {
        Seat(index): player.level
        for index, player in enumerate(players)
        if player.level is not None
    }
    current = begin(game, len(players), options, luck)
    keyboard.print(say("Type “{word}” whenever you want help.", word="?"), "dim")
    while True:
        current = play_automatic(current, levels, luck)
        if current.over is not None:
            keyboard.show(game.screen(current.state, None))
            return current
        current = _turn(current, current.awaits.seats[0], luck, keyboard)


def plays_again(keyboard: Keyboard) -> bool:
    """Ask after a round whether to play again; the end of the input declines, as “q” does."""
    offer = say("Enter plays again, “q” leaves.")
    keyboard.print(offer, "dim")
    try:
        while keyboard.ask("> ").strip():
            keyboard.print(offer)
    except Quit:
        return False
    except EOFError:
        keyboard.console.print()
        return False
    return True


def _turn(current: Round[Any], seat: Seat, luck: Luck, keyboard: Keyboard) -> Round[Any]:
    """Return the round after the decision of `seat`. A private Screen is cleared afterwards."""
    game, state = current.game, current.state
    public = game.screen(state, None)
    screen = public if public.suffices else game.screen(state, seat)
    secret = keyboard.people > 1 and screen != public
    if secret:
        _hand_over(seat, keyboard)
    keyboard.show(screen)
    try:
        return _decide(current, seat, screen, keyboard, luck)
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
    current: Round[Any], seat: Seat, screen: Screen, keyboard: Keyboard, luck: Luck
) -> Round[Any]:
    prompt = f"{keyboard.renderer.seat(seat)} > "
    while True:
        typed = keyboard.ask(prompt)
        if not typed.strip():
            continue
        try:
            if is_command(typed, _HELP, keyboard, "?"):
                _help(current.game, screen, keyboard)
            elif is_command(typed, _HINT, keyboard):
                _give_hint(current, seat, screen, keyboard)
            elif is_command(typed, _RULES, keyboard):
                keyboard.show_blocks(current.game.rules())
            else:
                return act(current, seat, read(typed, screen, keyboard.renderer), luck)
        except Refusal as refusal:
            keyboard.print(refusal.text)


def _give_hint(current: Round[Any], seat: Seat, screen: Screen, keyboard: Keyboard) -> None:
    chosen = present_choice(screen, ())
    advice = hint(current.game, len(keyboard.players), current.state, seat, chosen)
    keyboard.show_blocks(advice.blocks)


def _help(game: Game[Any], screen: Screen, keyboard: Keyboard) -> None:
    keyboard.print(say("Type what stands before a line to choose it."))
    lines = lines_of(screen, keyboard.renderer)
    cards = next(filter(None, (groups_of(line.action) for line in lines)), "")
    if cards:
        keyboard.print(say("You can also type the cards as they lie: “{cards}”.", cards=cards))
    if game.exact is not None:
        keyboard.print(say("“{hint}” shows the best choices.", hint=_HINT))
    keyboard.print(say("“{rules}” shows the rules, “q” leaves the round.", rules=_RULES))
    keyboard.console.print(draw_controls(screen, keyboard.renderer))
