"""What can be typed at a Screen, and what it does.

Dice are chosen by their positions, everything else by what stands in front of
its line: buttons by the first word of their label, lines of a menu by a number
or, on a screen that shows dice, by a letter: there a digit is a position, or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from string import ascii_lowercase
from unicodedata import combining, normalize

from bot.words import Plain, speak
from rules.errors import Refusal
from rules.screen import Action, Choice, Dice, Mark, Menu, Press, Screen
from rules.text import Text, say

_POSITIONS = re.compile(r"\d(?:[\s,;.]*\d)*")
_LONGEST = 200


class NotUnderstood(Refusal):
    """Raised for typed words that are none of the choices; says what can be typed."""

    def __init__(self, screen: Screen, language: str) -> None:
        keys = _keys(screen, language)
        super().__init__(
            say("That is none of the choices. Type one of these: {keys}", keys=keys)
            if mark_of(screen) is None
            else say(
                "That is none of the choices. Type the positions of dice, as in “3 4 5”, "
                "or one of these: {keys}",
                keys=keys,
            )
        )


class NothingToReroll(Refusal):
    """Raised for positions of dice where none can be rerolled; says what can be typed."""

    def __init__(self, screen: Screen, language: str) -> None:
        super().__init__(
            say(
                "Numbers choose dice, and no dice can be rerolled now. Type one of these: {keys}",
                keys=_keys(screen, language),
            )
        )


class NoSuchPosition(Refusal):
    """Raised for a position that no die lies in."""

    def __init__(self, dice: int) -> None:
        super().__init__(say("The positions are numbered from 1 to {last}.", last=dice))


class NamedTwice(Refusal):
    """Raised when a position is typed more than once, most likely by a slip."""

    def __init__(self, position: int) -> None:
        super().__init__(
            say("Position {position} is named twice. Name each die once.", position=position)
        )


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line that is chosen by typing its `key`."""

    key: str
    action: Action
    label: Text
    detail: Text | None = None
    chosen: bool = False


def mark_of(screen: Screen) -> Mark | None:
    """Return the control that chooses dice, if the screen has one."""
    return next((control for control in screen.controls if isinstance(control, Mark)), None)


def shows_dice(screen: Screen) -> bool:
    """Whether digits mean positions here: dice lie on the screen or can be chosen."""
    return mark_of(screen) is not None or any(isinstance(block, Dice) for block in screen.blocks)


def lines_of(screen: Screen, language: str) -> tuple[TypedLine, ...]:
    """Return all buttons and lines of menus with what is typed for them, top to bottom."""
    names = _names(screen)
    words = [_first_word(label, language) for label in _labels(screen)]
    lines = []
    for control in screen.controls:
        match control:
            case Press(action, label):
                word = _first_word(label, language)
                alone = words.count(word) == 1 and len(word) > 1
                lines.append(TypedLine(word if alone else next(names), action, label))
            case Menu(_, choices):
                lines.extend(_of_menu(choices, names))
            case _:
                continue
    return tuple(lines)


def _keys(screen: Screen, language: str) -> str:
    return ", ".join(line.key for line in lines_of(screen, language))


def _of_menu(choices: tuple[Choice, ...], names: Iterator[str]) -> Iterator[TypedLine]:
    for choice in choices:
        yield TypedLine(next(names), choice.action, choice.label, choice.detail, choice.chosen)


def _names(screen: Screen) -> Iterator[str]:
    """Yield numbers or, beside dice, letters: a, b, … z, aa, bb."""
    lettered = shows_dice(screen)
    for number in count():
        again, letter = divmod(number, 26)
        yield ascii_lowercase[letter] * (again + 1) if lettered else str(number + 1)


def _labels(screen: Screen) -> Iterator[Text]:
    return (control.label for control in screen.controls if isinstance(control, Press))


def _first_word(label: Text, language: str) -> str:
    spoken = speak(label, language, Plain(language)).lower().split()
    return spoken[0].strip(".,:;!?…") if spoken else ""


def read(words: str, screen: Screen, language: str) -> Action:
    """Return the action that `words` ask for at this screen.

    Positions ("3 4 5", "345", "3,4") choose dice. Anything else is the key, the
    whole label or the code of an action, in any case and with or without the
    marks on its letters. Raises NotUnderstood, NothingToReroll, NoSuchPosition
    and NamedTwice.
    """
    typed = plain(words)
    if len(typed) > _LONGEST:
        raise NotUnderstood(screen, language)
    mark = mark_of(screen)
    if mark is not None:
        digits = _without_verb(typed, mark, language)
        if _POSITIONS.fullmatch(digits):
            return mark.action(_positions(digits, len(mark.faces)))
    lines = lines_of(screen, language)
    ways = [
        *((line.key, line.action) for line in lines),
        *((line.action.code, line.action) for line in lines),
        *((speak(line.label, language, Plain(language)), line.action) for line in lines),
    ]
    for way, action in ways:
        if plain(way) == typed:
            return action
    if mark is None and shows_dice(screen) and _POSITIONS.fullmatch(typed):
        raise NothingToReroll(screen, language)
    raise NotUnderstood(screen, language)


def plain(words: str) -> str:
    """Return words as they are compared: lower case, single spaces, no marks on letters.

    >>> plain("  Păstrează   TOT ")
    'pastreaza tot'
    """
    letters = (letter for letter in normalize("NFKD", words.casefold()) if not combining(letter))
    return " ".join("".join(letters).split())


def _without_verb(typed: str, mark: Mark, language: str) -> str:
    """Take the words of the button from "reroll 3 4", and the verb from "reroll.34"."""
    submit = speak(mark.submit.counted(2), language, Plain(language))
    words = {mark.verb, *plain(submit).split()}
    rest = typed.removeprefix(f"{mark.verb}.")
    while rest and rest.partition(" ")[0] in words - {"2"}:
        rest = rest.partition(" ")[2]
    return rest


def _positions(digits: str, dice: int) -> tuple[int, ...]:
    positions = [int(digit) for digit in digits if digit.isdecimal()]
    for position in positions:
        if not 1 <= position <= dice:
            raise NoSuchPosition(dice)
        if positions.count(position) > 1:
            raise NamedTwice(position)
    return tuple(sorted(positions))
