"""A translatable sentence as a value.

Rules never speak a language: they return a `Text`, an English template with
named arguments, and the front end translates and fills it (`bot.words`). The
three makers below are the words that the catalogue is extracted by.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias


class Spoken:
    """A value that only the front end can put into words: a seat, some dice, a deadline."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Positions(Spoken):
    """Dice positions, 1-5, said as a list: "3, 4 and 5"."""

    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Percent(Spoken):
    """A probability from 0 to 1, said in percent with `digits` decimals."""

    value: float
    digits: int = 1


@dataclass(frozen=True, slots=True)
class Points(Spoken):
    """A number of points, or a difference of points, said with `digits` decimals."""

    value: float
    digits: int = 2


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence: an English `template` with its named arguments.

    `context` tells apart equal templates that other languages say differently.
    `plural` and `count` belong together: the template is the form for one, and
    `{n}` stands for the count in both.

    >>> say("{a} beats {b}", a="K", b="J").template
    '{a} beats {b}'
    """

    template: str
    arguments: tuple[tuple[str, Argument], ...] = ()
    context: str = ""
    plural: str = ""
    count: int = 0

    def counted(self, n: int) -> Text:
        """Return the same sentence said of `n` things."""
        return replace(self, count=n)


Argument: TypeAlias = "int | str | Text | Spoken"
"""What may fill a template: a number, a symbol that no language changes, a sentence, a `Spoken`."""


def say(template: str, /, **arguments: Argument) -> Text:
    """Make the sentence `template`, in English, with its arguments."""
    return Text(template, tuple(arguments.items()))


def say_in(context: str, template: str, /, **arguments: Argument) -> Text:
    """Make a sentence that other languages say differently in this `context`."""
    return Text(template, tuple(arguments.items()), context=context)


def say_count(one: str, many: str, n: int, /, **arguments: Argument) -> Text:
    """Make a sentence about `n` things; `{n}` stands for the number in both forms."""
    return Text(one, tuple(arguments.items()), plural=many, count=n)
