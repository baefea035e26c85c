"""The meaning of typed lines: actions of a Screen.

Dice are selected by their positions, buttons and menu choices by the key shown before them: for a
button the first word of its label, for a choice a number, or a letter on a Screen with dice, where
digits are positions. A button that rerolls has the key "reroll", whatever its label, so that "keep"
always ends the rolling. Of several buttons with the same word, it is the key of the one whose code
it is. A choice of groups of cards can be typed as groups: "443 22 1".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, count
from string import ascii_lowercase
from unicodedata import combining, normalize

from bot.language.render import PlainRenderer
from rules.errors import Refusal
from rules.screen import Action, Choice, Control, Dice, Mark, Menu, Press, Screen, Sort
from rules.text import Text, say

_POSITIONS = re.compile(r"\d(?:[\s,;.]*\d)*")
_GROUPS = re.compile(r"[0-9]+(?:-[0-9]+)+")
_CARDS = re.compile(r"[0-9](?:[\s,;.|/+-]*[0-9])*")
_LETTERS = ascii_lowercase.replace("q", "")
MAX_LENGTH = 200
"""The maximum length of a typed line."""


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A button or a menu choice, with the `key` that selects it."""

    key: str
    action: Action
    label: Text
    detail: Text | None = None
    chosen: bool = False


def shows_dice(screen: Screen) -> bool:
    """Return whether digits are positions, as on a Screen with dice."""
    return screen.mark is not None or any(isinstance(block, Dice) for block in screen.blocks)


def typed_controls(screen: Screen) -> tuple[Control, ...]:
    """Return the controls without buttons whose actions are also in a menu."""
    menus = [control for control in screen.controls if isinstance(control, Menu | Sort)]
    offered = {choice.action for menu in menus for choice in menu.choices}
    return tuple(
        control
        for control in screen.controls
        if not (isinstance(control, Press) and control.action in offered)
    )


def lines_of(screen: Screen, renderer: PlainRenderer) -> tuple[TypedLine, ...]:
    """Return all buttons and menu choices with their keys, from top to bottom."""
    spare_keys = _spare_keys(screen)
    controls = typed_controls(screen)
    words = [_word(each, screen, renderer) for each in controls if isinstance(each, Press)]
    lines: list[TypedLine] = []
    for control in controls:
        match control:
            case Press(action, label):
                word = _word(control, screen, renderer)
                alone = words.count(word) == 1 or word == action.code
                usable = alone and len(word) > 1
                lines.append(TypedLine(word if usable else next(spare_keys), action, label))
            case Menu(choices=choices) | Sort(choices=choices):
                lines.extend(_menu_lines(choices, spare_keys))
            case _:
                continue
    return tuple(lines)


def _keys(screen: Screen, renderer: PlainRenderer) -> str:
    return ", ".join(line.key for line in lines_of(screen, renderer))


def _menu_lines(choices: tuple[Choice, ...], keys: Iterator[str]) -> Iterator[TypedLine]:
    for choice in choices:
        yield TypedLine(next(keys), choice.action, choice.label, choice.detail, choice.chosen)


def _spare_keys(screen: Screen) -> Iterator[str]:
    """Yield 1, 2, … or, on a Screen that shows dice, a, b, … z, aa, bb, …; “q” leaves the round."""
    letters = shows_dice(screen)
    for number in count():
        repeats, letter = divmod(number, len(_LETTERS))
        yield _LETTERS[letter] * (repeats + 1) if letters else str(number + 1)


def _word(press: Press, screen: Screen, renderer: PlainRenderer) -> str:
    """Return the key of a button: "reroll", or the first word of its label."""
    if screen.mark is not None and press.action.verb == screen.mark.verb:
        return _first_word(screen.mark.submit.with_count(2), renderer)
    return _first_word(press.label, renderer)


def _first_word(label: Text, renderer: PlainRenderer) -> str:
    words = renderer.render(label).lower().split()
    return words[0].strip(".,:;!?…") if words else ""


