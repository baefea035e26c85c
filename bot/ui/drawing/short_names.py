"""Short names of players for pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from string import ascii_uppercase

ELLIPSIS = "…"


def cleaned(name: str) -> str:
    """Return a name in one line of printable letters, without backticks.

    >>> cleaned("  Ana `x`  Pop ")
    'Ana x Pop'
    """
    if not name.isprintable() or "`" in name:
        letters = (letter if letter.isprintable() and letter != "`" else " " for letter in name)
        name = "".join(letters)
    return " ".join(name.split())


def shortened(name: str, width: int) -> str:
    """Return a name in at most `width` letters.

    >>> shortened("Bogdan", 7), shortened("Alexandra", 7)
    ('Bogdan', 'Alexan…')
    """
    return name if len(name) <= width else name[: width - 1].rstrip() + ELLIPSIS


def shortened_to(name: str, room: float, width: Callable[[str], float]) -> str:
    """Return as many letters of a name as have room; `width` measures a text, as `room` is.

    >>> shortened_to("Bogdan", 6, len), shortened_to("Alexandra", 7, len)
    ('Bogdan', 'Alexan…')
    """
    short = name
    while len(short) > 1 and width(short) > room:
        short = f"{short.rstrip(ELLIPSIS)[:-1].rstrip()}{ELLIPSIS}"
    return short


def short_names(names: Sequence[str | None], width: int) -> tuple[str, ...]:
    """Return the names of all seats in at most `width` letters each, all of them different.

    An unknown or empty name becomes the letter of its seat; names that would be equal end with that
    letter.

    >>> short_names(["Alexandra", "Alexandru", None], 7)
    ('Alexa A', 'Alexa B', 'C')
    """
    letters = ascii_uppercase[: len(names)]
    short = [
        shortened(cleaned(name or ""), width) or letter
        for name, letter in zip(names, letters, strict=True)
    ]
    return tuple(
        f"{one.rstrip(ELLIPSIS)[: width - 2].rstrip()} {letter}"
        if [other.casefold() for other in short].count(one.casefold()) > 1
        else one
        for one, letter in zip(short, letters, strict=True)
    )
