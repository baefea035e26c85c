"""Translatable sentences as values.

The rules return a `Text`, an English template with named arguments; `bot.language.render`
translates it and inserts the arguments. The catalogue is extracted from the calls of `say`,
`say_in` and `say_count`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias


class Placeholder:
    """An argument that the front end renders: a seat, dice, a deadline, a command."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Positions(Placeholder):
    """Dice positions from 1, rendered as a list: "3, 4 and 5"."""

    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Percent(Placeholder):
    """A probability from 0 to 1, rendered in percent with `digits` decimals."""

    value: float
    digits: int = 1


@dataclass(frozen=True, slots=True)
class Points(Placeholder):
    """A number of points or a difference of points, rendered with `digits` decimals."""

    value: float
    digits: int = 2


def once_in(chance: Fraction) -> str | Points:
    """Return the n of "1 in n": with one decimal, or whole, then without separators.

    >>> once_in(Fraction(6, 7776)), once_in(Fraction(11, 36))
    ('1296', Points(value=3.272727272727273, digits=1))
    """
    times = 1 / chance
    return f"{times}" if times.denominator == 1 else Points(float(times), 1)


@dataclass(frozen=True, slots=True)
class Command(Placeholder):
    """A command by its name, as it is typed after the slash."""

    name: str


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence: an English `template` with its named arguments.

    `context` distinguishes equal templates with different translations. If
    `plural` is set, `template` is the form for one and `plural` that for other
    counts; `{n}` in either form is `count`.

    A sentence about its argument `seat` may have two more forms with the same arguments: `you` for
    the player on that seat, and `others` for the player on another one.

    >>> say("{a} beats {b}", a="K", b="J").template
    '{a} beats {b}'
    """

    template: str
    arguments: tuple[tuple[str, Argument], ...] = ()
    context: str = ""
    plural: str = ""
    count: int = 0
    you: Text | None = None
    others: Text | None = None

    def with_you(self, you: Text, others: Text | None = None) -> Text:
        """Return the same sentence with these forms for the players, which have no arguments."""
        text = self.template, self.arguments, self.context, self.plural, self.count
        return Text(*text, you, others)  # faster than `replace`

    def for_player(self, seat: Placeholder) -> Text:
        """Return the form for the player on a seat."""
        form = self.you if ("seat", seat) in self.arguments else self.others
        return self if form is None else replace(form, arguments=self.arguments, count=self.count)

    def with_count(self, n: int) -> Text:
        """Return the same sentence with the count `n`."""
        return replace(self, count=n)


@dataclass(frozen=True, slots=True)
class Capital(Placeholder):
    """A text rendered with a capital first letter."""

    text: Text


Argument: TypeAlias = "int | str | Text | Placeholder"
"""The argument of a template: a number, a symbol, a sentence, or a `Placeholder`."""


def say(template: str, /, **arguments: Argument) -> Text:
    """Return the sentence with this English template and these arguments."""
    return Text(template, tuple(arguments.items()))


def say_in(context: str, template: str, /, **arguments: Argument) -> Text:
    """Return a sentence whose translation depends on `context`."""
    return Text(template, tuple(arguments.items()), context=context)


def say_count(one: str, many: str, n: int, /, **arguments: Argument) -> Text:
    """Return a sentence with the count `n`; `{n}` is the count in both forms."""
    return Text(one, tuple(arguments.items()), plural=many, count=n)


def side_by_side(texts: Sequence[Text]) -> Text:
    """Return short texts, at least one, as a single one with dots between them.

    >>> side_by_side([say("A"), say("B")]).template
    '{before} · {after}'
    """
    first, *others = texts
    for other in others:
        first = say_in("side by side", "{before} · {after}", before=first, after=other)
    return first