def read(line: str, screen: Screen, renderer: PlainRenderer) -> Action:
    """Return the action of a typed line.

    Positions ("3 4 5", "345", "3,4") select dice. Any other line is the key, the whole label or the
    code of an action; case and diacritics are ignored. The refusal of other lines lists the keys.
    """
    typed = fold(line)
    if len(typed) > MAX_LENGTH:
        raise _refusal(screen, renderer)
    mark = screen.mark
    if mark is not None:
        digits = _without_verb(typed, mark, renderer)
        if _POSITIONS.fullmatch(digits):
            return mark.action(_positions(digits, len(mark.faces)))
    options = lines_of(screen, renderer)
    names = [
        *((option.key, option.action) for option in options),
        *((option.action.code, option.action) for option in options),
        *((renderer.render(option.label), option.action) for option in options),
    ]
    for name, action in names:
        if fold(name) == typed:
            return action
    for option in options:
        if (
            _CARDS.fullmatch(typed)
            and groups_of(option.action)
            and _is_same_grouping(typed, option.action)
        ):
            return option.action
    if mark is None and shows_dice(screen) and _POSITIONS.fullmatch(typed):
        raise Refusal(
            say(
                "Numbers choose dice, and no dice can be rerolled now. Type one of these: {keys}",
                keys=_keys(screen, renderer),
            )
        )
    raise _refusal(screen, renderer)


def groups_of(action: Action) -> str:
    """Return the groups of cards of an action as they are typed, empty for other actions.

    >>> groups_of(Action("split", "443-22-1")), groups_of(Action("reroll", "34"))
    ('443 22 1', '')
    """
    return action.on.replace("-", " ") if _GROUPS.fullmatch(action.on) else ""


def _is_same_grouping(typed: str, action: Action) -> bool:
    """Return whether these are the groups of an action; cards of a group have no order.

    Cards typed all apart, or all together, are divided by count.
    """
    groups, parts = groups_of(action).split(), re.findall(r"[0-9]+", typed)
    if len(parts) == 1 or all(len(part) == 1 for part in parts):
        cards, ends = "".join(parts), [*accumulate(map(len, groups))]
        starts = [0, *ends[:-1]]
        if len(cards) != ends[-1]:
            return False
        parts = [cards[start:end] for start, end in zip(starts, ends, strict=True)]
    return [sorted(part) for part in parts] == [sorted(group) for group in groups]


def _refusal(screen: Screen, renderer: PlainRenderer) -> Refusal:
    keys = _keys(screen, renderer)
    return Refusal(
        say("That is not one of the choices. Type one of these: {keys}", keys=keys)
        if screen.mark is None
        else say(
            "That is not one of the choices. Type the positions of dice, as in “3 4 5”, or one "
            "of these: {keys}",
            keys=keys,
        )
    )


def fold(text: str) -> str:
    """Return a text for comparison: lower case, single spaces, no diacritics.

    >>> fold("  Păstrează   TOT ")
    'pastreaza tot'
    """
    letters = (letter for letter in normalize("NFKD", text.casefold()) if not combining(letter))
    return " ".join("".join(letters).split())


def _without_verb(typed: str, mark: Mark, renderer: PlainRenderer) -> str:
    """Remove the words of the button from "reroll 3 4", and the verb from "reroll.34"."""
    submit = renderer.render(mark.submit.with_count(2))
    button_words = {mark.verb, *fold(submit).split()}
    rest = typed.removeprefix(f"{mark.verb}.")
    while rest and rest.partition(" ")[0] in button_words - {"2"}:
        rest = rest.partition(" ")[2]
    return rest


def _positions(digits: str, dice: int) -> tuple[int, ...]:
    positions = [int(digit) for digit in digits if digit.isdecimal()]
    for position in positions:
        if not 1 <= position <= dice:
            raise Refusal(say("The positions are numbered from 1 to {last}.", last=dice))
        if positions.count(position) > 1:
            raise Refusal(
                say("Position {position} is named twice. Name each die once.", position=position)
            )
    return tuple(sorted(positions))
